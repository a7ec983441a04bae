import { collectiveTimeS, type Group, operations } from '../network/collective-time.ts';
import type { ClusterLinks } from '../network/links.ts';
import type { ForecastConstants } from './constants.ts';
import { replicatedTime, shardedTime } from './gradient-time.ts';
import type { Layout } from './layout.ts';
import type { Machine } from './machine.ts';
import type { BlockWork, ExpertWork, ModelWork } from './model-work.ts';
import { addProducts, bytesPerValue, type Rates, scratchProducts, setRates, smoothMax } from './product-time.ts';
import { groupOf, shareOf } from './rank-group.ts';

/** Where the seconds of one step go. They add up to `step`. */
export interface StepTime {
  step: number;
  /** Matrix products, attention, memory-bound operations and kernel starts of the busiest stage. */
  compute: number;
  /** Exposed communication of tensor, context and expert parallelism. */
  tensor: number;
  /** Idle time of the pipeline and exposed hand-over between stages. */
  pipeline: number;
  /** Exposed gradient reduction and parameter gathering. */
  data: number;
  /** Optimizer, stragglers and the fixed time of a step. */
  other: number;
}

export const emptyStepTime = (): StepTime => ({ step: 0, compute: 0, tensor: 0, pipeline: 0, data: 0, other: 0 });

/** Operations per token and value of state of a chunked scan, as Megatron-LM counts them. */
const scanOperations = 7;

/** What one block costs in one micro-batch, seconds. */
interface BlockTime {
  forward: number;
  backward: number;
  /** Exposed communication, both ways. */
  communication: number;
}

const scratchRates: Rates = { product: 0, halfProduct: 0, attention: 0, memory: 0, valueBytes: 2, multiprocessors: 1 };
const scratchBlock: BlockTime = { forward: 0, backward: 0, communication: 0 };

function attentionTime(block: BlockWork, tokens: number, layout: Layout, rates: Rates, constants: ForecastConstants): number {
  // Scans run as small products over chunks (Mamba-2, arXiv 2405.21060, section 6), at the rate of attention.
  const scan = (scanOperations * tokens * block.scanWidth) / layout.tensor / rates.attention;
  if (block.scoreWidth === 0) return scan;
  const length = layout.sequence;
  const looked = Math.min(block.window, length);
  if (layout.stack === 'megatron-early' && length <= 2048) {
    const scores = (tokens * looked * block.heads) / layout.tensor;
    const flops = (2 * tokens * looked * block.scoreWidth) / layout.tensor;
    // Tensor cores need head widths that are multiples of 8 values; the fused softmax needs heads per GPU in fours
    // (Megatron-LM, fused_softmax.py), and writes its steps out one by one elsewhere.
    const rate = rates.halfProduct * (block.headWidth % 8 === 0 ? 0.5 : 0.125);
    const steps = (block.heads / layout.tensor) % 4 === 0 ? 1 : 2.5;
    return flops / rate + (scores * constants.unfusedBytesPerScore * steps) / rates.memory;
  }
  const half = block.causal && block.window >= length ? 0.5 : 1;
  // Heads narrower than 128 leave part of the matrix unit idle; the rate is that of 128.
  const width = (block.headWidth + 32) / block.headWidth / 1.25;
  return ((2 * tokens * looked * half * block.scoreWidth) / layout.tensor / rates.attention) * (block.headWidth < 128 ? width : 1);
}

/**
 * Copies of a token that travel, over the experts it is routed to: one copy serves all experts of a domain, so
 * k experts spread over K domains cost K (1 - (1 - 1/K)^k) copies (expected number of boxes hit by k balls).
 */
function copiesShare(experts: ExpertWork, group: Group): number {
  const domains = group.ranks / group.ranksPerDomain;
  if (domains <= 1) return 1;
  return (domains * (1 - (1 - 1 / domains) ** experts.active)) / experts.active;
}

/**
 * Adds the products of routed experts, as grouped products over the experts of this GPU: rows of one expert are padded to
 * whole tiles, half a tile of 128 on average.
 */
function addExpertProducts(experts: ExpertWork, tokens: number, layout: Layout, rates: Rates, constants: ForecastConstants): void {
  const own = tokens / layout.tensor;
  const rows = (own * experts.active * layout.expert) / experts.experts;
  const local = experts.experts / layout.expert;
  const padding = 1 + 64 / rows;
  addProducts(experts.products, rows * local, 1, padding * (layout.expert > 1 ? constants.expertImbalance : 1), rates, constants);
}

/** Seconds of one block and one micro-batch on one GPU, communication inside the model included. */
function blockTime(
  block: BlockWork,
  hidden: number,
  layout: Layout,
  links: ClusterLinks,
  rates: Rates,
  constants: ForecastConstants,
  out: BlockTime,
): void {
  const { tensor, context, stack } = layout;
  const tokens = (layout.microBatch * layout.sequence * layout.filled) / context;
  const uncut = layout.sequenceParallel ? tokens / tensor : tokens;
  scratchProducts.forward = 0;
  scratchProducts.inputs = 0;
  scratchProducts.weights = 0;
  addProducts(block.products, tokens, tensor, 1, rates, constants);
  const attention = attentionTime(block, tokens, layout, rates, constants);
  // Eight-bit training needs a compiler or a fused library, whatever the software family.
  const plain = stack !== 'megatron' && layout.format !== 'fp8' && layout.format !== 'fp4';
  const passes = plain ? constants.activationPassesPlain : constants.activationPasses;
  let values = passes * (uncut * hidden + (0.25 * tokens * block.cutWidth) / tensor);
  if (layout.format === 'fp8' || layout.format === 'fp4') values += constants.castPasses * ((tokens * (hidden + block.cutWidth)) / tensor);
  let launchMs = constants.blockLaunchMs * block.share;
  let sentBytes = 0;
  const { experts } = block;
  if (experts !== null) {
    addExpertProducts(experts, tokens, layout, rates, constants);
    const routed = (tokens / tensor) * experts.active;
    values += constants.permutePasses * routed * experts.sentWidth + 0.25 * passes * routed * experts.cutWidth;
    launchMs += constants.expertLaunchMs;
    sentBytes = routed * experts.sentWidth * bytesPerValue;
  }
  const memory = (values * bytesPerValue) / rates.memory;
  const launch = launchMs * 1e-3;
  const forward = smoothMax(scratchProducts.forward + attention + memory, launch);
  const frozen = layout.method === 'lora' || layout.method === 'qlora';
  const products = scratchProducts.inputs + (frozen ? 0 : scratchProducts.weights);
  let backward = smoothMax(products + 2.5 * attention + 1.6 * memory, 2 * launch);
  if (layout.recompute === 'full') backward += forward;
  else if (layout.recompute === 'selective') backward += stack === 'fsdp' ? constants.selectiveRepeat * forward : attention;

  let communication = 0;
  if (tensor > 1) {
    const group = groupOf(tensor, 1, layout, links);
    const seconds = collectiveTimeS(links, operations.allReduce, tokens * hidden * bytesPerValue, group) / shareOf(group, constants);
    const rounds = layout.recompute === 'full' ? 6 : 4;
    communication += rounds * seconds * (stack === 'megatron' ? constants.tensorExposed : constants.tensorExposedEarly);
  }
  if (context > 1 && block.keyValueWidth > 0) {
    const group = groupOf(context, tensor, layout, links);
    const bytes = ((tokens * context * block.keyValueWidth) / tensor) * bytesPerValue;
    communication +=
      (3 * collectiveTimeS(links, operations.allGather, bytes, group) * constants.contextExposed) / shareOf(group, constants);
  }
  if (layout.expert > 1 && sentBytes > 0) {
    const group = groupOf(layout.expert, 1, layout, links);
    const sent = sentBytes * copiesShare(experts as ExpertWork, group);
    communication += (4 * collectiveTimeS(links, operations.allToAll, sent, group) * constants.expertExposed) / shareOf(group, constants);
  }
  out.forward = forward;
  out.backward = backward;
  out.communication = communication;
}

/** Seconds of the output product and the loss for one micro-batch, forward and backward, in 16 bits whatever the layers use. */
function outputTime(work: ModelWork, layout: Layout, rates: Rates, constants: ForecastConstants): number {
  if (!work.hasOutput || work.vocabulary === 0) return 0;
  const tokens = (layout.microBatch * layout.sequence * layout.filled) / layout.context;
  const width = work.vocabulary / layout.tensor;
  const flops = 2 * tokens * work.hidden * width;
  const weights = layout.method === 'lora' || layout.method === 'qlora' ? 2 : 3;
  return (weights * flops) / rates.halfProduct + (tokens * width * constants.lossBytesPerLogit) / rates.memory;
}

/**
 * Seconds of one training step and where they go (out: overwritten). Inputs are trusted: parallel sizes divide, numbers
 * are positive. Model: slowest pipeline stage times micro-batches, plus the bubble (Narayanan et al. 2021,
 * arXiv 2104.04473, section 2.2), plus what is left of data-parallel traffic after overlap, plus fixed costs; each
 * formula with its source stands in docs/methodology.
 */
export function stepTime(
  work: ModelWork,
  machine: Machine,
  links: ClusterLinks,
  layout: Layout,
  constants: ForecastConstants,
  out: StepTime,
): StepTime {
  const rates = scratchRates;
  setRates(rates, machine, layout, constants);
  let blocks = 0;
  let communication = 0;
  for (let index = 0; index < work.blocks.length; index++) {
    const block = work.blocks[index] as BlockWork;
    blockTime(block, work.hidden, layout, links, rates, constants, scratchBlock);
    blocks += block.count * (scratchBlock.forward + scratchBlock.backward);
    communication += block.count * scratchBlock.communication;
  }
  const { pipeline, microBatches, virtualStages } = layout;
  const output = outputTime(work, layout, rates, constants);
  // Where layers do not divide, frameworks count the embedding and the output as layers of their own.
  const even = work.layers % pipeline === 0;
  const stageLayers = pipeline === 1 ? work.layers : even ? work.layers / pipeline : Math.ceil((work.layers + 2) / pipeline);
  const lastLayers = pipeline === 1 || even ? stageLayers : Math.max(1, stageLayers - 1);
  const middle = (blocks * stageLayers) / work.layers;
  const last = (blocks * lastLayers) / work.layers + output;
  const slowest = Math.max(middle, last);
  const communicationPerMicro = (communication * stageLayers) / work.layers;
  const dense = work.blockParameters - work.expertParameters;
  const ends = Math.max(work.embeddingParameters, work.outputParameters);
  const ownDense =
    ((dense * stageLayers) / work.layers + (pipeline === 1 ? work.embeddingParameters + work.outputParameters : ends)) / layout.tensor;
  const ownExperts = (work.expertParameters * stageLayers) / work.layers / layout.expert;

  const compute = microBatches * slowest;
  const tensor = microBatches * communicationPerMicro;
  let bubble = 0;
  if (pipeline > 1) {
    const micro = middle + communicationPerMicro;
    bubble = ((pipeline - 1) / virtualStages) * micro;
    const tokens = (layout.microBatch * layout.sequence) / layout.context;
    // Megatron's ranks each send their part, and gather inside the node (Narayanan et al. 2021, section 4.1); those of
    // DeepSpeed's pipeline, which comes with sharded optimizer states, each send the whole.
    const whole = layout.stack === 'megatron-early' && layout.sharding > 0;
    const bytes = (tokens * work.hidden * bytesPerValue) / (whole ? 1 : layout.tensor);
    // The slowest hand-over sets the pace: one that leaves the domain, unless the whole pipeline lies in it.
    const group = groupOf(2, layout.gpus <= links.domainGpus ? 1 : links.domainGpus, layout, links);
    const send = collectiveTimeS(links, operations.sendReceive, bytes, group) / shareOf(group, constants);
    bubble += 2 * virtualStages * microBatches * send * constants.pipelineExposed;
    // DeepSpeed's pipeline stops for each hand-over, forward and backward.
    if (whole) bubble += microBatches * constants.handshakeMs * 1e-3;
  }
  let data = 0;
  let optimizerOwners = 1;
  const adapters = layout.method === 'lora' || layout.method === 'qlora';
  if (layout.sharding >= 2 && layout.stack === 'fsdp') {
    data = shardedTime(work, layout, links, constants, adapters, compute + tensor, ownDense + ownExperts);
    optimizerOwners = layout.shardGroup;
  } else if (layout.data * layout.context > 1 && !adapters) {
    data = replicatedTime(layout, links, constants, slowest + communicationPerMicro, ownDense, ownExperts);
    optimizerOwners = layout.sharding >= 1 ? layout.data : 1;
  }
  const owned = (adapters ? 0.01 : 1) * ((ownDense + ownExperts) / optimizerOwners);
  let other = layout.optimizes ? (owned * constants.optimizerBytes) / rates.memory + constants.stepOverheadMs * 1e-3 : 0;
  const sum = compute + tensor + bubble + data + other;
  other += sum * constants.stragglerPerDoubling * Math.log2(layout.nodes);
  out.compute = compute;
  out.tensor = tensor;
  out.pipeline = bubble;
  out.data = data;
  out.other = other;
  out.step = compute + tensor + bubble + data + other;
  return out;
}
