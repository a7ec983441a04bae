import { filters, viewKeys } from '../catalogue/filters.ts';
import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';
import { type JobLimits, type JobPrecision, jobPrecisions, type Objective, objectives, type TrainingJob } from '../plan/job.ts';
import { ageInDays, type Day, isDay } from '../units/date.ts';
import { type Hours, parseDuration } from '../units/duration.ts';
import { type TrainingMethod, trainingMethods } from '../workload/flops.ts';
import type { ModelShape } from '../workload/model-shape.ts';

/** Keys of a job, in URL, command line and API alike. Everything else is a filter on offers. */
export const jobKeys = [
  'model',
  'method',
  'tokens',
  'sequence',
  'batch-tokens',
  'precision',
  'dataset-bytes',
  'checkpoint-bytes',
  'deadline',
  'max-nodes',
  'objective',
  'override',
  'what-if',
] as const;
export type JobKey = (typeof jobKeys)[number];

/** A question to the planner, as far as it can be read without looking anything up. */
export interface PlanQuestion {
  readonly model: string | null;
  readonly method: TrainingMethod;
  readonly tokens: number | null;
  readonly sequence: number | null;
  readonly batchTokens: number | null;
  readonly precision: JobPrecision;
  readonly limits: JobLimits;
  readonly overrides: readonly string[];
  readonly whatIf: string | null;
  /** What is left: filters on offers. */
  readonly filters: readonly (readonly [string, string])[];
  /** What was filled in, as stable words. */
  readonly assumed: readonly string[];
}

const scales: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, g: 1e9, t: 1e12 };
const amountShape = /^(\d{1,18}(?:\.\d{1,9})?(?:e\+?\d{1,2})?)\s*([kmbgt]?)$/i;

const short = (text: string): string => text.slice(0, 60);

/** Reads "1e12", "1T" or "4M". Throws `Fault` `query/not-a-number` outside the bounds. */
function readAmount(key: JobKey, text: string, least: number, most: number): number {
  const [, digits, scale = ''] = amountShape.exec(text) ?? [];
  const value = digits === undefined ? Number.NaN : Number(digits) * (scales[scale.toLowerCase()] ?? Number.NaN);
  if (!(value >= least && value <= most)) throw new Fault('query/not-a-number', { key, given: short(text) });
  return value;
}

function readWord<W extends string>(key: JobKey, text: string, words: readonly W[]): W {
  const word = words.find((known) => known === text.toLowerCase());
  if (word === undefined) {
    throw new Fault('query/unknown-value', { key, given: short(text), nearest: nearestWord(short(text), words) ?? '' });
  }
  return word;
}

/** "30d", or the day by which the job has to be done. Throws `Fault` for a day that is past. */
function readDeadline(text: string, today: Day): Hours {
  if (isDay(text)) {
    const days = -ageInDays(text, today);
    if (days <= 0) throw new Fault('query/date-in-the-past', { key: 'deadline', given: text, today });
    return (days * 24) as Hours;
  }
  const hours = parseDuration(text);
  if (hours === null) throw new Fault('query/not-a-duration', { key: 'deadline', given: short(text) });
  return hours;
}

/** Whoever names no deadline is taken to wait a quarter of a year. */
const usualDeadlineHours = (90 * 24) as Hours;
export const mostNodes = 1024;
const mostOverrides = 20;

/**
 * Reads the job out of the parameters of a question; what is no key of a job is a filter. Empty values count as not given.
 * Throws `Fault` `query/…` for a value that is not understood.
 */
export function readPlanQuestion(parameters: Iterable<readonly [string, string]>, today: Day): PlanQuestion {
  const given = new Map<JobKey, string[]>();
  const rest: (readonly [string, string])[] = [];
  for (const [key, raw] of parameters) {
    const known = jobKeys.find((jobKey) => jobKey === key);
    if (known === undefined) {
      const all = [...jobKeys, ...filters.map((filter) => filter.key), ...viewKeys];
      if (!(all as readonly string[]).includes(key)) {
        throw new Fault('query/unknown-filter', { given: short(key), nearest: nearestWord(short(key), all) ?? '' });
      }
      rest.push([key, raw]);
    } else if (raw.trim() !== '') given.set(known, [...(given.get(known) ?? []), raw.trim()]);
  }
  const single = (key: JobKey): string | null => {
    const values = given.get(key) ?? [];
    if (values.length > 1) throw new Fault('query/too-many-values', { most: 1 });
    const [value = null] = values;
    if (value !== null && value.length > 200) throw new Fault('query/too-long', { key, most: 200 });
    return value;
  };
  const amount = (key: JobKey, least: number, most: number): number | null => {
    const text = single(key);
    return text === null ? null : readAmount(key, text, least, most);
  };
  const word = <W extends string>(key: JobKey, words: readonly W[], usual: W): W => {
    const text = single(key);
    return text === null ? usual : readWord(key, text, words);
  };
  const assumed: string[] = [];
  const deadline = single('deadline');
  if (deadline === null) assumed.push('deadline 90d');
  const overrides = given.get('override') ?? [];
  if (overrides.length > mostOverrides) throw new Fault('query/too-many-values', { most: mostOverrides });
  const objective: Objective = word('objective', objectives, 'cost');
  const whole = (value: number | null, key: JobKey): number | null => {
    if (value !== null && !Number.isInteger(value)) throw new Fault('query/not-a-number', { key, given: String(value) });
    return value;
  };
  return {
    model: single('model'),
    method: word('method', trainingMethods, 'pretrain'),
    tokens: amount('tokens', 1, 1e16),
    sequence: whole(amount('sequence', 1, 1e7), 'sequence'),
    batchTokens: amount('batch-tokens', 1, 1e10),
    precision: word('precision', jobPrecisions, 'bf16'),
    limits: {
      deadlineHours: deadline === null ? usualDeadlineHours : readDeadline(deadline, today),
      maxNodes: whole(amount('max-nodes', 1, mostNodes), 'max-nodes') ?? mostNodes,
      objective,
      datasetBytes: amount('dataset-bytes', 0, 1e18) ?? 0,
      checkpointBytes: amount('checkpoint-bytes', 0, 1e16),
    },
    overrides,
    whatIf: single('what-if'),
    filters: rest,
    assumed,
  };
}

/** Tokens of a batch and a sequence that are usual where nobody says: of pre-training, and of tuning. */
const usual = {
  pretrain: { sequence: 8192, batchTokens: 4e6 },
  tuning: { sequence: 4096, batchTokens: 128 * 4096 },
} as const;

/** The job of a question about a model that was found, and what was filled in. Throws `Fault` where tokens or batch make no job. */
export function trainingJobOf(question: PlanQuestion, shape: ModelShape): { job: TrainingJob; assumed: readonly string[] } {
  const { method, precision, tokens } = question;
  if (tokens === null) throw new Fault('job/tokens-not-given');
  const standard = method === 'pretrain' ? usual.pretrain : usual.tuning;
  const sequence = question.sequence ?? standard.sequence;
  const batchTokens = question.batchTokens ?? Math.max(sequence, standard.batchTokens);
  if (batchTokens < sequence) throw new Fault('job/batch-below-sequence', { batch: batchTokens, sequence });
  if (batchTokens > tokens) {
    if (question.batchTokens !== null) throw new Fault('job/batch-above-job', { batch: batchTokens, tokens });
  }
  const assumed: string[] = [];
  if (question.sequence === null) assumed.push(`sequence ${sequence}`);
  if (question.batchTokens === null) assumed.push(`batch ${Math.min(batchTokens, Math.max(sequence, tokens))} tokens`);
  return {
    job: {
      kind: 'training',
      shape,
      method,
      precision,
      tokens,
      sequence,
      batchTokens: Math.min(batchTokens, Math.max(sequence, tokens)),
    },
    assumed,
  };
}
