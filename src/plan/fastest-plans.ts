import type { ForecastConstants } from '../forecast/constants.ts';
import type { Layout } from '../forecast/layout.ts';
import { usableGiB } from '../forecast/machine.ts';
import { type ModelWork, workOf } from '../forecast/model-work.ts';
import { emptyStepTime, type StepTime, stepTime } from '../forecast/step-time.ts';
import type { NetworkConstants } from '../network/constants.ts';
import { type ClusterLinks, linksOf, linksWithIdealFabric } from '../network/links.ts';
import { emptyMemoryParts, type MemoryConstants, type MemoryShape, memoryOf, prepareMemory } from '../workload/memory.ts';
import type { ModelShape } from '../workload/model-shape.ts';
import type { HardwareClass } from './hardware-class.ts';
import type { TrainingJob } from './job.ts';
import type { PlacedJob } from './job-model.ts';
import { type ReplicaPlan, replicaPlans } from './layout-space.ts';

/** Constants that plans are timed and sized with. */
export interface PlanConstants {
  readonly network: NetworkConstants;
  readonly memory: MemoryConstants;
  readonly step: ForecastConstants;
}

/** A job as the search reads it; made once, whatever the hardware. */
export interface PreparedJob {
  readonly job: TrainingJob;
  readonly work: ModelWork;
  readonly memoryShape: MemoryShape;
  /** Sequences of a batch as asked for. */
  readonly batch: number;
  readonly heads: number;
  readonly experts: number;
}

/** The fastest plan on a number of nodes. */
export interface FastestPlan extends PlacedJob {
  readonly layout: Layout;
  readonly stepTimeS: number;
  /** Sequences of a batch: as asked for, rounded up to what divides. */
  readonly globalBatch: number;
  readonly steps: number;
}

/** How much larger than asked for a batch may come out so that replicas divide it. */
export const mostBatchGrowth = 1.1;

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

/** Heads and experts that every block with any has in common. */
function countsOf(shape: ModelShape): { heads: number; experts: number } {
  let heads = 0;
  let experts = 0;
  for (const { mixer, feedForward } of shape.blocks) {
    if (mixer !== null && 'heads' in mixer) heads = greatestCommonDivisor(heads, mixer.heads);
    if (feedForward?.kind === 'experts') experts = greatestCommonDivisor(experts, feedForward.experts);
  }
  return { heads, experts };
}

/** Works out once what the search reads of a job. */
export function prepareJob(job: TrainingJob): PreparedJob {
  return {
    job,
    work: workOf(job.shape),
    memoryShape: prepareMemory(job.shape),
    batch: Math.max(1, Math.ceil(job.batchTokens / job.sequence)),
    ...countsOf(job.shape),
  };
}

/**
 * Numbers of nodes that are looked at up to `most`: each up to 64, then in steps of at most 7%, multiples of what pipelines
 * and replicas divide. The largest is always among them.
 */
export function nodeCounts(most: number): readonly number[] {
  const counts: number[] = [];
  for (let nodes = 1; nodes < most; nodes += nodes < 64 ? 1 : nodes < 256 ? 4 : nodes < 512 ? 16 : 32) counts.push(nodes);
  return [...counts, most];
}

interface BoundedPlan {
  readonly plan: ReplicaPlan;
  readonly gpus: number;
  /** GPU-seconds of one sequence below which the plan cannot come on any number of nodes. */
  readonly leastGpuSPerSequence: number;
}

type MutableLayout = { -readonly [K in keyof Layout]: Layout[K] };

const scratchStep: StepTime = emptyStepTime();
const scratchMemory = emptyMemoryParts();

/** Half the node where 8-bit or 4-bit formats are asked of GPUs without them: the next wider one, as software does. */
function formatOn({ machine }: HardwareClass, precision: TrainingJob['precision']): Layout['format'] {
  if (precision === 'fp4' && machine.reachableTflops.fp4 === null) return machine.reachableTflops.fp8 === null ? 'bf16' : 'fp8';
  return precision === 'fp8' && machine.reachableTflops.fp8 === null ? 'bf16' : precision;
}

/** A layout that the search fills in again for each plan it looks at. */
function emptyLayout(job: TrainingJob, hardware: HardwareClass): MutableLayout {
  return {
    gpus: 0,
    nodes: 0,
    tensor: 1,
    pipeline: 1,
    virtualStages: 1,
    data: 1,
    context: 1,
    expert: 1,
    sharding: 1,
    shardGroup: 1,
    sequenceParallel: false,
    microBatch: 1,
    microBatches: 1,
    sequence: job.sequence,
    filled: 1,
    recompute: 'none',
    format: formatOn(hardware, job.precision),
    method: job.method,
    stack: 'megatron',
    optimizes: true,
  };
}

function place(layout: MutableLayout, plan: ReplicaPlan, gpus: number, nodes: number, gpusPerNode: number, microBatches: number): void {
  const data = gpus / (plan.tensor * plan.pipeline * plan.context);
  layout.gpus = gpus;
  layout.nodes = nodes;
  layout.tensor = plan.tensor;
  layout.pipeline = plan.pipeline;
  layout.virtualStages = plan.virtualStages;
  layout.data = data;
  layout.context = plan.context;
  layout.expert = plan.expert;
  layout.sharding = plan.sharding;
  const all = data * plan.context;
  layout.shardGroup = plan.hybrid ? Math.min(all, Math.max(1, gpusPerNode / plan.tensor)) : all;
  layout.sequenceParallel = plan.sequenceParallel;
  layout.microBatch = plan.microBatch;
  layout.microBatches = microBatches;
  layout.recompute = plan.recompute;
  layout.stack = plan.stack;
}

/** What classes that differ in their fabric alone have in common. */
export interface NodePlans {
  /** Those that fit on the most nodes, the promising first. */
  readonly plans: readonly BoundedPlan[];
  /** Least memory that any plan needs there, GiB of the fullest GPU. */
  readonly leastMemoryGiB: number;
}

/** Key of `NodePlans`: everything of a class that they depend on. */
export const nodeKeyOf = ({ gpu, facts }: HardwareClass): string => `${gpu.id}|${facts.gpusPerNode}|${facts.nvlinkDomainGpus}`;

/** Plans of a job on nodes of one kind, with the time that each takes at least, over whatever fabric. */
export function plansOnNodes(job: PreparedJob, hardware: HardwareClass, constants: PlanConstants, mostNodes: number): NodePlans {
  const { gpusPerNode } = hardware.facts;
  const links = linksWithIdealFabric(linksOf({ ...hardware.facts, nodes: 2 }, constants.network).links);
  const limit = usableGiB(hardware.machine);
  const layout = emptyLayout(job.job, hardware);
  let least = Number.POSITIVE_INFINITY;
  const plans: BoundedPlan[] = [];
  const most = mostNodes * gpusPerNode;
  for (const plan of replicaPlans({
    work: job.work,
    heads: job.heads,
    experts: job.experts,
    sequence: job.job.sequence,
    batch: job.batch,
    gpusPerNode,
    domainGpus: links.domainGpus,
    adapters: job.job.method === 'lora' || job.job.method === 'qlora',
    mostGpus: most,
  })) {
    const gpus = plan.tensor * plan.pipeline * plan.context;
    const fewestNodes = Math.ceil(Math.max(gpus, plan.expert * plan.pipeline) / gpusPerNode);
    // States shrink with replicas, so what does not fit on the most nodes fits nowhere.
    place(layout, plan, most - (most % gpus), mostNodes, gpusPerNode, 1);
    const memory = memoryOf(job.memoryShape, layout, constants.memory, scratchMemory).peak;
    least = Math.min(least, memory);
    if (memory > limit) continue;
    place(layout, plan, fewestNodes * gpusPerNode, fewestNodes, gpusPerNode, 1);
    const { compute, tensor } = stepTime(job.work, hardware.machine, links, layout, constants.step, scratchStep);
    plans.push({ plan, gpus, leastGpuSPerSequence: ((compute + tensor) * gpus) / plan.microBatch });
  }
  return { plans: plans.sort((a, b) => a.leastGpuSPerSequence - b.leastGpuSPerSequence), leastMemoryGiB: least };
}

/** Searches all plans of one job on one class of hardware for the fastest on each number of nodes. */
export class PlanSearch {
  readonly links: ClusterLinks;
  /** What one GPU can hold, GiB. */
  readonly usableGiB: number;
  /** Plans that were timed and sized so far. */
  evaluations = 0;
  readonly #job: PreparedJob;
  readonly #hardware: HardwareClass;
  readonly #constants: PlanConstants;
  readonly #plans: readonly BoundedPlan[];
  readonly #layout: MutableLayout;
  readonly #known = new Map<number, FastestPlan | null>();

  /** `plans`: those of the class's nodes, `plansOnNodes`. `links`: others than those of the class. */
  constructor(
    job: PreparedJob,
    hardware: HardwareClass,
    constants: PlanConstants,
    { plans }: NodePlans,
    links: ClusterLinks | null = null,
  ) {
    this.#job = job;
    this.#hardware = hardware;
    this.#constants = constants;
    this.#plans = plans;
    this.links = links ?? linksOf({ ...hardware.facts, nodes: 2 }, constants.network).links;
    this.usableGiB = usableGiB(hardware.machine);
    this.#layout = emptyLayout(job.job, hardware);
  }

  /** Seconds below which no plan comes on a number of nodes; infinite where none fits. */
  leastRunTimeS(nodes: number): number {
    const [first] = this.#plans;
    if (first === undefined) return Number.POSITIVE_INFINITY;
    const { tokens, sequence } = this.#job.job;
    return ((tokens / sequence) * first.leastGpuSPerSequence) / (nodes * this.#hardware.facts.gpusPerNode);
  }

  /**
   * The fastest plan on a number of nodes, null where none fits. Exact: a plan is passed over only where its computation and
   * the communication inside a replica alone take longer than the best plan found.
   */
  fastestOn(nodes: number): FastestPlan | null {
    const known = this.#known.get(nodes);
    if (known !== undefined) return known;
    const found = this.#search(nodes);
    this.#known.set(nodes, found);
    return found;
  }

  #search(nodes: number): FastestPlan | null {
    const { batch, memoryShape, work, job } = this.#job;
    const gpus = nodes * this.#hardware.facts.gpusPerNode;
    const mostBatch = Math.max(batch, batch * mostBatchGrowth);
    const layout = this.#layout;
    let best: Layout | null = null;
    let bestPerSequence = Number.POSITIVE_INFINITY;
    let bestStep = 0;
    let bestBatch = 0;
    for (const { plan, gpus: replicaGpus, leastGpuSPerSequence } of this.#plans) {
      if (leastGpuSPerSequence / gpus >= bestPerSequence) break;
      if (gpus % replicaGpus !== 0 || (gpus / plan.pipeline) % plan.expert !== 0) continue;
      const data = gpus / replicaGpus;
      const atOnce = data * plan.microBatch;
      const perReplica = Math.ceil(batch / atOnce);
      // Interleaved stages take micro-batches in rounds of as many as there are stages (Narayanan et al. 2021, section 2.2.2).
      const microBatches = plan.virtualStages > 1 ? Math.ceil(perReplica / plan.pipeline) * plan.pipeline : perReplica;
      const globalBatch = microBatches * atOnce;
      if (globalBatch > mostBatch) continue;
      if (plan.hybrid && data * plan.context * plan.tensor <= this.#hardware.facts.gpusPerNode) continue;
      place(layout, plan, gpus, nodes, this.#hardware.facts.gpusPerNode, microBatches);
      this.evaluations++;
      if (memoryOf(memoryShape, layout, this.#constants.memory, scratchMemory).peak > this.usableGiB) continue;
      const { step } = stepTime(work, this.#hardware.machine, this.links, layout, this.#constants.step, scratchStep);
      if (step / globalBatch >= bestPerSequence) continue;
      bestPerSequence = step / globalBatch;
      bestStep = step;
      bestBatch = globalBatch;
      best = { ...layout };
    }
    if (best === null) return null;
    const steps = Math.ceil(job.tokens / (bestBatch * job.sequence));
    return { nodes, gpus, layout: best, stepTimeS: bestStep, globalBatch: bestBatch, steps, runTimeS: steps * bestStep };
  }
}
