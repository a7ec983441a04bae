import { describe, expect, it } from 'vitest';
import { shapeOnFile } from '../../tests/setup/models-on-file.ts';
import { aDay } from '../catalogue/fixtures/an-offer.ts';
import { Fault } from '../faults/fault.ts';
import type { TrainingJob } from '../plan/job.ts';
import { readPlanQuestion, trainingJobOf } from './plan-question.ts';

const shape = shapeOnFile('llama-3-8b');
const read = (query: string) => readPlanQuestion(new URLSearchParams(query), aDay);
const jobOf = (query: string): TrainingJob => trainingJobOf(read(query), shape).job;

function codeOf(query: string): string {
  try {
    trainingJobOf(read(query), shape);
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
  return 'accepted';
}

/** Written with "+" as a URL does not need to: a plus in an exponent is a plus. */
const encoded = (text: string): string => encodeURIComponent(text);

describe('a job in a question', () => {
  it.each([
    ['1e12', 1e12],
    ['1E12', 1e12],
    [encoded('1e+12'), 1e12],
    ['1000000000000', 1e12],
    ['1T', 1e12],
    ['0.3t', 3e11],
    ['300B', 3e11],
    ['300g', 3e11],
    ['20M', 2e7],
    ['500%20k', 5e5],
    ['1', 1],
    ['1e16', 1e16],
  ])('has %s tokens', (text, tokens) => {
    expect(jobOf(`tokens=${text}&sequence=1`).tokens).toBeCloseTo(tokens, 3);
  });

  it.each(['0', '-5', '1e17', '1e400', 'NaN', 'Infinity', '0x10', '1,000', '1e', 'T', '1TT', '٣', '1'.repeat(40)])(
    'is refused with %s tokens',
    (text) => {
      expect(codeOf(`tokens=${encoded(text)}`)).toBe('query/not-a-number');
    },
  );

  it('takes usual sequences and batches where none are given, and says so', () => {
    const pretrain = trainingJobOf(read('tokens=1T'), shape);
    expect(pretrain.job).toMatchObject({ method: 'pretrain', sequence: 8_192, batchTokens: 4e6, precision: 'bf16' });
    expect(pretrain.assumed).toEqual(['sequence 8192', 'batch 4000000 tokens']);
    expect(jobOf('tokens=1T&method=lora')).toMatchObject({ sequence: 4_096, batchTokens: 524_288 });
    const stated = trainingJobOf(read('tokens=1T&sequence=4096&batch-tokens=2M'), shape);
    expect([stated.job.sequence, stated.job.batchTokens, stated.assumed]).toEqual([4_096, 2e6, []]);
  });

  it('is one batch where it is shorter than the usual one', () => {
    expect(jobOf('tokens=100k').batchTokens).toBe(1e5);
    expect(jobOf('tokens=100').batchTokens).toBe(8_192);
  });

  it.each([
    ['tokens=1T&batch-tokens=100', 'job/batch-below-sequence'],
    ['tokens=1T&sequence=8192&batch-tokens=8191', 'job/batch-below-sequence'],
    ['tokens=1M&batch-tokens=2M', 'job/batch-above-job'],
    ['', 'job/tokens-not-given'],
    ['tokens=', 'job/tokens-not-given'],
    ['tokens=%20', 'job/tokens-not-given'],
    ['tokens=1T&tokens=2T', 'query/too-many-values'],
    ['tokens=1T&model=a&model=b', 'query/too-many-values'],
    ['tokens=1T&sequence=1.5', 'query/not-a-number'],
    ['tokens=1T&sequence=0', 'query/not-a-number'],
    ['tokens=1T&sequence=1e8', 'query/not-a-number'],
    ['tokens=1T&batch-tokens=0', 'query/not-a-number'],
    ['tokens=1T&max-nodes=0', 'query/not-a-number'],
    ['tokens=1T&max-nodes=1025', 'query/not-a-number'],
    ['tokens=1T&max-nodes=2.5', 'query/not-a-number'],
    ['tokens=1T&dataset-bytes=-1', 'query/not-a-number'],
    ['tokens=1T&checkpoint-bytes=1e17', 'query/not-a-number'],
    ['tokens=1T&method=guess', 'query/unknown-value'],
    ['tokens=1T&precision=fp12', 'query/unknown-value'],
    ['tokens=1T&objective=luck', 'query/unknown-value'],
    ['tokens=1T&toekns=1T', 'query/unknown-filter'],
    ['tokens=1T&__proto__=1', 'query/unknown-filter'],
    [`model=${'a'.repeat(5_000)}&tokens=1T`, 'query/too-long'],
    [`tokens=1T&${'override=a:b&'.repeat(21)}`, 'query/too-many-values'],
  ])('is refused: %s', (query, code) => {
    expect(codeOf(query)).toBe(code);
  });

  it('reads words in any case, and leaves filters to the comparison', () => {
    const question = read('tokens=1T&objective=TIME&fabric=roce&fabric=efa&override=a:price=1&override=b:price=2');
    expect(question.limits.objective).toBe('time');
    expect(question.filters).toEqual([
      ['fabric', 'roce'],
      ['fabric', 'efa'],
    ]);
    expect(question.overrides).toEqual(['a:price=1', 'b:price=2']);
  });
});

describe('the deadline of a question', () => {
  const hoursOf = (text: string): number => read(`deadline=${text}`).limits.deadlineHours;

  it.each([
    ['36h', 36],
    ['30d', 720],
    ['4w', 672],
    ['6m', 4_380],
    ['1y', 8_760],
    ['1.5d', 36],
    ['2026-12-01', 24],
    ['2027-11-30', 365 * 24],
  ])('%s is so many hours away', (text, hours) => {
    expect(hoursOf(text)).toBe(hours);
  });

  it('is 90 days where none is given, and that is said', () => {
    expect([hoursOf(''), read('').assumed]).toEqual([2_160, ['deadline 90d']]);
    expect(read('deadline=30d').assumed).toEqual([]);
  });

  it.each([
    ['2026-11-30', 'query/date-in-the-past'],
    ['2020-01-01', 'query/date-in-the-past'],
    ['2027-02-30', 'query/not-a-duration'],
    ['soon', 'query/not-a-duration'],
    ['0d', 'query/not-a-duration'],
    ['-3d', 'query/not-a-duration'],
    ['30', 'query/not-a-duration'],
  ])('is refused: %s', (text, code) => {
    expect(codeOf(`deadline=${text}&tokens=1T`)).toBe(code);
  });
});
