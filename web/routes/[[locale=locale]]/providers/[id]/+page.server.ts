import { DrawnHere } from '$lib/drawn-here.ts';
import { answered } from '$lib/server/answering.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { catalogueNames } from '$lib/server/catalogue-names.ts';
import { today } from '$lib/server/today.ts';
import { answerProvider } from '$src/answers/providers.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ params }) => {
  const { provider, offers } = answered(() => answerProvider(catalogueStore(), params.id, today()));
  return { shown: new DrawnHere({ provider, offers, gpuName: catalogueNames().gpu }) };
};
