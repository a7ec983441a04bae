import { DrawnHere } from '$lib/drawn-here.ts';
import { type ActiveFilter, buildFilterForm, listActiveFilters } from '$lib/filter-form.ts';
import { answered, keepCanonical } from '$lib/server/answering.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { catalogueNames } from '$lib/server/catalogue-names.ts';
import { drawOfferRows } from '$lib/server/offer-rows.ts';
import { today } from '$lib/server/today.ts';
import { answerOffers } from '$src/answers/offers.ts';
import type { PageServerLoad } from './$types';

/** What is left to see without each filter, most first: asked only where nothing matches. */
function loosen(active: readonly ActiveFilter[], countOf: (query: string) => number): readonly { filter: ActiveFilter; total: number }[] {
  return active
    .map((filter) => ({ filter, total: countOf(filter.query) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total);
}

export const load: PageServerLoad = ({ locals, url }) => {
  const store = catalogueStore();
  const day = today();
  const document = answered(() => answerOffers(store, url.searchParams, day));
  keepCanonical(url, document.query);
  const form = { facets: document.facets, query: document.query, locale: locals.locale, names: catalogueNames() };
  const active = listActiveFilters(form);
  return {
    shown: new DrawnHere({
      document,
      rows: locals.parts.add(drawOfferRows(locals.locale, document.offers, { isChoosable: true, isExcerpt: false })),
      groups: buildFilterForm(form),
      active,
      catalogueSize: store.catalogue.offers.length,
      loosened: document.total > 0 ? [] : loosen(active, (query) => answerOffers(store, new URLSearchParams(query), day).total),
    }),
  };
};
