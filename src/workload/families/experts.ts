import { type Block, layOut } from '../block-runs.ts';
import type { ConfigFields } from '../config-fields.ts';
import type { AttentionShape, DenseFeedForward, ExpertFeedForward, FeedForward, ModelShape } from '../model-shape.ts';
import { type AttentionRules, readAttention, readReach } from './attention-fields.ts';
import { attentionVectors } from './llama.ts';

/** Decoders whose feed-forward part is a mixture of experts beside grouped-query attention. */

const stated: AttentionRules = { keyValueHeads: 'stated', headWidth: null };

/** Experts and how many of them a token passes, under the names that configs give them. */
export function readExpertCounts(fields: ConfigFields, expertsField: [string, ...string[]]): { experts: number; active: number } {
  const experts = fields.size('parts', ...expertsField);
  const active = fields.size('parts', 'num_experts_per_tok', 'experts_per_token');
  const named = expertsField.find((name) => fields.has(name)) ?? expertsField[0];
  fields.mustNotExceed('num_experts_per_tok', active, named, experts);
  return { experts, active };
}

const plainExperts = (counts: { experts: number; active: number }, width: number, sharedWidth = 0): ExpertFeedForward => ({
  kind: 'experts',
  ...counts,
  width,
  gated: true,
  sharedWidth,
  latentWidth: null,
  biasesPerExpert: 0,
});

interface Parts {
  readonly attention: AttentionShape;
  readonly attentionVectors: number;
  readonly dense: DenseFeedForward | null;
  readonly experts: ExpertFeedForward;
  /** Vectors of a block with experts beyond those of attention and norms. */
  readonly expertVectors: number;
  readonly isDense: (layer: number) => boolean;
  readonly isSliding: (layer: number) => boolean;
  readonly window: number | null;
}

function putTogether(fields: ConfigFields, architecture: string, hidden: number, layers: number, parts: Parts): Omit<ModelShape, 'name'> {
  const kindOf = (layer: number): string => `${parts.isDense(layer) ? 'dense' : 'experts'} ${parts.isSliding(layer) ? 'sliding' : 'full'}`;
  const blockOf = (kind: string): Block => {
    const feedForward: FeedForward = kind.startsWith('dense') && parts.dense !== null ? parts.dense : parts.experts;
    return {
      stack: 'decoder',
      mixer: { ...parts.attention, window: kind.endsWith('sliding') ? parts.window : null },
      crossAttention: null,
      feedForward,
      vectorParameters: 2 * hidden + parts.attentionVectors + (feedForward.kind === 'experts' ? parts.expertVectors : 0),
    };
  };
  return {
    architecture,
    hidden,
    vocabulary: fields.size('vocabulary', 'vocab_size'),
    output: fields.flagOr(false, 'tie_word_embeddings') ? 'tied' : 'untied',
    blocks: layOut(layers, kindOf, blockOf),
    otherParameters: hidden,
  };
}

const readFrame = (fields: ConfigFields): { hidden: number; layers: number } => ({
  hidden: fields.size('width', 'hidden_size'),
  layers: fields.size('layers', 'num_hidden_layers'),
});

/** Mixtral (arXiv 2401.04088): every block has experts as wide as `intermediate_size`. */
export function readMixtral(fields: ConfigFields, architecture: string): Omit<ModelShape, 'name'> {
  const { hidden, layers } = readFrame(fields);
  const window = fields.sizeOr(null, 'tokens', 'sliding_window');
  return putTogether(fields, architecture, hidden, layers, {
    attention: readAttention(fields, hidden, stated),
    attentionVectors: 0,
    dense: null,
    experts: plainExperts(readExpertCounts(fields, ['num_local_experts']), fields.size('width', 'intermediate_size')),
    expertVectors: 0,
    isDense: () => false,
    isSliding: () => true,
    window,
  });
}

/** A list of layer numbers as a set. */
function readLayerNumbers(fields: ConfigFields, name: string, layers: number): ReadonlySet<number> {
  const numbers = fields.list(name) ?? [];
  for (const number of numbers)
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number >= layers) fields.refuse(name, number);
  return new Set(numbers as readonly number[]);
}

/** Qwen2-MoE and Qwen3-MoE: experts in every `decoder_sparse_step`-th block; Qwen2 has a gated shared expert beside them. */
export function readQwenMoe(fields: ConfigFields, architecture: 'qwen2_moe' | 'qwen3_moe'): Omit<ModelShape, 'name'> {
  const { hidden, layers } = readFrame(fields);
  const isSecond = architecture === 'qwen2_moe';
  const step = fields.sizeOr(1, 'layers', 'decoder_sparse_step');
  const denseLayers = readLayerNumbers(fields, 'mlp_only_layers', layers);
  const isDense = (layer: number): boolean => denseLayers.has(layer) || (layer + 1) % step !== 0;
  const hasDense = Array.from({ length: layers }, (_, layer) => layer).some(isDense);
  const attention = readAttention(fields, hidden, stated);
  const isBiased = !isSecond && fields.flagOr(false, 'attention_bias');
  const sharedWidth = isSecond ? fields.size('width', 'shared_expert_intermediate_size') : 0;
  const hasWindow = fields.flagOr(false, 'use_sliding_window');
  const firstSliding = fields.countOr(0, 'layers', 'max_window_layers');
  return putTogether(fields, architecture, hidden, layers, {
    attention,
    attentionVectors: attentionVectors(attention, hidden, isSecond ? 'inputs' : isBiased ? 'all' : 'none', isSecond ? 'none' : 'head'),
    dense: hasDense ? { kind: 'dense', width: fields.size('width', 'intermediate_size'), gated: true } : null,
    experts: plainExperts(readExpertCounts(fields, ['num_experts']), fields.size('width', 'moe_intermediate_size'), sharedWidth),
    // The shared expert of Qwen2 is scaled by a sigmoid of one product with a vector.
    expertVectors: isSecond ? hidden : 0,
    isDense,
    isSliding: (layer) => hasWindow && layer >= firstSliding,
    window: fields.sizeOr(null, 'tokens', 'sliding_window'),
  });
}

/** GLM-4.5 (arXiv 2508.06471): the first blocks dense, then routed and shared experts with a bias for balance. */
export function readGlmMoe(fields: ConfigFields, architecture: string): Omit<ModelShape, 'name'> {
  const { hidden, layers } = readFrame(fields);
  const attention = readAttention(fields, hidden, stated);
  const denseFirst = fields.countOr(1, 'layers', 'first_k_dense_replace');
  fields.mustNotExceed('first_k_dense_replace', denseFirst, 'num_hidden_layers', layers);
  const counts = readExpertCounts(fields, ['n_routed_experts']);
  const width = fields.size('width', 'moe_intermediate_size');
  const biases = fields.flagOr(false, 'attention_bias') ? 'inputs' : 'none';
  return putTogether(fields, architecture, hidden, layers, {
    attention,
    attentionVectors: attentionVectors(attention, hidden, biases, fields.flagOr(false, 'use_qk_norm') ? 'head' : 'none'),
    dense: denseFirst === 0 ? null : { kind: 'dense', width: fields.size('width', 'intermediate_size'), gated: true },
    experts: plainExperts(counts, width, fields.countOr(0, 'parts', 'n_shared_experts') * width),
    expertVectors: counts.experts,
    isDense: (layer) => layer < denseFirst,
    isSliding: () => false,
    window: null,
  });
}

/** GPT-OSS (model card of 2025-08-05): biases everywhere, a learned sink for each head, every other block with a window. */
export function readGptOss(fields: ConfigFields, architecture: string): Omit<ModelShape, 'name'> {
  const { hidden, layers } = readFrame(fields);
  const attention = readAttention(fields, hidden, stated);
  const counts = readExpertCounts(fields, ['num_local_experts', 'num_experts']);
  const width = fields.size('width', 'intermediate_size');
  const reach = readReach(fields, layers, (layer) => (layer % 2 === 0 ? 'sliding' : 'full'));
  const sinks = attention.heads;
  return putTogether(fields, architecture, hidden, layers, {
    attention,
    attentionVectors: attentionVectors(attention, hidden, fields.flagOr(true, 'attention_bias') ? 'all' : 'none', 'none') + sinks,
    dense: null,
    experts: { ...plainExperts(counts, width), biasesPerExpert: 2 * width + hidden },
    expertVectors: counts.experts,
    isDense: () => false,
    isSliding: (layer) => reach(layer) === 'sliding',
    window: fields.sizeOr(null, 'tokens', 'sliding_window'),
  });
}

/**
 * The language part of Llama 4: experts in every `interleave_moe_layer_step`-th block, each beside one shared expert of
 * their width. Three of four blocks look back within a chunk, which is taken as a window of that length.
 */
export function readLlama4(fields: ConfigFields, architecture: string): Omit<ModelShape, 'name'> {
  const { hidden, layers } = readFrame(fields);
  const attention = readAttention(fields, hidden, stated);
  const step = fields.sizeOr(1, 'layers', 'interleave_moe_layer_step');
  const named = fields.has('moe_layers') ? readLayerNumbers(fields, 'moe_layers', layers) : null;
  const isDense = (layer: number): boolean => (named === null ? (layer + 1) % step !== 0 : !named.has(layer));
  const hasDense = Array.from({ length: layers }, (_, layer) => layer).some(isDense);
  const width = fields.size('width', 'intermediate_size');
  const reach = readReach(fields, layers, (layer) => ((layer + 1) % 4 === 0 ? 'full' : 'sliding'));
  const biases = fields.flagOr(false, 'attention_bias') ? 'all' : 'none';
  return putTogether(fields, architecture, hidden, layers, {
    attention,
    // The norm of queries and keys has no parameters here.
    attentionVectors: attentionVectors(attention, hidden, biases, 'none'),
    dense: hasDense ? { kind: 'dense', width: fields.size('width', 'intermediate_size_mlp'), gated: true } : null,
    experts: plainExperts(readExpertCounts(fields, ['num_local_experts']), width, width),
    expertVectors: 0,
    isDense,
    isSliding: (layer) => reach(layer) === 'sliding',
    window: fields.sizeOr(null, 'tokens', 'attention_chunk_size'),
  });
}
