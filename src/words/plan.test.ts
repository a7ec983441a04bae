import { describe, expect, it } from 'vitest';
import { locales } from './locales.ts';
import { type PlanSaid, sayJobHours, sayPlan } from './plan.ts';

const everything: readonly PlanSaid[] = [
  { code: 'verdict-no', params: { gpus: 8, gpu: 'H100', hours: 30 } },
  { code: 'verdict-no-dearer', params: { gpus: 8, gpu: 'H100', hours: 30, nodes: 2, cheaper: 'A100' } },
  { code: 'verdict-for-time', params: { gpus: 8, gpu: 'H100', hours: 15_040, deadline: 1_440 } },
  { code: 'verdict-for-memory', params: { need: 1_200, have: 640, gpus: 8, gpu: 'H100' } },
  { code: 'verdict-for-memory-unknown', params: {} },
  { code: 'rejected-memory', params: { nodes: 4, need: 120, have: 70.04 } },
  { code: 'rejected-deadline', params: { hours: 5_000, nodes: 64 } },
  { code: 'rejected-too-few-nodes', params: { least: 8, most: 4 } },
  { code: 'rejected-taken-back', params: { hours: 200 } },
  { code: 'rejected-node-too-small', params: { gpus: 8 } },
  { code: 'rejected-other-currency', params: { currency: 'EUR' } },
  ...['price-by-quote', 'price-not-published', 'gpu-not-published', 'gpu-not-modelled', 'no-plan', 'not-measured'].map((code) => ({
    code: `rejected-${code}`,
    params: {},
  })),
];

describe('verdicts and reasons', () => {
  it.each(everything)('are sentences with their figures, each in its language: $code', (said) => {
    const texts = locales.map((locale) => sayPlan(locale, said));
    expect(new Set(texts).size).toBe(locales.length);
    for (const text of texts) {
      expect(text).not.toContain(said.code);
      expect(text).not.toMatch(/[{}]|undefined|NaN/);
      for (const value of Object.values(said.params)) if (typeof value === 'string') expect(text).toContain(value);
    }
  });

  it('come as their code where nobody has words for them', () => {
    expect(sayPlan('en', { code: 'rejected-moon-phase', params: {} })).toBe('rejected-moon-phase');
  });
});

describe('hours of a job', () => {
  it.each([
    [0.82, '0.8 hours'],
    [30, '30 hours'],
    [71.9, '72 hours'],
    [72, '3 days'],
    [1_440, '60 days'],
    [4_380, '6 months'],
    [17_600, '2 years'],
  ])('are said in the unit that one thinks in: %d', (hours, says) => {
    expect(sayJobHours('en', hours)).toBe(says);
  });
});
