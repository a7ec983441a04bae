import { groupByDay } from '$lib/change-days.ts';
import { buildChangeForm } from '$lib/change-form.ts';
import { DrawnHere } from '$lib/drawn-here.ts';
import { buildFilterForm, listActiveFilters } from '$lib/filter-form.ts';
import { answered, keepCanonical } from '$lib/server/answering.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { catalogueNames } from '$lib/server/catalogue-names.ts';
import { today } from '$lib/server/today.ts';
import { answerChanges } from '$src/answers/changes.ts';
import { answerOffers } from '$src/answers/offers.ts';
import { viewKeys } from '$src/catalogue/filters.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals, url }) => {
  const store = catalogueStore();
  const day = today();
  const document = answered(() => answerChanges(store, url.searchParams, day));
  keepCanonical(url, document.query);
  // What can be chosen is known to the comparison; a page of changes has no page there.
  const filters = [...new URLSearchParams(document.query)].filter(([key]) => !viewKeys.some((viewKey) => viewKey === key));
  const { facets } = answerOffers(store, [...filters, ['limit', '1']], day);
  const form = { facets, query: document.query, locale: locals.locale, names: catalogueNames() };
  return {
    shown: new DrawnHere({
      document,
      days: groupByDay(document.changes, day),
      form: buildChangeForm(buildFilterForm(form), document.query),
      active: listActiveFilters(form),
      gpuName: catalogueNames().gpu,
    }),
  };
};
