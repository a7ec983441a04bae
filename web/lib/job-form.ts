import { type JobKey, jobKeys } from '$src/answers/job-parameters.ts';
import type { FaultParams } from '$src/faults/fault.ts';
import { type JobPrecision, jobPrecisions, objectives } from '$src/plan/job.ts';
import { countryName, formatNumber } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { say } from '$src/words/vocabulary.ts';
import { wordsIn } from '$src/words/words.ts';
import { trainingMethods } from '$src/workload/flops.ts';
import { fieldLabel, type KindChoice, kindChoices, kindOf, measuredFields } from './job-kinds.ts';
import { groupModels, type ModelName } from './model-groups.ts';

/** The form that asks for a job, as a list of what to draw. Its state is the address; keys that it does not show go along unseen. */

export interface JobOption {
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
}

/** Options under a heading; those without stand before all others. */
export interface JobOptionGroup {
  readonly label: string | null;
  readonly options: readonly JobOption[];
}

export interface JobField {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly help: string | null;
  /** What can be chosen; null: a text is written. */
  readonly groups: readonly JobOptionGroup[] | null;
  readonly isNeeded: boolean;
  /** The question was refused for this field. */
  readonly isFaulty: boolean;
}

export interface JobForm {
  readonly main: readonly JobField[];
  readonly more: readonly JobField[];
  readonly isMoreOpen: boolean;
  /** Parameters of the address that no field shows. */
  readonly kept: readonly (readonly [string, string])[];
  readonly hasJob: boolean;
  readonly kinds: readonly KindChoice[];
}

export interface JobFormInput {
  readonly locale: Locale;
  /** As in the address. */
  readonly parameters: readonly (readonly [string, string])[];
  readonly models: readonly ModelName[];
  /** Id of the model on file that a name means; null where none is known by it. */
  readonly findModel: (name: string) => string | null;
  readonly gpuName: (family: string) => string;
  /** Values that offers on file have, by filter. */
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly fault?: { readonly code: string; readonly params: FaultParams } | null;
}

/** Filters that have a field of their own; others go along. */
const shownFilters = ['gpu', 'fabric', 'region'] as const;

const isJobKey = (key: string): key is JobKey => jobKeys.some((known) => known === key);

/** Whether an address says something of a job, and not of offers alone. */
export const namesJob = (parameters: Iterable<readonly [string, string]>): boolean =>
  [...parameters].some(([key, value]) => isJobKey(key) && key !== 'kind' && value.trim() !== '');

/** The parameters of a job alone, without filters: what another page needs to see its offers through the same job. */
export const jobParametersOf = (parameters: Iterable<readonly [string, string]>): [string, string][] =>
  [...parameters].filter(([key, value]) => isJobKey(key) && value.trim() !== '').map(([key, value]) => [key, value]);

const faultKeys: Readonly<Record<string, string>> = {
  'job/model-not-given': 'model',
  'job/tokens-not-given': 'tokens',
  'job/batch-below-sequence': 'batch-tokens',
  'job/batch-above-job': 'batch-tokens',
};

/** The key whose field a refusal is about; null where it is about none. */
export function keyOfFault(fault: JobFormInput['fault']): string | null {
  if (fault === null || fault === undefined) return null;
  const { code, params } = fault;
  if (code.startsWith('model/')) return 'model';
  return faultKeys[code] ?? (typeof params['key'] === 'string' ? params['key'] : null);
}

const precisionNames: Readonly<Record<JobPrecision, string>> = { bf16: 'BF16', fp16: 'FP16', fp8: 'FP8', fp4: 'FP4' };

export function buildJobForm(input: JobFormInput): JobForm {
  const { locale, parameters, fault = null } = input;
  const words = wordsIn(locale);
  const faultKey = keyOfFault(fault);
  const given = (key: string): readonly string[] =>
    parameters.filter(([name, value]) => name === key && value.trim() !== '').map(([, value]) => value.trim());
  const last = (key: string): string => given(key).at(-1) ?? '';

  const text = (key: JobKey, label: string, about: Partial<JobField> = {}): JobField => ({
    key,
    label,
    value: last(key),
    placeholder: '',
    help: null,
    groups: null,
    isNeeded: false,
    isFaulty: faultKey === key,
    ...about,
  });
  const choice = (key: string, label: string, usual: string, options: readonly (readonly [string, string])[]): JobField => ({
    key,
    label,
    value: '',
    placeholder: '',
    help: null,
    groups: [
      {
        label: null,
        // The usual one is sent as nothing, so that addresses stay short.
        options: options.map(([value, name]) => ({
          value: value === usual ? '' : value,
          label: name,
          isChosen: (last(key) || usual) === value,
        })),
      },
    ],
    isNeeded: false,
    isFaulty: faultKey === key,
  });

  const named = last('model');
  const chosen = named === '' ? null : input.findModel(named);
  const model: JobField = {
    ...text('model', words.planner_form_model()),
    groups: [
      { label: null, options: [{ value: '', label: words.planner_form_model_choose(), isChosen: chosen === null }] },
      ...groupModels(input.models).map(({ label, models }) => ({
        label: label ?? words.planner_form_models_more(),
        options: models.map(({ id, name }) => ({ value: id, label: name, isChosen: id === chosen })),
      })),
    ],
  };
  const otherModel = text('model', words.planner_form_model_text(), {
    value: chosen === null ? named : '',
    placeholder: 'meta-llama/Llama-3.1-8B',
    help: words.planner_form_model_text_help(),
  });

  const filter = (key: (typeof shownFilters)[number], label: string, nameOf: (value: string) => string): JobField => {
    // "unknown" and "any" are answers to a filter, and no names of anything.
    const values = given(key).filter((value) => value !== 'unknown' && value !== 'any');
    const known = Object.keys(input.facets[key] ?? {}).filter((value) => value !== 'unknown');
    const options = [...new Set([...known, ...values])].map((value) => [value, nameOf(value)] as const);
    options.sort((a, b) => a[1].localeCompare(b[1], locale));
    return choice(key, label, '', [['', words.planner_form_any()], ...options]);
  };
  // Several values of one filter are more than a list of one choice can show: they go along as they are.
  const filters = [
    filter('gpu', words.planner_form_gpu(), input.gpuName),
    filter('fabric', words.planner_form_fabric(), (value) => say(locale, 'fabric', value as never)),
    filter('region', words.planner_form_region(), (value) => countryName(locale, value)),
  ].filter(({ key }) => given(key).length <= 1 && last(key) !== 'unknown');

  const trainingMain = [
    model,
    text('tokens', words.planner_form_tokens(), { placeholder: '1T', help: words.planner_form_tokens_help(), isNeeded: true }),
    choice(
      'method',
      words.planner_form_method(),
      'pretrain',
      trainingMethods.map((method) => [method, words[`planner_form_method_${method}`]()]),
    ),
    text('deadline', words.planner_form_deadline(), { placeholder: '60d', help: words.planner_form_deadline_help() }),
  ];
  const trainingMore = [
    otherModel,
    choice(
      'precision',
      words.planner_form_precision(),
      'bf16',
      jobPrecisions.map((precision) => [precision, precisionNames[precision]]),
    ),
    text('sequence', words.planner_form_sequence(), { placeholder: formatPlain(last('method')) }),
    text('batch-tokens', words.planner_form_batch(), { placeholder: '4M' }),
    text('dataset-bytes', words.planner_form_dataset(), { placeholder: '2T' }),
    text('checkpoint-bytes', words.planner_form_checkpoint(), { placeholder: words.planner_form_checkpoint_none() }),
    text('max-nodes', words.planner_form_max_nodes(), { placeholder: formatNumber(locale, 1024) }),
    choice(
      'objective',
      words.planner_form_objective(),
      'cost',
      objectives.map((objective) => [objective, words[`planner_form_objective_${objective}`]()]),
    ),
    ...filters,
    text('what-if', words.planner_form_what_if(), { placeholder: 'ethernet:100:0.5', help: words.planner_form_what_if_help() }),
  ];
  const kind = kindOf(last('kind'));
  const ofMeasured = ({ main, more }: (typeof measuredFields)[keyof typeof measuredFields]): readonly [JobField[], JobField[]] => {
    const fieldOf = ({ key, placeholder, isNeeded = false }: (typeof main)[number]): JobField =>
      text(key, fieldLabel(locale, key), { placeholder, isNeeded });
    // What every kind has stands where it stands for training.
    const common = new Set<string>(['deadline', 'dataset-bytes', 'checkpoint-bytes', 'max-nodes', 'objective', 'what-if', ...shownFilters]);
    return [
      [...main.map(fieldOf), ...trainingMain.filter(({ key }) => common.has(key))],
      [...more.map(fieldOf), ...trainingMore.filter(({ key }) => common.has(key))],
    ];
  };
  const [main, more] = kind === 'training' ? [trainingMain, trainingMore] : ofMeasured(measuredFields[kind]);
  const shown = new Set([...main, ...more].map(({ key }) => key));
  return {
    main,
    more,
    isMoreOpen: more.some(({ isFaulty, groups }) => isFaulty && groups === null) && faultKey !== 'model',
    kept: parameters.filter(([key, value]) => !shown.has(key) && value.trim() !== '' && key !== 'page'),
    hasJob: namesJob(parameters),
    kinds: kindChoices(
      locale,
      kind,
      parameters.filter(([key, value]) => !isJobKey(key) && value.trim() !== '' && key !== 'page'),
    ),
  };
}

/** Sequence that is taken where none is written. */
const formatPlain = (method: string): string => (method === '' || method === 'pretrain' ? '8192' : '4096');
