import { inLocale } from '$lib/paths.ts';
import type { Catalogue } from '$src/catalogue/offer.ts';
import { escapeXml } from '$src/export/atom.ts';
import { baseLocale, localeFacts, locales } from '$src/words/locales.ts';

interface SitemapInput {
  /** Scheme and host, without a path. */
  readonly origin: string;
  /** Paths without language. */
  readonly paths: readonly string[];
  /** Day of the data: what every page is made from. */
  readonly changed: string;
}

/** Paths of the pages that the catalogue gives rise to. */
export function pathsOfCatalogue({ offers, providers }: Pick<Catalogue, 'offers' | 'providers'>): readonly string[] {
  return [...providers.map(({ id }) => `/providers/${id}`), ...offers.map(({ id }) => `/offers/${id}`)];
}

/**
 * Every page in every language, after sitemaps.org. Each address names all languages of its page, itself among them, as
 * search engines ask: a page that is not named back by its translation is not taken for one.
 */
export function formatSitemap({ origin, paths, changed }: SitemapInput): string {
  const alternate = (language: string, href: string): string =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(href)}"/>`;
  const entries = paths.flatMap((path) => {
    const addressIn = (locale: (typeof locales)[number]): string => origin + inLocale(locale, path);
    const alternates = [
      ...locales.map((locale) => alternate(localeFacts[locale].htmlLang, addressIn(locale))),
      alternate('x-default', addressIn(baseLocale)),
    ].join('');
    return locales.map((locale) => `<url><loc>${escapeXml(addressIn(locale))}</loc>${alternates}<lastmod>${changed}</lastmod></url>`);
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}
