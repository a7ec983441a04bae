import { DrawnHere } from '$lib/drawn-here.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { today } from '$lib/server/today.ts';
import { answerData } from '$src/answers/data.ts';
import { describeDownloads } from '$src/api/downloads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => {
  const store = catalogueStore();
  const day = today();
  return { shown: new DrawnHere({ document: answerData(store, day), dataSet: describeDownloads(store, day, locals.origin) }) };
};
