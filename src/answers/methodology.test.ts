import { describe, expect, it } from 'vitest';
import type { Day } from '../units/date.ts';
import { aSmallStore } from './fixtures/a-store.ts';
import { answerMethodology } from './methodology.ts';
import { methodologyDocument } from './methodology-documents.ts';

const today = '2026-11-30' as Day;
const choice = { meanSlowerPercent: 0, worstSlowerPercent: 0, spearman: 0 };
const points = { meanPoints: 0, medianPoints: 0 };
const store = {
  ...aSmallStore(),
  calibration: {
    network: { constants: {}, intervals: { 'collective across': { low: -0.2, high: 0.9, cases: 86 } } },
    memory: {
      constants: {
        overheadGiB: { value: 4.5, prior: 3, spread: 0.3, within: [1, 8] as [number, number], unit: 'GiB', because: 'Context.' },
      },
      intervals: {},
    },
    forecast: { constants: {}, intervals: {} },
    goodput: { constants: {}, intervals: {} },
  },
  accuracy: {
    asOf: '2026-11-29',
    runs: 2,
    forecast: 1,
    refused: 1,
    groups: [],
    scaling: { pairs: 0, onFile: points, leftOut: points },
    planChoice: { contests: 0, onFile: choice, leftOut: choice },
  },
};

describe('the answer to methodology', () => {
  const answer = answerMethodology(store, today);

  it('has the published form', () => {
    expect(methodologyDocument.parse(answer)).toEqual(answer);
  });

  it('names the model of each constant and keeps its bounds', () => {
    expect(answer.constants).toEqual([
      {
        model: 'memory',
        name: 'overheadGiB',
        value: 4.5,
        prior: 3,
        spread: 0.3,
        lowest: 1,
        highest: 8,
        unit: 'GiB',
        because: 'Context.',
      },
    ]);
  });

  it('says what an interval rests on', () => {
    expect(answer.intervals).toEqual([{ model: 'network', of: 'collective across', low: -0.2, high: 0.9, cases: 86 }]);
  });
});
