import type { Recompute, TrainingMethod } from '../workload/flops.ts';
import type { Layout, Sharding, Stack } from './layout.ts';
import { type Machine, type MatrixFormat, usableGiB } from './machine.ts';
import type { ModelWork } from './model-work.ts';
import type { Run } from './run.ts';

/** A run that nothing honest can be said of, and why; `fix`: what would work, where that can be said. */
export interface NoLayout {
  readonly refused: string;
}

export interface LayoutOfRun {
  readonly layout: Layout;
  readonly assumed: readonly string[];
}

/** Peak memory of a layout in GiB; only compared with what the GPU has, to choose what a run leaves open. */
export type MemoryOf = (layout: Layout) => number;

const formats: readonly (readonly [RegExp, MatrixFormat])[] = [
  [/fp4/i, 'fp4'],
  [/fp8/i, 'fp8'],
  [/bf16/i, 'bf16'],
  [/fp16|half/i, 'fp16'],
  [/tf32/i, 'tf32'],
  [/fp32|float32/i, 'fp32'],
];

/** Unsaid, GPUs that have 8-bit products train language models with them in audited results, and 16 bits elsewhere. */
function formatOf(run: Run, machine: Machine, isLanguageModel: boolean): { format: MatrixFormat; assumed: boolean } {
  const stated = run.precision ?? null;
  const known = stated === null ? undefined : formats.find(([pattern]) => pattern.test(stated))?.[1];
  if (known === 'fp8' && machine.peakTflops.fp8 === null) return { format: 'bf16', assumed: true };
  if (known === 'fp4' && machine.peakTflops.fp4 === null)
    return { format: machine.peakTflops.fp8 === null ? 'bf16' : 'fp8', assumed: true };
  if (known !== undefined) return { format: known, assumed: false };
  const eight = run.kind === 'ttt' && isLanguageModel && machine.peakTflops.fp8 !== null;
  return { format: eight ? 'fp8' : 'bf16', assumed: true };
}

function shardingOf(zero: number | string | null): { sharding: Sharding; hybrid: boolean } | null {
  if (zero === null) return null;
  if (typeof zero === 'number') return { sharding: zero as Sharding, hybrid: false };
  const level = Number(/[0-3]/.exec(zero)?.[0] ?? 3);
  return { sharding: level as Sharding, hybrid: /hybrid|node/i.test(zero) };
}

const recomputeOf = (text: string | null): Recompute | null =>
  text === null ? null : /full/i.test(text) ? 'full' : /sel/i.test(text) ? 'selective' : /none|no\b/i.test(text) ? 'none' : null;

const methodOf = (run: Run): TrainingMethod =>
  /q-?lora/i.test(run.model?.name ?? '') ? 'qlora' : /lora/i.test(run.model?.name ?? '') ? 'lora' : 'pretrain';

/**
 * Software family, from what the run shows of itself: fully sharded data parallelism is FSDP's or DeepSpeed's; tensor and
 * pipeline parallelism on GPUs before Hopper is the Megatron of 2020 to 2022, on later ones the Megatron of today.
 * Interleaved stages without a word on recomputation are of today too: since FlashAttention nothing needs saying.
 */
function stackOf(run: Run, sharding: Sharding | null, machine: Machine): Stack {
  if (sharding !== null && sharding >= 2) return 'fsdp';
  const before = machine.generation === 'ampere' || machine.generation === 'volta';
  const modelParallel = (run.parallel?.tp ?? 1) > 1 || (run.parallel?.pp ?? 1) > 1;
  const today = run.kind === 'ttt' || ((run.parallel?.vpp ?? 1) > 1 && run.recompute == null);
  return before && !today && (modelParallel || run.recompute === 'full') ? 'megatron-early' : 'megatron';
}

const largestDivisor = (value: number, limit: number): number => {
  for (let divisor = Math.floor(Math.min(value, limit)); divisor > 1; divisor--) if (value % divisor === 0) return divisor;
  return 1;
};

interface Sizes {
  readonly tensor: number;
  readonly pipeline: number;
  readonly context: number;
  readonly data: number;
}

/** Sizes of parallelism whose product is the GPUs; null where what is stated does not divide. */
function sizesOf(run: Run, gpus: number, perNode: number, batch: number | null): (Sizes & { assumed: boolean }) | NoLayout {
  const { tp, pp, cp, dp } = run.parallel ?? {};
  const stated = (tp ?? 1) * (pp ?? 1) * (cp ?? 1);
  if (gpus % stated !== 0) {
    return {
      refused: `${gpus} GPUs cannot be cut into tensor ${tp ?? 1} × pipeline ${pp ?? 1} × context ${cp ?? 1}: use ${stated * Math.ceil(gpus / stated)} GPUs`,
    };
  }
  const data = gpus / stated;
  if (dp != null && (tp == null ? data % dp !== 0 : data !== dp)) {
    return {
      refused: `tensor ${tp ?? 1} × pipeline ${pp ?? 1} × context ${cp ?? 1} × data ${dp} is ${stated * dp}, not ${gpus} GPUs: data ${data} would fit`,
    };
  }
  if (tp == null && dp != null) {
    // The replicas are stated, so the other GPUs cut the model: inside a node as far as it goes, then into stages.
    const spare = data / dp;
    const tensor = pp == null ? largestDivisor(spare, perNode) : spare;
    return { tensor, pipeline: (pp ?? 1) * (spare / tensor), context: cp ?? 1, data: dp, assumed: true };
  }
  // A batch smaller than the replicas leaves the rest of the GPUs to split its sequences.
  const open = tp == null && cp == null && dp == null && batch !== null && batch < data;
  if (!open) return { tensor: tp ?? 1, pipeline: pp ?? 1, context: cp ?? 1, data, assumed: tp == null };
  const spare = data / largestDivisor(data, batch);
  const tensor = largestDivisor(spare, Math.min(4, perNode));
  return { tensor, pipeline: pp ?? 1, context: spare / tensor, data: data / spare, assumed: true };
}

/** The narrowest tensor parallelism inside a node, then the shortest pipeline, with which one replica fits; the widest tried where none does. */
function narrowestThatFits(sizes: Sizes, run: Run, work: ModelWork, perNode: number, fits: (tried: Sizes) => boolean): Sizes {
  const tensors =
    run.parallel?.tp == null ? [1, 2, 4, 8].map((scale) => scale * sizes.tensor).filter((tensor) => tensor <= perNode) : [sizes.tensor];
  const pipelines =
    run.parallel?.pp == null ? [1, 2, 4, 6, 8, 12, 16, 24, 32].filter((stages) => work.layers % stages === 0) : [sizes.pipeline];
  const parts = sizes.data * sizes.tensor * sizes.pipeline;
  let widest = sizes;
  for (const pipeline of pipelines) {
    for (const tensor of tensors) {
      if (parts % (tensor * pipeline) !== 0 || (pipeline > 1 && tensor < (tensors.at(-1) ?? 1))) continue;
      widest = { ...sizes, tensor, pipeline, data: parts / (tensor * pipeline) };
      if (fits(widest)) return widest;
    }
  }
  return widest;
}

/**
 * Fills in what a run leaves open, by the habits of its software and by what fits into memory, and says each filling.
 * `memoryOf`: peak memory in GiB of a layout.
 */
export function layoutOfRun(run: Run, work: ModelWork, machine: Machine, perNode: number, memoryOf: MemoryOf): LayoutOfRun | NoLayout {
  const { gpus, nodes, global_batch: batch } = run;
  const sequence = run.model?.seq ?? null;
  if (gpus == null) return { refused: 'number of GPUs not stated' };
  if (sequence === null) return { refused: 'sequence length not stated' };
  if (batch == null && run.micro_batch == null) return { refused: 'neither global nor micro-batch stated' };
  const assumed: string[] = [];
  const isLanguageModel = work.layers > 0 && sequence > 512;
  const { format, assumed: guessedFormat } = formatOf(run, machine, isLanguageModel);
  if (guessedFormat) assumed.push(`precision ${format}`);
  const sharded = shardingOf(run.parallel?.zero ?? null);
  const stack = stackOf(run, sharded?.sharding ?? null, machine);
  const modern = stack === 'megatron';
  const method = methodOf(run);
  let sizes = sizesOf(run, gpus, perNode, batch ?? null);
  if ('refused' in sizes) return sizes;
  const expert = run.parallel?.ep ?? 1;
  const nodesUsed = nodes ?? Math.max(1, Math.ceil(gpus / perNode));

  const draft = (over: Partial<Layout> & Sizes): Layout => {
    const replicas = over.data;
    const perReplica = batch == null ? (run.micro_batch ?? 1) : batch / replicas;
    const microBatch = over.microBatch ?? Math.max(1, Math.min(run.micro_batch ?? 1, perReplica));
    return {
      gpus,
      nodes: nodesUsed,
      virtualStages: 1,
      expert,
      sharding: sharded?.sharding ?? (modern ? 1 : 0),
      shardGroup: sharded?.hybrid ? Math.min(perNode, over.data * over.context) : over.data * over.context,
      sequenceParallel: run.parallel?.sp ?? (stack !== 'megatron-early' && over.tensor > 1),
      sequence,
      filled: sequence <= 512 && run.kind === 'ttt' ? 0.5 : 1,
      recompute: 'none',
      format,
      method,
      stack,
      optimizes: !/one layer/i.test(run.model?.name ?? ''),
      ...over,
      microBatch,
      microBatches: Math.max(1, perReplica / microBatch),
    };
  };

  const limit = usableGiB(machine);
  if (sizes.assumed) {
    if (run.parallel?.dp == null) {
      const fits = (tried: Sizes): boolean => memoryOf(draft({ ...tried, microBatch: 1 })) <= limit;
      sizes = { ...narrowestThatFits(sizes, run, work, perNode, fits), assumed: true };
    }
    if (gpus > 1) assumed.push(`tensor ${sizes.tensor}, pipeline ${sizes.pipeline}, data ${sizes.data}`);
  }
  const replicas = sizes.data;
  if (batch != null && batch < replicas) {
    return { refused: `a batch of ${batch} cannot feed ${replicas} data-parallel replicas: use a batch of ${replicas} or fewer replicas` };
  }

  const layersPerStage = Math.max(1, Math.round(work.layers / sizes.pipeline));
  let virtualStages = run.parallel?.vpp ?? 1;
  if (run.parallel?.vpp == null && sizes.pipeline > 1 && modern) {
    virtualStages = layersPerStage % 2 === 0 ? layersPerStage / 2 : layersPerStage;
    assumed.push(`virtual stages ${virtualStages}`);
  }
  const statedRecompute = recomputeOf(run.recompute ?? null);
  // Interleaved stages and sequence parallelism came with selective recomputation (Korthikanti et al. 2022).
  const later = (run.parallel?.vpp ?? 1) > 1 || run.parallel?.sp === true;
  // A run that was published did fit; software of today trades memory for offloading and partial recomputation first.
  const recompute = statedRecompute ?? (stack !== 'megatron-early' ? 'none' : later ? 'selective' : 'full');
  const base: Sizes & Partial<Layout> = { ...sizes, virtualStages, recompute };
  const perReplica = batch == null ? (run.micro_batch ?? 1) : batch / replicas;
  let microBatch = run.micro_batch ?? 0;
  if (microBatch === 0) {
    // The largest that fits, and that leaves enough micro-batches to keep the bubble under a quarter of the step.
    const fitting = [16, 8, 4, 2].find(
      (size) =>
        perReplica % size === 0 &&
        (sizes.pipeline === 1 || perReplica / size > 4 * sizes.pipeline) &&
        memoryOf(draft({ ...base, microBatch: size })) <= limit,
    );
    microBatch = sizes.pipeline > 1 && stack !== 'megatron-early' ? 1 : (fitting ?? 1);
    if (sequence <= 512) microBatch = Math.max(1, Math.floor(perReplica));
    assumed.push(`micro-batch ${microBatch}`);
  }
  if (statedRecompute === null) assumed.push(`recompute ${recompute}`);
  return { layout: draft({ ...base, microBatch }), assumed };
}
