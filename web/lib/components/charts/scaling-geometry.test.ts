import { describe, expect, test } from 'vitest';
import { commonEnd, inOrder, marksFor, nodesOf, type ScalingCurve } from './scaling-curves.ts';
import { drawingWidths, drawScaling, nodeTicks, valueAt, valueRange } from './scaling-geometry.ts';
import { drawingWords } from './scaling-words.ts';
import { widthOf } from './text-width.ts';

const point = (nodes: number, value: number, spread = 0.02) => ({ nodes, value, low: value - spread, high: Math.min(1, value + spread) });
const curve = (label: string, fabric: ScalingCurve['fabric'], values: readonly (readonly [number, number])[]): ScalingCurve => ({
  label,
  fabric,
  points: values.map(([nodes, value]) => point(nodes, value)),
});
const infiniband = curve('InfiniBand', 'infiniband', [
  [2, 1],
  [8, 0.95],
  [64, 0.9],
]);
const ethernet = curve('TCP/IP Ethernet', 'ethernet', [
  [2, 1],
  [8, 0.6],
  [64, 0.4],
]);
const words = drawingWords('en', 'percent', 'Scaling efficiency');
const draw = (curves: readonly ScalingCurve[], size: 'wide' | 'narrow' = 'wide') => drawScaling(curves, { unit: 'percent', size, words });
const commas = (count: number): string => count.toLocaleString('en-US');

describe('the axis of values', () => {
  test('begins at 50%, at 25% or at nothing, as the lowest interval asks', () => {
    expect(valueRange([infiniband], 'percent').low).toBe(0.5);
    expect(valueRange([ethernet], 'percent').low).toBe(0.25);
    expect(valueRange([curve('slow', 'unknown', [[2, 0.1]])], 'percent').low).toBe(0);
  });

  test('has its lines where grades begin', () => {
    expect(valueRange([infiniband], 'percent').ticks).toEqual([1, 0.95, 0.85, 0.7, 0.5]);
  });

  test('goes above 100% only for a share that does', () => {
    const cached = { ...infiniband, points: [{ nodes: 2, value: 1.03, low: 0.99, high: 1.07 }] };
    expect(valueRange([cached], 'percent').high).toBe(1.1);
    expect(valueRange([infiniband], 'percent').high).toBe(1);
  });

  test('of a quantity begins at zero', () => {
    const rate = { ...infiniband, points: [{ nodes: 2, value: 380_000, low: 350_000, high: 410_000 }] };
    const range = valueRange([rate], 'plain');
    expect(range.low).toBe(0);
    expect(range.high).toBeGreaterThanOrEqual(410_000);
  });
});

describe('the axis of nodes', () => {
  test('has the powers of two within it', () => {
    expect(nodeTicks(2, 128, 350, commas)).toEqual([2, 4, 8, 16, 32, 64, 128]);
    expect(nodeTicks(3, 100, 350, commas)).toEqual([4, 8, 16, 32, 64]);
  });

  test('leaves some out where their figures would touch, and keeps the largest', () => {
    expect(nodeTicks(2, 4096, 230, commas).at(-1)).toBe(4096);
    expect(nodeTicks(2, 4096, 230, commas)).toHaveLength(6);
  });

  test('has the ends themselves where no power of two lies between', () => {
    expect(nodeTicks(5, 7, 300, commas)).toEqual([5, 7]);
    expect(nodeTicks(6, 6, 300, commas)).toEqual([6]);
  });
});

describe('curves', () => {
  test('are put in order of nodes, and end together or apart', () => {
    const mixed = { ...infiniband, points: [...infiniband.points].reverse() };
    expect(inOrder(mixed).points.map(({ nodes }) => nodes)).toEqual([2, 8, 64]);
    expect(commonEnd([infiniband, ethernet])).toBe(64);
    expect(commonEnd([infiniband, curve('EFA', 'efa', [[2, 1]])])).toBeNull();
    expect(nodesOf([infiniband, curve('EFA', 'efa', [[4, 1]])])).toEqual([2, 4, 8, 64]);
  });

  test('over one fabric have marks of different shape, since they share colour and dash', () => {
    expect(marksFor([infiniband, ethernet, { ...infiniband, label: 'another' }])).toEqual(['disc', null, 'square']);
  });

  test('have a value between their points, straight over doublings, and none beyond them', () => {
    expect(valueAt(infiniband.points, 4)).toBeCloseTo(0.975, 6);
    expect(valueAt(infiniband.points, 64)).toBe(0.9);
    expect(valueAt(infiniband.points, 128)).toBeNull();
  });
});

describe('a drawing', () => {
  const labelled = ['a', 'b', 'c', 'd', 'e'].map((name, index) => ({
    ...infiniband,
    label: `${name} Amazon Web Services p5en.48xlarge in a region with a long name`,
    fabric: (['infiniband', 'roce', 'efa', 'gpudirect-tcpxo', 'unknown'] as const)[index] ?? 'unknown',
  }));

  test('keeps five long labels inside it and off each other', () => {
    const { curves, height, width } = draw(labelled);
    const lines = curves.flatMap(({ label, endValue }) => [...label, ...(endValue === null ? [] : [endValue])]);
    expect(lines.length).toBeGreaterThan(10);
    for (const { x, text, y } of lines) {
      expect(x + widthOf(text)).toBeLessThanOrEqual(width + 1);
      expect(y).toBeLessThanOrEqual(height);
    }
    const rows = lines.map(({ y }) => y).sort((a, b) => a - b);
    for (const [index, y] of rows.entries()) if (index > 0) expect(y - (rows[index - 1] ?? 0)).toBeGreaterThanOrEqual(12.9);
  });

  test('is as wide as its place, and leaves names to a legend on a phone', () => {
    const { width, curves, grades, plot } = draw(labelled, 'narrow');
    expect(width).toBe(drawingWidths.narrow);
    expect(curves.every(({ label, endValue, leader }) => label.length === 0 && endValue === null && leader === null)).toBe(true);
    for (const { x, text } of grades) expect(x + widthOf(text)).toBeLessThanOrEqual(width + 2);
    expect(plot.right).toBeLessThan(width);
  });

  test('paints what is emphasised last, and every curve with its interval', () => {
    const { curves } = draw([{ ...infiniband, emphasised: true }, ethernet]);
    expect(curves.map(({ fabric }) => fabric)).toEqual(['ethernet', 'infiniband']);
    for (const { band } of curves) expect(band).toMatch(/^M.*Z$/);
  });

  test('shows one number of nodes alone as a point within its interval, in the middle', () => {
    const { curves, plot, xTicks } = draw([curve('alone', 'efa', [[8, 0.9]])]);
    expect(curves[0]?.isLone).toBe(true);
    expect(curves[0]?.marks[0]?.[0]).toBeCloseTo((plot.left + plot.right) / 2, 0);
    expect(xTicks.map(({ text }) => text)).toEqual(['8']);
  });

  test('puts the bend on the line', () => {
    const [drawn] = draw([{ ...ethernet, knee: 8 }]).curves;
    expect(drawn?.knee?.[0]).toBeGreaterThan(0);
    expect(drawn?.line).toContain(`${drawn?.knee?.[0]},${drawn?.knee?.[1]}`);
  });
});
