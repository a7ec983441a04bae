import { redirect } from '@sveltejs/kit';
import { DrawnHere } from '$lib/drawn-here.ts';
import { inLocale } from '$lib/paths.ts';
import { answered } from '$lib/server/answering.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { today } from '$lib/server/today.ts';
import { answerShow } from '$src/answers/show.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals, params }) => {
  const asked = `${params.provider}/${params.slug}`;
  const store = catalogueStore();
  const document = answered(() => answerShow(store, asked, today()));
  // Renamed offers keep their old addresses.
  if (document.offer.id !== asked) redirect(308, inLocale(locals.locale, `/offers/${document.offer.id}`));
  const siblings = (store.offersOfProvider.get(document.offer.provider) ?? []).filter((offer) => offer.id !== document.offer.id);
  return { shown: new DrawnHere({ document, siblings: siblings.map(({ id, name }) => ({ id, name })) }) };
};
