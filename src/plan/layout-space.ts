import type { Layout } from '../forecast/layout.ts';
import type { ModelWork } from '../forecast/model-work.ts';
import type { Recompute } from '../workload/flops.ts';

/** A plan but for its number of replicas: what one replica does with one micro-batch is the same on any number of nodes. */
export type ReplicaPlan = Pick<
  Layout,
  'tensor' | 'pipeline' | 'virtualStages' | 'context' | 'expert' | 'sharding' | 'sequenceParallel' | 'microBatch' | 'recompute' | 'stack'
> & {
  /** Parameters are cut inside the node alone (hybrid sharding). */
  readonly hybrid: boolean;
};

export interface LayoutQuestion {
  readonly work: ModelWork;
  readonly heads: number;
  readonly experts: number;
  readonly sequence: number;
  /** Sequences of a batch as asked for. */
  readonly batch: number;
  readonly gpusPerNode: number;
  /** GPUs of one domain of fast links. */
  readonly domainGpus: number;
  readonly adapters: boolean;
  /** GPUs that one replica may take at most. */
  readonly mostGpus: number;
}

const powersOfTwo = (most: number): readonly number[] => [1, 2, 4, 8, 16, 32, 64, 128].filter((value) => value <= most);
const divides = (value: number, by: number): boolean => value % by === 0;

/** Tokens of a sequence per GPU below which cutting sequences only adds traffic. */
const contextFromTokens = 16_384;
const mostStages = 64;
const mostMicroBatch = 16;

/** Stages of equal layers, and of layers that come out equal with embedding and output counted as one each. */
const stagesOf = (layers: number): readonly number[] =>
  Array.from({ length: Math.min(mostStages, layers) }, (_, index) => index + 1).filter(
    (stages) => divides(layers, stages) || (stages > 1 && divides(layers + 2, stages)),
  );

/** Interleaving: none, two, four chunks a stage, and a layer a chunk. */
function virtualStagesOf(layers: number, stages: number): readonly number[] {
  if (stages === 1 || !divides(layers, stages)) return [1];
  const perStage = layers / stages;
  return [...new Set([1, 2, 4, perStage])].filter((chunks) => divides(perStage, chunks));
}

/**
 * All plans that software of today runs, but for the number of replicas: Megatron's parallelism of tensors, stages,
 * sequences and experts with optimizer states cut among replicas, and fully sharded data parallelism. Left out is only
 * what is never faster nor smaller than another plan: replicas that do not cut optimizer states, and repeating attention
 * alone where attention writes no scores out.
 */
export function replicaPlans(question: LayoutQuestion): ReplicaPlan[] {
  const { work, heads, experts, sequence, batch, gpusPerNode, domainGpus, adapters, mostGpus } = question;
  const plans: ReplicaPlan[] = [];
  const tensors = powersOfTwo(Math.max(gpusPerNode, Math.min(domainGpus, 16))).filter((tensor) => heads === 0 || divides(heads, tensor));
  const contexts = sequence < contextFromTokens ? [1] : powersOfTwo(Math.min(16, sequence / 4096));
  const microBatches = powersOfTwo(Math.min(mostMicroBatch, Math.ceil(batch)));
  const expertGroups = experts === 0 ? [1] : powersOfTwo(Math.min(experts, 128)).filter((group) => divides(experts, group));
  const stages = stagesOf(work.layers).flatMap((pipeline) =>
    virtualStagesOf(work.layers, pipeline).map((virtualStages) => ({ pipeline, virtualStages })),
  );
  for (const tensor of tensors)
    for (const context of contexts)
      for (const expert of expertGroups) {
        const ofStage = Math.max(tensor * context, expert);
        if (ofStage > mostGpus) continue;
        for (const microBatch of microBatches) {
          // Written out, since some ten thousand are made for one question.
          for (const { pipeline, virtualStages } of stages) {
            if (ofStage * pipeline > mostGpus) continue;
            for (const recompute of ['none', 'full'] as const satisfies readonly Recompute[])
              plans.push({
                tensor,
                pipeline,
                virtualStages,
                context,
                expert,
                sharding: 1,
                sequenceParallel: tensor > 1,
                microBatch,
                recompute,
                stack: 'megatron',
                hybrid: false,
              });
          }
          // Sharded software of today keeps tensors inside the node and experts whole.
          if (expert > 1 || tensor > gpusPerNode) continue;
          for (const recompute of ['none', 'selective', 'full'] as const satisfies readonly Recompute[])
            for (const hybrid of adapters ? [true, false] : [false, true])
              plans.push({
                tensor,
                pipeline: 1,
                virtualStages: 1,
                context,
                expert,
                sharding: 3,
                sequenceParallel: tensor > 1,
                microBatch,
                recompute,
                stack: 'fsdp',
                hybrid,
              });
        }
      }
  return plans;
}
