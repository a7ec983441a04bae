import type { Recompute, TrainingMethod } from './flops.ts';
import type { BlockRun, Mixer, ModelShape } from './model-shape.ts';
import { countBlockParameters, countParameters } from './parameters.ts';

/** How a run lies on its GPUs, as far as memory depends on it. */
export interface MemoryPlan {
  readonly tensor: number;
  readonly pipeline: number;
  readonly virtualStages: number;
  readonly data: number;
  readonly context: number;
  readonly expert: number;
  readonly sequenceParallel: boolean;
  /** ZeRO level: 0 none, 1 optimizer states, 2 gradients too, 3 parameters too. */
  readonly sharding: 0 | 1 | 2 | 3;
  /** GPUs over which states are cut at level 3. */
  readonly shardGroup: number;
  readonly microBatch: number;
  readonly microBatches: number;
  /** Tokens of one sequence. */
  readonly sequence: number;
  readonly recompute: Recompute;
  /** Number format of the layers; anything but fp16 keeps gradients wide enough to add up. */
  readonly format: string;
  readonly method: TrainingMethod;
  /** `fsdp`: states are cut and gathered layer by layer; the others keep whole stages. `megatron-early` writes attention scores out. */
  readonly stack: 'megatron' | 'megatron-early' | 'fsdp';
}

/** Constants of the memory model, in `data/calibration/memory.yaml`. */
export interface MemoryConstants {
  /** Bytes per parameter of 16-bit weights and gradients that a rank holds whole. */
  readonly residentBytes: number;
  /** Further bytes per parameter where gradients are added up in 32 bits. */
  readonly wideGradientBytes: number;
  /** Bytes per parameter that stay whole when sharded training runs under a pipeline. */
  readonly pipelinedShardBytes: number;
  /** Bytes per parameter of optimizer states, cut among ranks where the plan says so. */
  readonly optimizerBytes: number;
  /** The same for fully sharded training, where all is cut. */
  readonly shardedBytes: number;
  /** Layers whose parameters are gathered at a time. */
  readonly gatheredLayers: number;
  /** Kept activations over those of the formula. */
  readonly activationScale: number;
  /** Share of a layer's activations that selective recomputation of fully sharded software keeps. */
  readonly selectiveKeep: number;
  /** Bytes per logit: 16-bit and 32-bit copies and their gradient. */
  readonly logitBytes: number;
  /** Context, libraries, communication buffers and fragments of the allocator. */
  readonly overheadGiB: number;
}

export const memoryConstantNames = [
  'residentBytes',
  'wideGradientBytes',
  'pipelinedShardBytes',
  'optimizerBytes',
  'shardedBytes',
  'gatheredLayers',
  'activationScale',
  'selectiveKeep',
  'logitBytes',
  'overheadGiB',
] as const satisfies readonly (keyof MemoryConstants)[];

/** Numbers of a model that memory depends on; made once for each shape. */
export interface MemoryShape {
  readonly layers: number;
  readonly hidden: number;
  readonly vocabulary: number;
  readonly hasOutput: boolean;
  readonly denseParameters: number;
  readonly expertParameters: number;
  readonly embeddingParameters: number;
  readonly outputParameters: number;
  /** Means over layers: bytes kept per token that tensor parallelism cuts, and scores per token and token looked at. */
  readonly cutBytesPerToken: number;
  readonly routedBytesPerToken: number;
  readonly scoreHeads: number;
}

function mixerBytes(mixer: Mixer | null): number {
  if (mixer === null) return 0;
  if (mixer.kind === 'attention') return 2 * (2 * mixer.heads * mixer.headWidth + 2 * mixer.keyValueHeads * mixer.headWidth);
  if (mixer.kind === 'latent-attention') {
    const query = mixer.heads * (mixer.plainHeadWidth + mixer.rotaryHeadWidth);
    return 2 * (2 * query + 2 * mixer.heads * mixer.valueHeadWidth + mixer.keyValueRank + (mixer.queryRank ?? 0));
  }
  return 2 * 4 * mixer.innerWidth;
}

function feedForwardBytes(block: BlockRun): { readonly dense: number; readonly routed: number } {
  const part = block.feedForward;
  if (part === null) return { dense: 0, routed: 0 };
  const kept = (width: number, gated: boolean): number => 2 * width * (gated ? 3 : 2);
  if (part.kind === 'dense') return { dense: kept(part.width, part.gated), routed: 0 };
  return { dense: kept(part.sharedWidth, part.gated), routed: part.active * kept(part.width, part.gated) };
}

/** Works out once what `peakMemoryGiB` reads of a model. */
export function prepareMemory(shape: ModelShape): MemoryShape {
  const counts = countParameters(shape);
  const mean = (value: (block: BlockRun) => number): number =>
    shape.blocks.reduce((sum, block) => sum + block.count * value(block), 0) / Math.max(1, counts.layers);
  const routedWidth = (block: BlockRun): number =>
    block.feedForward?.kind === 'experts' ? 4 * block.feedForward.active * (block.feedForward.latentWidth ?? shape.hidden) : 0;
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
    cutBytesPerToken: mean((block) => mixerBytes(block.mixer) + mixerBytes(block.crossAttention) + feedForwardBytes(block).dense),
    routedBytesPerToken: mean((block) => feedForwardBytes(block).routed + routedWidth(block)),
    scoreHeads: mean((block) => (block.mixer !== null && 'heads' in block.mixer ? block.mixer.heads : 0)),
  };
}

/** Parts of the peak, GiB; they add up to `peak`. */
export interface MemoryParts {
  peak: number;
  /** Weights, gradients and optimizer states. */
  states: number;
  activations: number;
  logits: number;
  overhead: number;
}

export const emptyMemoryParts = (): MemoryParts => ({ peak: 0, states: 0, activations: 0, logits: 0, overhead: 0 });

const gibibyte = 2 ** 30;
/** Norm inputs, inputs of the two halves of a layer and dropout masks: 10 bytes per value (Korthikanti et al. 2022, section 4.1). */
const uncutBytesPerValue = 10;

/** Bytes that one micro-batch of one layer keeps until its backward pass (Korthikanti et al. 2022, arXiv 2205.05198, eq. 1 to 5). */
function layerBytes(shape: MemoryShape, plan: MemoryPlan, tokens: number, constants: MemoryConstants): number {
  const uncut = plan.sequenceParallel ? plan.tensor : 1;
  const input = (2 * tokens * shape.hidden) / uncut;
  if (plan.recompute === 'full') return input;
  const whole =
    (uncutBytesPerValue * tokens * shape.hidden) / uncut +
    (tokens * (shape.cutBytesPerToken + shape.routedBytesPerToken)) / plan.tensor +
    (plan.recompute === 'none' && plan.stack === 'megatron-early' ? (5 * shape.scoreHeads * plan.sequence * tokens) / plan.tensor : 0);
  return plan.recompute === 'selective' && plan.stack === 'fsdp' ? input + constants.selectiveKeep * whole : whole;
}

/** What the layer at work holds beside what is kept, where everything is computed again. */
function workingBytes(shape: MemoryShape, plan: MemoryPlan, tokens: number): number {
  if (plan.recompute === 'none') return 0;
  const scores = plan.stack === 'megatron-early' ? (5 * shape.scoreHeads * plan.sequence * tokens) / plan.tensor : 0;
  const whole = (uncutBytesPerValue * tokens * shape.hidden) / (plan.sequenceParallel ? plan.tensor : 1);
  return whole + (tokens * (shape.cutBytesPerToken + shape.routedBytesPerToken)) / plan.tensor + scores;
}

/**
 * Peak memory of the fullest GPU of a training run in GiB, and its parts (out: overwritten). Pipeline stages of 1F1B
 * keep as many micro-batches as stages follow, interleaved ones more (Korthikanti et al. 2022, section 4.2.3); states
 * after ZeRO (arXiv 1910.02054, section 5) and FSDP (arXiv 2304.11277, section 4). Trusts its input; allocates nothing.
 */
export function memoryOf(shape: MemoryShape, plan: MemoryPlan, constants: MemoryConstants, out: MemoryParts): MemoryParts {
  const { pipeline, tensor, virtualStages } = plan;
  const tokens = (plan.microBatch * plan.sequence) / plan.context;
  const share =
    pipeline === 1 ? 1 : Math.ceil(shape.layers % pipeline === 0 ? shape.layers / pipeline : (shape.layers + 2) / pipeline) / shape.layers;
  const ends =
    pipeline === 1 ? shape.embeddingParameters + shape.outputParameters : Math.max(shape.embeddingParameters, shape.outputParameters);
  const dense = (shape.denseParameters * share + ends) / tensor;
  const experts = (shape.expertParameters * share) / plan.expert;
  const own = dense + experts;
  const frozen = plan.method === 'lora' || plan.method === 'qlora';
  const cutOver = plan.sharding === 3 || (plan.stack === 'fsdp' && plan.sharding === 2) ? Math.max(1, plan.shardGroup) : 1;

  let states: number;
  if (plan.stack === 'fsdp' && plan.sharding >= 2) {
    const perLayer = (own * constants.gatheredLayers) / Math.max(1, shape.layers * share);
    const bytes = frozen ? (plan.method === 'qlora' ? 0.6 : 2) : constants.shardedBytes;
    states = (own * bytes) / cutOver + 4 * perLayer + (plan.sharding === 2 ? 2 * own : 0);
    if (pipeline > 1) states += constants.pipelinedShardBytes * own;
  } else if (frozen) states = own * (plan.method === 'qlora' ? 0.6 : 2);
  else {
    const replicas = plan.sharding >= 1 ? plan.data * plan.context : 1;
    const expertReplicas = plan.sharding >= 1 ? Math.max(1, (plan.data * plan.context * tensor) / plan.expert) : 1;
    const resident = constants.residentBytes + (plan.format === 'fp16' ? 0 : constants.wideGradientBytes);
    states = own * resident + constants.optimizerBytes * (dense / replicas + experts / expertReplicas);
  }

  const inFlight =
    pipeline === 1 ? 1 : Math.min(pipeline, plan.microBatches) * (virtualStages > 1 ? 1 + (pipeline - 1) / (pipeline * virtualStages) : 1);
  const layer = layerBytes(shape, plan, tokens, constants);
  const kept = layer * shape.layers * share * constants.activationScale;
  const working = workingBytes(shape, plan, tokens);
  const logitBytes = shape.hasOutput ? (tokens * shape.vocabulary * constants.logitBytes) / tensor : 0;
  // The first stage keeps most micro-batches, the last one has the logits.
  const first = kept * inFlight + working + (pipeline === 1 ? logitBytes : 0);
  const last = kept + working + logitBytes;
  const fullest = Math.max(first, last);
  const logits = pipeline === 1 || last > first ? logitBytes : 0;
  out.states = states / gibibyte;
  out.activations = (fullest - logits) / gibibyte;
  out.logits = logits / gibibyte;
  out.overhead = constants.overheadGiB;
  out.peak = out.states + out.activations + out.logits + out.overhead;
  return out;
}
