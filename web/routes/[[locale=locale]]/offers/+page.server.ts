import { DrawnHere } from '$lib/drawn-here.ts';
import { buildFilterForm, listActiveFilters } from '$lib/filter-form.ts';
import { answered, keepCanonical } from '$lib/server/answering.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { catalogueNames } from '$lib/server/catalogue-names.ts';
import { today } from '$lib/server/today.ts';
import { answerOffers } from '$src/answers/offers.ts';
import type { PageServerLoad } from './$types';

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
      groups: buildFilterForm(form),
      active,
      catalogueSize: store.catalogue.offers.length,
      // What each filter keeps away, asked only where nothing is left to show.
      loosened:
        document.total > 0
          ? []
          : active.map((filter) => ({ filter, total: answerOffers(store, new URLSearchParams(filter.query), day).total })),
    }),
  };
};
