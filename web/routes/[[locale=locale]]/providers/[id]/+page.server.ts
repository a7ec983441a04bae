import { DrawnHere } from '$lib/drawn-here.ts';
import { answered } from '$lib/server/answering.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { drawOfferRows } from '$lib/server/offer-rows.ts';
import { today } from '$lib/server/today.ts';
import { answerProvider } from '$src/answers/providers.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals, params }) => {
  const { provider, offers } = answered(() => answerProvider(catalogueStore(), params.id, today()));
  const isChoosable = offers.length > 1;
  const rows = locals.parts.add(drawOfferRows(locals.locale, offers, { isChoosable, isExcerpt: false }));
  return { shown: new DrawnHere({ provider, rows, isChoosable }) };
};
