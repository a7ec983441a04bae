import type { RequestHandler } from './$types';

/** Written rather than a file, since the sitemap's address has to be whole: it depends on where the site is asked. */
export const GET: RequestHandler = ({ locals }) =>
  new Response(`User-agent: *\nDisallow: /theme\n\nSitemap: ${locals.origin}/sitemap.xml\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
