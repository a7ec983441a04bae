import { describe, expect, test } from 'vitest';
import { answerChanges } from '$src/answers/changes.ts';
import { aSmallStore } from '$src/answers/fixtures/a-store.ts';
import { aDay } from '$src/catalogue/fixtures/an-offer.ts';
import { toDay } from '$src/units/date.ts';
import { groupByDay, isAgedPrice } from './change-days.ts';

const { changes } = answerChanges(aSmallStore(), new URLSearchParams('multi-node=any'), aDay);
const days = groupByDay(changes, aDay);

describe('a page of changes as days', () => {
  test('keeps every change, in its order', () => {
    expect(days.flatMap((day) => day.offers.flatMap((offer) => offer.changes))).toEqual(changes);
  });

  test('names each day once, newest first', () => {
    const dates = days.map(({ date }) => date);
    expect(new Set(dates).size).toBe(dates.length);
    expect(days.map(({ ageDays }) => ageDays)).toEqual(days.map(({ ageDays }) => ageDays).sort((a, b) => a - b));
  });

  test('names each offer once a day', () => {
    for (const { offers } of days) expect(new Set(offers.map(({ id }) => id)).size).toBe(offers.length);
  });

  test('keeps dates of unlike exactness apart, though they count from the same day', () => {
    const [change] = changes;
    if (change === undefined) throw new Error('the small store has no change');
    const mixed = ['2026', '2026-01', '2026'].map((date, place) => ({ ...change, date, offer: `acme/${place}` }));
    expect(groupByDay(mixed, aDay).map(({ date, offers }) => [date, offers.length])).toEqual([
      ['2026', 2],
      ['2026-01', 1],
    ]);
  });

  test('is empty where nothing is dated', () => expect(groupByDay([], aDay)).toEqual([]));
});

describe('age', () => {
  const standing = changes.find((change) => change.kind === 'price' && change.price?.superseded === false);
  const past = changes.find((change) => change.price?.superseded === true);
  const fact = changes.find((change) => change.kind === 'fact');

  test('of a price counts from 90 days, unless it was superseded', () => {
    expect([standing, past, fact].map((change) => change !== undefined && isAgedPrice(change, 90))).toEqual([false, false, false]);
    expect([standing, past, fact].map((change) => change !== undefined && isAgedPrice(change, 91))).toEqual([true, false, false]);
  });

  test('of a whole day counts from 365 days', () => {
    const [change] = changes;
    const agedOn = (date: string): boolean | undefined =>
      change === undefined ? undefined : groupByDay([{ ...change, date }], toDay('2026-11-30'))[0]?.isAged;
    expect([agedOn('2025-11-30'), agedOn('2025-11-29')]).toEqual([false, true]);
  });
});
