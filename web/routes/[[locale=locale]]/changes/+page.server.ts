import { DrawnHere } from '$lib/drawn-here.ts';
import { answered, keepCanonical } from '$lib/server/answering.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { today } from '$lib/server/today.ts';
import { answerChanges } from '$src/answers/changes.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ url }) => {
  const document = answered(() => answerChanges(catalogueStore(), url.searchParams, today()));
  keepCanonical(url, document.query);
  return { shown: new DrawnHere(document) };
};
