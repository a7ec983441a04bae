import { DrawnHere } from '$lib/drawn-here.ts';
import { countFigures } from '$lib/guide/figures.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { drawOfferRows } from '$lib/server/offer-rows.ts';
import { today } from '$lib/server/today.ts';
import { answerOffers } from '$src/answers/offers.ts';
import type { PageServerLoad } from './$types';

/** What the comparison shows first, of the offers that have a price. */
const excerpt = [
  ['priced', 'yes'],
  ['limit', '10'],
] as const;

export const load: PageServerLoad = ({ locals }) => {
  const store = catalogueStore();
  const { offers } = answerOffers(store, excerpt, today());
  return {
    shown: new DrawnHere({
      rows: locals.parts.add(drawOfferRows(locals.locale, offers, { isChoosable: false, isExcerpt: true })),
      rowCount: offers.length,
      figures: countFigures(store.catalogue),
    }),
  };
};
