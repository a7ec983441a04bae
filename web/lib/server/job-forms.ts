import { buildJobForm, type JobForm, type JobFormInput } from '$lib/job-form.ts';
import type { ModelName } from '$lib/model-groups.ts';
import { answerOffers } from '$src/answers/offers.ts';
import type { Locale } from '$src/words/locales.ts';
import { catalogueStore } from './catalogue.ts';
import { catalogueNames } from './catalogue-names.ts';
import { today } from './today.ts';

let models: readonly ModelName[] | null = null;

/** The form for a job, filled in from an address. `fault`: what the question was refused for. */
export function jobFormOf(locale: Locale, parameters: Iterable<readonly [string, string]>, fault: JobFormInput['fault'] = null): JobForm {
  const store = catalogueStore();
  models ??= store.models().all.map(({ id, name }) => ({ id, name }));
  return buildJobForm({
    locale,
    parameters: [...parameters],
    models,
    findModel: (name) => store.models().find(name)?.id ?? null,
    gpuName: catalogueNames().gpu,
    facets: answerOffers(store, [], today()).facets,
    fault,
  });
}
