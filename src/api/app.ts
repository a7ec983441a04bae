import type { Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import type { CatalogueStore } from '../answers/store.ts';
import { askedBy, type Clock, fillPath, respondWithDocument } from './answer.ts';
import { endpoints } from './endpoints.ts';
import { addReading, createReader, readBody, respondWith } from './http.ts';
import type { Report } from './problem.ts';

export const apiRoot = '/api/v1';

export interface ApiOptions {
  /** Version of the software, for the description. */
  readonly version?: string;
  /** Where unexpected errors go; the console, unless said. */
  readonly report?: Report;
}

const toPattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * The interface under `/api/v1`: one address for each question, described at `/api/v1/openapi.json`. Keeps nothing
 * between requests. Refusals are `application/problem+json`; nothing that is not understood is answered with all rows.
 */
export function createApi(store: CatalogueStore, clock: Clock, { version = '0', report }: ApiOptions = {}): Hono {
  const asking = endpoints.filter(({ accepts }) => accepts !== undefined).map(({ path }) => apiRoot + path);
  const app = createReader(report, new Set(asking));
  app.use(compress());
  for (const endpoint of endpoints) {
    const respond = (c: Context, body: string | null): Response =>
      respondWithDocument(c, endpoint, askedBy(c, { store, clock }, '', body), (parts) => apiRoot + fillPath(endpoint.path, parts));
    const { accepts } = endpoint;
    addReading(
      app,
      apiRoot + toPattern(endpoint.path),
      (c) => respond(c, null),
      accepts && (async (c) => respond(c, await readBody(c, accepts.mostBytes, accepts.tooLong))),
    );
  }
  let description: string | undefined;
  addReading(app, `${apiRoot}/openapi.json`, async (c) => {
    // Loaded when first asked for: it is the only part that needs the schemas at run time.
    description ??= JSON.stringify((await import('./openapi.ts')).describeApi(version));
    return respondWith(c, 'application/json; charset=utf-8', description);
  });
  return app;
}
