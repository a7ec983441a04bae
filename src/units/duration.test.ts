import { describe, expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

describe('durations', () => {
  it('are read in hours, with a month of 730 and a year of 8,760', () => {
    expect(parseDuration('36h')).toBe(36);
    expect(parseDuration('30d')).toBe(720);
    expect(parseDuration('2W')).toBe(336);
    expect(parseDuration('1.5m')).toBe(1_095);
    expect(parseDuration('1y')).toBe(8_760);
  });

  it('need a number above zero and a unit', () => {
    for (const bad of ['', '30', 'd', '0d', '-1d', '1e3d', '30 days', '99999999d', '١d']) expect(parseDuration(bad)).toBeNull();
  });
});
