import { type Block, feedForwardBiases, inputBiases, repeat } from '../block-runs.ts';
import type { ConfigFields } from '../config-fields.ts';
import type { AttentionShape, DenseFeedForward, ModelShape } from '../model-shape.ts';

/** Decoders after GPT-2 (Radford et al. 2019): layer norms with biases, feed-forward parts without a gate. */

type Read = Omit<ModelShape, 'name'>;

/** Sizes that every one of them has, under its own names. */
interface Frame {
  readonly hidden: number;
  readonly layers: number;
  readonly vocabulary: number;
  readonly attention: AttentionShape;
}

interface FieldNames {
  readonly hidden: [string, ...string[]];
  readonly layers: [string, ...string[]];
  readonly heads: [string, ...string[]];
}

function readFrame(fields: ConfigFields, names: FieldNames, keyValueHeads: ((heads: number) => number) | null = null): Frame {
  const hidden = fields.size('width', ...names.hidden);
  const heads = fields.size('parts', ...names.heads);
  fields.mustDivide(names.hidden[0], hidden, names.heads[0], heads);
  return {
    hidden,
    layers: fields.size('layers', ...names.layers),
    vocabulary: fields.size('vocabulary', 'vocab_size'),
    attention: {
      kind: 'attention',
      heads,
      keyValueHeads: keyValueHeads === null ? heads : keyValueHeads(heads),
      headWidth: hidden / heads,
      window: null,
      causal: true,
    },
  };
}

interface Rest {
  readonly feedForward: DenseFeedForward;
  readonly vectorParameters: number;
  readonly otherParameters: number;
  readonly tied: boolean;
}

function putTogether(architecture: string, { hidden, layers, vocabulary, attention }: Frame, rest: Rest): Read {
  const block: Block = {
    stack: 'decoder',
    mixer: attention,
    crossAttention: null,
    feedForward: rest.feedForward,
    vectorParameters: rest.vectorParameters,
  };
  return {
    architecture,
    hidden,
    vocabulary,
    output: rest.tied ? 'tied' : 'untied',
    blocks: repeat(layers, block),
    otherParameters: rest.otherParameters,
  };
}

const plain = (width: number): DenseFeedForward => ({ kind: 'dense', width, gated: false });
const attentionBiases = ({ hidden, attention }: Frame): number => inputBiases(attention) + hidden;

/** GPT-2: learned positions, biases everywhere. */
export function readGpt2(fields: ConfigFields): Read {
  const frame = readFrame(fields, {
    hidden: ['n_embd', 'hidden_size'],
    layers: ['n_layer', 'num_hidden_layers'],
    heads: ['n_head', 'num_attention_heads'],
  });
  const { hidden } = frame;
  const feedForward = plain(fields.sizeOr(4 * hidden, 'width', 'n_inner'));
  return putTogether('gpt2', frame, {
    feedForward,
    vectorParameters: 4 * hidden + attentionBiases(frame) + feedForwardBiases(feedForward, hidden),
    otherParameters: fields.size('tokens', 'n_positions', 'n_ctx', 'max_position_embeddings') * hidden + 2 * hidden,
    tied: fields.flagOr(true, 'tie_word_embeddings'),
  });
}

/** GPT-NeoX-20B (arXiv 2204.06745): rotary positions, an output table of its own. */
export function readGptNeox(fields: ConfigFields): Read {
  const frame = readFrame(fields, { hidden: ['hidden_size'], layers: ['num_hidden_layers'], heads: ['num_attention_heads'] });
  const { hidden } = frame;
  const feedForward = plain(fields.size('width', 'intermediate_size'));
  const biases = fields.flagOr(true, 'attention_bias') ? attentionBiases(frame) : 0;
  return putTogether('gpt_neox', frame, {
    feedForward,
    vectorParameters: 4 * hidden + biases + feedForwardBiases(feedForward, hidden),
    otherParameters: 2 * hidden,
    tied: fields.flagOr(false, 'tie_word_embeddings'),
  });
}

/** GPT-J: one norm for both parts of a block, no biases in attention, an output with a bias. */
export function readGptJ(fields: ConfigFields): Read {
  const frame = readFrame(fields, {
    hidden: ['n_embd', 'hidden_size'],
    layers: ['n_layer', 'num_hidden_layers'],
    heads: ['n_head', 'num_attention_heads'],
  });
  const { hidden } = frame;
  const feedForward = plain(fields.sizeOr(4 * hidden, 'width', 'n_inner'));
  return putTogether('gptj', frame, {
    feedForward,
    vectorParameters: 2 * hidden + feedForwardBiases(feedForward, hidden),
    otherParameters: 2 * hidden + frame.vocabulary,
    tied: fields.flagOr(false, 'tie_word_embeddings'),
  });
}

/** MPT (MosaicML): positions only where ALiBi is off, the output always tied. */
export function readMpt(fields: ConfigFields): Read {
  const kept = fields.section('attn_config');
  const frame = readFrame(
    fields,
    { hidden: ['d_model', 'hidden_size'], layers: ['n_layers', 'num_hidden_layers'], heads: ['n_heads', 'num_attention_heads'] },
    (heads) => {
      const keyValueHeads = kept?.sizeOr(heads, 'parts', 'kv_n_heads') ?? heads;
      fields.mustDivide('n_heads', heads, 'attn_config.kv_n_heads', keyValueHeads);
      return keyValueHeads;
    },
  );
  const { hidden, attention } = frame;
  const feedForward = plain(hidden * fields.sizeOr(4, 'parts', 'expansion_ratio'));
  const isBiased = !fields.flagOr(true, 'no_bias');
  const hasAlibi = kept?.flagOr(false, 'alibi') ?? false;
  const positions = !hasAlibi && fields.flagOr(true, 'learned_pos_emb') ? fields.size('tokens', 'max_seq_len') * hidden : 0;
  const queryKeyNorm = (kept?.flagOr(false, 'qk_ln') ?? false) ? hidden + attention.keyValueHeads * attention.headWidth : 0;
  const norm = isBiased ? 2 * hidden : hidden;
  return putTogether('mpt', frame, {
    feedForward,
    vectorParameters:
      2 * norm + queryKeyNorm * (isBiased ? 2 : 1) + (isBiased ? attentionBiases(frame) + feedForwardBiases(feedForward, hidden) : 0),
    otherParameters: positions + norm,
    tied: true,
  });
}

/** Falcon (arXiv 2311.16867): multi-query in the old form, grouped queries and two norms in the new one. */
export function readFalcon(fields: ConfigFields): Read {
  const isNew = fields.flagOr(false, 'new_decoder_architecture');
  const isMultiQuery = fields.flagOr(true, 'multi_query');
  const frame = readFrame(
    fields,
    { hidden: ['hidden_size'], layers: ['num_hidden_layers', 'n_layer'], heads: ['num_attention_heads', 'n_head'] },
    (heads) => {
      if (!isNew) return isMultiQuery ? 1 : heads;
      const keyValueHeads = fields.sizeOr(heads, 'parts', 'num_kv_heads', 'n_head_kv');
      fields.mustNotExceed('num_kv_heads', keyValueHeads, 'num_attention_heads', heads);
      fields.mustDivide('num_attention_heads', heads, 'num_kv_heads', keyValueHeads);
      return keyValueHeads;
    },
  );
  const { hidden } = frame;
  const feedForward = plain(fields.sizeOr(4 * hidden, 'width', 'ffn_hidden_size'));
  const isParallel = fields.flagOr(true, 'parallel_attn');
  const norms = isNew ? fields.sizeOr(2, 'parts', 'num_ln_in_parallel_attn') : isParallel ? 1 : 2;
  const biases = fields.flagOr(false, 'bias') ? attentionBiases(frame) + feedForwardBiases(feedForward, hidden) : 0;
  return putTogether('falcon', frame, {
    feedForward,
    vectorParameters: norms * 2 * hidden + biases,
    otherParameters: 2 * hidden,
    tied: fields.flagOr(true, 'tie_word_embeddings'),
  });
}

/** OPT (arXiv 2205.01068): two positions more than the window. The 350M model, which projects its embeddings, is refused. */
export function readOpt(fields: ConfigFields): Read {
  const frame = readFrame(fields, { hidden: ['hidden_size'], layers: ['num_hidden_layers'], heads: ['num_attention_heads'] });
  const { hidden } = frame;
  const embedded = fields.sizeOr(hidden, 'width', 'word_embed_proj_dim');
  if (embedded !== hidden) fields.refuse('word_embed_proj_dim', embedded);
  const feedForward = plain(fields.size('width', 'ffn_dim'));
  const isBiased = fields.flagOr(true, 'enable_bias');
  const norm = fields.flagOr(true, 'layer_norm_elementwise_affine') ? 2 * hidden : 0;
  return putTogether('opt', frame, {
    feedForward,
    vectorParameters: 2 * norm + (isBiased ? attentionBiases(frame) + feedForwardBiases(feedForward, hidden) : 0),
    otherParameters:
      (fields.size('tokens', 'max_position_embeddings') + 2) * hidden + (fields.flagOr(true, 'do_layer_norm_before') ? norm : 0),
    tied: fields.flagOr(true, 'tie_word_embeddings'),
  });
}

/** BLOOM (arXiv 2211.05100): ALiBi, a norm behind the embeddings. */
export function readBloom(fields: ConfigFields): Read {
  const frame = readFrame(fields, {
    hidden: ['hidden_size', 'n_embed'],
    layers: ['n_layer', 'num_hidden_layers'],
    heads: ['n_head', 'num_attention_heads'],
  });
  const { hidden } = frame;
  const feedForward = plain(4 * hidden);
  return putTogether('bloom', frame, {
    feedForward,
    vectorParameters: 4 * hidden + attentionBiases(frame) + feedForwardBiases(feedForward, hidden),
    otherParameters: 4 * hidden,
    tied: fields.flagOr(true, 'tie_word_embeddings'),
  });
}
