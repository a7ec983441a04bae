import type { Handle, HandleServerError, RequestEvent } from '@sveltejs/kit';
import { redirect } from '@sveltejs/kit';
import { dev } from '$app/environment';
import { localeOf } from '$lib/paths.ts';
import type { Refusal } from '$lib/refusal.ts';
import { catalogueVersion } from '$lib/server/catalogue.ts';
import { askApi, askTwins } from '$lib/server/edges.ts';
import { originOf } from '$lib/server/origin.ts';
import { chooseEncoding, entityTagOf, matchesEntityTag, PageCache, type StoredPage } from '$lib/server/page-cache.ts';
import { PageParts } from '$lib/server/page-parts.ts';
import { secure } from '$lib/server/security-headers.ts';
import { today } from '$lib/server/today.ts';
import { isTheme, themeCookie } from '$lib/theme.ts';
import { isTwin } from '$src/api/twins.ts';
import { refuseAddress } from '$src/faults/address.ts';
import type { Fault } from '$src/faults/fault.ts';
import { localeFacts } from '$src/words/locales.ts';

type Resolve = Parameters<Handle>[0]['resolve'];

const cache = new PageCache();
const storable = /^(?:text\/html|text\/csv|application\/(?:json|jsonl|atom\+xml|xml))\b/;

function keyOf(event: RequestEvent): string {
  const { locals, url } = event;
  return [locals.origin, url.pathname, url.search, locals.theme ?? '', catalogueVersion(), today()].join('\n');
}

interface Answer {
  /** Status and headers; its own body is used where `page` is null. */
  readonly response: Response;
  readonly page: Uint8Array<ArrayBuffer> | null;
}

/** Draws a page in the reader's language and colours. */
async function draw(event: RequestEvent, resolve: Resolve): Promise<Answer> {
  const { locale, parts, theme } = event.locals;
  const lang = localeFacts[locale].htmlLang;
  let html = '';
  const response = await resolve(event, {
    // The page is taken out here: Kit would hash it and copy it twice, for an entity tag that the cache makes anyway.
    transformPageChunk: (chunk) => {
      html += chunk.html;
      return '';
    },
  });
  if (html === '') return { response, page: null };
  response.headers.delete('content-length');
  response.headers.delete('etag');
  response.headers.set('content-language', lang);
  const chosen = theme === null ? '' : ` data-theme="${theme}"`;
  const { status } = event.locals;
  return {
    response: status === null ? response : new Response(null, { status, headers: response.headers }),
    page: parts.assemble(html.replace('%clusterfare.lang%', lang).replace('%clusterfare.theme%', chosen)),
  };
}

function isStorable({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    storable.test(headers.get('content-type') ?? '') &&
    !headers.has('set-cookie') &&
    !(headers.get('cache-control') ?? '').includes('no-store')
  );
}

async function toStoredPage(answer: Answer): Promise<StoredPage> {
  const { page, response } = answer;
  const body = page ?? new Uint8Array(await response.arrayBuffer());
  const { 'content-length': _, etag: __, ...headers } = Object.fromEntries(response.headers);
  return {
    headers: {
      ...headers,
      // Kept by anyone, but asked about each time: a new price must not wait for an old copy to expire.
      'cache-control': 'public, max-age=0, must-revalidate',
      // The theme is the one thing that a cookie changes, and only in pages.
      vary: page === null ? 'Accept-Encoding' : 'Accept-Encoding, Cookie',
    },
    entityTag: entityTagOf(body),
    body,
    compressed: {},
  };
}

async function respondWith(key: string, page: StoredPage, request: Request): Promise<Response> {
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  const headers = new Headers({ ...page.headers, etag: `"${page.entityTag}${encoding === 'identity' ? '' : `.${encoding}`}"` });
  if (matchesEntityTag(request.headers.get('if-none-match'), page.entityTag)) return new Response(null, { status: 304, headers });
  const body = await cache.encode(key, page, encoding);
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

async function respond(event: RequestEvent, resolve: Resolve): Promise<Response> {
  const { locals, request, url } = event;
  const isApi = url.pathname.startsWith('/api/');
  // Kit knows no route for an address that is not UTF-8, so what the interface says about it is asked for here.
  if (isApi && locals.refusal !== null) return askApi(request, locals.origin);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // The interface makes its own entity tags and compresses by itself.
  const isKept = isRead && !dev && locals.refusal === null && !isApi;
  const key = isKept ? keyOf(event) : '';
  const kept = isKept ? cache.read(key) : null;
  if (kept !== null) return respondWith(key, kept, request);

  // A twin to keep is asked for whole: what the reader has already, and whether only the head is wanted, is settled here.
  const answer = isTwin(url.pathname)
    ? { response: await askTwins(isKept ? new Request(url) : request, locals.origin), page: null }
    : await draw(event, resolve);
  if (isKept && isStorable(answer.response)) {
    const stored = await toStoredPage(answer);
    cache.store(key, stored);
    return respondWith(key, stored, request);
  }
  const { page, response } = answer;
  if (page === null) return response;
  return new Response(request.method === 'HEAD' ? null : page, { status: response.status, headers: response.headers });
}

/** A fault as the error page gets it: as data. */
const refusalOf = (fault: Fault | null): Refusal | null => fault && { code: fault.code, params: fault.params };

export const handle: Handle = async ({ event, resolve }) => {
  const { cookies, locals, url } = event;
  const english = /^\/en(?=\/|$)/;
  if (english.test(url.pathname)) redirect(308, (url.pathname.replace(english, '') || '/') + url.search);
  const theme = cookies.get(themeCookie);
  // Kit's data endpoints feed a client that no page has.
  if (event.isDataRequest) return new Response(null, { status: 404 });
  locals.origin = originOf(event);
  locals.locale = localeOf(url.pathname);
  locals.theme = isTheme(theme) ? theme : null;
  locals.parts = new PageParts();
  locals.status = null;
  locals.refusal = refusalOf(refuseAddress(url));
  const response = await respond(event, resolve);
  // Vite's development server injects styles and a client of its own, which the policy would stop.
  secure(response.headers, { isHttps: locals.origin.startsWith('https:'), hasPolicy: !dev });
  return response;
};

/** What no route answers. A missing or misspelt page is the reader's affair; the rest is ours, logged under a reference. */
export const handleError: HandleServerError = ({ error, event, status }) => {
  if (status === 404) return { message: 'Not found', refusal: explainMissing(event.url.pathname) };
  if (status === 400) return { message: 'Bad request', refusal: event.locals.refusal ?? { code: 'address/malformed', params: {} } };
  const reference = crypto.randomUUID().slice(0, 8);
  // The address is an argument, not part of the format: it may hold a %.
  console.error('[%s] %s %s', reference, event.request.method, event.url.pathname, error);
  return { message: 'Internal error', refusal: { code: 'fault/internal', params: { reference } } };
};

/** A first part that looks like a language is more likely one that we do not write than a page. */
function explainMissing(pathname: string): Refusal {
  const language = /^\/([a-z]{2}(?:-[a-z]{2,4})?)(?=\/|$)/i.exec(pathname)?.[1];
  return language === undefined
    ? { code: 'page/not-found', params: {} }
    : { code: 'address/unknown-language', params: { given: language } };
}
