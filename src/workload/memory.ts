import type { Recompute, TrainingMethod } from './flops.ts';
import { keptBytesOf, scoreBytesOf } from './kept-activations.ts';
import type { BlockRun, ModelShape } from './model-shape.ts';
import { countBlockParameters, countParameters } from './parameters.ts';
import { countAdapterParameters, frozenWeightBytes } from './training-state.ts';

/** How a run lies on its GPUs, as far as memory depends on it. */
export interface MemoryPlan {
  readonly tensor: number;
  readonly pipeline: number;
  /** Chunks of layers that one pipeline rank holds; 1: not interleaved. */
  readonly virtualStages: number;
  readonly data: number;
  readonly context: number;
  readonly expert: number;
  readonly sequenceParallel: boolean;
  /** ZeRO level: 0 none, 1 optimizer states, 2 gradients too, 3 parameters too. */
  readonly sharding: 0 | 1 | 2 | 3;
  /** GPUs over which states are cut at levels 2 and 3; fewer than all in hybrid sharding. */
  readonly shardGroup: number;
  readonly microBatch: number;
  readonly microBatches: number;
  /** Tokens of one sequence. */
  readonly sequence: number;
  readonly recompute: Recompute;
  /** Number format of the products. */
  readonly format: string;
  readonly method: TrainingMethod;
  /**
   * `fsdp`: states are cut and gathered layer by layer. `megatron`: stages are held whole, attention is fused.
   * `megatron-early`: DeepSpeed and Megatron of 2020 to 2022, which write attention scores out and use dropout.
   */
  readonly stack: 'megatron' | 'megatron-early' | 'fsdp';
}

/** Constants of the memory model, in `data/calibration/memory.yaml`. */
export interface MemoryConstants {
  /** Weights, gradients and optimizer as allocated over their bytes: padding, buckets, copies while stepping. */
  readonly stateScale: number;
  /** Kept activations as allocated over those of the formula: rounding and fragments of the allocator. */
  readonly activationScale: number;
  /** The layer at work over one layer's activations: its gradients stand beside them. */
  readonly workingScale: number;
  /** Share of the results of matrix products that selective recomputation of fully sharded software keeps. */
  readonly selectiveKeep: number;
  /** Bytes per logit at the loss. */
  readonly logitBytes: number;
  /** Layers whose parameters are gathered at a time. */
  readonly gatheredLayers: number;
  /** CUDA context, libraries and their workspaces. */
  readonly contextGiB: number;
  /** Buffers of the communicator of one kind of parallelism. */
  readonly communicatorGiB: number;
}

export const memoryConstantNames = [
  'stateScale',
  'activationScale',
  'workingScale',
  'selectiveKeep',
  'logitBytes',
  'gatheredLayers',
  'contextGiB',
  'communicatorGiB',
] as const satisfies readonly (keyof MemoryConstants)[];

/** Numbers of a model that memory depends on; made once for each shape, so that a search over plans counts nothing twice. */
export interface MemoryShape {
  readonly layers: number;
  readonly hidden: number;
  readonly vocabulary: number;
  readonly hasOutput: boolean;
  /** Parameters of all blocks but their routed experts. */
  readonly denseParameters: number;
  readonly expertParameters: number;
  /** Before the first block, and after the last where both are on one GPU. */
  readonly embeddingParameters: number;
  readonly outputParameters: number;
  /** After the last block on a stage of its own: an output that reads the table of the input needs a copy of it there. */
  readonly lastStageOutputParameters: number;
  /** Of adapters of the usual rank. */
  readonly adapterParameters: number;
  /** Means over layers, bytes for one token: what is kept and cut by tensor parallelism, and parts of that. */
  readonly cutBytes: number;
  readonly cutProductBytes: number;
  readonly attentionBytes: number;
  /** For one token and one token looked at. */
  readonly scoreBytes: number;
}

/** Works out once what `memoryOf` reads of a model. */
export function prepareMemory(shape: ModelShape): MemoryShape {
  const counts = countParameters(shape);
  const mean = (value: (block: BlockRun) => number): number =>
    shape.blocks.reduce((sum, block) => sum + block.count * value(block), 0) / Math.max(1, counts.layers);
  return {
    layers: counts.layers,
    hidden: shape.hidden,
    vocabulary: shape.vocabulary,
    hasOutput: shape.output !== 'none',
    denseParameters: shape.blocks.reduce((sum, block) => {
      const one = countBlockParameters(block, shape.hidden);
      return sum + block.count * (one.total - one.routedExperts);
    }, 0),
    expertParameters: counts.routedExperts,
    embeddingParameters: counts.embedding + counts.other,
    outputParameters: counts.output,
    lastStageOutputParameters: shape.output === 'tied' ? counts.embedding : counts.output,
    adapterParameters: countAdapterParameters(shape),
    cutBytes: mean((block) => keptBytesOf(block, shape.hidden).all),
    cutProductBytes: mean((block) => keptBytesOf(block, shape.hidden).products),
    attentionBytes: mean((block) => keptBytesOf(block, shape.hidden).attention),
    scoreBytes: mean(scoreBytesOf),
  };
}

/** Parts of the peak of the fullest GPU in GiB; they add up to `peak`. */
export interface MemoryParts {
  peak: number;
  /** Pipeline stage of that GPU, from 0. */
  stage: number;
  weights: number;
  gradients: number;
  optimizer: number;
  /** Kept from the forward to the backward pass, and those of the layer at work. */
  activations: number;
  logits: number;
  /** Parameters gathered and gradients not yet scattered of fully sharded training. */
  buffers: number;
  overhead: number;
}

export const emptyMemoryParts = (): MemoryParts => ({
  peak: 0,
  stage: 0,
  weights: 0,
  gradients: 0,
  optimizer: 0,
  activations: 0,
  logits: 0,
  buffers: 0,
  overhead: 0,
});

const gibibyte = 2 ** 30;
const trainsAdapters = (plan: MemoryPlan): boolean => plan.method === 'lora' || plan.method === 'qlora';
const isWide = (format: string): boolean => format === 'fp32' || format === 'tf32';

/** Bytes for one value of the residual stream; activations of 32-bit training are twice as wide. */
const widthOf = (plan: MemoryPlan): number => (isWide(plan.format) ? 2 : 1);

/**
 * Bytes per value of the residual stream that tensor parallelism alone does not cut: inputs of the two norms and of the
 * two halves of a layer, 8; two masks of dropout, 1 each, where there is dropout (Korthikanti et al. 2022, section 4.2.1).
 */
const uncutBytes = (plan: MemoryPlan): number => (plan.stack === 'megatron-early' ? 10 : 8);

/** Bytes of one layer of one micro-batch without recomputation, scores aside (Korthikanti et al. 2022, arXiv 2205.05198, eq. 1, 2 and 4). */
function wholeLayer(shape: MemoryShape, plan: MemoryPlan, tokens: number, uncut: number): number {
  return tokens * ((uncutBytes(plan) * shape.hidden) / uncut + shape.cutBytes / plan.tensor);
}

const scoresOf = (shape: MemoryShape, plan: MemoryPlan, tokens: number): number =>
  plan.stack === 'megatron-early' ? (shape.scoreBytes * plan.sequence * tokens) / plan.tensor : 0;

/** Bytes that one layer keeps of one micro-batch until its backward pass. */
function keptLayer(shape: MemoryShape, plan: MemoryPlan, tokens: number, uncut: number, constants: MemoryConstants): number {
  const input = (2 * tokens * shape.hidden) / uncut;
  if (plan.recompute === 'full') return input;
  if (plan.recompute === 'none') return wholeLayer(shape, plan, tokens, uncut) + scoresOf(shape, plan, tokens);
  // Korthikanti et al. 2022, eq. 6: the scores alone are computed again, which fused attention does anyway.
  if (plan.stack !== 'fsdp') return wholeLayer(shape, plan, tokens, uncut);
  // torchtitan: inputs, results of attention and some of the products are kept, everything else is computed again.
  const products = (4 * shape.hidden) / uncut + shape.cutProductBytes / plan.tensor;
  return input + tokens * (constants.selectiveKeep * products + shape.attentionBytes / plan.tensor);
}

/**
 * What the layer at work holds beside what is kept: what is computed again, and gradients of it. With sequence parallelism
 * the inputs of its products are gathered from all ranks, and their gradients whole until scattered (section 4.2.2).
 */
function workingLayer(shape: MemoryShape, plan: MemoryPlan, tokens: number, uncut: number, constants: MemoryConstants): number {
  const layer = wholeLayer(shape, plan, tokens, uncut) + scoresOf(shape, plan, tokens);
  const gathered = uncut > 1 ? 4 * tokens * shape.hidden : 0;
  return gathered + layer * (plan.recompute === 'none' ? constants.workingScale - 1 : constants.workingScale);
}

/**
 * Micro-batches, as parts of a stage's layers, that stage `rank` keeps at once. 1F1B: as many as stages follow, and its
 * own; interleaved: warm-up of Megatron-LM over chunks (Korthikanti et al. 2022, section 4.2.3: L·(1 + (p−1)/(p·v)) on the first).
 */
function inFlight({ pipeline, virtualStages, microBatches }: MemoryPlan, rank: number): number {
  const after = pipeline - rank - 1;
  const most = virtualStages > 1 ? (2 * after + (virtualStages - 1) * pipeline + 1) / virtualStages : after + 1;
  return Math.min(most, microBatches);
}

/** Experts go one part to each rank of expert parallelism, or are cut like any matrix where there is none. */
const expertParts = (plan: MemoryPlan): number => (plan.expert > 1 ? plan.expert : plan.tensor);

/**
 * Weights, gradients, optimizer and gather buffers of a stage with `dense` and `experts` parameters on each of its GPUs,
 * bytes, after ZeRO (arXiv 1910.02054, section 5) and FSDP (arXiv 2304.11277, section 4).
 */
function addStates(
  shape: MemoryShape,
  plan: MemoryPlan,
  constants: MemoryConstants,
  dense: number,
  experts: number,
  layers: number,
  out: MemoryParts,
): void {
  const own = dense + experts;
  const shards = plan.sharding >= 2 ? Math.max(1, plan.shardGroup) : 1;
  const scale = constants.stateScale;
  if (trainsAdapters(plan)) {
    const tables = Math.min(own, (shape.embeddingParameters + shape.outputParameters) / plan.tensor);
    const quantised = plan.method === 'qlora' ? own - tables : 0;
    const frozen = frozenWeightBytes.qlora * quantised + frozenWeightBytes.lora * (own - quantised);
    const adapters = (shape.adapterParameters * (own / Math.max(1, shape.denseParameters + shape.expertParameters))) / shards;
    const cut = plan.sharding === 3 ? shards : 1;
    // Frozen weights have no gradients to reduce in buckets, and no optimizer that copies them.
    out.weights = frozen / cut + 2 * adapters;
    out.gradients = 4 * adapters;
    out.optimizer = 12 * adapters;
    // Layers at work are gathered as they are held, and quantised matrices made wide again one layer at a time.
    const gathered = frozen * Math.min(1, constants.gatheredLayers / Math.max(1, layers));
    out.buffers = (1 - 1 / cut) * gathered + ((frozenWeightBytes.lora - frozenWeightBytes.qlora) * quantised) / Math.max(1, layers);
    return;
  }
  const perLayer = own / Math.max(1, layers);
  if (plan.sharding >= 2) {
    // 32-bit weight, gradient and two moments: 16 bytes, or as many in DeepSpeed, which keeps 16-bit weights and gradients beside.
    const weights = plan.sharding === 3 ? 4 / shards : 2 + 2 / shards;
    out.weights = scale * own * weights;
    out.gradients = (scale * 4 * own) / shards;
    out.optimizer = (scale * 8 * own) / shards;
    // Between micro-batches of a pipeline, parameters stay gathered and gradients whole, in 32 bits (torchtitan, FSDP under a pipeline).
    const whole = 1 - 1 / shards;
    const gathered = plan.sharding === 3 ? Math.min(plan.pipeline > 1 ? own : constants.gatheredLayers * perLayer, own) : 0;
    const scattered = plan.pipeline > 1 ? own : Math.min(constants.gatheredLayers * perLayer, own);
    out.buffers = whole * (2 * gathered + 4 * scattered);
    return;
  }
  const replicas = plan.sharding === 1 ? plan.data * plan.context : 1;
  const expertReplicas = plan.sharding === 1 ? Math.max(1, (plan.data * plan.context * plan.tensor) / expertParts(plan)) : 1;
  const cut = dense / replicas + experts / expertReplicas;
  const early = plan.stack === 'megatron-early';
  if (isWide(plan.format)) {
    out.weights = scale * 4 * own;
    out.gradients = scale * 4 * own;
    out.optimizer = scale * 8 * cut;
  } else if (plan.format === 'fp16') {
    // 16-bit weights and gradients; DeepSpeed's optimizer works on a 32-bit copy of its part of the gradients.
    out.weights = scale * 2 * own;
    out.gradients = scale * (2 * own + (early ? 4 * cut : 0));
    out.optimizer = scale * 12 * cut;
  } else {
    // Gradients are added up in 32 bits; DeepSpeed's bf16 optimizer keeps the 16-bit ones beside.
    out.weights = scale * 2 * own;
    out.gradients = scale * (early ? 6 : 4) * own;
    out.optimizer = scale * 12 * cut;
  }
  out.buffers = 0;
}

/** Kinds of parallelism that exchange anything: each has a communicator of its own. */
const communicators = (plan: MemoryPlan): number =>
  Number(plan.tensor > 1) + Number(plan.pipeline > 1) + Number(plan.data * plan.context > 1) + Number(plan.expert > 1);

/** Fills `out` for the GPUs of one stage. */
function stageInto(shape: MemoryShape, plan: MemoryPlan, constants: MemoryConstants, rank: number, out: MemoryParts): void {
  const { pipeline, tensor } = plan;
  const isFirst = rank === 0;
  const isLast = rank === pipeline - 1;
  // Where layers alone do not divide, embedding and output count as a layer each (Megatron-DeepSpeed; Llama 3, arXiv 2407.21783, 3.3.2).
  const uneven = shape.layers % pipeline !== 0;
  const even = uneven ? Math.ceil((shape.layers + 2) / pipeline) : shape.layers / pipeline;
  const layers = uneven && (isFirst || isLast) ? Math.max(0, even - 1) : even;
  const share = layers / Math.max(1, shape.layers);
  const ends =
    pipeline === 1
      ? shape.embeddingParameters + shape.outputParameters
      : (isFirst ? shape.embeddingParameters : 0) + (isLast ? shape.lastStageOutputParameters : 0);
  addStates(
    shape,
    plan,
    constants,
    (shape.denseParameters * share + ends) / tensor,
    (shape.expertParameters * share) / expertParts(plan),
    layers,
    out,
  );

  const tokens = (plan.microBatch * plan.sequence) / plan.context;
  const uncut = plan.sequenceParallel ? tensor : 1;
  // A stage hands its result on and keeps it until its gradient comes back; Megatron frees it since 2022.
  const handedOn = pipeline > 1 && plan.stack !== 'megatron' ? (2 * tokens * shape.hidden) / uncut : 0;
  const kept = inFlight(plan, rank) * (layers * keptLayer(shape, plan, tokens, uncut, constants) + handedOn);
  const working = layers === 0 ? 0 : workingLayer(shape, plan, tokens, uncut, constants);
  out.activations = widthOf(plan) * (constants.activationScale * kept + working);
  out.logits = isLast && shape.hasOutput ? (tokens * shape.vocabulary * constants.logitBytes) / tensor : 0;

  out.stage = rank;
  out.weights /= gibibyte;
  out.gradients /= gibibyte;
  out.optimizer /= gibibyte;
  out.activations /= gibibyte;
  out.logits /= gibibyte;
  out.buffers /= gibibyte;
  out.overhead = constants.contextGiB + constants.communicatorGiB * communicators(plan);
  out.peak = out.weights + out.gradients + out.optimizer + out.activations + out.logits + out.buffers + out.overhead;
}

const scratch = emptyMemoryParts();

/**
 * Peak memory of the fullest GPU of a training run and its parts, GiB, written into `out`. The first stage keeps most
 * micro-batches, the last has the logits, and the second may have a layer more than both, so no other can be fuller.
 * Trusts its input; allocates nothing.
 */
export function memoryOf(shape: MemoryShape, plan: MemoryPlan, constants: MemoryConstants, out: MemoryParts): MemoryParts {
  const { pipeline } = plan;
  stageInto(shape, plan, constants, 0, out);
  if (pipeline === 1) return out;
  if (pipeline > 2 && shape.layers % pipeline !== 0) {
    stageInto(shape, plan, constants, 1, scratch);
    if (scratch.peak > out.peak) Object.assign(out, scratch);
  }
  stageInto(shape, plan, constants, pipeline - 1, scratch);
  return scratch.peak > out.peak ? Object.assign(out, scratch) : out;
}
