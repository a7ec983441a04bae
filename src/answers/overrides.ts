import type { Fact, Offer, OfferFacts, Price } from '../catalogue/offer.ts';
import { fabrics } from '../catalogue/vocabulary.ts';
import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';
import type { Day } from '../units/date.ts';
import { type Currency, type DecimalText, isDecimalText } from '../units/money.ts';

/** What a renter knows of an offer and the catalogue does not: a negotiated price, a fabric that was named to them. */
const overrideKeys = ['price', 'node-gbit', 'fabric', 'oversubscription', 'gpudirect', 'max-nodes'] as const;

const ownFact = <T>(value: T): Fact<T> => ({ value, detail: null, sources: [], confidence: 'unconfirmed', conflicts: [] });

const negotiated = (amount: DecimalText, today: Day): Price => ({
  amount,
  currency: 'USD' as Currency,
  per: 'gpu-hour',
  model: 'on-demand',
  termHours: null,
  minGpus: null,
  gpu: null,
  region: null,
  basis: 'list',
  scope: 'cluster',
  asOf: today,
  source: null,
  superseded: false,
  note: null,
});

const wrong = (given: string): Fault => new Fault('query/not-a-number', { key: 'override', given: given.slice(0, 60) });

function numberOf(text: string): number {
  const value = /^\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : 0;
  if (value <= 0) throw wrong(text);
  return value;
}

function changed(offer: Offer, key: string, text: string, today: Day): Offer {
  const withFacts = (facts: OfferFacts): Offer => ({ ...offer, facts: { ...offer.facts, ...facts } });
  switch (key) {
    case 'price':
      if (!isDecimalText(text)) throw wrong(text);
      return { ...offer, priceStatus: 'priced', prices: [negotiated(text, today)] };
    case 'node-gbit':
      return withFacts({ nodeBandwidthGbitPerS: ownFact(numberOf(text)) });
    case 'max-nodes':
      if (!/^\d+$/.test(text)) throw wrong(text);
      return { ...withFacts({ maxNodes: ownFact(numberOf(text)) }), maxNodesScope: null };
    case 'oversubscription':
      return withFacts({ oversubscription: ownFact(`${numberOf(text.replace(/:1$/, ''))}:1`) });
    case 'fabric': {
      const fabric = fabrics.find((known) => known === text);
      if (fabric === undefined) {
        throw new Fault('query/unknown-value', { key: 'override', given: text.slice(0, 60), nearest: nearestWord(text, fabrics) ?? '' });
      }
      return withFacts({ fabric: ownFact(fabric) });
    }
    case 'gpudirect': {
      if (text !== 'yes' && text !== 'no') {
        throw new Fault('query/unknown-value', { key: 'override', given: text.slice(0, 60), nearest: 'yes' });
      }
      return withFacts({ gpudirectRdma: ownFact(text) });
    }
    default:
      throw new Fault('query/unknown-value', { key: 'override', given: key.slice(0, 60), nearest: nearestWord(key, overrideKeys) ?? '' });
  }
}

/**
 * Reads "provider/slug:price=2.35,node-gbit=3200" and gives the offers with those of them changed that are named, by id.
 * `offerOf`
 * throws for an unknown offer; throws `Fault` `query/…` for an unknown key or a value that is none.
 */
export function overriddenOffers(overrides: readonly string[], offerOf: (id: string) => Offer, today: Day): ReadonlyMap<string, Offer> {
  const offers = new Map<string, Offer>();
  for (const override of overrides) {
    const at = override.indexOf(':');
    const id = (at < 0 ? override : override.slice(0, at)).trim();
    const found = offerOf(id);
    const offer = offers.get(found.id) ?? found;
    const changes = at < 0 ? [] : override.slice(at + 1).split(',');
    if (changes.length === 0)
      throw new Fault('query/unknown-value', { key: 'override', given: override.slice(0, 60), nearest: `${id}:price=2.35` });
    offers.set(
      offer.id,
      changes.reduce((known, change) => {
        const [key = '', ...value] = change.split('=');
        return changed(known, key.trim(), value.join('=').trim(), today);
      }, offer),
    );
  }
  return offers;
}
