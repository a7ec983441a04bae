import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aDay, aFact, anOffer, aPrice, aSource } from '../catalogue/fixtures/an-offer.ts';
import { compareDates, type SourceDate } from '../units/date.ts';
import { answerChanges } from './changes.ts';
import { changesDocument } from './data-documents.ts';
import { aSmallStore, aStore } from './fixtures/a-store.ts';

const ask = (text = '', store = aSmallStore()) => answerChanges(store, new URLSearchParams(text), aDay);

describe('changes', () => {
  test('are a document of the published form', () => {
    expect(changesDocument.parse(ask())).toEqual(ask());
  });

  test('come newest first, a month counting from its first day', () => {
    const dates = ask('multi-node=any').changes.map((change) => change.date as SourceDate);
    expect([...dates].sort((a, b) => compareDates(b, a))).toEqual(dates);
    expect(dates[0]).toBe('2026-11-28');
  });

  test('a fact is dated by its newest source', () => {
    const fabric = ask('provider=acme').changes.find((change) => change.field === 'fabric');
    expect(fabric).toMatchObject({ date: '2026-09-20', value: 'infiniband', kind: 'fact', says: 'Fabric between nodes: InfiniBand' });
  });

  test('the regions of one publication are one change, with the price that it replaced', () => {
    const prices = ask('provider=acme').changes.filter((change) => change.kind === 'price');
    expect(prices).toHaveLength(2);
    expect(prices[0]).toMatchObject({
      date: '2026-10-01',
      price: { lowest: '2.50', highest: '2.75', regions: ['eu-west', 'us-east'], before: { lowest: '3.10', asOf: '2026-03-01' } },
    });
    expect(prices[0]?.says).toBe('on demand price US$\u00a03.10 → US$\u00a02.50 – US$\u00a02.75 per GPU-hour');
    expect(prices[1]).toMatchObject({ price: { superseded: true, before: null } });
  });

  test('what nobody dates is counted, not guessed', () => {
    expect(ask('provider=acme').undated).toBe(1);
    expect(ask('provider=beta').undated).toBe(1);
  });

  test('a fact whose sources disagree says so', () => {
    expect(ask('provider=beta').changes.find((change) => change.field === 'fabric')?.inConflict).toBe(true);
  });

  test('take the same filters as offers, connected nodes by default', () => {
    expect(new Set(ask('multi-node=no').changes.map((change) => change.offer))).toEqual(new Set(['beta/single']));
    expect(ask().changes.some((change) => change.offer === 'beta/single')).toBe(false);
    expect(() => ask('fabrik=roce')).toThrow(expect.objectContaining({ code: 'query/unknown-filter' }));
  });

  test('pages cover the list once, and there is no page beyond the last', () => {
    const all = ask('multi-node=any&limit=500').changes;
    const { pages } = ask('multi-node=any&limit=5');
    const paged = Array.from({ length: pages }, (_, index) => ask(`multi-node=any&limit=5&page=${index + 1}`).changes).flat();
    expect(paged).toEqual(all);
    expect(() => ask(`multi-node=any&limit=5&page=${pages + 1}`)).toThrow(expect.objectContaining({ code: 'query/page-out-of-range' }));
  });
});

describe('ids of changes', () => {
  const idsOf = (store: ReturnType<typeof aStore>) => ask('multi-node=any&limit=500', store).changes.map((change) => change.id);

  test('are made of offer, kind, date and terms', () => {
    expect(idsOf(aStore([anOffer({ prices: [aPrice({ termHours: 720, model: 'reserved' })] })]))).toEqual(
      expect.arrayContaining([
        'acme/h100/fact/2026-10-01?field=fabric',
        'acme/h100/price/2026-10-01?model=reserved&per=gpu-hour&currency=USD&basis=list&scope=cluster&term-hours=720&source=https%3A%2F%2Fcloud.example%2Fpricing',
      ]),
    );
  });

  test('keep the id that the offer was first published under', () => {
    const renamed = idsOf(aStore([anOffer({ slug: 'new', formerIds: ['acme/first', 'acme/second'] })]));
    expect(renamed).toEqual(idsOf(aStore([anOffer({ slug: 'first' })])));
  });

  test('differ from each other and stay when offers, facts and prices are added or moved', () => {
    const anAmount = fc.integer({ min: 1, max: 9_999 }).map((cents) => (cents / 100).toFixed(2));
    const aDate = fc.constantFrom('2025', '2026-05', '2026-10-01', '2026-11-02');
    const somePrice = fc
      .record({
        amount: anAmount,
        asOf: aDate,
        region: fc.constantFrom(null, 'us-east', 'eu'),
        model: fc.constantFrom('on-demand' as const, 'spot' as const),
        source: aDate.map((date) => aSource({ url: `https://cloud.example/${date}` })),
      })
      .map((about) => aPrice(about));
    fc.assert(
      fc.property(fc.array(somePrice, { maxLength: 12 }), fc.array(somePrice, { maxLength: 4 }), (prices, added) => {
        const before = idsOf(aStore([anOffer({ prices })]));
        const after = idsOf(
          aStore([anOffer({ slug: 'other' }), anOffer({ prices: [...added, ...[...prices].reverse()], sla: aFact('99.9%') })]),
        );
        expect(new Set(before).size).toBe(before.length);
        expect(after).toEqual(expect.arrayContaining(before));
      }),
      { numRuns: 50 },
    );
  });
});
