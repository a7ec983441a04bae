import { describe, expect, test } from 'vitest';
import { answerChanges } from '$src/answers/changes.ts';
import type { ChangeDocument } from '$src/answers/data-documents.ts';
import { aSmallStore } from '$src/answers/fixtures/a-store.ts';
import { aDay } from '$src/catalogue/fixtures/an-offer.ts';
import { sayChangeLine } from './change-lines.ts';

const { changes } = answerChanges(aSmallStore(), new URLSearchParams('multi-node=any'), aDay);
const one = (isIt: (change: ChangeDocument) => boolean): ChangeDocument => {
  const found = changes.find(isIt);
  if (found === undefined) throw new Error('no such change in the small store');
  return found;
};
const fact = (about: Partial<ChangeDocument>): ChangeDocument => ({ ...one(({ kind }) => kind === 'fact'), ...about });
const say = (change: ChangeDocument, ageDays = 1) => sayChangeLine('en', change, { ageDays, isAged: ageDays > 365 }, (id) => `<${id}>`);

describe('the line of a change', () => {
  test('names GPUs instead of giving their ids', () => {
    expect(say(fact({ field: 'gpu', value: 'nvidia-h100' })).says).toBe('GPU: <nvidia-h100>');
    expect(say(fact({ field: 'gpuOptions', value: ['h100', 'h200'] })).says).toMatch(/<h100>, <h200>$/);
  });

  test('names the regions of a price, and counts them where they are many', () => {
    const price = one(({ kind }) => kind === 'price');
    const inRegions = (regions: string[]): ChangeDocument => ({
      ...price,
      price: price.price === null ? null : { ...price.price, regions },
    });
    expect(say(inRegions(['a', 'b'])).quoted).toBe('a, b');
    expect([say(inRegions(['a', 'b', 'c', 'd'])).quoted, say(inRegions(['a', 'b', 'c', 'd'])).terms]).toEqual([
      '',
      expect.stringContaining('in 4 regions'),
    ]);
  });

  test('says what the source adds, unless that is all it says', () => {
    expect(say(fact({ field: 'rdma', value: 'yes', detail: 'by default' })).quoted).toBe('by default');
    expect(say(fact({ field: 'rdma', value: null, detail: 'by default' })).quoted).toBe('');
  });

  test('warns of an old price, unless its whole day is old', () => {
    const price = one((change) => change.price?.superseded === false);
    expect([say(price, 90).aged, say(price, 91).aged, say(price, 366).aged]).toEqual([null, 'over 90 days old', null]);
  });

  test('tells of conflicts and of what was superseded', () => {
    expect(say(fact({ inConflict: true })).isInConflict).toBe(true);
    const past = one((change) => change.price?.superseded === true);
    expect(say(past, 200)).toMatchObject({ isSuperseded: true, aged: null });
  });
});
