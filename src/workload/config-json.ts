import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';
import { ConfigFields } from './config-fields.ts';
import { readT5, readWhisper } from './families/encoder-decoders.ts';
import { readBert, readVit } from './families/encoders.ts';
import { readGlmMoe, readGptOss, readLlama4, readMixtral, readQwenMoe } from './families/experts.ts';
import { readBloom, readFalcon, readGpt2, readGptJ, readGptNeox, readMpt, readOpt } from './families/gpt.ts';
import { latentVariants, readLatent } from './families/latent.ts';
import { llamaVariants, readLlama } from './families/llama.ts';
import { readMamba, readMamba2, readNemotronH } from './families/state-space.ts';
import { readConfigText } from './json-text.ts';
import type { ModelShape } from './model-shape.ts';
import { countParameters } from './parameters.ts';

type Reader = (fields: ConfigFields) => Omit<ModelShape, 'name'>;

/** Everything that is read, by `model_type`. What is not here is refused by name. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...Object.entries(llamaVariants).map(([type, variant]): [string, Reader] => [type, (fields) => readLlama(fields, type, variant)]),
  ...Object.entries(latentVariants).map(([type, variant]): [string, Reader] => [type, (fields) => readLatent(fields, type, variant)]),
  ['mixtral', (fields) => readMixtral(fields, 'mixtral')],
  ['qwen2_moe', (fields) => readQwenMoe(fields, 'qwen2_moe')],
  ['qwen3_moe', (fields) => readQwenMoe(fields, 'qwen3_moe')],
  ['glm4_moe', (fields) => readGlmMoe(fields, 'glm4_moe')],
  ['gpt_oss', (fields) => readGptOss(fields, 'gpt_oss')],
  ['llama4_text', (fields) => readLlama4(fields, 'llama4')],
  ['gpt2', readGpt2],
  ['gpt_neox', readGptNeox],
  ['gptj', readGptJ],
  ['mpt', readMpt],
  ['falcon', readFalcon],
  ['opt', readOpt],
  ['bloom', readBloom],
  ['bert', readBert],
  ['vit', readVit],
  ['t5', readT5],
  ['whisper', readWhisper],
  ['mamba', readMamba],
  ['mamba2', readMamba2],
  ['nemotron_h', readNemotronH],
]);

/** Names of the architectures that are read. */
export const knownArchitectures: readonly string[] = [...readers.keys()].sort();

const longestName = 120;

/** "LlamaForCausalLM" → "llama": for configs that leave `model_type` out. */
function typeOfClass(fields: ConfigFields): string | null {
  const [first] = fields.list('architectures', 100) ?? [];
  if (typeof first !== 'string' || first.length > longestName) return null;
  const stem = first
    .replace(/(For\w+|LMHead)?(Model)?$/, '')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
  return knownArchitectures.find((type) => type.replaceAll('_', '') === stem) ?? first;
}

/**
 * The shape that a config's fields describe. `name`: what to call the model where the config does not say.
 * Throws `Fault` `model/unknown-architecture`, `model/no-architecture`, `model/too-large`, or one of `ConfigFields`.
 */
export function shapeOfConfig(values: Readonly<Record<string, unknown>>, name: string): ModelShape {
  const outer = new ConfigFields(values);
  // Models that also see or hear keep the sizes of their language part in a section of its own.
  const fields = outer.section('text_config') ?? outer;
  const type = fields.wordOr(null, 'model_type') ?? typeOfClass(fields) ?? outer.wordOr(null, 'model_type');
  if (type === null) throw new Fault('model/no-architecture');
  const reader = readers.get(type);
  if (reader === undefined) {
    const given = type.slice(0, 60);
    throw new Fault('model/unknown-architecture', { given, nearest: nearestWord(given, knownArchitectures) ?? '' });
  }
  const shape: ModelShape = { name, ...reader(fields) };
  if (!Number.isSafeInteger(countParameters(shape).total)) throw new Fault('model/too-large');
  return shape;
}

/** What a config describes beside the network that is counted. */
export type PartLeftOut = 'vision' | 'audio' | 'further-token-prediction';

const predictsFurther = (fields: ConfigFields): boolean => fields.countOr(0, 'layers', 'num_nextn_predict_layers') > 0;

/**
 * Parts of the model that `shapeOfConfig` leaves out: what sees and hears, and blocks that predict further tokens.
 * Throws `Fault` of `ConfigFields`.
 */
export function partsLeftOut(values: Readonly<Record<string, unknown>>): readonly PartLeftOut[] {
  const outer = new ConfigFields(values);
  const inner = outer.section('text_config');
  return [
    ...(inner !== null && outer.has('vision_config') ? ['vision' as const] : []),
    ...(inner !== null && outer.has('audio_config') ? ['audio' as const] : []),
    ...(predictsFurther(inner ?? outer) ? ['further-token-prediction' as const] : []),
  ];
}

/** What a config calls its model, on one line; null where it does not say. */
export function nameOfConfig(values: Readonly<Record<string, unknown>>): string | null {
  const name = Object.hasOwn(values, '_name_or_path') ? values['_name_or_path'] : null;
  if (typeof name !== 'string') return null;
  const flat = name.replace(/[\p{C}\s]+/gu, ' ').trim();
  return flat === '' || flat.length > longestName ? null : flat;
}

/** Reads the text of a Hugging Face `config.json`. Throws `Fault`, of `readConfigText` or `shapeOfConfig`. */
export function parseConfigJson(text: string, name: string): ModelShape {
  return shapeOfConfig(readConfigText(text), name);
}
