import { describe, expect, it } from 'vitest';
import type { PriceDocument } from '$src/answers/documents.ts';
import { groupPrices } from './price-groups.ts';

function aPrice(about: Partial<PriceDocument>): PriceDocument {
  return {
    amount: '4.00',
    currency: 'USD',
    per: 'gpu-hour',
    model: 'on-demand',
    termHours: null,
    minGpus: null,
    gpu: null,
    region: null,
    basis: 'list',
    scope: 'cluster',
    asOf: '2026-10-01',
    source: 'https://cloud.example/pricing',
    seenVia: null,
    confidence: 'vendor',
    superseded: false,
    stale: false,
    ageDays: 60,
    note: null,
    ...about,
  };
}

describe('prices as rows', () => {
  it('folds regions behind the cheapest, compared as decimals', () => {
    const [group, ...rest] = groupPrices([
      aPrice({ region: 'eu', amount: '10.2' }),
      aPrice({ region: 'us', amount: '9.8' }),
      aPrice({ region: 'ap', amount: '11' }),
    ]);
    expect(rest).toEqual([]);
    expect(group?.cheapest.region).toBe('us');
    expect(group?.others.map((price) => price.region)).toEqual(['eu', 'ap']);
  });

  it('never folds prices of another day, model or source', () => {
    const groups = groupPrices([aPrice({}), aPrice({ asOf: '2026-09-01' }), aPrice({ model: 'spot' }), aPrice({ source: null })]);
    expect(groups).toHaveLength(4);
  });

  it('shows what stands before what was superseded, each newest first and undated last', () => {
    const rows = groupPrices([
      aPrice({ asOf: '2026-11-01', superseded: true }),
      aPrice({ asOf: null }),
      aPrice({ asOf: '2026-03' }),
      aPrice({ asOf: '2026-10-01' }),
    ]).map(({ cheapest }) => [cheapest.asOf, cheapest.superseded]);
    expect(rows).toEqual([
      ['2026-10-01', false],
      ['2026-03', false],
      [null, false],
      ['2026-11-01', true],
    ]);
  });
});
