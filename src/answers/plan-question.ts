import { Fault } from '../faults/fault.ts';
import { type JobKind, type JobLimits, jobKinds, jobPrecisions, objectives, type TrainingJob } from '../plan/job.ts';
import { ageInDays, type Day, isDay } from '../units/date.ts';
import { type Hours, parseDuration } from '../units/duration.ts';
import { trainingMethods } from '../workload/flops.ts';
import type { ModelShape } from '../workload/model-shape.ts';
import { JobParameters, shortened } from './job-parameters.ts';

/** A question to the planner, as far as it can be read without looking anything up. */
export interface PlanQuestion {
  readonly kind: JobKind;
  /** Name of a model on file; null where none is given. */
  readonly model: string | null;
  readonly limits: JobLimits;
  readonly overrides: readonly string[];
  readonly whatIf: string | null;
  /** What is left: filters on offers. */
  readonly filters: readonly (readonly [string, string])[];
  /** What was filled in, as stable words. */
  readonly assumed: readonly string[];
  /** Where the figures of the job itself are read from. */
  readonly parameters: JobParameters;
}

/** "30d", or the day by which the job has to be done. Throws `Fault` for a day that is past. */
function readDeadline(text: string, today: Day): Hours {
  if (isDay(text)) {
    const days = -ageInDays(text, today);
    if (days <= 0) throw new Fault('query/date-in-the-past', { key: 'deadline', given: text, today });
    return (days * 24) as Hours;
  }
  const hours = parseDuration(text);
  if (hours === null) throw new Fault('query/not-a-duration', { key: 'deadline', given: shortened(text) });
  return hours;
}

/** Whoever names no deadline is taken to wait a quarter of a year. */
const usualDeadlineHours = (90 * 24) as Hours;
const mostNodes = 1024;
const mostOverrides = 20;

/**
 * Reads the job out of the parameters of a question; what is no key of a job is a filter. Empty values count as not given.
 * Throws `Fault` `query/…` for a value that is not understood.
 */
export function readPlanQuestion(given: Iterable<readonly [string, string]>, today: Day): PlanQuestion {
  const parameters = new JobParameters(given);
  const deadline = parameters.text('deadline');
  const overrides = parameters.all('override');
  if (overrides.length > mostOverrides) throw new Fault('query/too-many-values', { most: mostOverrides });
  return {
    kind: parameters.word('kind', jobKinds, 'training'),
    model: parameters.text('model'),
    limits: {
      deadlineHours: deadline === null ? usualDeadlineHours : readDeadline(deadline, today),
      maxNodes: parameters.whole('max-nodes', 1, mostNodes) ?? mostNodes,
      objective: parameters.word('objective', objectives, 'cost'),
      datasetBytes: parameters.amount('dataset-bytes', 0, 1e18) ?? 0,
      checkpointBytes: parameters.amount('checkpoint-bytes', 0, 1e16),
    },
    overrides,
    whatIf: parameters.text('what-if'),
    filters: parameters.filters,
    assumed: deadline === null ? ['deadline 90d'] : [],
    parameters,
  };
}

/** Tokens of a batch and a sequence that are usual where nobody says: of pre-training, and of tuning. */
const usual = {
  pretrain: { sequence: 8192, batchTokens: 4e6 },
  tuning: { sequence: 4096, batchTokens: 128 * 4096 },
} as const;

/** The training of a model that was found, and what was filled in. Throws `Fault` where tokens or batch make no job. */
export function trainingJobOf({ parameters }: PlanQuestion, shape: ModelShape): { job: TrainingJob; assumed: readonly string[] } {
  const method = parameters.word('method', trainingMethods, 'pretrain');
  const precision = parameters.word('precision', jobPrecisions, 'bf16');
  const tokens = parameters.amount('tokens', 1, 1e16);
  if (tokens === null) throw new Fault('job/tokens-not-given');
  const standard = method === 'pretrain' ? usual.pretrain : usual.tuning;
  const givenSequence = parameters.whole('sequence', 1, 1e7);
  const givenBatch = parameters.amount('batch-tokens', 1, 1e10);
  const sequence = givenSequence ?? standard.sequence;
  // A job that is shorter than the usual batch is one batch.
  const batchTokens = givenBatch ?? Math.max(sequence, Math.min(standard.batchTokens, tokens));
  if (batchTokens < sequence) throw new Fault('job/batch-below-sequence', { batch: batchTokens, sequence });
  if (givenBatch !== null && batchTokens > tokens) throw new Fault('job/batch-above-job', { batch: batchTokens, tokens });
  return {
    job: { kind: 'training', shape, method, precision, tokens, sequence, batchTokens },
    assumed: [...(givenSequence === null ? [`sequence ${sequence}`] : []), ...(givenBatch === null ? [`batch ${batchTokens} tokens`] : [])],
  };
}
