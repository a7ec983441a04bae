import type { measuredKeys } from '$src/answers/job-parameters.ts';
import { type JobKind, jobKinds } from '$src/plan/job.ts';
import type { Locale } from '$src/words/locales.ts';
import { type SnakeCase, type Worded, wordsIn } from '$src/words/words.ts';

/** Fields of jobs that rest on a measurement, in the order in which one asks: what was measured, then how much of it there is. */
interface MeasuredField {
  readonly key: MeasuredKey;
  readonly placeholder: string;
  readonly isNeeded?: boolean;
}

type MeasuredKey = (typeof measuredKeys)[number];

/** The messages of all fields and kinds. One without words does not compile. */
export type JobKindMessage = Worded<
  `planner_field_${SnakeCase<MeasuredKey>}` | `planner_kind_${SnakeCase<JobKind>}` | `planner_kind_${SnakeCase<JobKind>}_about`
>;

const measured: readonly MeasuredField[] = [
  { key: 'measured-gpu', placeholder: 'h100' },
  { key: 'measured-gpus', placeholder: '8' },
];

export const measuredFields: Readonly<
  Record<Exclude<JobKind, 'training'>, { readonly main: readonly MeasuredField[]; readonly more: readonly MeasuredField[] }>
> = {
  'data-parallel': {
    main: [
      { key: 'step-seconds', placeholder: '0.5', isNeeded: true },
      { key: 'samples-per-step', placeholder: '2048', isNeeded: true },
      { key: 'samples', placeholder: '2B', isNeeded: true },
      { key: 'gradient-bytes', placeholder: '700M', isNeeded: true },
      ...measured,
    ],
    more: [],
  },
  mpi: {
    main: [{ key: 'points', placeholder: '1:10, 2:19, 4:35' }, { key: 'hours-one-node', placeholder: '2000' }, ...measured],
    more: [
      { key: 'step-seconds', placeholder: '0.8' },
      { key: 'steps', placeholder: '10M' },
      { key: 'halo-bytes', placeholder: '4G' },
      { key: 'all-to-all-bytes', placeholder: '0' },
      { key: 'all-reduces', placeholder: '3' },
      { key: 'all-reduce-bytes', placeholder: '8' },
    ],
  },
  independent: {
    main: [
      { key: 'jobs', placeholder: '100k', isNeeded: true },
      { key: 'hours-per-job', placeholder: '0.5', isNeeded: true },
      { key: 'measured-gpu', placeholder: 'a100' },
    ],
    more: [
      { key: 'gpus-per-job', placeholder: '1' },
      { key: 'startup-seconds', placeholder: '60' },
      { key: 'data-bytes-per-job', placeholder: '2G' },
    ],
  },
};

const snake = <K extends string>(key: K): SnakeCase<K> => key.replaceAll('-', '_') as SnakeCase<K>;

/** What a field is called. */
export const fieldLabel = (locale: Locale, key: MeasuredKey): string => wordsIn(locale)[`planner_field_${snake(key)}`]();

/** The kind that an address asks about; training where it says none, or one that is none. */
export const kindOf = (value: string): JobKind => jobKinds.find((kind) => kind === value) ?? 'training';

export interface KindChoice {
  readonly kind: JobKind;
  readonly label: string;
  readonly about: string;
  /** What stands behind the "?" of the page that asks for such a job. */
  readonly query: string;
  readonly isCurrent: boolean;
}

/** The kinds as links: filters go along, the figures of another kind do not. */
export function kindChoices(locale: Locale, current: JobKind, filters: readonly (readonly [string, string])[]): readonly KindChoice[] {
  const words = wordsIn(locale);
  return jobKinds.map((kind) => ({
    kind,
    label: words[`planner_kind_${snake(kind)}`](),
    about: words[`planner_kind_${snake(kind)}_about`](),
    query: new URLSearchParams([
      ...(kind === 'training' ? [] : [['kind', kind]]),
      ...filters.map(([key, value]) => [key, value]),
    ]).toString(),
    isCurrent: kind === current,
  }));
}
