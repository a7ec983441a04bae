import { type TrainingMethod, trainsAdapters } from './flops.ts';
import { feedForwardMatrices, type Matrix, mixerMatrices, weightsOf } from './matrices.ts';
import type { ModelShape } from './model-shape.ts';
import { countParameters } from './parameters.ts';

/** Number formats in which a training step works. Formats below 16 bits are made from 16-bit weights for each product. */
export type TrainingPrecision = 'fp32' | 'fp16' | 'bf16' | 'fp8' | 'fp4';

/** What is kept for one parameter that learns, bytes. */
export interface StateBytes {
  readonly weights: number;
  readonly gradients: number;
  /** The 32-bit copy that the optimizer changes; 0 where the weights are 32-bit themselves. */
  readonly masterWeights: number;
  /** Both moments of Adam. */
  readonly optimizer: number;
  readonly total: number;
}

const sum = (state: Omit<StateBytes, 'total'>): StateBytes => ({
  ...state,
  total: state.weights + state.gradients + state.masterWeights + state.optimizer,
});

/** Gradients in 32 bits, as Megatron keeps them to add up micro-batches: 18 bytes (Megatron-LM, distributed optimizer). */
const sixteenBit = sum({ weights: 2, gradients: 4, masterWeights: 4, optimizer: 8 });

/**
 * Bytes for one parameter that learns with Adam and mixed precision. bf16: 18. fp16: 16, its gradients being kept in 16
 * bits (Rajbhandari et al. 2020, arXiv 1910.02054, 3.1). fp32: 16. Products in 8 or 4 bits keep the state of bf16.
 */
export function stateBytesPerParameter(precision: TrainingPrecision): StateBytes {
  if (precision === 'fp32') return sum({ weights: 4, gradients: 4, masterWeights: 0, optimizer: 8 });
  return precision === 'fp16' ? sum({ ...sixteenBit, gradients: 2 }) : sixteenBit;
}

/** Bytes of one frozen weight: 16 bits, or NormalFloat of 4 bits with 0.127 bits of scales (QLoRA, arXiv 2305.14314, 3). */
export const frozenWeightBytes = { lora: 2, qlora: 4.127 / 8 } as const;

/** Rank of adapters where nobody says: that of MLPerf's LoRA benchmark. */
export const usualAdapterRank = 16;

/** A matrix with an adapter of rank r gets two narrow ones beside it. */
const adapterOf = (matrices: readonly Matrix[], rank: number): number =>
  matrices.reduce((total, { inner, outer }) => total + rank * (inner + outer), 0);

/**
 * Parameters of adapters of `rank` beside every matrix of the blocks that all tokens pass. Routed experts stay without:
 * an adapter for each of hundreds would be larger than the model's other adapters together, and is not usual.
 */
export function countAdapterParameters(shape: ModelShape, rank: number = usualAdapterRank): number {
  return shape.blocks.reduce((total, block) => {
    const parts = feedForwardMatrices(block.feedForward, shape.hidden);
    const matrices = [
      ...mixerMatrices(block.mixer, shape.hidden),
      ...mixerMatrices(block.crossAttention, shape.hidden),
      ...parts.dense,
      ...parts.shared,
      ...parts.latent,
    ];
    return total + block.count * adapterOf(matrices, rank);
  }, 0);
}

/** Parameters that 4-bit quantisation covers: the matrices of blocks. Tables, norms and heads stay in 16 bits. */
function countQuantised(shape: ModelShape): number {
  return shape.blocks.reduce((total, block) => {
    const parts = feedForwardMatrices(block.feedForward, shape.hidden);
    const experts = block.feedForward?.kind === 'experts' ? block.feedForward.experts : 0;
    const passed = [
      ...mixerMatrices(block.mixer, shape.hidden),
      ...mixerMatrices(block.crossAttention, shape.hidden),
      ...parts.dense,
      ...parts.shared,
      ...parts.latent,
    ];
    return total + block.count * (weightsOf(passed) + experts * weightsOf(parts.oneExpert));
  }, 0);
}

/** Weights, gradients and optimizer of a whole model, bytes over all GPUs together. */
export interface TrainingState {
  /** Weights that do not learn. */
  readonly frozen: number;
  /** All that is kept for weights that do. */
  readonly learning: number;
  readonly total: number;
  readonly learningParameters: number;
}

/**
 * Bytes that training a model keeps from step to step, before any sharding and without activations. Pre-training and
 * full fine-tuning keep the whole state for every parameter; adapters keep it for themselves beside frozen weights.
 */
export function countTrainingState(
  shape: ModelShape,
  method: TrainingMethod,
  precision: TrainingPrecision = 'bf16',
  adapterRank: number = usualAdapterRank,
): TrainingState {
  const { total } = countParameters(shape);
  const { total: perParameter } = stateBytesPerParameter(precision);
  if (!trainsAdapters(method)) return { frozen: 0, learning: total * perParameter, total: total * perParameter, learningParameters: total };
  const adapters = countAdapterParameters(shape, adapterRank);
  const quantised = method === 'qlora' ? countQuantised(shape) : 0;
  const frozen = quantised * frozenWeightBytes.qlora + (total - quantised) * frozenWeightBytes.lora;
  const learning = adapters * perParameter;
  return { frozen, learning, total: frozen + learning, learningParameters: adapters };
}
