import { DrawnHere } from '$lib/drawn-here.ts';
import { type ActiveFilter, buildFilterForm, listActiveFilters } from '$lib/filter-form.ts';
import { jobParametersOf } from '$lib/job-form.ts';
import { answered, keepCanonical } from '$lib/server/answering.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { catalogueNames } from '$lib/server/catalogue-names.ts';
import { jobFormOf } from '$lib/server/job-forms.ts';
import { drawOfferRows } from '$lib/server/offer-rows.ts';
import { today } from '$lib/server/today.ts';
import { answerOffers } from '$src/answers/offers.ts';
import { answerOffersOnJob } from '$src/answers/offers-on-job.ts';
import { viewKeys } from '$src/catalogue/filters.ts';
import type { PageServerLoad } from './$types';

/** What is left to see without each filter, most first: asked only where nothing matches. */
function loosen(active: readonly ActiveFilter[], countOf: (query: string) => number): readonly { filter: ActiveFilter; total: number }[] {
  return active
    .map((filter) => ({ filter, total: countOf(filter.query) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total);
}

const isViewKey = (key: string): boolean => viewKeys.some((known) => known === key);

export const load: PageServerLoad = ({ locals, url }) => {
  const store = catalogueStore();
  const day = today();
  const document = answered(() => answerOffersOnJob(store, url.searchParams, day));
  keepCanonical(url, document.query);
  const parameters = [...new URLSearchParams(document.query)];
  const job = document.throughJob === null ? [] : jobParametersOf(parameters);
  const names = new Set(job.map(([key]) => key));
  const filters = parameters.filter(([key]) => !names.has(key));
  const form = {
    facets: document.facets,
    query: new URLSearchParams(filters.map(([key, value]) => [key, value])).toString(),
    locale: locals.locale,
    names: catalogueNames(),
  };
  const active = listActiveFilters(form);
  return {
    shown: new DrawnHere({
      document,
      rows:
        document.throughJob === null
          ? locals.parts.add(drawOfferRows(locals.locale, document.offers, { isChoosable: true, isExcerpt: false }))
          : null,
      groups: buildFilterForm(form),
      active,
      catalogueSize: store.catalogue.offers.length,
      // Orders and pages of a list without a job mean nothing to one with a job, and the other way round.
      jobForm: jobFormOf(
        locals.locale,
        parameters.filter(([key]) => !isViewKey(key)),
      ),
      job,
      withoutJob: new URLSearchParams(filters.filter(([key]) => !isViewKey(key)).map(([key, value]) => [key, value])).toString(),
      loosened:
        document.total > 0 || document.throughJob !== null
          ? []
          : loosen(active, (query) => answerOffers(store, new URLSearchParams(query), day).total),
    }),
  };
};
