import type { TrainingMethod } from './flops.ts';
import type { ModelShape } from './model-shape.ts';
import { countBlockParameters, countParameters } from './parameters.ts';
import { countTrainingState } from './training-state.ts';

/** The run that a question about a model's size has in mind, where nothing but the model is said. */
export const assumedRun = {
  /** Everything cut over all GPUs, gathered block by block (ZeRO-3, arXiv 1910.02054; FSDP, arXiv 2304.11277). */
  sharding: 'full',
  /** Only the input of each block is kept (Chen et al. 2016, arXiv 1604.06174). */
  recompute: 'full',
  microBatch: 1,
  sequence: 4096,
} as const;

const gibibyte = 2 ** 30;
const bytesPerValue = 2;
/** Blocks whose weights are whole on a GPU: the one at work and the one gathered ahead. */
const gatheredBlocks = 2;
/** Bytes per token and value of the residual stream that one block holds while it is computed again (Korthikanti et al. 2022, arXiv 2205.05198, eq. 1, without scores). */
const workingBytesPerValue = 34;
/** 16-bit logits, their 32-bit copy and its gradient. */
const bytesPerLogit = 10;
/** CUDA context, NCCL buffers and fragments of the allocator on one GPU. */
const reserveGiB = 4;

/** What one model keeps on each GPU whatever their number, and what all of them share, bytes. */
export interface ShardedMemory {
  readonly shared: number;
  readonly perGpu: number;
}

/** Memory of `assumedRun`: a first look at whether a model fits, not the forecast of a plan. */
export function shardedMemory(shape: ModelShape, method: TrainingMethod): ShardedMemory {
  const { layers } = countParameters(shape);
  const largest = Math.max(0, ...shape.blocks.map((block) => countBlockParameters(block, shape.hidden).total));
  const tokens = assumedRun.sequence * assumedRun.microBatch;
  const kept = bytesPerValue * layers * tokens * shape.hidden;
  const working = workingBytesPerValue * tokens * shape.hidden;
  const logits = shape.output === 'none' ? 0 : bytesPerLogit * tokens * shape.vocabulary;
  return {
    shared: countTrainingState(shape, method).total,
    perGpu: gatheredBlocks * bytesPerValue * largest + kept + working + logits + reserveGiB * gibibyte,
  };
}

/** GiB that `gpus` GPUs need together. */
export const neededGiB = ({ shared, perGpu }: ShardedMemory, gpus: number): number => (shared + perGpu * gpus) / gibibyte;

/**
 * The fewest whole nodes of `gpusPerNode` GPUs with `usableGiB` each that hold it; null where what each GPU keeps for
 * itself leaves no room, or where more than `most` nodes would be needed.
 */
export function fewestNodes(memory: ShardedMemory, gpusPerNode: number, usableGiB: number, most: number): number | null {
  const roomPerGpu = usableGiB * gibibyte - memory.perGpu;
  if (roomPerGpu <= 0) return null;
  const nodes = Math.max(1, Math.ceil(memory.shared / (roomPerGpu * gpusPerNode)));
  return nodes > most ? null : nodes;
}
