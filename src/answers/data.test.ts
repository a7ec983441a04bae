import { describe, expect, test } from 'vitest';
import { aDay, aFact, anOffer, aPrice, aSource } from '../catalogue/fixtures/an-offer.ts';
import type { SourceDate } from '../units/date.ts';
import { answerData } from './data.ts';
import { dataDocument } from './data-documents.ts';
import { aSmallStore, aStore } from './fixtures/a-store.ts';

const dated = (asOf: string | null) => [aSource({ asOf: asOf as SourceDate | null })];

describe('counts of the data', () => {
  test('are a document of the published form', () => {
    const answer = answerData(aSmallStore(), aDay);
    expect(dataDocument.parse(answer)).toEqual(answer);
  });

  test('of offers and providers keep three answers apart', () => {
    const { offers, providers } = answerData(aSmallStore(), aDay);
    expect(offers).toEqual({ total: 3, yes: 2, no: 1, unknown: 0 });
    expect(providers).toEqual({ total: 2, yes: 2, no: 0, unknown: 0 });
  });

  test('of a field tell stale, undated, unconfirmed and disputed values apart', () => {
    const store = aStore([
      anOffer({ slug: 'a', topology: aFact('non-blocking' as const, { sources: dated('2025-11-29') }) }),
      anOffer({ slug: 'b', topology: aFact('non-blocking' as const, { sources: dated(null) }) }),
      anOffer({ slug: 'c', topology: aFact('non-blocking' as const, { sources: [] }) }),
      anOffer({ slug: 'd', topology: aFact('non-blocking' as const, { conflicts: [{ says: '', status: 'open', sources: [] }] }) }),
      anOffer({ slug: 'e', topology: null }),
      anOffer({ slug: 'f', multiNode: 'no' }),
    ]);
    expect(answerData(store, aDay).fields.find(({ field }) => field === 'topology')).toEqual({
      field: 'topology',
      stated: 4,
      unconfirmed: 1,
      stale: 1,
      undated: 1,
      inConflict: 1,
      confidence: { vendor: 3, filing: 0, measured: 0, 'third-party': 0, unconfirmed: 1 },
    });
  });

  test('a choice of GPUs states the GPU', () => {
    const store = aStore([anOffer({ gpu: null, gpuOptions: ['nvidia-h100-sxm5-80gb', 'nvidia-h200-sxm5-141gb'] })]);
    expect(answerData(store, aDay).fields.find(({ field }) => field === 'gpu')?.stated).toBe(1);
  });

  test('of cells add up', () => {
    const { cells, fields } = answerData(aSmallStore(), aDay);
    for (const count of Object.values(cells)) expect(count.confirmed + count.unconfirmed + count.silent).toBe(count.all);
    expect(fields.reduce((sum, { stated }) => sum + stated, 0)).toBe(cells.multiNodeOffers.confirmed + cells.multiNodeOffers.unconfirmed);
  });

  test('of prices sort them by model and age, superseded ones apart', () => {
    const prices = ['2026-11-30', '2026-10-31', '2026-10-30', '2026-09-01', '2026-08-31', null].map((asOf) => aPrice({ asOf }));
    const store = aStore([
      anOffer({ prices: [...prices, aPrice({ superseded: true }), aPrice({ model: 'spot', region: 'eu', source: null })] }),
    ]);
    const counted = answerData(store, aDay).prices;
    expect(counted).toMatchObject({ total: 8, superseded: 1, unconfirmed: 1, regional: 1, regions: 1, pricedOffers: 1 });
    expect(counted.byModel[0]).toEqual({ model: 'on-demand', total: 6, upTo30Days: 2, from31To90Days: 2, over90Days: 1, undated: 1 });
  });

  test('of sources count an address once', () => {
    const { sources } = answerData(aStore([anOffer(), anOffer({ slug: 'other' })]), aDay);
    expect(sources).toMatchObject({ addresses: 2, byKind: { vendor: 2, filing: 0 } });
    expect(sources.citations).toBeGreaterThan(30);
  });
});
