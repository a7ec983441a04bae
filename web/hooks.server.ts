import type { Handle, HandleServerError, RequestEvent } from '@sveltejs/kit';
import { redirect } from '@sveltejs/kit';
import { dev } from '$app/environment';
import { localeOf } from '$lib/paths.ts';
import { catalogueVersion } from '$lib/server/catalogue.ts';
import { chooseEncoding, entityTagOf, matchesEntityTag, PageCache, type StoredPage } from '$lib/server/page-cache.ts';
import { refuseAddress } from '$lib/server/request-guard.ts';
import { secure } from '$lib/server/security-headers.ts';
import { today } from '$lib/server/today.ts';
import { isTheme, themeCookie } from '$lib/theme.ts';
import { localeFacts } from '$src/words/locales.ts';

const cache = new PageCache();
/** Marks that Svelte leaves for a client that takes over the page; no page of ours has one. */
const hydrationMarks = /<!--[[\]!\-\d]*(?:[a-z0-9]{5,8})?-->/g;
const storable = /^(?:text\/html|text\/csv|application\/(?:json|ld\+json|atom\+xml|xml))\b/;

function keyOf(event: RequestEvent): string {
  const { locals, url } = event;
  return [url.origin, url.pathname, url.search, locals.theme ?? '', catalogueVersion(), today()].join('\n');
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
  const contentType = response.headers.get('content-type') ?? '';
  const body = new Uint8Array(await response.arrayBuffer());
  return {
    contentType,
    // The theme is the one thing that a cookie changes, and only in pages.
    vary: contentType.startsWith('text/html') ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    language: response.headers.get('content-language'),
    entityTag: entityTagOf(body),
    body,
    compressed: {},
  };
}

async function respondWith(key: string, page: StoredPage, request: Request): Promise<Response> {
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  const headers = new Headers({
    'Content-Type': page.contentType,
    // Kept by anyone, but asked about each time: a new price must not wait for an old copy to expire.
    'Cache-Control': 'public, max-age=0, must-revalidate',
    ETag: `"${page.entityTag}${encoding === 'identity' ? '' : `.${encoding}`}"`,
    Vary: page.vary,
  });
  if (page.language !== null) headers.set('Content-Language', page.language);
  if (matchesEntityTag(request.headers.get('if-none-match'), page.entityTag)) return new Response(null, { status: 304, headers });
  const body = await cache.encode(key, page, encoding);
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

async function answer(event: RequestEvent, resolve: Parameters<Handle>[0]['resolve']): Promise<Response> {
  const { locals, request, url } = event;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isOwn = isRead && locals.refusal === null && !url.pathname.startsWith('/api/');
  const key = isOwn ? keyOf(event) : '';
  const kept = isOwn && !dev ? cache.read(key) : null;
  if (kept !== null) return respondWith(key, kept, request);

  const response = await resolve(event, {
    transformPageChunk: ({ html }) =>
      html
        .replace('%clusterfare.lang%', localeFacts[locals.locale].htmlLang)
        .replace('%clusterfare.theme%', locals.theme === null ? '' : ` data-theme="${locals.theme}"`)
        .replace(hydrationMarks, ''),
  });
  if ((response.headers.get('content-type') ?? '').startsWith('text/html')) {
    response.headers.set('Content-Language', localeFacts[locals.locale].htmlLang);
  }
  if (!isOwn || dev || !isStorable(response)) return response;
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
  locals.locale = localeOf(url.pathname);
  locals.theme = isTheme(theme) ? theme : null;
  locals.refusal = refuseAddress(url);
  const response = await answer(event, resolve);
  // Vite's development server injects styles and a client of its own, which the policy would stop.
  secure(response.headers, { isHttps: url.protocol === 'https:', hasPolicy: !dev });
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
