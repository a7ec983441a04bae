import { describe, expect, it } from 'vitest';
import type { SourceDate } from '../units/date.ts';
import { aDay, aFact, aPrice, aSource } from './fixtures/an-offer.ts';
import { freshnessOf, isFactStale, isPriceStale, isSourceStale, newestDateOf, priceAgeInDays } from './freshness.ts';

const dated = (...dates: (string | null)[]) => aFact('yes', { sources: dates.map((asOf) => aSource({ asOf: asOf as SourceDate | null })) });

describe('how old a price is', () => {
  it('is stale from the 91st day on, not on the 90th', () => {
    expect(isPriceStale(aPrice({ asOf: '2026-09-01' }), aDay)).toBe(false);
    expect(isPriceStale(aPrice({ asOf: '2026-08-31' }), aDay)).toBe(true);
    expect(priceAgeInDays(aPrice({ asOf: '2026-09-01' }), aDay)).toBe(90);
  });

  it('counts a price known to the month from the first of it, so that nothing looks fresher than it may be', () => {
    expect(priceAgeInDays(aPrice({ asOf: '2026-10' }), aDay)).toBe(60);
  });

  it('is stale without a date, and then has no age', () => {
    expect(isPriceStale(aPrice({ asOf: null }), aDay)).toBe(true);
    expect(priceAgeInDays(aPrice({ asOf: null }), aDay)).toBeNull();
  });
});

describe('how old a fact is', () => {
  it('is stale from the 366th day on', () => {
    expect(isFactStale(dated('2025-11-30'), aDay)).toBe(false);
    expect(isFactStale(dated('2025-11-29'), aDay)).toBe(true);
  });

  it('goes by its newest source: one that repeats an old page today confirms it', () => {
    expect(freshnessOf(dated('2023-11', '2026-11-01'), aDay)).toBe('fresh');
    expect(newestDateOf(dated('2023-11', '2026-11-01', null))).toBe('2026-11-01');
  });

  it('is undated, which is not stale, where no source carries a date or none is on file', () => {
    expect(freshnessOf(dated(null), aDay)).toBe('undated');
    expect(freshnessOf(aFact('yes', { sources: [] }), aDay)).toBe('undated');
    expect(isFactStale(dated(null), aDay)).toBe(false);
  });

  it('asks each source by itself, and says nothing of one without a date', () => {
    expect(isSourceStale(aSource({ asOf: '2023-11' as SourceDate }), aDay)).toBe(true);
    expect(isSourceStale(aSource(), aDay)).toBe(false);
    expect(isSourceStale(aSource({ asOf: null }), aDay)).toBeNull();
  });
});
