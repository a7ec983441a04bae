import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aDay, anOffer, aPrice } from '../catalogue/fixtures/an-offer.ts';
import type { BillingUnit } from '../catalogue/vocabulary.ts';
import { amountOf, type Fare, type FarePart, fareOf, fareParts, type Use } from './fare.ts';
import { type PriceOption, priceOptionsOf } from './rental-terms.ts';

function anOption(amount = '2.50', billingUnit: BillingUnit = 'hour', minTermHours: number | null = null): PriceOption {
  const offer = anOffer({ billingUnit, prices: [aPrice({ amount })], ...(minTermHours === null ? {} : { minTermHours }) });
  return priceOptionsOf(offer, 8, aDay)[0] as PriceOption;
}

const aUse = (about: Partial<Use> = {}): Use => ({
  gpus: 16,
  runHours: 100,
  wallHours: 110,
  networkEfficiency: 0.9,
  storedGiB: 0,
  storagePerGiBMonth: null,
  ...about,
});

const lineOf = (fare: Fare, part: FarePart): string => fare.lines.find(({ what }) => what === part)?.amount ?? '';

describe('the fare of a job', () => {
  it('says what computes, what waits, what fails, what is not used and what is stored', () => {
    const fare = fareOf(anOption('2.50', 'day'), aUse({ storedGiB: 1_000, storagePerGiBMonth: 0.073 }));
    // 16 GPUs at 2.50 are 40 an hour: 90 h, 10 h, 10 h, and 10 h to the end of the fifth day; 0.1 an hour for storage.
    expect(fare.lines).toEqual([
      { what: 'compute', amount: '3600.00' },
      { what: 'network', amount: '400.00' },
      { what: 'failures', amount: '400.00' },
      { what: 'unused', amount: '400.00' },
      { what: 'storage', amount: '11.00' },
    ]);
    expect([fare.total, fare.currency, fare.billedHours]).toEqual(['4811.00', 'USD', 120]);
  });

  it('calls the rest of a minimum term not used', () => {
    const fare = fareOf(anOption('1.00', 'hour', 730), aUse());
    expect(fare.billedHours).toBe(730);
    expect(lineOf(fare, 'unused')).toBe((16 * (730 - 110)).toFixed(2));
  });

  it('counts storage for as long as the nodes are there, and none where no price is published', () => {
    const stored = { storedGiB: 7_300, wallHours: 200 };
    expect(lineOf(fareOf(anOption(), aUse({ ...stored, storagePerGiBMonth: 0.05 })), 'storage')).toBe('100.00');
    expect(lineOf(fareOf(anOption(), aUse({ ...stored, storagePerGiBMonth: null })), 'storage')).toBe('0.00');
  });

  it('calls nothing unused where the wall clock exceeds its unit by a hair, not minus nothing', () => {
    expect(lineOf(fareOf(anOption(), aUse({ wallHours: 110 + 1e-10 })), 'unused')).toBe('0.00');
  });

  it('charges the network nothing where it takes nothing', () => {
    expect(lineOf(fareOf(anOption(), aUse({ networkEfficiency: 1 })), 'network')).toBe('0.00');
  });

  const anyUse = fc
    .record({
      gpus: fc.integer({ min: 1, max: 8_192 }),
      runHours: fc.double({ min: 0.01, max: 20_000, noNaN: true }),
      lost: fc.double({ min: 0, max: 2, noNaN: true }),
      networkEfficiency: fc.double({ min: 0.01, max: 1, noNaN: true }),
      storedGiB: fc.double({ min: 0, max: 1e7, noNaN: true }),
      storagePerGiBMonth: fc.option(fc.double({ min: 0.001, max: 1, noNaN: true })),
    })
    .map(({ lost, ...use }): Use => ({ ...use, wallHours: use.runHours * (1 + lost) }));
  const anyOption = fc
    .tuple(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.constantFrom<BillingUnit>('second', 'minute', 'hour', 'day', 'month'),
      fc.option(fc.integer({ min: 1, max: 9_000 })),
    )
    .map(([tenThousandths, unit, minimum]) => anOption((tenThousandths / 10_000).toFixed(4), unit, minimum));

  it('is the sum of its lines to the cent, none of them below zero', () => {
    fc.assert(
      fc.property(anyOption, anyUse, (option, use) => {
        const { total, lines } = fareOf(option, use);
        expect(lines.map(({ what }) => what)).toEqual(fareParts);
        const cents = lines.map(({ amount }) => BigInt(amount.replace('.', '')));
        expect(cents.every((amount) => amount >= 0n)).toBe(true);
        expect(cents.reduce((sum, amount) => sum + amount, 0n)).toBe(BigInt(total.replace('.', '')));
      }),
    );
  });

  it('is the price of the billed hours and the storage, but for the rounding of five lines', () => {
    fc.assert(
      fc.property(anyOption, anyUse, (option, use) => {
        const fare = fareOf(option, use);
        const storage = (use.storedGiB * (use.storagePerGiBMonth ?? 0) * use.wallHours) / 730;
        const whole = use.gpus * option.perGpuHour * fare.billedHours + storage;
        // A billing unit may be a hair shorter than the wall clock that it stands for.
        expect(Math.abs(Number(fare.total) - whole)).toBeLessThanOrEqual(0.025 + whole * 2e-9 + use.gpus * option.perGpuHour * 1e-6);
        expect(amountOf(option, use)).toBeCloseTo(whole, 4);
      }),
    );
  });

  it('never falls as the job takes longer or the price rises', () => {
    fc.assert(
      fc.property(anyUse, fc.double({ min: 0, max: 500, noNaN: true }), (use, more) => {
        const longer = { ...use, runHours: use.runHours + more, wallHours: use.wallHours + more };
        expect(amountOf(anOption('2.50'), longer)).toBeGreaterThanOrEqual(amountOf(anOption('2.50'), use));
        expect(amountOf(anOption('2.60'), use)).toBeGreaterThan(amountOf(anOption('2.50'), use));
      }),
    );
  });
});
