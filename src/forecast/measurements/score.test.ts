import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { publishedOnFile, tablesOnFile } from '../../../tests/setup/forecast-on-file.ts';
import { forecastRun, type RunForecast } from '../predict-run.ts';
import type { PublishedRun } from './published-run.ts';
import { publisherOf, type ScoredPrediction, scorePredictions } from './score.ts';

const published = (id: string, over: Partial<PublishedRun> = {}, run: Partial<PublishedRun['run']> = {}): PublishedRun => ({
  run: { id, kind: 'training', gpus: 8, nodes: 1, ...run },
  source: { title: 'Someone, a page (2025)', url: null },
  quality: 'published-measurement',
  measured: { stepTimeS: 10 },
  derived: {},
  healthy: true,
  predictable: true,
  ...over,
});
const says = (values: ScoredPrediction['values'], intervals: ScoredPrediction['intervals'] = {}): ScoredPrediction => ({
  refused: null,
  values,
  intervals,
});
const score = (runs: readonly PublishedRun[], predictions: Readonly<Record<string, ScoredPrediction>>) =>
  scorePredictions(runs, (id) => predictions[id]);

describe('the score of predictions', () => {
  test('names a publisher once for all of its pages', () => {
    expect(publisherOf('MLPerf Training v4.1 results of June (x)')).toBe('MLPerf Training v4.1 results');
    expect(publisherOf('Narayanan et al. 2021, Efficient Training (table 1)')).toBe('Narayanan et al. 2021');
  });

  test('counts errors in percent of what was measured, with the upper middle and the ninth tenth', () => {
    const runs = ['a', 'b', 'c', 'd'].map((id) => published(id));
    const found = score(runs, {
      a: says({ stepTimeS: 10 }, { stepTimeS: [9, 11] }),
      b: says({ stepTimeS: 11 }, { stepTimeS: [10.5, 12] }),
      c: says({ stepTimeS: 8 }),
      d: says({ stepTimeS: 14 }),
    });
    expect(found.groups['step time or throughput · one node']).toEqual({
      cases: 4,
      meanPercent: (0 + 10 + 20 + 40) / 4,
      medianPercent: 20,
      p90Percent: 40,
      biasPercent: (0 + 10 - 20 + 40) / 4,
      within10Percent: 50,
      coveragePercent: 50,
    });
    expect(found.groups['step time or throughput · Someone']?.cases).toBe(4);
  });

  test('scores the first quantity that a run states, so that restatements count once, and memory beside it', () => {
    const run = published('a', { measured: { mfu: 0.5, tflopsPerGpu: 100, peakMemoryGiB: 50 }, derived: { stepTimeS: 4 } });
    const found = score([run], { a: says({ stepTimeS: 5, tflopsPerGpu: 100, mfu: 0.5, peakMemoryGiB: 60 }) });
    expect(found.groups['step time or throughput · one node']).toMatchObject({ cases: 1, meanPercent: 25 });
    expect(found.groups['peak memory']).toMatchObject({ cases: 1, meanPercent: 20 });
  });

  test('keeps collectives below 1 MiB and runs of several nodes apart', () => {
    const collective = (id: string, bytes: number) =>
      published(id, { measured: { busBandwidthGBytePerS: 100, bytes } }, { kind: 'collective', nodes: 2 });
    const found = score([collective('small', 2 ** 20 - 1), collective('large', 2 ** 20)], {
      small: says({ busBandwidthGBytePerS: 150 }),
      large: says({ busBandwidthGBytePerS: 101 }),
    });
    expect(found.groups['bus bandwidth below 1 MiB · multi-node']?.meanPercent).toBeCloseTo(50);
    expect(found.groups['bus bandwidth · multi-node']?.meanPercent).toBeCloseTo(1);
  });

  test('never counts estimates, broken systems and runs that leave out what decides them', () => {
    const runs = [
      published('estimate', { quality: 'analytic-or-estimate' }),
      published('broken', { healthy: false }),
      published('open', { predictable: false }),
      published('silent', { measured: {} }),
      published('refused'),
    ];
    const guess = says({ stepTimeS: 10 });
    const found = score(runs, {
      estimate: guess,
      broken: guess,
      open: guess,
      silent: guess,
      refused: { ...guess, refused: 'no GPU stated' },
    });
    expect(found.answered).toEqual({ rows: 1, predicted: 0, refused: 1 });
    expect(found.groups).toEqual({});
  });

  test('compares throughput per GPU with that of the fewest nodes of the same plan', () => {
    const run = (nodes: number, rate: number, fabric = 'infiniband') =>
      published(`x-${nodes}n-${fabric}`, { measured: { tokensPerSPerGpu: rate } }, { nodes, gpus: 8 * nodes, fabric });
    const found = score([run(1, 100), run(2, 90), run(4, 80), run(2, 100, 'roce')], {
      'x-1n-infiniband': says({ tokensPerSPerGpu: 200 }),
      'x-2n-infiniband': says({ tokensPerSPerGpu: 190 }),
      'x-4n-infiniband': says({ tokensPerSPerGpu: 150 }),
      'x-2n-roce': says({ tokensPerSPerGpu: 3 }),
    });
    // 0.95 for 0.90, 0.75 for 0.80.
    expect(found.scaling.cases).toBe(2);
    expect(found.scaling.meanPoints).toBeCloseTo(5);
  });

  test('says how much slower the plan forecast best is than the one measured best', () => {
    const run = (id: string, tp: number, stepTimeS: number) =>
      published(id, { measured: { stepTimeS } }, { parallel: { tp }, global_batch: 8 });
    const found = score([run('a', 1, 10), run('b', 2, 12), run('c', 4, 15), run('again', 2, 14)], {
      a: says({ stepTimeS: 9 }),
      b: says({ stepTimeS: 8 }),
      c: says({ stepTimeS: 20 }),
      again: says({ stepTimeS: 8 }),
    });
    expect(found.planChoice.contests).toBe(1);
    // The second plan was measured twice: 13 on average.
    expect(found.planChoice.meanPercent).toBeCloseTo(30);
    expect(found.planChoice.spearman).toBeCloseTo(0.5);
  });

  test('has no contest between fewer than three plans', () => {
    const run = (id: string, tp: number) => published(id, {}, { parallel: { tp }, global_batch: 8 });
    expect(score([run('a', 1), run('b', 2)], { a: says({ stepTimeS: 1 }), b: says({ stepTimeS: 2 }) }).planChoice.contests).toBe(0);
  });
});

/** Folder of a scorer that was written apart from ours (`score.mjs`) and of the runs in its words (`rows.jsonl`), where one is at hand. */
const folder = process.env.CLUSTERFARE_SCORER ?? '';
/** The other scorer cuts names off. */
const shortNamed = (name: string): string => {
  const [what, whose] = name.split(' · ');
  return whose === undefined ? name : `${what} · ${whose.slice(0, 44)}`;
};

const scoredOf = ({ refused, intervals, ...forecast }: RunForecast): ScoredPrediction => ({
  refused,
  values: forecast,
  intervals: Object.fromEntries(Object.entries(intervals).filter(([, ends]) => ends !== null)),
});

const publishedLine = (forecast: RunForecast) => ({
  id: forecast.id,
  predicted: {
    iter_s: forecast.stepTimeS,
    tokens_per_s_per_gpu: forecast.tokensPerSPerGpu,
    mfu: forecast.mfu,
    tflops_per_gpu: forecast.tflopsPerGpu,
    peak_mem_gb: forecast.peakMemoryGiB,
    busbw_GBps: forecast.busBandwidthGBytePerS,
  },
  interval: {
    iter_s: forecast.intervals.stepTimeS,
    tokens_per_s_per_gpu: forecast.intervals.tokensPerSPerGpu,
    mfu: forecast.intervals.mfu,
    tflops_per_gpu: forecast.intervals.tflopsPerGpu,
    peak_mem_gb: forecast.intervals.peakMemoryGiB,
    busbw_GBps: forecast.intervals.busBandwidthGBytePerS,
  },
  refused: forecast.refused,
});

describe.skipIf(folder === '')('a scorer written apart', () => {
  test('agrees with ours in every group, in scaling and in the choice of plans', () => {
    const forecasts = new Map(publishedOnFile.map(({ run }) => [run.id, forecastRun(run, tablesOnFile)]));
    const ours = scorePredictions(publishedOnFile, (id) => {
      const forecast = forecasts.get(id);
      return forecast === undefined ? undefined : scoredOf(forecast);
    });
    const work = mkdtempSync(path.join(tmpdir(), 'clusterfare-score-'));
    try {
      const file = path.join(work, 'predictions.jsonl');
      writeFileSync(file, [...forecasts.values()].map((forecast) => JSON.stringify(publishedLine(forecast))).join('\n'));
      const ran = spawnSync(process.execPath, [path.join(folder, 'score.mjs'), path.join(folder, 'rows.jsonl'), file, '--json']);
      const theirs = JSON.parse(ran.stdout.toString()) as {
        answered: Record<string, number>;
        groups: Record<string, { n: number; mape: number; median: number; p90: number; bias: number; within10: number }>;
        scalingEfficiencyPoints: { n: number; meanAbs: number; median: number };
        planChoice: { contests: number; meanRegretPercent: number; spearman: number };
      };
      expect({ ...ours.answered, missing: 0 }).toEqual(theirs.answered);
      const groups = new Map(Object.entries(ours.groups).map(([name, group]) => [shortNamed(name), group]));
      expect([...groups.keys()].sort()).toEqual(Object.keys(theirs.groups).sort());
      for (const [name, their] of Object.entries(theirs.groups)) {
        const our = groups.get(name);
        expect(our?.cases, name).toBe(their.n);
        const figures = [our?.meanPercent, our?.medianPercent, our?.p90Percent, our?.biasPercent];
        for (const [index, figure] of [their.mape, their.median, their.p90, their.bias].entries())
          expect(Math.abs((figures[index] ?? Number.NaN) - figure), name).toBeLessThanOrEqual(0.1);
        expect(Math.abs((our?.within10Percent ?? 0) - their.within10), name).toBeLessThanOrEqual(0.5);
      }
      expect(ours.scaling.cases).toBe(theirs.scalingEfficiencyPoints.n);
      expect(Math.abs(ours.scaling.meanPoints - theirs.scalingEfficiencyPoints.meanAbs)).toBeLessThanOrEqual(0.1);
      expect(ours.planChoice.contests).toBe(theirs.planChoice.contests);
      expect(Math.abs(ours.planChoice.meanPercent - theirs.planChoice.meanRegretPercent)).toBeLessThanOrEqual(0.1);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });
});
