import { DrawnHere } from '$lib/drawn-here.ts';
import { answered } from '$lib/server/answering.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { today } from '$lib/server/today.ts';
import { answerCompare } from '$src/answers/show.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ url }) => {
  const ids = url.searchParams.getAll('offer').filter((id) => id !== '');
  return {
    shown: new DrawnHere({
      document: ids.length === 0 ? null : answered(() => answerCompare(catalogueStore(), ids, today())),
      onlyDifferences: url.searchParams.get('only') === 'differences',
    }),
  };
};
