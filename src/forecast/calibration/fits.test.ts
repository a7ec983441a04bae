import { describe, expect, test } from 'vitest';
import { calibrationOnFile, publishedOnFile, tablesOnFile } from '../../../tests/setup/forecast-on-file.ts';
import type { PublishedRun } from '../measurements/published-run.ts';
import { classOfCollective, collectiveCases, logBandwidthError } from './collective-cases.ts';
import { fittedOf, intervalWidthsOf, leaveOnePublisherOut, weightsByPublisher } from './fits.ts';
import { logMemoryError, memoryCases } from './memory-cases.ts';
import { logTimeError, stepCases } from './step-cases.ts';

describe('widths of intervals', () => {
  test('hold the middle 80% of the errors of each class', () => {
    const errors = Array.from({ length: 100 }, (_, index) => ({ of: 'a', error: (index - 49.5) / 100, weight: 1 }));
    const { a } = intervalWidthsOf([...errors].reverse());
    expect(a?.cases).toBe(100);
    const inside = errors.filter(({ error }) => error >= (a?.low ?? 0) && error <= (a?.high ?? 0));
    expect(Math.abs(inside.length - 80)).toBeLessThanOrEqual(1);
  });

  test('count by weight, and never claim less than 2%', () => {
    const widths = intervalWidthsOf([
      { of: 'b', error: 0.5, weight: 0.01 },
      { of: 'b', error: 0, weight: 1 },
      { of: 'b', error: -0.5, weight: 0.01 },
    ]);
    expect(widths).toEqual({ b: { low: -0.02, high: 0.02, cases: 3 } });
  });
});

describe('weights', () => {
  test('of a publisher grow more slowly than its runs', () => {
    const cases = [...Array.from({ length: 16 }, () => ({ publisher: 'many' })), { publisher: 'one' }];
    const weights = weightsByPublisher(cases);
    expect(weights[16]).toBe(1);
    expect(weights[0]).toBeCloseTo(0.5, 12);
    expect(weightsByPublisher(cases, -0.5)[0]).toBeCloseTo(0.25, 12);
  });

  test('of leaving out: each publisher once', () => {
    const without = leaveOnePublisherOut([{ publisher: 'a' }, { publisher: 'b' }, { publisher: 'a' }], (publisher) => `not ${publisher}`);
    expect([...without]).toEqual([
      ['a', 'not a'],
      ['b', 'not b'],
    ]);
  });

  test('a constant that is not on file is missed by name', () => {
    expect(() => fittedOf(calibrationOnFile.memory, ['gatheredLayer'])).toThrow('constant "gatheredLayer" is missing');
  });
});

describe('cases', () => {
  const measured = publishedOnFile.filter(({ quality, healthy }) => quality !== 'analytic-or-estimate' && healthy);
  /** The first run on file that a kind of case can be made of. */
  const likeOf = (isCase: (one: PublishedRun) => boolean): PublishedRun => {
    const found = measured.find(isCase);
    if (found === undefined) throw new Error('none on file');
    return found;
  };
  const aStep = likeOf((one) => stepCases([one], tablesOnFile).length === 1);
  const aReading = likeOf((one) => memoryCases([one], tablesOnFile).length === 1);
  const aCollective = likeOf((one) => collectiveCases([one], tablesOnFile).length === 1);

  test('are never made of estimates', () => {
    const estimates = publishedOnFile.map((one): PublishedRun => ({ ...one, quality: 'analytic-or-estimate' }));
    expect(stepCases(estimates, tablesOnFile)).toEqual([]);
    expect(memoryCases(estimates, tablesOnFile)).toEqual([]);
    expect(collectiveCases(estimates, tablesOnFile)).toEqual([]);
  });

  test('are never made of broken systems or of runs that leave out what decides them', () => {
    expect(stepCases([{ ...aStep, healthy: false }], tablesOnFile)).toEqual([]);
    expect(stepCases([{ ...aStep, predictable: false }], tablesOnFile)).toEqual([]);
    expect(collectiveCases([{ ...aCollective, healthy: false }], tablesOnFile)).toEqual([]);
  });

  test('of steps err by the logarithm of time, whichever quantity was published', () => {
    const error = (results: PublishedRun['measured']): number => {
      const [one] = stepCases([{ ...aStep, measured: results, derived: {} }], tablesOnFile);
      return one === undefined ? Number.NaN : logTimeError(one, tablesOnFile.step);
    };
    expect(error({ stepTimeS: 1 }) - error({ stepTimeS: 2 })).toBeCloseTo(Math.log(2), 9);
    expect(error({ tokensPerSPerGpu: 100 }) - error({ tokensPerSPerGpu: 200 })).toBeCloseTo(-Math.log(2), 9);
  });

  test('of memory and collectives err by the logarithm of what was forecast over what was measured', () => {
    const memory = (peakMemoryGiB: number): number => {
      const [one] = memoryCases([{ ...aReading, measured: { peakMemoryGiB } }], tablesOnFile);
      return one === undefined ? Number.NaN : logMemoryError(one, tablesOnFile.memory);
    };
    expect(memory(10) - memory(20)).toBeCloseTo(Math.log(2), 9);
    const [one] = collectiveCases([aCollective], tablesOnFile);
    if (one === undefined) throw new Error('no collective');
    const twice = { ...one, busBandwidthGBytePerS: one.busBandwidthGBytePerS * 2 };
    expect(logBandwidthError(one, tablesOnFile.network) - logBandwidthError(twice, tablesOnFile.network)).toBeCloseTo(Math.log(2), 9);
    expect(classOfCollective(one)).toMatch(/^collective /);
  });
});
