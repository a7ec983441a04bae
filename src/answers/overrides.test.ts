import { describe, expect, it } from 'vitest';
import { currentPrice } from '../catalogue/current-price.ts';
import { aDay, anOffer, aPrice } from '../catalogue/fixtures/an-offer.ts';
import { type Offer, valueOf } from '../catalogue/offer.ts';
import { Fault } from '../faults/fault.ts';
import { overriddenOffers } from './overrides.ts';

const offers = [anOffer({ slug: 'h100' }), anOffer({ slug: 'quoted', prices: [], priceStatus: 'quote', maxNodesScope: 'per order' })];

function findOffer(id: string): Offer {
  const found = offers.find((offer) => offer.id === id || (id === 'acme/old' && offer.slug === 'h100'));
  if (found === undefined) throw new Fault('offer/not-found', { id });
  return found;
}

const changed = (...overrides: string[]) => overriddenOffers(overrides, findOffer, aDay);

function only(...overrides: string[]): Offer {
  const [offer, ...others] = changed(...overrides).values();
  expect(others).toEqual([]);
  if (offer === undefined) throw new Error('nothing changed');
  return offer;
}

function codeOf(...overrides: string[]): string {
  try {
    changed(...overrides);
  } catch (error) {
    if (error instanceof Fault) return `${error.code} ${error.params['given'] ?? ''}`.trim();
  }
  return 'accepted';
}

describe('what a renter knows better', () => {
  it('is a price on demand that stands in for all on file, dated today and without a source', () => {
    const offer = only('acme/h100:price=1.85');
    const current = currentPrice(offer, {}, aDay);
    expect([current?.perGpuHour, current?.stale, current?.price.source]).toEqual(['1.85', false, null]);
    expect(offer.prices).toHaveLength(1);
    expect(only('acme/quoted:price=2').priceStatus).toBe('priced');
  });

  it('is a fact without a source, marked as unconfirmed', () => {
    const { facts } = only('acme/h100:node-gbit=400,fabric=roce,oversubscription=2:1,gpudirect=no');
    expect([facts.nodeBandwidthGbitPerS?.value, facts.fabric?.value, facts.oversubscription?.value, facts.gpudirectRdma?.value]).toEqual([
      400,
      'roce',
      '2:1',
      'no',
    ]);
    expect(facts.fabric).toMatchObject({ sources: [], confidence: 'unconfirmed' });
    expect(only('acme/h100:oversubscription=1.5').facts.oversubscription?.value).toBe('1.5:1');
  });

  it('is a number of nodes that holds for the job, not for an order', () => {
    const offer = only('acme/quoted:max-nodes=96');
    expect([valueOf(offer, 'maxNodes'), offer.maxNodesScope]).toEqual([96, null]);
  });

  it('may come in several parts, of one offer and of several, by former ids too', () => {
    const all = changed('acme/h100:price=1', 'acme/quoted:price=2', 'acme/old:node-gbit=800');
    expect([...all.keys()]).toEqual(['acme/h100', 'acme/quoted']);
    const first = all.get('acme/h100');
    expect([first?.prices[0]?.amount, first?.facts.nodeBandwidthGbitPerS?.value]).toEqual(['1', 800]);
  });

  it('changes nothing on file', () => {
    const before = structuredClone(offers.map(({ prices, facts }) => ({ prices, facts })));
    changed('acme/h100:price=1,node-gbit=1,fabric=ethernet,max-nodes=1');
    expect(offers.map(({ prices, facts }) => ({ prices, facts }))).toEqual(before);
    expect(offers[0]?.prices).toEqual([aPrice()]);
  });

  it.each([
    ['acme/nothing:price=1', 'offer/not-found'],
    ['acme/h100', 'query/unknown-value acme/h100'],
    ['acme/h100:', 'query/unknown-value'],
    ['acme/h100:prise=1', 'query/unknown-value prise'],
    ['acme/h100:price', 'query/not-a-number'],
    ['acme/h100:price=cheap', 'query/not-a-number cheap'],
    ['acme/h100:price=-1', 'query/not-a-number -1'],
    ['acme/h100:price=1e3', 'query/not-a-number 1e3'],
    ['acme/h100:node-gbit=0', 'query/not-a-number 0'],
    ['acme/h100:node-gbit=-400', 'query/not-a-number -400'],
    ['acme/h100:node-gbit=fast', 'query/not-a-number fast'],
    ['acme/h100:max-nodes=0', 'query/not-a-number 0'],
    ['acme/h100:max-nodes=0.5', 'query/not-a-number 0.5'],
    ['acme/h100:oversubscription=none', 'query/not-a-number none'],
    ['acme/h100:fabric=string', 'query/unknown-value string'],
    ['acme/h100:gpudirect=maybe', 'query/unknown-value maybe'],
    ['acme/h100:__proto__=1', 'query/unknown-value __proto__'],
    ['acme/h100:price=1,price', 'query/not-a-number'],
  ])('is refused where it says nothing: %s', (override, code) => {
    expect(codeOf(override)).toBe(code);
  });
});
