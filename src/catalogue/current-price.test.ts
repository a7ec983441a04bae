import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Currency } from '../units/money.ts';
import { currentPrice, type PriceAsk } from './current-price.ts';
import { aDay, anOffer, anOfferedGpu, aPrice } from './fixtures/an-offer.ts';
import type { Offer, Price } from './offer.ts';
import { priceBases, priceModels, priceScopes } from './vocabulary.ts';

const priceOf = (offer: Offer, ask: PriceAsk = {}) => currentPrice(offer, ask, aDay);
const amountOf = (prices: readonly Price[], ask: PriceAsk = {}) => priceOf(anOffer({ prices }), ask)?.perGpuHour ?? null;

describe('which model stands for the price of an offer', () => {
  const onDemand = aPrice({ amount: '3.99' });
  const spot = aPrice({ amount: '1.99', model: 'spot' });
  const month = aPrice({ amount: '3.69', model: 'reserved', termHours: 730 });
  const year = aPrice({ amount: '3.19', model: 'reserved', termHours: 8760 });
  const block = aPrice({ amount: '4.975', model: 'capacity-block', termHours: 24 });

  it('is the one asked for', () => {
    expect(amountOf([onDemand, spot, month], { model: 'spot' })).toBe('1.99');
  });

  it('is on demand where the one asked for has no price', () => {
    expect(priceOf(anOffer({ prices: [onDemand, year] }), { model: 'spot' })?.price.model).toBe('on-demand');
  });

  it('is on demand before reserved, however much cheaper the reservation', () => {
    expect(amountOf([year, onDemand, month])).toBe('3.99');
  });

  it('is the reservation with the shortest term where nothing is sold on demand; one that names no term comes last', () => {
    expect(amountOf([year, month])).toBe('3.69');
    expect(amountOf([aPrice({ amount: '1.00', model: 'reserved' }), year])).toBe('3.19');
  });

  it('is a capacity block where no plain reservation has a price: a block is a reservation by date', () => {
    expect(amountOf([block])).toBe('4.975');
    expect(amountOf([block, year])).toBe('3.19');
  });

  it('is none where all that is on file is spot, a marketplace rate or a subsidised one', () => {
    expect(amountOf([spot, aPrice({ model: 'marketplace', scope: 'marketplace' }), aPrice({ model: 'subsidised' })])).toBeNull();
  });

  it('is a marketplace rate when that is asked for', () => {
    expect(
      amountOf([aPrice({ amount: '2.40', model: 'marketplace', scope: 'marketplace', basis: 'market' })], { model: 'marketplace' }),
    ).toBe('2.40');
  });

  it('is no market figure or average beside a listed price, even when its model is asked for', () => {
    const median = aPrice({ amount: '1.50', model: 'spot', basis: 'market', asOf: '2026-11-20' });
    expect(amountOf([median, spot], { model: 'spot' })).toBe('1.99');
    expect(amountOf([median], { model: 'spot' })).toBe('1.50');
    expect(amountOf([aPrice({ basis: 'average' })])).toBeNull();
  });
});

describe('what a price was published for', () => {
  it('leaves out the price of a single node where a cluster is sold: the cluster costs more', () => {
    const single = aPrice({ amount: '3.99', scope: 'single-node' });
    expect(amountOf([single])).toBeNull();
    expect(amountOf([single, aPrice({ amount: '6.16', model: 'reserved', termHours: 336 })])).toBe('6.16');
  });

  it('takes the price of a single node where nothing else is sold', () => {
    expect(priceOf(anOffer({ multiNode: 'no', prices: [aPrice({ amount: '3.99', scope: 'single-node' })] }))?.perGpuHour).toBe('3.99');
  });

  it('prefers the price of the cluster to that of a node that can be clustered, even an older one', () => {
    const cluster = aPrice({ amount: '6.16', asOf: '2026-01-01' });
    expect(amountOf([aPrice({ amount: '3.99', scope: 'node' }), cluster])).toBe('6.16');
  });

  it('divides a price per node by the GPUs of the node, exactly', () => {
    const perNode = aPrice({ amount: '98.32', per: 'node-hour' });
    expect(amountOf([perNode])).toBe('12.29');
    expect(priceOf(anOffer({ gpusPerNode: null, prices: [perNode] }))).toBeNull();
  });

  it('takes the price of the GPU asked for, by id or family, and otherwise the cheapest, which it names', () => {
    const offer = anOffer({
      gpu: null,
      gpuOptions: ['nvidia-h100-sxm5-80gb', 'b200'],
      gpus: [anOfferedGpu('nvidia-h100-sxm5-80gb'), anOfferedGpu('b200')],
      prices: [aPrice({ amount: '6.60', gpu: 'b200' }), aPrice({ amount: '2.58', gpu: 'nvidia-h100-sxm5-80gb' })],
    });
    expect(priceOf(offer)).toMatchObject({ perGpuHour: '2.58', gpu: 'nvidia-h100-sxm5-80gb' });
    expect(priceOf(offer, { gpu: 'h100' })?.perGpuHour).toBe('2.58');
    expect(priceOf(offer, { gpu: 'b200' })).toMatchObject({ perGpuHour: '6.60', gpu: 'b200' });
    expect(priceOf(offer, { gpu: 'a100' })).toBeNull();
  });
});

describe('which figure of a model', () => {
  it('is the newest of its region, and the others stay beside it', () => {
    const older = aPrice({ amount: '12.29', asOf: '2026-09-10', region: 'us-east-1' });
    const newer = aPrice({ amount: '6.88', asOf: '2026-11-09', region: 'us-east-1' });
    expect(priceOf(anOffer({ prices: [older, newer] }))).toMatchObject({ perGpuHour: '6.88', alternatives: [older] });
  });

  it('is never one that a later price replaced', () => {
    expect(amountOf([aPrice({ amount: '2.95', superseded: true }), aPrice({ amount: '4.50' })])).toBe('4.50');
    expect(amountOf([aPrice({ superseded: true })])).toBeNull();
  });

  it('is that of the cheapest region, named', () => {
    const west = aPrice({ amount: '11.4934', region: 'europe-west1' });
    expect(priceOf(anOffer({ prices: [west, aPrice({ amount: '10.4365', region: 'us-central1' })] }))?.price.region).toBe('us-central1');
  });

  it('passes over a cheaper region whose price is stale while another is fresh', () => {
    const stale = aPrice({ amount: '2.00', region: 'a', asOf: '2026-01-01' });
    expect(amountOf([stale, aPrice({ amount: '3.00', region: 'b' })])).toBe('3.00');
    expect(priceOf(anOffer({ prices: [stale] }))).toMatchObject({ stale: true, undated: false, ageDays: 333 });
  });

  it('passes over an old price that names no region while a newer one of a named region stands', () => {
    const nowhere = aPrice({ amount: '2.00', asOf: '2026-09-15' });
    expect(amountOf([nowhere, aPrice({ amount: '3.00', region: 'eu-west', asOf: '2026-11-01' })])).toBe('3.00');
    expect(
      amountOf([{ ...nowhere, asOf: '2026-11-02' as Price['asOf'] }, aPrice({ amount: '3.00', region: 'eu-west', asOf: '2026-11-01' })]),
    ).toBe('2.00');
  });

  it('takes an undated price as older than any date, and as stale', () => {
    const undated = aPrice({ amount: '2.00', asOf: null });
    expect(amountOf([undated, aPrice({ amount: '3.00', asOf: '2024-01-01' })])).toBe('3.00');
    expect(priceOf(anOffer({ prices: [undated] }))).toMatchObject({ stale: true, undated: true, ageDays: null });
  });

  it('takes a price without a source only where none has one, be it of a model that comes later', () => {
    const unsourced = aPrice({ amount: '2.00', source: null });
    expect(amountOf([unsourced, aPrice({ amount: '3.00', model: 'reserved', termHours: 730 })])).toBe('3.00');
    expect(amountOf([unsourced])).toBe('2.00');
  });

  it('takes the dearer of two equally trusted prices of one day', () => {
    expect(amountOf([aPrice({ amount: '6.98' }), aPrice({ amount: '8.82' })])).toBe('8.82');
  });

  it('takes the smallest quantity when no size is asked, else the largest not above it', () => {
    const tiers = [
      aPrice({ amount: '6.16', minGpus: 16 }),
      aPrice({ amount: '5.85', minGpus: 64 }),
      aPrice({ amount: '5.54', minGpus: 256 }),
    ];
    expect(amountOf(tiers)).toBe('6.16');
    expect(amountOf(tiers, { gpus: 64 })).toBe('5.85');
    expect(amountOf(tiers, { gpus: 255 })).toBe('5.85');
    expect(amountOf(tiers, { gpus: 8 })).toBe('6.16');
  });

  it('does not compare amounts of two currencies: the currency asked for, else that of the newest price', () => {
    const rupees = aPrice({ amount: '351', currency: 'INR', asOf: '2026-11-01' });
    const dollars = aPrice({ amount: '3.00', asOf: '2026-10-01' });
    expect(amountOf([rupees, dollars])).toBe('351');
    expect(amountOf([rupees, dollars], { currency: 'USD' as Currency })).toBe('3.00');
    expect(amountOf([rupees], { currency: 'USD' as Currency })).toBeNull();
  });
});

const anyPrice = fc
  .record({
    amount: fc.constantFrom('1', '1.5', '2.25', '30'),
    currency: fc.constantFrom('USD', 'EUR'),
    per: fc.constantFrom('gpu-hour' as const, 'node-hour' as const),
    model: fc.constantFrom(...priceModels),
    basis: fc.constantFrom(...priceBases),
    scope: fc.constantFrom(...priceScopes),
    region: fc.constantFrom(null, 'us-east', 'eu-west'),
    termHours: fc.constantFrom(null, 24, 8760),
    minGpus: fc.constantFrom(null, 16, 64),
    asOf: fc.constantFrom(null, '2024', '2026-10', '2026-11-29'),
    superseded: fc.boolean(),
    sourced: fc.boolean(),
  })
  .map(({ sourced, ...words }) => aPrice(sourced ? words : { ...words, source: null }));
const anyPrices = fc.array(anyPrice, { maxLength: 8 });
const anyAsk = fc.record({ model: fc.constantFrom(null, ...priceModels), gpus: fc.constantFrom(null, 8, 64) });

describe('whatever is on file', () => {
  it('is never superseded, of a single node of a cluster, spot, a marketplace rate, subsidised or a market figure unless asked for', () => {
    fc.assert(
      fc.property(anyPrices, (prices) => {
        const current = priceOf(anOffer({ prices }));
        if (current === null) return;
        expect(current.price.superseded).toBe(false);
        expect(['on-demand', 'reserved', 'capacity-block', 'flex-start']).toContain(current.price.model);
        expect(['list', 'starting']).toContain(current.price.basis);
        expect(['cluster', 'node']).toContain(current.price.scope);
      }),
    );
  });

  it('is the same in whatever order the prices stand', () => {
    fc.assert(
      fc.property(anyPrices, anyAsk, fc.infiniteStream(fc.nat()), (prices, ask, chances) => {
        const shuffled = prices
          .map((price) => ({ price, place: chances.next().value }))
          .sort((a, b) => a.place - b.place)
          .map(({ price }) => price);
        const answer = priceOf(anOffer({ prices: shuffled }), ask);
        expect(answer).toEqual(priceOf(anOffer({ prices }), ask));
      }),
    );
  });

  it('is one of the prices on file, and every other in force of its model stands beside it', () => {
    fc.assert(
      fc.property(anyPrices, anyAsk, (prices, ask) => {
        const current = priceOf(anOffer({ prices }), ask);
        if (current === null) return;
        expect(prices).toContain(current.price);
        for (const other of current.alternatives) expect(other.model).toBe(current.price.model);
      }),
    );
  });

  it('does not change when a price without a source is added beside one that has one', () => {
    fc.assert(
      fc.property(anyPrices, anyPrice, (prices, added) => {
        const before = priceOf(anOffer({ prices }));
        if (before === null || before.price.source === null) return;
        expect(priceOf(anOffer({ prices: [...prices, { ...added, source: null }] }))?.price).toEqual(before.price);
      }),
    );
  });
});
