import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { refuseAddress } from '../faults/address.ts';
import { Fault } from '../faults/fault.ts';
import { type Report, refuse, refuseMethod } from './problem.ts';

/** What both the interface and the twins of pages do with HTTP, whatever the question is. */

const reading = ['GET', 'HEAD', 'OPTIONS'];
const readingAndAsking = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** Kept by anyone, but asked about each time: a new price must not wait for an old copy to expire. */
const cacheControl = 'public, max-age=0, must-revalidate';

const corsHeaders = ['access-control-allow-origin', 'access-control-expose-headers'];

const guardAddress =
  (report: Report | undefined): MiddlewareHandler =>
  async (c, next) => {
    const fault = refuseAddress(new URL(c.req.url));
    return fault === null ? next() : refuse(c, fault, report);
  };

/**
 * An application that only reads: open to scripts of any site but never with their user's cookies, an entity tag on
 * every answer (a digest of the body, so it changes with data, question, day and release alike), problems for all else.
 * `asking`: paths that also take a question too long for an address, with POST; nothing of it is kept.
 */
export function createReader(report: Report | undefined, asking: ReadonlySet<string> = new Set()): Hono {
  const app = new Hono();
  const methodsOf = (c: Context): string[] => (asking.has(c.req.path) ? readingAndAsking : reading);
  app.use(async (c, next) => {
    await next();
    c.header('X-Content-Type-Options', 'nosniff');
    if (c.req.method === 'OPTIONS') c.header('Allow', methodsOf(c).join(', '));
  });
  app.use(cors({ origin: '*', allowMethods: (_, c) => methodsOf(c), exposeHeaders: ['ETag', 'Link'], maxAge: 86_400 }));
  app.use(guardAddress(report));
  app.use(etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...corsHeaders] }));
  app.notFound((c) => refuse(c, new Fault('page/not-found'), report));
  app.onError((error, c) => refuse(c, error, report));
  return app;
}

type Respond = (c: Context) => Response | Promise<Response>;

/** Adds an address that answers GET and HEAD, and POST where it takes a question that way; others are told so. */
export function addReading(app: Hono, path: string, answer: Respond, answerPost?: Respond): void {
  app.get(path, answer);
  if (answerPost !== undefined) app.post(path, answerPost);
  app.all(path, (c) => refuseMethod(c, (answerPost === undefined ? reading : readingAndAsking).join(', ')));
}

/** The body of a request as text. Throws what `tooLong` makes once it is longer than `most` bytes, without reading on. */
export async function readBody(c: Context, most: number, tooLong: () => Fault): Promise<string> {
  if (Number(c.req.header('content-length') ?? 0) > most) throw tooLong();
  const { body } = c.req.raw;
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Not with `for await`: to leave that early closes the connection before the refusal is sent.
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > most) throw tooLong();
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

export function respondWith(
  c: Context,
  mediaType: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  // What was sent along is no part of the address by which caches keep answers.
  const keeping = c.req.method === 'POST' ? 'no-store' : cacheControl;
  return c.body(body, 200, { 'Content-Type': mediaType, 'Cache-Control': keeping, ...headers });
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
