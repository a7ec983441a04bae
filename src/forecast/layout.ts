import type { Recompute, TrainingMethod } from '../workload/flops.ts';
import type { MatrixFormat } from './machine.ts';

/** Software families whose habits differ: what is overlapped, which kernels run, how memory is held. */
export type Stack = 'megatron' | 'megatron-early' | 'fsdp';

/** 0: replicas hold everything; 1: optimizer states cut; 2: gradients too; 3: parameters too (Rajbhandari et al. 2020, arXiv 1910.02054). */
export type Sharding = 0 | 1 | 2 | 3;

/** One step of a training run placed on GPUs, with nothing left open. */
export interface Layout {
  readonly gpus: number;
  readonly nodes: number;
  readonly tensor: number;
  readonly pipeline: number;
  /** Chunks of layers that one pipeline rank holds in turn (interleaved 1F1B); 1: plain. */
  readonly virtualStages: number;
  readonly data: number;
  readonly context: number;
  readonly expert: number;
  readonly sharding: Sharding;
  /** GPUs over which parameters are cut; fewer than all in hybrid sharding. */
  readonly shardGroup: number;
  readonly sequenceParallel: boolean;
  /** Sequences that one replica works on at a time. */
  readonly microBatch: number;
  /** Micro-batches that one replica works through in a step. */
  readonly microBatches: number;
  /** Tokens of one sequence. */
  readonly sequence: number;
  /** Share of the tokens that are not padding, where padding is skipped. */
  readonly filled: number;
  readonly recompute: Recompute;
  readonly format: MatrixFormat;
  readonly method: TrainingMethod;
  readonly stack: Stack;
  /** False for benchmarks of a layer alone, which end with the backward pass. */
  readonly optimizes: boolean;
}
