import type { TrainingMethod } from './flops.ts';
import { emptyMemoryParts, type MemoryConstants, type MemoryPlan, type MemoryShape, memoryOf, prepareMemory } from './memory.ts';
import type { ModelShape } from './model-shape.ts';

/** The run that a question about a model's size has in mind, where nothing but the model is said. */
export const assumedRun = { sequence: 4096, microBatch: 1, recompute: 'full', format: 'bf16' } as const;

/** GPUs and the node they are in. */
export interface GpuCount {
  readonly gpus: number;
  readonly gpusPerNode: number;
}

/** Widest tensor parallelism that is usual: beyond eight, products become too narrow (Narayanan et al. 2021, arXiv 2104.04473, 5.4). */
const widestTensor = 8;
/** Most pipeline stages that published runs have. */
const longestPipeline = 64;

const divisorsUpTo = (whole: number, most: number): readonly number[] =>
  Array.from({ length: Math.min(whole, most) }, (_, index) => index + 1).filter((divisor) => whole % divisor === 0);

/** Fully sharded training on all GPUs, the layout that holds a dense model on the fewest. */
const shardedPlan = (gpus: number, method: TrainingMethod): MemoryPlan => ({
  ...assumedRun,
  tensor: 1,
  pipeline: 1,
  virtualStages: 1,
  data: gpus,
  context: 1,
  expert: 1,
  sequenceParallel: false,
  sharding: 3,
  shardGroup: gpus,
  microBatches: 1,
  method,
  stack: 'fsdp',
});

/** Layouts that cut the model itself: tensor parallelism within the node, pipeline stages, experts over the rest. */
function* cuttingPlans(
  memory: MemoryShape,
  experts: number,
  { gpus, gpusPerNode }: GpuCount,
  method: TrainingMethod,
): Generator<MemoryPlan> {
  for (const tensor of divisorsUpTo(gpus, Math.min(widestTensor, gpusPerNode))) {
    for (const pipeline of divisorsUpTo(gpus / tensor, Math.min(longestPipeline, memory.layers))) {
      const data = gpus / tensor / pipeline;
      const plan = {
        ...shardedPlan(gpus, method),
        tensor,
        pipeline,
        data,
        sequenceParallel: tensor > 1,
        sharding: 1,
        shardGroup: 1,
        microBatches: pipeline,
        stack: 'megatron',
      } as const;
      yield plan;
      // Experts go to as many ranks as there are, in equal shares; a wider spread never needs more.
      if (experts > 1) {
        const expert = divisorsUpTo(data * tensor, experts).findLast((ranks) => experts % ranks === 0);
        if (expert !== undefined && expert > 1) yield { ...plan, expert };
      }
    }
  }
}

/**
 * Gives, for a number of GPUs, the GiB on the fullest of them in the layout that needs the least: whether any way of
 * training fits, not which is fast.
 */
export function leastMemory(shape: ModelShape, method: TrainingMethod, constants: MemoryConstants): (count: GpuCount) => number {
  const memory = prepareMemory(shape);
  const experts = Math.max(0, ...shape.blocks.map(({ feedForward }) => (feedForward?.kind === 'experts' ? feedForward.experts : 0)));
  const parts = emptyMemoryParts();
  return (count) => {
    let least = memoryOf(memory, shardedPlan(count.gpus, method), constants, parts).peak;
    for (const plan of cuttingPlans(memory, experts, count, method)) least = Math.min(least, memoryOf(memory, plan, constants, parts).peak);
    return least;
  };
}

/** Numbers of nodes that are tried: every one of the first, then as providers sell them. */
const nodeCounts: readonly number[] = [
  ...Array.from({ length: 32 }, (_, index) => index + 1),
  ...Array.from({ length: 12 }, (_, index) => 40 + 8 * index),
  ...Array.from({ length: 28 }, (_, index) => 160 + 32 * index),
];

/** Doublings up to 1,024 nodes. */
const doublings: readonly number[] = Array.from({ length: 11 }, (_, power) => 2 ** power);

/**
 * The fewest whole nodes whose GPUs of `usableGiB` hold it; null where 1,024 do not. Twice the GPUs never need more on
 * each, so only the numbers between the last doubling that is too small and the first that is not are tried.
 */
export function fewestNodes(needs: (count: GpuCount) => number, gpusPerNode: number, usableGiB: number): number | null {
  const holds = (nodes: number): boolean => needs({ gpus: nodes * gpusPerNode, gpusPerNode }) <= usableGiB;
  const enough = doublings.find(holds);
  if (enough === undefined) return null;
  return nodeCounts.find((nodes) => nodes > enough / 2 && nodes < enough && holds(nodes)) ?? enough;
}
