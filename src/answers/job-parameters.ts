import { filters, viewKeys } from '../catalogue/filters.ts';
import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';

/** Keys that every kind of job has, of training, and of jobs that rest on a measurement. */
const commonKeys = ['kind', 'deadline', 'max-nodes', 'objective', 'dataset-bytes', 'checkpoint-bytes', 'override', 'what-if'] as const;
const trainingKeys = ['model', 'method', 'tokens', 'sequence', 'batch-tokens', 'precision'] as const;
export const measuredKeys = [
  'measured-gpu',
  'measured-gpus',
  'step-seconds',
  'samples-per-step',
  'samples',
  'gradient-bytes',
  'steps',
  'halo-bytes',
  'all-to-all-bytes',
  'all-reduces',
  'all-reduce-bytes',
  'points',
  'hours-one-node',
  'jobs',
  'hours-per-job',
  'gpus-per-job',
  'startup-seconds',
  'data-bytes-per-job',
] as const;

/** What each of them is, for the command line and the description of the interface. */
export const measuredMeanings: Readonly<Record<(typeof measuredKeys)[number], string>> = {
  'measured-gpu': 'GPU that was measured on; every GPU counts as equally fast where none is named',
  'measured-gpus': 'GPUs of the node that was measured, 8 unless said',
  'step-seconds': 'data-parallel, mpi: seconds of one step on one node',
  'samples-per-step': 'data-parallel: samples of one step on one node',
  samples: 'data-parallel: samples of the whole job',
  'gradient-bytes': 'data-parallel: bytes of all gradients',
  steps: 'mpi: steps of the whole job',
  'halo-bytes': 'mpi: bytes that the surface of the whole domain exchanges in one step',
  'all-to-all-bytes': 'mpi: bytes that all send to all in one step',
  'all-reduces': 'mpi: sums over all ranks in one step',
  'all-reduce-bytes': 'mpi: bytes of each of them, 8 unless said',
  points: 'mpi: throughput measured by number of nodes, 1:10,2:19,4:35',
  'hours-one-node': 'mpi: hours of the whole job on one node, with points',
  jobs: 'independent: how many',
  'hours-per-job': 'independent: hours of one',
  'gpus-per-job': 'independent: GPUs of one, 1 unless said',
  'startup-seconds': 'independent: from a free place to work',
  'data-bytes-per-job': 'independent: bytes that one reads and writes',
};

/** Keys of a job, in URL, command line and API alike. Everything else is a filter on offers. */
export const jobKeys = [...commonKeys, ...trainingKeys, ...measuredKeys] as const;
export type JobKey = (typeof jobKeys)[number];

const scales: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, g: 1e9, t: 1e12 };
const amountShape = /^(\d{1,18}(?:\.\d{1,9})?(?:e[+-]?\d{1,2})?)\s*([kmbgt]?)$/i;
/** Letters of one value. */
export const longestValue = 2_000;

export const shortened = (text: string): string => text.slice(0, 60);

/** The parameters of a job by their keys; what is none is kept apart, as filters. Empty values count as not given. */
export class JobParameters {
  readonly filters: readonly (readonly [string, string])[];
  readonly #given = new Map<JobKey, string[]>();

  /** Throws `Fault` `query/unknown-filter` for a key that is neither of a job nor a filter. */
  constructor(parameters: Iterable<readonly [string, string]>) {
    const rest: (readonly [string, string])[] = [];
    const known: readonly string[] = [...jobKeys, ...filters.map((filter) => filter.key), ...viewKeys];
    for (const [key, raw] of parameters) {
      const jobKey = jobKeys.find((one) => one === key);
      const value = raw.trim();
      if (!known.includes(key)) {
        throw new Fault('query/unknown-filter', { given: shortened(key), nearest: nearestWord(shortened(key), known) ?? '' });
      }
      if (jobKey === undefined) rest.push([key, raw]);
      else if (value !== '') this.#given.set(jobKey, [...(this.#given.get(jobKey) ?? []), value]);
    }
    this.filters = rest;
  }

  all(key: JobKey): readonly string[] {
    return this.#given.get(key) ?? [];
  }

  /** The one value of a key, null where it is not given. Throws `Fault` where it is given twice or too long. */
  text(key: JobKey): string | null {
    const values = this.all(key);
    if (values.length > 1) throw new Fault('query/too-many-values', { most: 1 });
    const [value = null] = values;
    if (value !== null && value.length > longestValue) throw new Fault('query/too-long', { key, most: longestValue });
    return value;
  }

  /** Reads "1e12", "1T" or "4M". Throws `Fault` `query/not-a-number` outside the bounds. */
  amount(key: JobKey, least: number, most: number): number | null {
    const text = this.text(key);
    if (text === null) return null;
    const [, digits, scale = ''] = amountShape.exec(text) ?? [];
    const value = digits === undefined ? Number.NaN : Number(digits) * (scales[scale.toLowerCase()] ?? Number.NaN);
    if (!(value >= least && value <= most)) throw new Fault('query/not-a-number', { key, given: shortened(text) });
    return value;
  }

  /** The same for a whole number. */
  whole(key: JobKey, least: number, most: number): number | null {
    const value = this.amount(key, least, most);
    if (value !== null && !Number.isInteger(value)) throw new Fault('query/not-a-number', { key, given: String(value) });
    return value;
  }

  /** The same where the job is none without it. Throws `Fault` `job/figure-not-given`. */
  needed(key: JobKey, least: number, most: number): number {
    const value = this.amount(key, least, most);
    if (value === null) throw new Fault('job/figure-not-given', { key });
    return value;
  }

  /** A word of a list; `usual` where none is given. Throws `Fault` `query/unknown-value` with the nearest. */
  word<W extends string>(key: JobKey, words: readonly W[], usual: W): W {
    const text = this.text(key);
    if (text === null) return usual;
    const word = words.find((known) => known === text.toLowerCase());
    if (word !== undefined) return word;
    throw new Fault('query/unknown-value', { key, given: shortened(text), nearest: nearestWord(shortened(text), words) ?? '' });
  }
}
