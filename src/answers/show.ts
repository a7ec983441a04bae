import type { Offer } from '../catalogue/offer.ts';
import { standardView } from '../catalogue/offer-index.ts';
import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';
import type { Day } from '../units/date.ts';
import type { CompareDocument, OfferDocument, ShowDocument } from './documents.ts';
import type { CatalogueStore } from './store.ts';

const mostCompared = 4;

/** The offer of an id, present or former. Throws `Fault` `offer/not-found` with the nearest id. */
export function findOffer(store: CatalogueStore, id: string): Offer {
  const offer = store.offerById.get(store.movedOffers.get(id) ?? id);
  if (offer !== undefined) return offer;
  const given = id.slice(0, 120);
  const [provider, slug] = given.split('/', 2);
  const own = provider === undefined ? [] : (store.offersOfProvider.get(provider) ?? []).map((candidate) => candidate.slug);
  const nearestSlug = slug === undefined ? null : nearestWord(slug, own);
  const nearest = nearestSlug !== null ? `${provider}/${nearestSlug}` : nearestWord(given, store.offerById.keys());
  throw new Fault('offer/not-found', { given, nearest: nearest ?? '' });
}

/** One offer with all that is on file for it. */
export function answerShow(store: CatalogueStore, id: string, today: Day): ShowDocument {
  return { dataVersion: store.catalogue.dataVersion, asOf: today, offer: store.describe(findOffer(store, id), standardView, today) };
}

/** Parts of a document that name the offer itself and so always differ, or that only repeat other parts. */
const identity = new Set<keyof OfferDocument>([
  'id',
  'provider',
  'providerName',
  'name',
  'formerIds',
  'facts',
  'note',
  'prices',
  'priceNotes',
  'obtainableSaid',
]);

/** Names of the properties in which the offers are not all the same. Prices compare by amount, currency, unit and model. */
function findDifferences(offers: readonly OfferDocument[]): string[] {
  const first = offers[0];
  if (first === undefined) return [];
  const comparable = (offer: OfferDocument, key: keyof OfferDocument): unknown => {
    if (key === 'price') return offer.price && [offer.price.amount, offer.price.currency, offer.price.per, offer.price.model];
    if (key === 'gpus') return offer.gpus.map((gpu) => gpu.id ?? gpu.family);
    return offer[key];
  };
  const differ: string[] = [];
  for (const key of Object.keys(first) as (keyof OfferDocument)[]) {
    if (identity.has(key)) continue;
    if (key === 'checks') {
      for (const name of Object.keys(first.checks) as (keyof OfferDocument['checks'])[]) {
        if (offers.some((offer) => offer.checks[name].verdict !== first.checks[name].verdict)) differ.push(`checks.${name}`);
      }
      continue;
    }
    const reference = JSON.stringify(comparable(first, key));
    if (offers.some((offer) => JSON.stringify(comparable(offer, key)) !== reference)) differ.push(key);
  }
  return differ;
}

/** Up to four offers side by side, two at least unless said. Throws `Fault` `compare/wrong-count` or `offer/not-found`. */
export function answerCompare(store: CatalogueStore, ids: readonly string[], today: Day, fewest = 2): CompareDocument {
  const wanted = [...new Set(ids.map((id) => store.movedOffers.get(id) ?? id))];
  if (wanted.length < fewest || wanted.length > mostCompared) {
    throw new Fault('compare/wrong-count', { given: wanted.length, fewest, most: mostCompared });
  }
  const offers = wanted.map((id) => store.describe(findOffer(store, id), standardView, today));
  return { dataVersion: store.catalogue.dataVersion, asOf: today, offers, differ: findDifferences(offers), throughJob: null };
}
