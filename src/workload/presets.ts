import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';
import { citedSources, type HardwareProblem } from '../hardware/citations.ts';
import { type PartLeftOut, partsLeftOut, shapeOfConfig } from './config-json.ts';
import type { ModelShape } from './model-shape.ts';
import { countParameters } from './parameters.ts';
import type { ModelFile, ModelsFile } from './preset-schema.ts';

/** A model on file. */
export interface ModelPreset {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly shape: ModelShape;
  readonly leftOut: readonly PartLeftOut[];
  readonly note: string | null;
  /** Families for which this is the usual model of its size; `any` where no family is named. */
  readonly typicalFor: readonly string[];
  /** Address and date of each page that the sizes come from. */
  readonly sources: readonly { readonly url: string; readonly asOf: string | null }[];
}

/** The models on file, and how to find one by whatever people call it. */
export interface ModelPresets {
  readonly all: readonly ModelPreset[];
  readonly find: (name: string) => ModelPreset | null;
}

/** Longest name that is looked at. */
const longestName = 120;
/** Words behind a name that do not change the shape of a model. */
const shapelessWords = new Set(['instruct', 'base', 'chat', 'hf', 'it', 'fp', 'bf', 'model', 'preview', 'thinking']);

/**
 * A name without its separators, cases and publisher: "meta-llama/Llama-3.1-8B-Instruct" and "llama3.1 8b" are one. Words and
 * numbers stay apart, so that "Llama 38B" is not "Llama 3 8B".
 */
export function modelKey(name: string): string {
  const last = name.slice(0, longestName).normalize('NFKC').toLowerCase().split('/').at(-1) ?? '';
  const words = last.match(/[a-z]+|\d+(?:\.\d+)?|[^\s\p{P}\p{S}a-z\d]+/gu) ?? [];
  while (words.length > 1 && shapelessWords.has(words.at(-1) ?? '')) words.pop();
  return words.join('-');
}

const labelsOf = (model: Pick<ModelPreset, 'id' | 'name' | 'aliases'>): readonly string[] => [model.id, model.name, ...model.aliases];

/** Opens the files of models. Trusts them: `findPresetProblems` was asked before they were compiled. */
export function openPresets(files: readonly ModelsFile[]): ModelPresets {
  const sourceByKey = new Map(files.flatMap((file) => Object.entries(file.sources)));
  const all = files.flatMap((file) =>
    file.models.map(
      (model): ModelPreset => ({
        id: model.id,
        name: model.name,
        aliases: model.aliases,
        shape: shapeOfConfig(model.config, model.name),
        leftOut: partsLeftOut(model.config),
        note: model.note ?? null,
        typicalFor: model.typicalFor,
        sources: model.sources.flatMap((key) => sourceByKey.get(key) ?? []).map(({ url, asOf }) => ({ url, asOf })),
      }),
    ),
  );
  const byKey = new Map(all.flatMap((preset) => labelsOf(preset).map((label) => [modelKey(label), preset] as const)));
  return { all, find: (name) => byKey.get(modelKey(name)) ?? null };
}

/** The model of a name. Throws `Fault` `model/not-found` with the nearest id. */
export function findPreset(presets: ModelPresets, name: string): ModelPreset {
  const preset = presets.find(name);
  if (preset !== null) return preset;
  const given = name.slice(0, longestName);
  const nearest = nearestWord(
    given.toLowerCase(),
    presets.all.map(({ id }) => id),
  );
  throw new Fault('model/not-found', { given, nearest: nearest ?? '' });
}

/** How far a rounded published count may be from ours: "109B" of a model whose sight is not counted is 1% more. */
const roundedTolerance = 0.03;

function countProblem(model: ModelFile): string | null {
  let total: number;
  try {
    ({ total } = countParameters(shapeOfConfig(model.config, model.name)));
  } catch (error) {
    if (error instanceof Fault) return `its config is refused: ${error.code} ${JSON.stringify(error.params)}`;
    throw error;
  }
  if (model.published === undefined) return null;
  const { parameters, exact } = model.published;
  const isNear = exact ? total === parameters : Math.abs(total - parameters) <= parameters * roundedTolerance;
  return isNear ? null : `its config makes ${total} parameters, but ${parameters} are published`;
}

/** Every place in the files of models that breaks a rule. */
export function findPresetProblems(files: readonly ModelsFile[]): readonly HardwareProblem[] {
  const problems: HardwareProblem[] = [];
  const sources = new Set(files.flatMap((file) => Object.keys(file.sources)));
  const owners = new Map<string, string>();
  for (const [file, { models }] of files.entries()) {
    for (const [number, model] of models.entries()) {
      const path = ['models', number] as const;
      for (const cited of citedSources({ sources: model.sources, published: model.published }, path)) {
        if (!sources.has(cited.key)) problems.push({ file, path: cited.path, says: `"${cited.key}" is not a key of "sources"` });
      }
      for (const label of labelsOf(model)) {
        const owner = owners.get(modelKey(label));
        if (owner !== undefined && owner !== model.id) problems.push({ file, path, says: `"${label}" names ${owner} already` });
        owners.set(modelKey(label), model.id);
      }
      const says = countProblem(model);
      if (says !== null) problems.push({ file, path: [...path, 'config'], says });
    }
  }
  return problems;
}
