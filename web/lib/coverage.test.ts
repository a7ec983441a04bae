import { describe, expect, test } from 'vitest';
import { answerData } from '$src/answers/data.ts';
import { aSmallStore } from '$src/answers/fixtures/a-store.ts';
import { answerOffers } from '$src/answers/offers.ts';
import { aDay } from '$src/catalogue/fixtures/an-offer.ts';
import { countSound, groupCoverage, queryForSilent } from './coverage.ts';

const store = aSmallStore();
const { fields, offers } = answerData(store, aDay);

describe('coverage', () => {
  test('shows every counted field once', () => {
    const shown = groupCoverage(fields).flatMap((group) => group.fields.map(({ field }) => field));
    expect([...shown].sort()).toEqual(fields.map(({ field }) => field).sort());
  });

  test.each(
    fields.flatMap(({ field, stated }) => {
      const query = queryForSilent(field);
      return query === null ? [] : [[field, query, stated] as const];
    }),
  )('of %s leads to exactly the offers that do not publish it', (field, query, stated) => {
    const { total } = answerOffers(store, new URLSearchParams(query), aDay);
    // Which offers have connected nodes is itself the question of the first field.
    expect(total).toBe(field === 'multiNode' ? offers.unknown : offers.yes - stated);
  });

  test('leads nowhere for a field without a filter', () => expect(queryForSilent('sla')).toBeNull());

  test('counts as sound what is neither old, undated nor without a source', () => {
    expect(fields.every((field) => countSound(field) >= 0)).toBe(true);
    const fabric = { field: 'fabric', stated: 9, unconfirmed: 1, stale: 2, undated: 3, inConflict: 1, confidence: {} } as never;
    expect(countSound(fabric)).toBe(3);
  });
});
