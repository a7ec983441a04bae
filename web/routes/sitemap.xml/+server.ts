import { catalogueStore } from '$lib/server/catalogue.ts';
import { formatSitemap, pathsOfCatalogue } from '$lib/server/sitemap.ts';
import { groundPages, pages } from '$lib/site-map.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = ({ locals }) => {
  const { catalogue } = catalogueStore();
  const paths = [...[...pages, ...groundPages].map(({ path }) => path), ...pathsOfCatalogue(catalogue)];
  return new Response(formatSitemap({ origin: locals.origin, paths, changed: catalogue.dataVersion }), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  });
};
