import { createApi } from '$src/api/app.ts';
import { createTwins } from '$src/api/twins.ts';
import { catalogueStore } from './catalogue.ts';
import { today } from './today.ts';

type Edge = ReturnType<typeof createApi>;

let api: Edge | null = null;
let twins: Edge | null = null;

/** A request as the reader sent it: the address that links in the answer start from. */
const asSent = (request: Request, origin: string): Request => {
  const { pathname, search } = new URL(request.url);
  return new Request(origin + pathname + search, request);
};

/** The interface under `/api/v1`, on the same catalogue and day as the pages. */
export function askApi(request: Request, origin: string): Response | Promise<Response> {
  api ??= createApi(catalogueStore(), today);
  return api.fetch(asSent(request, origin));
}

/** The pages' twins: the same questions as JSON, CSV or Atom. */
export function askTwins(request: Request, origin: string): Response | Promise<Response> {
  twins ??= createTwins(catalogueStore(), today);
  return twins.fetch(asSent(request, origin));
}
