import type { Handle, HandleServerError, RequestEvent } from '@sveltejs/kit';
import { redirect } from '@sveltejs/kit';
import { dev } from '$app/environment';
import { localeOf } from '$lib/paths.ts';
import { catalogueVersion } from '$lib/server/catalogue.ts';
import { askTwins } from '$lib/server/edges.ts';
import { originOf } from '$lib/server/origin.ts';
import { chooseEncoding, entityTagOf, matchesEntityTag, PageCache, type StoredPage } from '$lib/server/page-cache.ts';
import { refuseAddress } from '$lib/server/request-guard.ts';
import { secure } from '$lib/server/security-headers.ts';
import { today } from '$lib/server/today.ts';
import { isTheme, themeCookie } from '$lib/theme.ts';
import { isTwin } from '$src/api/twins.ts';
import { localeFacts } from '$src/words/locales.ts';

type Resolve = Parameters<Handle>[0]['resolve'];

const cache = new PageCache();
/** Marks that Svelte leaves for a client that takes over the page; no page of ours has one. */
const hydrationMarks = /<!--[[\]!\-\d]*(?:[a-z0-9]{5,8})?-->/g;
const storable = /^(?:text\/html|text\/csv|application\/(?:json|ld\+json|atom\+xml|xml))\b/;

function keyOf(event: RequestEvent): string {
  const { locals, url } = event;
  return [locals.origin, url.pathname, url.search, locals.theme ?? '', catalogueVersion(), today()].join('\n');
}

function isStorable(response: Response): boolean {
  return (
    response.status === 200 &&
    storable.test(response.headers.get('content-type') ?? '') &&
    !response.headers.has('set-cookie') &&
    !(response.headers.get('cache-control') ?? '').includes('no-store')
  );
}

async function toStoredPage(response: Response): Promise<StoredPage> {
  const body = new Uint8Array(await response.arrayBuffer());
  const { 'content-length': _, etag: __, ...headers } = Object.fromEntries(response.headers);
  const isPage = headers['content-type']?.startsWith('text/html') ?? false;
  return {
    headers: {
      ...headers,
      // Kept by anyone, but asked about each time: a new price must not wait for an old copy to expire.
      'cache-control': 'public, max-age=0, must-revalidate',
      // The theme is the one thing that a cookie changes, and only in pages.
      vary: isPage ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
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

/** Draws a page in the reader's language and colours. */
async function draw(event: RequestEvent, resolve: Resolve): Promise<Response> {
  const { locale, theme } = event.locals;
  const lang = localeFacts[locale].htmlLang;
  const response = await resolve(event, {
    transformPageChunk: ({ html }) =>
      html
        .replace('%clusterfare.lang%', lang)
        .replace('%clusterfare.theme%', theme === null ? '' : ` data-theme="${theme}"`)
        .replace(hydrationMarks, ''),
  });
  if (response.headers.get('content-type')?.startsWith('text/html')) response.headers.set('content-language', lang);
  return response;
}

async function answer(event: RequestEvent, resolve: Resolve): Promise<Response> {
  const { locals, request, url } = event;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // The interface under /api makes its own entity tags and compresses by itself.
  const isKept = isRead && !dev && locals.refusal === null && !url.pathname.startsWith('/api/');
  const key = isKept ? keyOf(event) : '';
  const kept = isKept ? cache.read(key) : null;
  if (kept !== null) return respondWith(key, kept, request);

  // A twin to keep is asked for whole: what the reader has already, and whether only the head is wanted, is settled here.
  const response = await (isTwin(url.pathname) ? askTwins(isKept ? new Request(url) : request, locals.origin) : draw(event, resolve));
  if (!isKept || !isStorable(response)) return response;
  const page = await toStoredPage(response);
  cache.store(key, page);
  return respondWith(key, page, request);
}

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
  locals.refusal = refuseAddress(url);
  const response = await answer(event, resolve);
  // Vite's development server injects styles and a client of its own, which the policy would stop.
  secure(response.headers, { isHttps: locals.origin.startsWith('https:'), hasPolicy: !dev });
  return response;
};

/** Anything that no page expected. A missing page is the reader's; the rest is ours, logged under a reference. */
export const handleError: HandleServerError = ({ error, event, status }) => {
  if (status === 404) {
    const language = /^\/([a-z]{2}(?:-[a-z]{2,4})?)(?=\/|$)/i.exec(event.url.pathname)?.[1];
    return {
      message: 'Not found',
      refusal:
        language === undefined ? { code: 'page/not-found', params: {} } : { code: 'address/unknown-language', params: { given: language } },
    };
  }
  const reference = crypto.randomUUID().slice(0, 8);
  console.error(`[${reference}] ${event.request.method} ${event.url.pathname}`, error);
  return { message: 'Internal error', refusal: { code: 'fault/internal', params: { reference } } };
};
