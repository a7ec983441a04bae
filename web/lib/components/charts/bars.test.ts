import { describe, expect, test } from 'vitest';
import type { DecimalText } from '$src/units/money.ts';
import { type FareAmounts, fareParts, linesShown, shareOf, totalOf } from './fare-lines.ts';
import { intervalBar, intervalPath } from './interval-geometry.ts';
import { memoryShapes } from './memory-geometry.ts';

const amount = (text: string) => text as DecimalText;

describe('an interval in a cell', () => {
  test('lies on the scale of its column', () => {
    expect(intervalBar({ value: 0.9, low: 0.8, high: 0.95 }, [0.5, 1])).toEqual({
      from: 60,
      to: 90,
      tick: 80,
      isCutLow: false,
      isCutHigh: false,
    });
  });

  test('that goes on beyond the scale ends in a point', () => {
    const shape = intervalBar({ value: 0.6, low: 0.4, high: 0.7 }, [0.5, 1]);
    expect(shape).toMatchObject({ from: 0, to: 40, isCutLow: true });
    expect(intervalPath(shape)).toBe('M3 4L0 7L3 10H40V4z');
  });

  test('can be seen however narrow it is, at the ends of the scale too', () => {
    for (const value of [0.5, 0.75, 1]) {
      const { from, to } = intervalBar({ value, low: value, high: value }, [0.5, 1]);
      expect(to - from).toBeGreaterThanOrEqual(1.4);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(100);
    }
  });
});

describe('memory of nodes', () => {
  test('is drawn against the longest bar, and what just holds the job is enough', () => {
    expect(memoryShapes(1120, [{ memoryGb: 640 }, { memoryGb: 1120 }, { memoryGb: 1400 }])).toEqual({
      need: 80,
      bars: [
        { width: 45.7, isEnough: false },
        { width: 80, isEnough: true },
        { width: 100, isEnough: true },
      ],
    });
  });
});

describe('a fare in parts', () => {
  const fare: FareAmounts = { network: amount('200'), computing: amount('790'), data: amount('10') };

  test('adds up exactly, and a line that is left out costs nothing', () => {
    expect(totalOf(fare)).toBe('1000');
    expect(totalOf({ computing: amount('0.1'), storage: amount('0.2') })).toBe('0.3');
    expect(shareOf(fare, 'network')).toBe(0.2);
    expect(shareOf({}, 'network')).toBeNull();
  });

  test('is drawn in the fixed order, on the scale of the largest fare', () => {
    expect(fareParts(fare, amount('2000')).map(({ line }) => line)).toEqual(['computing', 'network', 'data']);
    const widths = fareParts(fare, amount('2000')).map(({ width }) => width);
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(50, 1);
  });

  test('shows even the smallest part, and the whole stays as long as it is', () => {
    const parts = fareParts({ computing: amount('99990'), data: amount('10') }, amount('100000'));
    expect(parts.at(-1)?.width).toBeGreaterThan(0.5);
    expect((parts.at(-1)?.x ?? 0) + (parts.at(-1)?.width ?? 0)).toBeCloseTo(100, 1);
  });

  test('has no row for what costs nothing in any offer', () => {
    expect(linesShown([fare, { storage: amount('1') }])).toEqual(['computing', 'network', 'storage', 'data']);
  });
});
