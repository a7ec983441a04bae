import { type Block, feedForwardBiases, inputBiases, keyWidthOf, layOut, queryWidthOf } from '../block-runs.ts';
import type { ConfigFields } from '../config-fields.ts';
import type { AttentionShape, DenseFeedForward, ModelShape } from '../model-shape.ts';
import { type AttentionRules, type Reach, readAttention, readReach } from './attention-fields.ts';

/** How one architecture differs from Llama. Sources: its modelling code in Hugging Face Transformers, v4.57. */
export interface LlamaVariant extends AttentionRules {
  readonly tied: boolean;
  readonly gated: boolean;
  /** Norms of one block, and whether each has a bias beside its scale; `none`: norms without parameters. */
  readonly norms: number;
  readonly norm: 'scale' | 'scale-and-bias' | 'none';
  /** Norms of queries and keys: none, one for the width of a head, or one for the width of all heads. */
  readonly queryKeyNorm: 'none' | 'head' | 'all';
  /** Biases of the products into attention and out of it; `stated`: the config's `attention_bias` decides for both. */
  readonly attentionBias: 'none' | 'inputs' | 'all' | 'stated';
  readonly feedForwardBias: 'none' | 'all' | 'stated';
  /** Name of the field that says whether products have biases, where `stated`. */
  readonly biasField?: 'use_bias';
  /** Layers that look back over `sliding_window` only: none, all, every other, all but every sixth, or as Qwen's fields say. */
  readonly sliding: 'none' | 'all' | 'alternating' | 'five-of-six' | 'qwen';
}

const llama: LlamaVariant = {
  keyValueHeads: 'equal',
  headWidth: null,
  tied: false,
  gated: true,
  norms: 2,
  norm: 'scale',
  queryKeyNorm: 'none',
  attentionBias: 'stated',
  feedForwardBias: 'stated',
  sliding: 'none',
};
const mistral: LlamaVariant = { ...llama, keyValueHeads: 'stated', attentionBias: 'none', feedForwardBias: 'none', sliding: 'all' };
const gemma: LlamaVariant = { ...llama, keyValueHeads: 'stated', headWidth: 256, tied: true, feedForwardBias: 'none' };

/** By `model_type`. */
export const llamaVariants: Readonly<Record<string, LlamaVariant>> = {
  llama,
  mistral,
  ministral: mistral,
  granite: llama,
  qwen2: { ...mistral, attentionBias: 'inputs', sliding: 'qwen' },
  qwen3: { ...mistral, headWidth: 128, attentionBias: 'stated', queryKeyNorm: 'head', sliding: 'qwen' },
  gemma,
  gemma2: { ...gemma, norms: 4, sliding: 'alternating' },
  gemma3_text: { ...gemma, norms: 4, queryKeyNorm: 'head', sliding: 'five-of-six' },
  phi3: { ...llama, attentionBias: 'none', feedForwardBias: 'none', sliding: 'all' },
  olmo: { ...llama, norm: 'none', feedForwardBias: 'none' },
  olmo2: { ...llama, queryKeyNorm: 'all', feedForwardBias: 'none' },
  starcoder2: {
    ...llama,
    keyValueHeads: 'stated',
    tied: true,
    gated: false,
    norm: 'scale-and-bias',
    biasField: 'use_bias',
    sliding: 'all',
  },
  nemotron: { ...llama, gated: false, norm: 'scale-and-bias' },
};

/** Parameters of one norm over `width` values. */
function normParameters(norm: LlamaVariant['norm'], width: number): number {
  if (norm === 'none') return 0;
  return norm === 'scale' ? width : 2 * width;
}

function readSliding(fields: ConfigFields, layers: number, rule: LlamaVariant['sliding']): (layer: number) => Reach {
  const pattern = fields.sizeOr(6, 'layers', 'sliding_window_pattern');
  const firstSliding = fields.countOr(0, 'layers', 'max_window_layers');
  const isUsed = rule === 'qwen' ? fields.flagOr(false, 'use_sliding_window') : rule !== 'none';
  return readReach(fields, layers, (layer) => {
    if (!isUsed) return 'full';
    if (rule === 'alternating') return layer % 2 === 0 ? 'sliding' : 'full';
    if (rule === 'five-of-six') return (layer + 1) % pattern === 0 ? 'full' : 'sliding';
    return rule === 'qwen' && layer < firstSliding ? 'full' : 'sliding';
  });
}

/** Vectors of attention: biases of its products and norms of queries and keys. */
export function attentionVectors(
  attention: AttentionShape,
  hidden: number,
  biases: 'none' | 'inputs' | 'all',
  norm: LlamaVariant['queryKeyNorm'],
): number {
  const biased = (biases === 'none' ? 0 : inputBiases(attention)) + (biases === 'all' ? hidden : 0);
  if (norm === 'none') return biased;
  return biased + (norm === 'head' ? 2 * attention.headWidth : queryWidthOf(attention) + keyWidthOf(attention));
}

/** Dense decoders after Llama (Touvron et al. 2023, arXiv 2302.13971). Throws `Fault` of `ConfigFields`. */
export function readLlama(fields: ConfigFields, architecture: string, variant: LlamaVariant): Omit<ModelShape, 'name'> {
  const hidden = fields.size('width', 'hidden_size');
  const layers = fields.size('layers', 'num_hidden_layers');
  const attention = readAttention(fields, hidden, variant);
  const feedForward: DenseFeedForward = { kind: 'dense', width: fields.size('width', 'intermediate_size'), gated: variant.gated };
  const isBiased = (field: 'attention_bias' | 'mlp_bias'): boolean =>
    variant.biasField === undefined ? fields.flagOr(false, field) : fields.flagOr(true, variant.biasField);
  const attentionBias = variant.attentionBias === 'stated' ? (isBiased('attention_bias') ? 'all' : 'none') : variant.attentionBias;
  const hasFeedForwardBias = variant.feedForwardBias === 'stated' ? isBiased('mlp_bias') : variant.feedForwardBias === 'all';
  const window = fields.sizeOr(null, 'tokens', 'sliding_window');
  const reach = readSliding(fields, layers, variant.sliding);
  const vectorParameters =
    variant.norms * normParameters(variant.norm, hidden) +
    attentionVectors(attention, hidden, attentionBias, variant.queryKeyNorm) +
    (hasFeedForwardBias ? feedForwardBiases(feedForward, hidden) : 0);
  const blockOf = (kind: Reach): Block => ({
    stack: 'decoder',
    mixer: { ...attention, window: kind === 'sliding' ? window : null },
    crossAttention: null,
    feedForward,
    vectorParameters,
  });
  return {
    architecture,
    hidden,
    vocabulary: fields.size('vocabulary', 'vocab_size'),
    output: fields.flagOr(variant.tied, 'tie_word_embeddings') ? 'tied' : 'untied',
    blocks: layOut(layers, reach, blockOf),
    otherParameters: normParameters(variant.norm, hidden),
  };
}
