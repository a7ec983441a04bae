import { type Block, feedForwardBiases, inputBiases, repeat } from '../block-runs.ts';
import type { ConfigFields } from '../config-fields.ts';
import type { AttentionShape, DenseFeedForward, ModelShape } from '../model-shape.ts';

/** Encoders of text and of images: attention over the whole input, biases everywhere. */

type Read = Omit<ModelShape, 'name'>;

interface Frame {
  readonly hidden: number;
  readonly layers: number;
  readonly attention: AttentionShape;
  readonly feedForward: DenseFeedForward;
}

function readFrame(fields: ConfigFields): Frame {
  const hidden = fields.size('width', 'hidden_size');
  const heads = fields.size('parts', 'num_attention_heads');
  fields.mustDivide('hidden_size', hidden, 'num_attention_heads', heads);
  return {
    hidden,
    layers: fields.size('layers', 'num_hidden_layers'),
    attention: { kind: 'attention', heads, keyValueHeads: heads, headWidth: hidden / heads, window: null, causal: false },
    feedForward: { kind: 'dense', width: fields.size('width', 'intermediate_size'), gated: false },
  };
}

const blockOf = ({ hidden, attention, feedForward }: Frame, attentionBiases: number): Block => ({
  stack: 'encoder',
  mixer: attention,
  crossAttention: null,
  feedForward,
  vectorParameters: 4 * hidden + attentionBiases + feedForwardBiases(feedForward, hidden),
});

/**
 * BERT (arXiv 1810.04805): the encoder with its pooler, as published counts have it. The head of the masked-word task,
 * one product of the residual width and a vector, belongs to the task and is left out.
 */
export function readBert(fields: ConfigFields): Read {
  const frame = readFrame(fields);
  const { hidden, attention } = frame;
  const vocabulary = fields.size('vocabulary', 'vocab_size');
  const positions = fields.size('tokens', 'max_position_embeddings') + fields.sizeOr(2, 'parts', 'type_vocab_size');
  const pooler = hidden * hidden + hidden;
  return {
    architecture: 'bert',
    hidden,
    vocabulary,
    output: 'none',
    blocks: repeat(frame.layers, blockOf(frame, inputBiases(attention) + hidden)),
    otherParameters: positions * hidden + 2 * hidden + pooler,
  };
}

/** Classes of ImageNet, on which published image encoders were trained. */
const imageNetClasses = 1000;

/** Classes of the head; 0 where the architecture has none. A config that does not say means ImageNet's. */
function readClasses(fields: ConfigFields): number {
  const [architecture] = fields.list('architectures', 100) ?? [];
  if (typeof architecture !== 'string' || !architecture.endsWith('ForImageClassification')) return 0;
  const labels = fields.section('id2label');
  return labels === null ? fields.sizeOr(imageNetClasses, 'parts', 'num_labels') : labels.names().length;
}

/** Image size and patch size are one number, or one for each direction. */
function readPair(fields: ConfigFields, name: string, otherwise: number): readonly [number, number] {
  if (!fields.isList(name)) {
    const one = fields.sizeOr(otherwise, 'width', name);
    return [one, one];
  }
  const [height, width] = fields.sizes('width', name);
  return height === undefined || width === undefined ? fields.refuse(name, height) : [height, width];
}

/** Vision Transformer (arXiv 2010.11929): patches projected, one token for the class, learned positions. */
export function readVit(fields: ConfigFields): Read {
  const frame = readFrame(fields);
  const { hidden, attention } = frame;
  const image = readPair(fields, 'image_size', 224);
  const patch = readPair(fields, 'patch_size', 16);
  for (const side of [0, 1] as const) fields.mustDivide('image_size', image[side], 'patch_size', patch[side]);
  const tokens = (image[0] / patch[0]) * (image[1] / patch[1]) + 1;
  const projection = patch[0] * patch[1] * fields.sizeOr(3, 'parts', 'num_channels') * hidden + hidden;
  const classes = readClasses(fields);
  return {
    architecture: 'vit',
    hidden,
    vocabulary: 0,
    output: 'none',
    blocks: repeat(frame.layers, blockOf(frame, (fields.flagOr(true, 'qkv_bias') ? inputBiases(attention) : 0) + hidden)),
    otherParameters: hidden + tokens * hidden + projection + 2 * hidden + (classes === 0 ? 0 : classes * hidden + classes),
  };
}
