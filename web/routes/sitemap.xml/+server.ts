import { inLocale } from '$lib/paths.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { pages } from '$lib/site-map.ts';
import { locales } from '$src/words/locales.ts';
import type { RequestHandler } from './$types';

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Every page of the catalogue in every language. How they belong together stands in the pages themselves (hreflang). */
export const GET: RequestHandler = ({ locals }) => {
  const { dataVersion, offers, providers } = catalogueStore().catalogue;
  const paths = [
    ...pages.map((page) => page.path),
    ...providers.map((provider) => `/providers/${provider.id}`),
    ...offers.map((offer) => `/offers/${offer.id}`),
  ];
  const entries = paths.flatMap((path) =>
    locales.map((locale) => `<url><loc>${escapeXml(locals.origin + inLocale(locale, path))}</loc><lastmod>${dataVersion}</lastmod></url>`),
  );
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
  return new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
};
