import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calibrationOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { intervalAround, intervalClassOf } from './interval.ts';
import { prepareRun } from './prepared-run.ts';
import type { Run } from './run.ts';

const widths = { 'plan stated': { low: -0.1, high: 0.2, cases: 9 } };

describe('an interval', () => {
  test('turns the widths of ln(forecast / measured) round: a forecast that tends to be slow has the measured time below it', () => {
    expect(intervalAround(100, 'plan stated', widths)).toEqual([100 * Math.exp(-0.2), 100 * Math.exp(0.1)]);
  });

  test('of a rate is that of the time it stands for', () => {
    const [short, long] = intervalAround(100, 'plan stated', widths);
    const [slow, fast] = intervalAround(1 / 100, 'plan stated', widths, true);
    expect(slow).toBeCloseTo(1 / long, 12);
    expect(fast).toBeCloseTo(1 / short, 12);
  });

  test('of a class that no run was ever left out of is wider than that of any class of steps on file but experts', () => {
    const [low, high] = intervalAround(100, 'images', widths);
    expect([low, high]).toEqual([100 * Math.exp(-0.4), 100 * Math.exp(0.4)]);
    for (const [of, { low: least, high: most }] of Object.entries(calibrationOnFile.forecast.intervals))
      if (of !== 'experts') expect(most - least, of).toBeLessThan(0.8);
  });

  test('holds the value, for every class on file', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), fc.boolean(), (value, inverse) => {
        for (const of of Object.keys(tablesOnFile.intervals)) {
          const [low, high] = intervalAround(value, of as 'memory', tablesOnFile.intervals, inverse);
          expect(low, of).toBeLessThanOrEqual(value);
          expect(high, of).toBeGreaterThanOrEqual(value);
        }
      }),
    );
  });
});

describe('the class of a run', () => {
  const run: Run = {
    id: 'x',
    kind: 'training',
    model: { name: 'Llama 3 8B', seq: 4096 },
    gpu: 'H100-80',
    gpus: 64,
    nodes: 8,
    fabric: 'infiniband',
    node_gbps: 3200,
    parallel: { tp: 2, pp: 1, cp: 1, dp: 32 },
    global_batch: 128,
    micro_batch: 1,
  };
  const classOf = (over: Partial<Run>): string | null => intervalClassOf(prepareRun({ ...run, ...over }, tablesOnFile));

  test('goes by what is stated, by experts and by full sharding', () => {
    expect(classOf({})).toBe('plan stated');
    expect(classOf({ micro_batch: null })).toBe('plan assumed');
    expect(classOf({ parallel: null })).toBe('plan assumed');
    expect(classOf({ parallel: { tp: 1, zero: 3 } })).toBe('sharded');
    expect(classOf({ model: { name: 'Mixtral 8x7B', seq: 4096 } })).toBe('experts');
    expect(classOf({ model: { name: 'ResNet-50' } })).toBe('images');
    expect(classOf({ gpu: null })).toBeNull();
  });

  test('of a collective goes by its size, by whether it leaves the domain and by what is known of the fabric', () => {
    const collective = (over: Partial<Run>, bytes = 2 ** 30): string | null =>
      classOf({ kind: 'collective', intra: 'NVLink4 900GB/s', measured: { collective: 'all_reduce', size_bytes: bytes }, ...over });
    expect(collective({})).toBe('collective across');
    expect(collective({}, 2 ** 20 - 1)).toBe('collective small');
    expect(collective({ gpus: 8, nodes: 1 })).toBe('collective inside');
    expect(collective({ fabric: null })).toBe('collective assumed');
    expect(collective({ node_gbps: null })).toBe('collective assumed');
  });
});
