import { DrawnHere } from '$lib/drawn-here.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { today } from '$lib/server/today.ts';
import { answerData } from '$src/answers/data.ts';
import { describeDownloads } from '$src/api/downloads.ts';
import { describeForSearch } from '$src/export/data-set.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => {
  const store = catalogueStore();
  const day = today();
  const dataSet = describeDownloads(store, day, locals.origin);
  return {
    shown: new DrawnHere({ document: answerData(store, day), downloads: dataSet.downloads, forSearch: describeForSearch(dataSet) }),
  };
};
