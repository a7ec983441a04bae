import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aDay, anOffer, aPrice } from '../catalogue/fixtures/an-offer.ts';
import type { Price } from '../catalogue/offer.ts';
import { type BillingUnit, billingUnits } from '../catalogue/vocabulary.ts';
import { billedHours, breakEvenDays, type PriceOption, priceOptionsOf } from './rental-terms.ts';

const optionsOf = (prices: readonly Price[], facts: { billingUnit?: BillingUnit | null; minTermHours?: number } = {}, gpus = 16) =>
  priceOptionsOf(anOffer({ billingUnit: 'hour', ...facts, prices }), gpus, aDay);

const only = (options: readonly PriceOption[]): PriceOption => {
  expect(options).toHaveLength(1);
  return options[0] as PriceOption;
};

describe('ways of paying', () => {
  it('are the current price of each model, and of each term of a reservation', () => {
    const options = optionsOf([
      aPrice({ amount: '3.00' }),
      aPrice({ amount: '2.00', model: 'reserved', termHours: 730 }),
      aPrice({ amount: '1.50', model: 'reserved', termHours: 8_760 }),
      aPrice({ amount: '2.50', model: 'capacity-block' }),
      aPrice({ amount: '1.00', model: 'flex-start' }),
    ]);
    expect(options.map(({ model, perGpuHour, leastHours }) => [model, perGpuHour, leastHours])).toEqual([
      ['on-demand', 3, 0],
      ['reserved', 2, 730],
      ['reserved', 1.5, 8_760],
      ['capacity-block', 2.5, 0],
      ['flex-start', 1, 0],
    ]);
  });

  it('leave out spot, superseded prices and the price of another day by the newest', () => {
    const options = optionsOf([
      aPrice({ amount: '1.00', model: 'spot' }),
      aPrice({ amount: '9.00', superseded: true, asOf: '2026-11-01' }),
      aPrice({ amount: '3.00', asOf: '2026-10-01' }),
      aPrice({ amount: '4.00', asOf: '2026-09-01' }),
    ]);
    expect(only(options).perGpuHour).toBe(3);
  });

  it('take the price by quantity that the GPUs reach', () => {
    const prices = [aPrice({ amount: '3.00' }), aPrice({ amount: '2.00', minGpus: 64 })];
    expect(only(optionsOf(prices, {}, 16)).perGpuHour).toBe(3);
    expect(only(optionsOf(prices, {}, 64)).perGpuHour).toBe(2);
  });

  it('are none where only spot or nothing is published', () => {
    expect(optionsOf([])).toEqual([]);
    expect(optionsOf([aPrice({ model: 'spot' })])).toEqual([]);
  });
});

describe('billed hours', () => {
  const onDemand = (facts: Parameters<typeof optionsOf>[1]) => only(optionsOf([aPrice()], facts));

  it.each([
    ['second', 1.5, 1.5],
    ['minute', 1.501, 91 / 60],
    ['hour', 1.2, 2],
    ['day', 25, 48],
    ['week', 1, 168],
    ['month', 731, 1_460],
    ['year', 1, 8_760],
  ] as const)('are whole units of a %s', (billingUnit, wall, billed) => {
    expect(billedHours(onDemand({ billingUnit }), wall)).toBeCloseTo(billed, 9);
  });

  it('are whole hours where no unit is published', () => {
    expect(billedHours(onDemand({ billingUnit: null }), 1.2)).toBe(2);
  });

  it('do not take another unit for a hair of arithmetic', () => {
    expect(billedHours(onDemand({ billingUnit: 'hour' }), 0.1 + 0.2 + 0.7 + 1e-12)).toBe(1);
  });

  it('are at least the minimum term of the offer, and the term of a reservation', () => {
    expect(billedHours(onDemand({ minTermHours: 24 }), 3)).toBe(24);
    const reserved = only(optionsOf([aPrice({ model: 'reserved', termHours: 730 })], { minTermHours: 24 }));
    expect(billedHours(reserved, 3)).toBe(730);
    expect(billedHours(reserved, 800.5)).toBe(801);
    const shorter = only(optionsOf([aPrice({ model: 'reserved', termHours: 730 })], { minTermHours: 1_000 }));
    expect(billedHours(shorter, 3)).toBe(1_000);
  });

  it('are whole days of a capacity block, however fine the offer bills else', () => {
    for (const billingUnit of ['second', 'hour', null] as const)
      expect(billedHours(only(optionsOf([aPrice({ model: 'capacity-block' })], { billingUnit })), 25)).toBe(48);
    expect(billedHours(only(optionsOf([aPrice({ model: 'capacity-block' })], { billingUnit: 'week' })), 25)).toBe(168);
  });

  it('end after seven days of flex start, and never elsewhere', () => {
    expect(only(optionsOf([aPrice({ model: 'flex-start' })])).mostHours).toBe(168);
    for (const model of ['on-demand', 'reserved', 'capacity-block'] as const)
      expect(only(optionsOf([aPrice({ model })])).mostHours).toBe(Number.POSITIVE_INFINITY);
  });

  it('are never less than the wall clock, whole units, and never fall as it grows', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...billingUnits),
        fc.double({ min: 0.01, max: 1e5, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.integer({ min: 0, max: 9_000 }),
        (billingUnit, wall, more, minTermHours) => {
          const option = onDemand(minTermHours === 0 ? { billingUnit } : { billingUnit, minTermHours });
          const billed = billedHours(option, wall);
          expect(billed).toBeGreaterThanOrEqual(wall * (1 - 1e-9) - 1e-9 * option.stepHours);
          expect(billed).toBeLessThanOrEqual(Math.max(option.leastHours, wall + option.stepHours) + 1e-6);
          expect(billedHours(option, wall + more)).toBeGreaterThanOrEqual(billed);
        },
      ),
    );
  });
});

describe('break-even', () => {
  it('is the days after which the whole term costs what paying as one goes would', () => {
    // 8,760 h at 1.50 cost what 4,380 h at 3.00 do: 182.5 days.
    expect(breakEvenDays(optionsOf([aPrice({ amount: '3.00' }), aPrice({ amount: '1.50', model: 'reserved', termHours: 8_760 })]))).toBe(
      182.5,
    );
  });

  it('is that of the reservation that pays first', () => {
    const options = optionsOf([
      aPrice({ amount: '3.00' }),
      aPrice({ amount: '1.50', model: 'reserved', termHours: 8_760 }),
      aPrice({ amount: '2.00', model: 'reserved', termHours: 720 }),
    ]);
    expect(breakEvenDays(options)).toBe(20);
  });

  it('is none without a price on demand, without a reservation, or where a reservation is not cheaper', () => {
    const year = aPrice({ amount: '1.50', model: 'reserved', termHours: 8_760 });
    expect(breakEvenDays(optionsOf([year]))).toBeNull();
    expect(breakEvenDays(optionsOf([aPrice()]))).toBeNull();
    expect(breakEvenDays(optionsOf([aPrice({ amount: '1.50' }), year]))).toBeNull();
  });

  it('does not hold prices of two currencies against each other', () => {
    const euros = aPrice({ amount: '1.00', currency: 'EUR', model: 'reserved', termHours: 8_760 });
    expect(breakEvenDays(optionsOf([aPrice({ amount: '3.00' }), euros]))).toBeNull();
  });
});
