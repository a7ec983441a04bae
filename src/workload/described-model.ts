import { candidateShapes, type DenseDescription, type ShapeAssumption } from './dense-candidates.ts';
import type { ExpertFeedForward, ModelShape } from './model-shape.ts';
import { countParameters } from './parameters.ts';
import type { ModelPreset, ModelPresets } from './presets.ts';

/** How a published run describes what it trained. Null: not said. Sizes are numbers of values, `params` of parameters. */
export interface ModelDescription {
  readonly name: string | null;
  readonly params: number | null;
  readonly layers: number | null;
  readonly hidden: number | null;
  readonly heads: number | null;
  readonly keyValueHeads: number | null;
  readonly feedForwardWidth: number | null;
  readonly vocabulary: number | null;
  /** Free text: "256 routed experts top-8 + 1 shared, 37B active, MLA". */
  readonly mixtureOfExperts: string | null;
  /** Tokens of one sequence: as many learned positions as old models have. */
  readonly sequence?: number | null;
}

export type ShapeRefusal =
  /** Neither a known name nor enough sizes. */
  | 'model/not-described'
  /** A mixture of experts without the sizes that would make it countable. */
  | 'model/experts-not-described'
  /** No network of this kind with the sizes said has about the parameters said. */
  | 'model/contradicts-itself';

export type DescribedShape =
  | { readonly shape: ModelShape; readonly assumed: readonly ShapeAssumption[] }
  | { readonly refused: ShapeRefusal };

/** Beyond this, a count differs by more than rounding, padded vocabularies and biases explain. */
const disagreement = 0.03;
/** Beyond this, sizes and count do not speak of the same network. */
const contradiction = 0.2;

const isNear = (count: number, said: number | null, tolerance: number): boolean =>
  said === null || Math.abs(count - said) <= said * tolerance;

/** Longest name that is looked at. */
const longestName = 120;

/** "Llama 2 70B LoRA", "Llama 3 8B LoRA (llama3_lora_sft_ds3)": what is done with a model is not its name. */
const plainName = (name: string): string =>
  name
    .slice(0, longestName)
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\b(?:q?lora|sft|dpo|finetun\w*|fine-tun\w*|pretrain\w*)\b/gi, ' ')
    .trim();

/** Half of the last digit said: "175B" may be anything from 174.5 to 175.5 thousand million. */
function roundingOf(count: number): number {
  let unit = 1;
  while (count > 0 && count % (unit * 10) === 0) unit *= 10;
  return unit / 2;
}

/** Whether the sizes said are those of the model; what is not said does not contradict. A count to the last digit must be its own. */
function fits(shape: ModelShape, said: ModelDescription): boolean {
  const isToTheDigit = said.params !== null && roundingOf(said.params) < said.params * 1e-5;
  if (isToTheDigit && countParameters(shape).total !== said.params) return false;
  const mixer = shape.blocks.find((block) => block.mixer !== null && block.mixer.kind !== 'state-space')?.mixer ?? null;
  const dense = shape.blocks.find((block) => block.feedForward?.kind === 'dense')?.feedForward ?? null;
  const layers = shape.blocks.reduce((sum, block) => sum + block.count, 0);
  const hasExperts = shape.blocks.some((block) => block.feedForward?.kind === 'experts');
  const agrees = (value: number | null | undefined, own: number | undefined): boolean =>
    value == null || own === undefined || value === own;
  return (
    agrees(said.layers, layers) &&
    agrees(said.hidden, shape.hidden) &&
    (mixer === null || !('heads' in mixer) || agrees(said.heads, mixer.heads)) &&
    (mixer?.kind !== 'attention' || agrees(said.keyValueHeads, mixer.keyValueHeads)) &&
    (hasExperts || agrees(said.feedForwardWidth, dense?.width)) &&
    (hasExperts || agrees(said.vocabulary, shape.vocabulary))
  );
}

/** A model on file under the name said, with the vocabulary said. */
function fromPreset(preset: ModelPreset, said: ModelDescription): DescribedShape {
  const shape = said.vocabulary === null ? preset.shape : { ...preset.shape, vocabulary: said.vocabulary };
  const agrees = isNear(countParameters(shape).total, said.params, disagreement);
  return { shape, assumed: [`preset:${preset.id}`, ...(agrees ? [] : ['parameters-disagree' as const])] };
}

const sizeName = /^(?:([a-z][a-z ]*?)[\s-]*)?(\d+(?:\.\d+)?)\s*b$/i;

/** Where a name is a size and at most a family ("7B", "Llama 34B"), the model on file nearest in size. */
function typicalOf(said: ModelDescription, presets: ModelPresets): DescribedShape | null {
  const found = sizeName.exec(plainName(said.name ?? ''));
  if (found === null) return null;
  const family = (found[1] ?? '').toLowerCase().trim();
  const wanted = said.params ?? Number(found[2]) * 1e9;
  const typical = presets.all
    .filter(({ typicalFor }) => typicalFor.includes(family === '' ? 'any' : family))
    .map((preset) => ({ preset, total: countParameters(preset.shape).total }))
    .sort((a, b) => Math.abs(Math.log(a.total / wanted)) - Math.abs(Math.log(b.total / wanted)))[0];
  if (typical === undefined || !isNear(typical.total, wanted, contradiction)) return null;
  const shape = withDepthFor(typical.preset.shape, wanted);
  return { shape: { ...shape, name: said.name ?? shape.name }, assumed: [`typical:${typical.preset.id}`] };
}

/** The same network with as many blocks as bring it nearest to `wanted` parameters. */
function withDepthFor(shape: ModelShape, wanted: number): ModelShape {
  const { total, blocks } = countParameters(shape);
  const factor = (wanted - (total - blocks)) / blocks;
  return { ...shape, blocks: shape.blocks.map((run) => ({ ...run, count: Math.max(1, Math.round(run.count * factor)) })) };
}

interface Routing {
  readonly experts: number;
  readonly active: number;
  readonly shared: number;
}

/** "128 experts top-8 + 1 shared" → 128, 8, 1. */
function readRouting(text: string): Routing | null {
  const short = text.slice(0, 500);
  const experts = Number(/(\d+)\s+(?:routed\s+)?experts/i.exec(short)?.[1] ?? 0);
  const active = Number(/top[\s-]?(\d+)/i.exec(short)?.[1] ?? 0);
  const shared = Number(/\+\s*(\d+)\s+shared/i.exec(short)?.[1] ?? 0);
  return experts > 0 && active > 0 && active <= experts ? { experts, active, shared } : null;
}

/** A mixture that is not on file: expert width from the description, or from the count where that leaves only one answer. */
function fromRouting(said: ModelDescription, dense: DenseDescription): DescribedShape {
  const routing = readRouting(said.mixtureOfExperts ?? '');
  if (routing === null) return { refused: 'model/experts-not-described' };
  const withWidth = (width: number): ModelShape => {
    const experts: ExpertFeedForward = {
      kind: 'experts',
      experts: routing.experts,
      active: routing.active,
      width,
      gated: true,
      sharedWidth: routing.shared * width,
      latentWidth: null,
      biasesPerExpert: 0,
    };
    const [frame] = candidateShapes({ ...dense, feedForwardWidth: width, isGatedFirst: true });
    const base = frame?.shape as ModelShape;
    return { ...base, blocks: base.blocks.map((block) => ({ ...block, feedForward: experts })) };
  };
  if (said.feedForwardWidth !== null) return { shape: withWidth(said.feedForwardWidth), assumed: dense.assumed };
  if (said.params === null) return { refused: 'model/experts-not-described' };
  const without = countParameters(withWidth(0)).total;
  const perWidth = countParameters(withWidth(1)).total - without;
  const width = Math.round((said.params - without) / perWidth / 64) * 64;
  if (width < 64) return { refused: 'model/contradicts-itself' };
  return { shape: withWidth(width), assumed: [...dense.assumed, 'expert-width'] };
}

/** GPT-like or Llama-like: of the networks that the sizes allow, the usual one among those nearest to the count said. */
function fromSizes(dense: DenseDescription, params: number | null): DescribedShape {
  const candidates = candidateShapes(dense);
  const [usual] = candidates;
  if (usual === undefined) return { refused: 'model/not-described' };
  if (params === null) return { shape: usual.shape, assumed: [...dense.assumed, ...usual.assumed] };
  const missBy = (shape: ModelShape): number => Math.abs(countParameters(shape).total - params);
  const exact = candidates.find(({ shape }) => missBy(shape) <= roundingOf(params));
  const best = exact ?? candidates.toSorted((a, b) => missBy(a.shape) - missBy(b.shape))[0] ?? usual;
  const miss = missBy(best.shape) / params;
  if (miss > contradiction) return { refused: 'model/contradicts-itself' };
  return {
    shape: best.shape,
    assumed: [...dense.assumed, ...best.assumed, ...(miss > disagreement ? ['parameters-disagree' as const] : [])],
  };
}

/** Names of families whose feed-forward parts are gated. */
const gatedFamilies = /llama|mistral|mixtral|qwen|gemma|deepseek|glm|yi\b/i;
/** Vocabulary where none is said: that of GPT-2, padded as Megatron pads it. */
const usualVocabulary = 51_200;
/** Head width that most published models are near. */
const usualHeadWidth = 128;

/** Heads where none are said: as many as make their width nearest to 128 and divide the residual width. */
function usualHeads(hidden: number): number {
  let best = 1;
  for (let heads = 1; heads <= hidden / 32; heads += 1) {
    if (hidden % heads !== 0) continue;
    if (Math.abs(Math.log(hidden / heads / usualHeadWidth)) < Math.abs(Math.log(hidden / best / usualHeadWidth))) best = heads;
  }
  return best;
}

/**
 * The shape of a model that a publication describes in a few words and numbers. A known name gives the sizes that the
 * description lacks, unless it contradicts them; otherwise a decoder of the sizes said, of the form that fits the count
 * said best. Every assumption is named.
 */
export function shapeOfDescription(said: ModelDescription, presets: ModelPresets): DescribedShape {
  const preset = said.name === null ? null : presets.find(plainName(said.name));
  if (preset !== null && fits(preset.shape, said)) return fromPreset(preset, said);
  const { layers, hidden } = said;
  if (layers === null || hidden === null) return typicalOf(said, presets) ?? { refused: 'model/not-described' };
  const assumed: ShapeAssumption[] = [];
  const heads = said.heads ?? usualHeads(hidden);
  if (said.heads === null) assumed.push('heads');
  if (said.vocabulary === null) assumed.push('vocabulary');
  const dense: DenseDescription = {
    name: said.name ?? '',
    layers,
    hidden,
    heads,
    // A width that heads do not divide was padded by its authors; the nearest whole width is as good.
    headWidth: Math.round(hidden / heads),
    keyValueHeads: said.keyValueHeads ?? heads,
    feedForwardWidth: said.feedForwardWidth,
    vocabulary: said.vocabulary ?? usualVocabulary,
    positions: said.sequence ?? null,
    isGatedFirst: gatedFamilies.test(said.name ?? ''),
    assumed,
  };
  return said.mixtureOfExperts === null ? fromSizes(dense, said.params) : fromRouting(said, dense);
}
