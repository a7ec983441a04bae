import { DrawnHere } from '$lib/drawn-here.ts';
import { countFigures } from '$lib/guide/figures.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { today } from '$lib/server/today.ts';
import { answerOffers } from '$src/answers/offers.ts';
import type { PageServerLoad } from './$types';

/** What the comparison shows first, of the offers that have a price. */
const excerpt = [
  ['priced', 'yes'],
  ['limit', '10'],
] as const;

export const load: PageServerLoad = () => {
  const store = catalogueStore();
  return { shown: new DrawnHere({ document: answerOffers(store, excerpt, today()), figures: countFigures(store.catalogue) }) };
};
