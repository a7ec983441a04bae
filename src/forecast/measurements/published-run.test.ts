import { describe, expect, test } from 'vitest';
import { measurementsOnFile, publishedOnFile } from '../../../tests/setup/forecast-on-file.ts';
import { runSchema } from '../run.ts';
import { findMeasurementProblems, type MeasurementsFile, measurementsFile, qualities } from './measurement-schema.ts';
import { publishedRuns } from './published-run.ts';

const small = (runs: readonly object[]): MeasurementsFile =>
  measurementsFile.parse({
    sources: { page: { title: 'A page', quality: 'published-measurement' } },
    models: { gpt: { name: 'GPT', layers: 12, hidden: 768, heads: 12 } },
    clusters: { dgx: { gpu: 'A100-80', gpusPerNode: 8, fabric: 'infiniband', nodeGbitPerS: 1600 } },
    runs,
  });
const run = { id: 'a', kind: 'training', source: 'page', model: 'gpt', cluster: 'dgx', gpus: 16, nodes: 2 };

describe('the measurements on file', () => {
  test('keep every rule', () => {
    expect(findMeasurementProblems(measurementsOnFile)).toEqual([]);
    expect(new Set(publishedOnFile.map(({ run: { id } }) => id)).size).toBe(publishedOnFile.length);
    expect(publishedOnFile.length).toBeGreaterThan(500);
  });

  test('are runs as "predict" reads them', () => {
    for (const { run: read } of publishedOnFile) expect(runSchema.safeParse(read).success, read.id).toBe(true);
  });

  test('name only qualities that are ranked', () => {
    for (const { quality } of publishedOnFile) expect(qualities).toContain(quality);
  });
});

describe('a file of measurements', () => {
  test('opens into runs with models and clusters put in, and null for what is not stated', () => {
    const [opened] = publishedRuns([small([{ ...run, parallel: { tensor: 8, sharding: 1 }, measured: { stepTimeS: 2 }, healthy: false }])]);
    expect(opened?.run).toMatchObject({
      id: 'a',
      gpu: 'A100-80',
      node_gbps: 1600,
      model: { name: 'GPT', layers: 12, vocab: null },
      parallel: { tp: 8, pp: null, zero: 1 },
      recompute: null,
    });
    expect(opened).toMatchObject({
      measured: { stepTimeS: 2 },
      derived: {},
      healthy: false,
      predictable: true,
      source: { title: 'A page' },
    });
  });

  test('shows a forecast nothing of what was measured, but for what was asked of the network and the baseline', () => {
    const measured = { stepTimeS: 2, tokensPerSPerGpu: 3, efficiency: 0.9, baselineNodes: 1, bytes: 8, collective: 'all_reduce' };
    const [opened] = publishedRuns([small([{ ...run, measured }])]);
    expect(opened?.run.measured).toEqual({ collective: 'all_reduce', size_bytes: 8, baseline_nodes: 1 });
  });

  test('may use an id once over all files, and only sources, models and clusters that it lists', () => {
    const problems = findMeasurementProblems([small([run]), small([run, { ...run, id: 'b', source: 'no', model: 'no', cluster: 'no' }])]);
    expect(problems.map(({ file, path }) => `${file}:${path.join('.')}`)).toEqual([
      '1:runs.0.id',
      '1:runs.1.source',
      '1:runs.1.model',
      '1:runs.1.cluster',
    ]);
  });

  test('takes no key that it does not know, and no figure of zero', () => {
    expect(() => small([{ ...run, batch: 3 }])).toThrow();
    expect(() => small([{ ...run, measured: { stepTimeS: 0 } }])).toThrow();
  });
});
