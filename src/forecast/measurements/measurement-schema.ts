import { z } from 'zod';
import { type Day, isSourceDate } from '../../units/date.ts';
import { runKinds } from '../run.ts';

/**
 * The form of the files in `data/measurements/`: runs and collectives that others measured and published, one file for
 * each publisher, with models and clusters named once. What a publisher does not state is left out; nothing is filled in.
 */

const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case words joined by "-"');
const id = z.string().min(1).max(160);
const words = z.string().trim().min(1).max(200);
const whole = z.int().positive();
const positive = z.number().positive();
/** Bounds that no figure of real hardware passes: a unit confused with another shows as a factor of 8, 60 or 1,000. */
const upTo = (most: number): z.ZodNumber => positive.max(most);

/** How far a figure can be trusted, most first. Estimates are kept for reading, and never fitted or scored. */
export const qualities = [
  'audited-log',
  'published-measurement',
  'micro-benchmark',
  'vendor-table',
  'vendor-or-site-table',
  'single-snapshot',
  'blog-or-issue',
  'analytic-or-estimate',
] as const;

const results = z.strictObject({
  stepTimeS: upTo(86_400).optional(),
  tokensPerSPerGpu: upTo(1e7).optional(),
  tflopsPerGpu: upTo(20_000).optional(),
  mfu: upTo(1).optional(),
  /** Somewhat above 1 where more nodes leave more cache or memory to each. */
  efficiency: upTo(1.25).optional(),
  baselineNodes: whole.optional(),
  peakMemoryGiB: upTo(1_000).optional(),
  busBandwidthGBytePerS: upTo(2_000).optional(),
  bytes: upTo(1e13).optional(),
  collective: words.optional(),
  timeUs: upTo(1e9).optional(),
  timeToTrainMin: upTo(1e6).optional(),
});

const runFile = z.strictObject({
  id,
  kind: z.enum(runKinds),
  source: slug,
  /** Table, figure or section of the source. */
  table: words.optional(),
  model: slug.optional(),
  sequence: whole.optional(),
  cluster: slug.optional(),
  gpus: whole.optional(),
  nodes: whole.optional(),
  /** In the publisher's words: `amp_bf16`, `fp8-cs`. */
  precision: words.optional(),
  parallel: z
    .strictObject({
      tensor: whole.optional(),
      pipeline: whole.optional(),
      data: whole.optional(),
      context: whole.optional(),
      expert: whole.optional(),
      /** ZeRO level, or words for hybrids of levels. */
      sharding: z.union([z.int().min(0).max(3), words]).optional(),
      sequenceParallel: z.boolean().optional(),
      virtualStages: whole.optional(),
    })
    .optional(),
  globalBatch: whole.optional(),
  microBatch: whole.optional(),
  recompute: words.optional(),
  /** As printed by the publisher or read from the log. */
  measured: results.optional(),
  /** Follows from what was measured and from the configuration. */
  derived: results.optional(),
  /** False: the publisher calls the system broken. */
  healthy: z.literal(false).optional(),
  /** False: leaves out what decides the result. */
  predictable: z.literal(false).optional(),
});

const modelFile = z.strictObject({
  name: words,
  parameters: positive.optional(),
  layers: whole.optional(),
  hidden: whole.optional(),
  heads: whole.optional(),
  keyValueHeads: whole.optional(),
  feedForwardWidth: whole.optional(),
  vocabulary: whole.optional(),
  mixtureOfExperts: words.optional(),
});

const clusterFile = z.strictObject({
  gpu: words.optional(),
  gpusPerNode: whole.optional(),
  intra: words.optional(),
  fabric: words.optional(),
  nodeGbitPerS: upTo(20_000).optional(),
});

export const measurementsFile = z.strictObject({
  /** How its figures are to be read: what rates count, what memory is that of. */
  note: z.string().trim().min(1).max(600).optional(),
  sources: z.record(
    slug,
    z.strictObject({
      title: words,
      /** Left out where the text was read without its address. */
      url: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .optional(),
      /** When it said so; left out where the text carries no date. */
      asOf: z.string().refine(isSourceDate, 'a date: 2026-11-30, 2026-11 or 2026').optional(),
      quality: z.enum(qualities),
    }),
  ),
  models: z.record(slug, modelFile).default({}),
  clusters: z.record(slug, clusterFile).default({}),
  runs: z.array(runFile).min(1),
});

export type MeasurementsFile = z.output<typeof measurementsFile>;
export type RunFile = MeasurementsFile['runs'][number];
export type RunResults = z.output<typeof results>;

/** A place in a file that breaks a rule which its form alone cannot show. */
export interface MeasurementProblem {
  readonly file: number;
  readonly path: readonly (string | number)[];
  readonly says: string;
}

/** GPUs that the sizes of parallelism take at least; expert parallelism uses those of the others. */
const gpusOfSizes = ({ tensor = 1, pipeline = 1, context = 1, data = 1 }: NonNullable<RunFile['parallel']>): number =>
  tensor * pipeline * context * data;

/**
 * Ids are unique over all files; sources, models and clusters that runs name are on file, and none stands there for
 * nothing; a run has no more nodes than GPUs, and its parallelism not more than it has; no source is of a day after `today`.
 */
export function findMeasurementProblems(files: readonly MeasurementsFile[], today: Day | null = null): readonly MeasurementProblem[] {
  const problems: MeasurementProblem[] = [];
  const taken = new Set<string>();
  for (const [file, content] of files.entries()) {
    const used = new Set<string>();
    for (const [name, { asOf }] of Object.entries(content.sources)) {
      if (today !== null && asOf !== undefined && asOf > today.slice(0, asOf.length))
        problems.push({ file, path: ['sources', name, 'asOf'], says: `${asOf} is in the future: today is ${today}` });
    }
    for (const [number, run] of content.runs.entries()) {
      const path = ['runs', number] as const;
      const report = (field: string, says: string): number => problems.push({ file, path: [...path, field], says });
      if (taken.has(run.id)) report('id', `"${run.id}" is on file already`);
      taken.add(run.id);
      for (const [field, list] of [
        ['source', 'sources'],
        ['model', 'models'],
        ['cluster', 'clusters'],
      ] as const) {
        const name = run[field];
        if (name === undefined) continue;
        used.add(`${list}.${name}`);
        if (!Object.hasOwn(content[list], name)) report(field, `"${name}" is not under "${list}"`);
      }
      const { gpus, nodes, parallel } = run;
      if (gpus === undefined) continue;
      if (nodes !== undefined && nodes > gpus) report('nodes', `${nodes} nodes cannot share ${gpus} GPUs`);
      if (parallel !== undefined && gpusOfSizes(parallel) > gpus)
        report('parallel', `takes ${gpusOfSizes(parallel)} GPUs, but the run has ${gpus}`);
    }
    for (const list of ['sources', 'models', 'clusters'] as const) {
      for (const name of Object.keys(content[list]))
        if (!used.has(`${list}.${name}`)) problems.push({ file, path: [list, name], says: 'is named by no run: take it out' });
    }
  }
  return problems;
}
