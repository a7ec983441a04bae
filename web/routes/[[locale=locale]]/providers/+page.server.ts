import { DrawnHere } from '$lib/drawn-here.ts';
import { buildFilterForm } from '$lib/filter-form.ts';
import { answered, keepCanonical } from '$lib/server/answering.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { catalogueNames } from '$lib/server/catalogue-names.ts';
import { today } from '$lib/server/today.ts';
import { answerProviders } from '$src/answers/providers.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals, url }) => {
  const store = catalogueStore();
  const document = answered(() => answerProviders(store, url.searchParams, today()));
  keepCanonical(url, document.query);
  const [multiNode] = buildFilterForm({ facets: document.facets, query: document.query, locale: locals.locale, names: catalogueNames() });
  return { shown: new DrawnHere({ document, multiNode, catalogueSize: store.catalogue.providers.length, gpuName: catalogueNames().gpu }) };
};
