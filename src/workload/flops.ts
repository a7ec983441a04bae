import { feedForwardMatrices, mixerMatrices, weightsOf } from './matrices.ts';
import type { AttentionShape, BlockRun, Mixer, ModelShape } from './model-shape.ts';

/** What is trained: all weights, or adapters beside frozen ones (LoRA, arXiv 2106.09685; QLoRA, arXiv 2305.14314). */
export const trainingMethods = ['pretrain', 'finetune', 'lora', 'qlora'] as const;
export type TrainingMethod = (typeof trainingMethods)[number];

/** Whether only the adapters learn. */
export const trainsAdapters = (method: TrainingMethod): boolean => method === 'lora' || method === 'qlora';

/** `selective`: attention scores are computed again in the backward pass; `full`: whole blocks are (Korthikanti et al. 2022, arXiv 2205.05198). */
export type Recompute = 'none' | 'selective' | 'full';

/** One sequence. */
export interface SequenceQuestion {
  /** Tokens of the sequence: of the decoder where there is one. */
  readonly sequence: number;
  /** Tokens that an encoder before the decoder reads; null: as many as the decoder. */
  readonly encoderSequence?: number | null;
  /**
   * How scores under a causal mask are counted: `causal`: those that are needed, half of the square; `full`: the
   * square, as kernels before FlashAttention computed it and many publishers count it.
   */
  readonly mask: 'causal' | 'full';
}

/** Floating-point operations of one sequence in one pass, a multiplication and an addition being two. */
export interface PassFlops {
  /** Products with weights, those with the output table aside. */
  readonly products: number;
  /** The product with the output table. */
  readonly logits: number;
  /** Products of queries with keys and of scores with values. */
  readonly scores: number;
  /** Scans of state-space blocks and their short convolutions. */
  readonly scans: number;
}

export interface TrainingQuestion extends SequenceQuestion {
  readonly method: TrainingMethod;
  readonly recompute: Recompute;
}

/** Floating-point operations of training on one sequence. */
export interface TrainingFlops {
  readonly forward: number;
  readonly backward: number;
  /** What recomputation does a second time. */
  readonly recomputed: number;
  /** Forward and backward: what MFU counts. */
  readonly model: number;
  /** With recomputation: what the hardware does, and what HFU counts. */
  readonly hardware: number;
}

/** Tokens that one of `sequence` tokens looks at on average, over `reach` tokens at most. */
function tokensSeen(sequence: number, reach: number | null, isMasked: boolean): number {
  const seen = Math.min(reach ?? sequence, sequence);
  // The first tokens of a sequence have fewer before them than a window holds.
  return isMasked ? seen * (1 - seen / (2 * sequence)) : seen;
}

/** Operations per value of state: Mamba's scan and Mamba-2's, as their authors and Megatron-LM count them. */
const operationsPerState = { 1: 9, 2: 7 } as const;

interface MixerFlops {
  readonly scores: number;
  readonly scans: number;
}

/** Operations of one token in one mixer beside its weights. */
function tokenFlops(mixer: Mixer | null, { sequence, mask }: SequenceQuestion): MixerFlops {
  if (mixer === null) return { scores: 0, scans: 0 };
  if (mixer.kind === 'state-space') {
    const { generation, innerWidth, stateSize, groups, convolutionWidth } = mixer;
    const convolved = generation === 1 ? innerWidth : innerWidth + 2 * groups * stateSize;
    return { scores: 0, scans: operationsPerState[generation] * innerWidth * stateSize + 2 * convolutionWidth * convolved };
  }
  const isMasked = mixer.causal && mask === 'causal';
  if (mixer.kind === 'attention') {
    const seen = tokensSeen(sequence, mixer.window, isMasked);
    return { scores: 4 * seen * mixer.heads * mixer.headWidth, scans: 0 };
  }
  const { heads, plainHeadWidth, rotaryHeadWidth, valueHeadWidth, indexer } = mixer;
  const seen = tokensSeen(sequence, indexer?.picks ?? null, isMasked);
  const picking = indexer === null ? 0 : 2 * tokensSeen(sequence, null, isMasked) * indexer.heads * indexer.headWidth;
  return { scores: 2 * seen * heads * (plainHeadWidth + rotaryHeadWidth + valueHeadWidth) + picking, scans: 0 };
}

/** A decoder's look at the encoder: queries and output from its own tokens, keys and values from the encoder's. */
function crossFlops(cross: AttentionShape | null, hidden: number, own: number, encoders: number): { products: number; scores: number } {
  if (cross === null) return { products: 0, scores: 0 };
  const queryWidth = cross.heads * cross.headWidth;
  const keyWidth = cross.keyValueHeads * cross.headWidth;
  return { products: 4 * hidden * (queryWidth * own + keyWidth * encoders), scores: 4 * own * encoders * queryWidth };
}

/** Parameters of matrices that one token passes in a block, a look at the encoder aside. */
function tokenMatrices(block: BlockRun, hidden: number): number {
  const parts = feedForwardMatrices(block.feedForward, hidden);
  const active = block.feedForward?.kind === 'experts' ? block.feedForward.active : 0;
  const every = [...mixerMatrices(block.mixer, hidden), ...parts.dense, ...parts.router, ...parts.shared, ...parts.latent];
  return weightsOf(every) + active * weightsOf(parts.oneExpert);
}

/**
 * Operations of one forward pass over one sequence. Per token, twice the matrix parameters it passes, plus four times
 * the width of all heads for each token it looks at (Narayanan et al. 2021, arXiv 2104.04473, appendix; Kaplan et al.
 * 2020, arXiv 2001.08361, 2.1, leaves the scores out). Norms, activations and the projection of patches or sound are
 * left out: under 1% together.
 */
export function forwardFlops(shape: ModelShape, question: SequenceQuestion): PassFlops {
  const { hidden } = shape;
  const hasDecoder = shape.blocks.some((block) => block.stack === 'decoder');
  const encoders = hasDecoder ? (question.encoderSequence ?? question.sequence) : question.sequence;
  let products = 0;
  let scores = 0;
  let scans = 0;
  for (const block of shape.blocks) {
    const tokens = block.stack === 'encoder' ? encoders : question.sequence;
    const token = tokenFlops(block.mixer, { ...question, sequence: tokens });
    const cross = crossFlops(block.crossAttention, hidden, tokens, encoders);
    products += block.count * (2 * tokenMatrices(block, hidden) * tokens + cross.products);
    scores += block.count * (token.scores * tokens + cross.scores);
    scans += block.count * token.scans * tokens;
  }
  const logits = shape.output === 'none' ? 0 : 2 * shape.vocabulary * hidden * question.sequence;
  return { products, logits, scores, scans };
}

/**
 * Operations of training on one sequence. Backward is twice forward: one product for the gradient of the activations
 * and one for that of the weights. Frozen weights need only the first, so that adapters train for two thirds of the
 * operations (4N for 6N); the adapters' own products, under 1%, are left out. Recomputation repeats the scores
 * (selective) or the blocks without the output (full): 96·s·l·h²·(1 + s/6h + V/16lh) for GPT, equation 2 of Narayanan
 * et al. 2021. Korthikanti et al. 2022, appendix A, keep the two counts apart as `model` and `hardware`.
 */
export function trainingFlops(shape: ModelShape, question: TrainingQuestion): TrainingFlops {
  const { products, logits, scores, scans } = forwardFlops(shape, question);
  const forward = products + logits + scores + scans;
  const weightGradients = trainsAdapters(question.method) ? 0 : products + logits;
  const backward = products + logits + weightGradients + 2 * (scores + scans);
  const repeated = { none: 0, selective: scores, full: products + scores + scans };
  const recomputed = repeated[question.recompute];
  return { forward, backward, recomputed, model: forward + backward, hardware: forward + backward + recomputed };
}
