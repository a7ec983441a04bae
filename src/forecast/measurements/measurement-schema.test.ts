import { describe, expect, test } from 'vitest';
import { toDay } from '../../units/date.ts';
import { findMeasurementProblems, measurementsFile } from './measurement-schema.ts';

const page = { title: 'A page', quality: 'published-measurement' };
const sound = { id: 'a', kind: 'training', source: 'page', gpus: 16, nodes: 2 };
const fileOf = (...runs: readonly object[]): unknown => ({ sources: { page }, runs: runs.map((run) => ({ ...sound, ...run })) });
const opens = (run: object): boolean => measurementsFile.safeParse(fileOf(run)).success;
const says = (content: unknown): readonly string[] =>
  findMeasurementProblems([measurementsFile.parse(content)]).map((problem) => `${problem.path.join('.')}: ${problem.says}`);

describe('a figure of a published run', () => {
  test('lies where figures of real hardware lie', () => {
    expect(opens({ measured: { mfu: 0.55, stepTimeS: 12, busBandwidthGBytePerS: 390, peakMemoryGiB: 74 } })).toBe(true);
    for (const measured of [
      { mfu: 55 },
      { efficiency: 93 },
      { stepTimeS: 0 },
      { stepTimeS: 1e6 },
      { tokensPerSPerGpu: 1e9 },
      { tflopsPerGpu: 4e14 },
      { peakMemoryGiB: 80_000 },
      { busBandwidthGBytePerS: 3_200 },
      { busBandwidthGBytePerS: Number.POSITIVE_INFINITY },
    ])
      expect(opens({ measured }), JSON.stringify(measured)).toBe(false);
  });

  test('needs whole positive counts, and a level of sharding from 0 to 3 or words', () => {
    for (const run of [{ gpus: 0 }, { nodes: 1.5 }, { microBatch: -1 }, { parallel: { tensor: 0 } }, { parallel: { sharding: 4 } }])
      expect(opens(run), JSON.stringify(run)).toBe(false);
    expect(opens({ parallel: { sharding: 'hybrid 3 in node' } })).toBe(true);
  });

  test('belongs to a kind of run and a source that says how far it can be trusted', () => {
    expect(opens({ kind: 'guess' })).toBe(false);
    expect(opens({ source: undefined })).toBe(false);
    expect(measurementsFile.safeParse({ sources: { page: { title: 'A page' } }, runs: [sound] }).success).toBe(false);
    expect(measurementsFile.safeParse({ sources: { page: { ...page, quality: 'hearsay' } }, runs: [sound] }).success).toBe(false);
    expect(measurementsFile.safeParse({ sources: { page: { ...page, url: 'no address' } }, runs: [sound] }).success).toBe(false);
    expect(measurementsFile.safeParse({ sources: { page }, runs: [] }).success).toBe(false);
  });
});

describe('a file of runs', () => {
  test('has no complaint where all is whole', () => {
    expect(says(fileOf({ parallel: { tensor: 8, data: 2 } }))).toEqual([]);
  });

  test('has no more nodes than GPUs, and no parallelism that takes more of them', () => {
    expect(says(fileOf({ gpus: 2, nodes: 16 }))).toEqual(['runs.0.nodes: 16 nodes cannot share 2 GPUs']);
    expect(says(fileOf({ parallel: { tensor: 8, pipeline: 4, expert: 8 } }))).toEqual([
      'runs.0.parallel: takes 32 GPUs, but the run has 16',
    ]);
  });

  test('lists no source, model or cluster for nothing', () => {
    const content = {
      sources: { page, other: page },
      models: { gpt: { name: 'GPT' } },
      clusters: { dgx: { gpu: 'A100' } },
      runs: [sound],
    };
    expect(says(content)).toEqual(
      ['sources.other', 'models.gpt', 'clusters.dgx'].map((path) => `${path}: is named by no run: take it out`),
    );
  });

  test('cites pages of the past, as exactly as they are dated, and where in them a figure stands', () => {
    const dated = (asOf: string): unknown => ({
      note: 'Tokens count padding.',
      sources: { page: { ...page, asOf } },
      runs: [{ ...sound, table: 'Table 2' }],
    });
    const on = (asOf: string) =>
      findMeasurementProblems([measurementsFile.parse(dated(asOf))], toDay('2026-11-30')).map(({ says: why }) => why);
    for (const asOf of ['2026-11-30', '2026-11', '2026', '2024-06-12']) expect(on(asOf), asOf).toEqual([]);
    for (const asOf of ['2026-12-01', '2026-12', '2027']) expect(on(asOf), asOf).toEqual([`${asOf} is in the future: today is 2026-11-30`]);
    expect(measurementsFile.safeParse(dated('June 2024')).success).toBe(false);
  });

  test('uses an id once', () => {
    expect(says(fileOf({}, {}))).toEqual(['runs.1.id: "a" is on file already']);
  });
});
