import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { refuseAddress } from '../faults/address.ts';
import { Fault } from '../faults/fault.ts';
import { type Report, refuse, refuseMethod } from './problem.ts';

/** What both the interface and the twins of pages do with HTTP, whatever the question is. */

const allowedMethods = 'GET, HEAD, OPTIONS';

/** Kept by anyone, but asked about each time: a new price must not wait for an old copy to expire. */
const cacheControl = 'public, max-age=0, must-revalidate';

const corsHeaders = ['access-control-allow-origin', 'access-control-expose-headers'];

const guardAddress =
  (report: Report | undefined): MiddlewareHandler =>
  async (c, next) => {
    const fault = refuseAddress(new URL(c.req.url));
    return fault === null ? next() : refuse(c, fault, report);
  };

const addCommonHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('X-Content-Type-Options', 'nosniff');
  if (c.req.method === 'OPTIONS') c.header('Allow', allowedMethods);
};

/**
 * An application that only reads: open to scripts of any site but never with their user's cookies, an entity tag on
 * every answer (a digest of the body, so it changes with data, question, day and release alike), problems for all else.
 */
export function createReader(report: Report | undefined): Hono {
  const app = new Hono();
  app.use(addCommonHeaders);
  app.use(cors({ origin: '*', allowMethods: ['GET', 'HEAD', 'OPTIONS'], exposeHeaders: ['ETag', 'Link'], maxAge: 86_400 }));
  app.use(guardAddress(report));
  app.use(etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...corsHeaders] }));
  app.notFound((c) => refuse(c, new Fault('page/not-found'), report));
  app.onError((error, c) => refuse(c, error, report));
  return app;
}

/** Adds an address that answers GET and HEAD, and says so to whoever tries another method. */
export function addReading(app: Hono, path: string, answer: (c: Context) => Response | Promise<Response>): void {
  app.get(path, answer);
  app.all(path, (c) => refuseMethod(c, allowedMethods));
}

export function respondWith(
  c: Context,
  mediaType: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return c.body(body, 200, { 'Content-Type': mediaType, 'Cache-Control': cacheControl, ...headers });
}

export const parametersOf = (c: Context): readonly (readonly [string, string])[] => [...new URL(c.req.url).searchParams];

/** The same address with another page, for `Link` (RFC 8288). */
function linkTo(c: Context, page: number, relation: string): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.set('page', String(page));
  return `<${pathname}?${searchParams}>; rel="${relation}"`;
}

/** Links to the neighbouring pages of an answer that has pages, so that no page is taken for the whole. */
export function pageLinks(c: Context, answer: object): Readonly<Record<string, string>> {
  const { page, pages } = answer as { readonly page?: number; readonly pages?: number };
  if (page === undefined || pages === undefined || pages === 1) return {};
  const links = [
    ...(page > 1 ? [linkTo(c, 1, 'first'), linkTo(c, page - 1, 'prev')] : []),
    ...(page < pages ? [linkTo(c, page + 1, 'next'), linkTo(c, pages, 'last')] : []),
  ];
  return { Link: links.join(', ') };
}
