import { type Block, feedForwardBiases, queryWidthOf, repeat } from '../block-runs.ts';
import type { ConfigFields } from '../config-fields.ts';
import type { AttentionShape, DenseFeedForward, ModelShape } from '../model-shape.ts';

type Read = Omit<ModelShape, 'name'>;

/**
 * T5 (arXiv 1910.10683) and its version 1.1: heads that need not add up to the residual width, no biases, one table of
 * relative positions for each stack. `num_layers` counts the encoder alone.
 */
export function readT5(fields: ConfigFields): Read {
  const hidden = fields.size('width', 'd_model');
  const heads = fields.size('parts', 'num_heads');
  const headWidth = fields.size('width', 'd_kv');
  const encoderLayers = fields.size('layers', 'num_layers');
  const decoderLayers = fields.sizeOr(encoderLayers, 'layers', 'num_decoder_layers');
  const activation = fields.wordOr('relu', 'feed_forward_proj');
  const isGated = activation.startsWith('gated-');
  if (!isGated && activation.includes('-')) fields.refuse('feed_forward_proj', activation);
  const feedForward: DenseFeedForward = { kind: 'dense', width: fields.size('width', 'd_ff'), gated: isGated };
  const attention = (causal: boolean): AttentionShape => ({
    kind: 'attention',
    heads,
    keyValueHeads: heads,
    headWidth,
    window: null,
    causal,
  });
  const relativePositions = fields.sizeOr(32, 'parts', 'relative_attention_num_buckets') * heads;
  const encoder: Block = { stack: 'encoder', mixer: attention(false), crossAttention: null, feedForward, vectorParameters: 2 * hidden };
  const decoder: Block = {
    stack: 'decoder',
    mixer: attention(true),
    crossAttention: attention(false),
    feedForward,
    vectorParameters: 3 * hidden,
  };
  return {
    architecture: 't5',
    hidden,
    vocabulary: fields.size('vocabulary', 'vocab_size'),
    output: fields.flagOr(true, 'tie_word_embeddings') ? 'tied' : 'untied',
    blocks: [...repeat(encoderLayers, encoder), ...repeat(decoderLayers, decoder)],
    otherParameters: 2 * relativePositions + 2 * hidden,
  };
}

/** Whisper (arXiv 2212.04356): two convolutions over the spectrogram, then encoder and decoder; keys have no biases. */
export function readWhisper(fields: ConfigFields): Read {
  const hidden = fields.size('width', 'd_model');
  const melBins = fields.sizeOr(80, 'parts', 'num_mel_bins');
  const taps = 3;
  const stackOf = (side: 'encoder' | 'decoder'): { layers: number; attention: AttentionShape; feedForward: DenseFeedForward } => {
    const headsField = `${side}_attention_heads`;
    const heads = fields.size('parts', headsField);
    fields.mustDivide('d_model', hidden, headsField, heads);
    return {
      layers: fields.size('layers', `${side}_layers`),
      attention: { kind: 'attention', heads, keyValueHeads: heads, headWidth: hidden / heads, window: null, causal: side === 'decoder' },
      feedForward: { kind: 'dense', width: fields.size('width', `${side}_ffn_dim`), gated: false },
    };
  };
  const encoder = stackOf('encoder');
  const decoder = stackOf('decoder');
  const biasesOf = (attention: AttentionShape): number => 2 * queryWidthOf(attention) + hidden;
  const convolutions = taps * melBins * hidden + hidden + taps * hidden * hidden + hidden;
  const positions = fields.sizeOr(1500, 'tokens', 'max_source_positions') + fields.sizeOr(448, 'tokens', 'max_target_positions');
  return {
    architecture: 'whisper',
    hidden,
    vocabulary: fields.size('vocabulary', 'vocab_size'),
    output: 'tied',
    blocks: [
      ...repeat(encoder.layers, {
        stack: 'encoder',
        mixer: encoder.attention,
        crossAttention: null,
        feedForward: encoder.feedForward,
        vectorParameters: 4 * hidden + biasesOf(encoder.attention) + feedForwardBiases(encoder.feedForward, hidden),
      }),
      ...repeat(decoder.layers, {
        stack: 'decoder',
        mixer: decoder.attention,
        crossAttention: { ...decoder.attention, causal: false },
        feedForward: decoder.feedForward,
        vectorParameters: 6 * hidden + 2 * biasesOf(decoder.attention) + feedForwardBiases(decoder.feedForward, hidden),
      }),
    ],
    otherParameters: convolutions + positions * hidden + 4 * hidden,
  };
}
