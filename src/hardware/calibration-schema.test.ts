import { describe, expect, test } from 'vitest';
import { calibrationOnFile } from '../../tests/setup/forecast-on-file.ts';
import { accuracyFile, calibrationFile, constantValues } from './calibration-schema.ts';

const constant = { value: 0.6, prior: 0.5, spread: 0.1, within: [0.1, 1], unit: 'share', because: 'A reason.' };
const sound = (over: object): boolean => calibrationFile.safeParse({ constants: { ringShare: { ...constant, ...over } } }).success;

describe('a file of constants', () => {
  test('says value, prior, spread, bounds, unit and reason of each', () => {
    expect(sound({})).toBe(true);
    for (const key of Object.keys(constant)) expect(sound({ [key]: undefined }), key).toBe(false);
  });

  test('has no value and no prior outside the bounds, and no spread of nothing', () => {
    expect(sound({ value: 1.01 })).toBe(false);
    expect(sound({ value: 0.09 })).toBe(false);
    expect(sound({ prior: 2 })).toBe(false);
    expect(sound({ spread: 0 })).toBe(false);
    expect(sound({ value: 'fast' })).toBe(false);
    expect(sound({ value: Number.NaN })).toBe(false);
    expect(sound({ within: [1, 0.1] })).toBe(false);
  });

  test('takes no key that it does not know', () => {
    expect(sound({ note: 'kept' })).toBe(false);
    expect(calibrationFile.safeParse({ constants: {}, fitted: true }).success).toBe(false);
    expect(calibrationFile.safeParse({ constants: { 'ring share': constant } }).success).toBe(false);
  });

  test('gives the values by name', () => {
    expect(constantValues(calibrationFile.parse({ constants: { ringShare: constant } }))).toEqual({ ringShare: 0.6 });
  });

  test('on file has the value between its ends of an interval for every class', () => {
    for (const file of Object.values(calibrationOnFile))
      for (const [of, { low, high }] of Object.entries(file.intervals)) {
        expect(low, of).toBeLessThan(0);
        expect(high, of).toBeGreaterThan(0);
      }
  });
});

describe('a file of accuracy', () => {
  test('has no negative error and no share above 100%', () => {
    expect(accuracyFile.safeParse({ runs: -1 }).success).toBe(false);
    expect(accuracyFile.safeParse({}).success).toBe(false);
  });
});
