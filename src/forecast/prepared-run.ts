import type { ResolveGpu } from '../hardware/names.ts';
import { type Operation, operations } from '../network/collective-time.ts';
import type { NetworkConstants } from '../network/constants.ts';
import { type ClusterFacts, type LinksOfCluster, linksOf } from '../network/links.ts';
import { shapeOfDescription } from '../workload/described-model.ts';
import { emptyMemoryParts, type MemoryConstants, type MemoryShape, memoryOf, prepareMemory } from '../workload/memory.ts';
import type { ModelShape } from '../workload/model-shape.ts';
import type { ModelPresets } from '../workload/presets.ts';
import { clusterOfRun } from './cluster-of-run.ts';
import { gpuOfRun } from './gpu-of-run.ts';
import { type ImageModel, imageModelOf } from './image-model.ts';
import type { Layout } from './layout.ts';
import { layoutOfRun } from './layout-of-run.ts';
import type { Machine } from './machine.ts';
import { type ModelWork, workOf } from './model-work.ts';
import type { Run } from './run.ts';

/** What runs are read with: tables of names, and the constants that do not change while step times are fitted. */
export interface RunTables {
  readonly resolveGpu: ResolveGpu;
  readonly presets: ModelPresets;
  readonly network: NetworkConstants;
  readonly memory: MemoryConstants;
}

interface Prepared {
  /** The cluster as the run states it; `cluster` is what was made of it. */
  readonly facts: ClusterFacts;
  readonly cluster: LinksOfCluster;
  /** What was filled in, in stable words. */
  readonly assumed: readonly string[];
}

export interface PreparedTraining extends Prepared {
  readonly kind: 'training';
  readonly shape: ModelShape;
  readonly work: ModelWork;
  readonly memoryShape: MemoryShape;
  readonly machine: Machine;
  readonly layout: Layout;
  /** Sequences of one step over all replicas. */
  readonly globalBatch: number;
}

export interface PreparedImages extends Prepared {
  readonly kind: 'images';
  readonly model: ImageModel;
  readonly machine: Machine;
  readonly gpus: number;
  readonly nodes: number;
  readonly imagesPerGpu: number;
}

export interface PreparedCollective extends Prepared {
  readonly kind: 'collective';
  readonly operation: Operation;
  readonly bytes: number;
  readonly ranks: number;
  readonly nodes: number;
}

/** Nothing honest can be said; the reason in plain English, which is part of the published interface. */
export interface RefusedRun {
  readonly kind: 'refused';
  readonly refused: string;
}

export type PreparedRun = PreparedTraining | PreparedImages | PreparedCollective | RefusedRun;

const refuse = (refused: string): RefusedRun => ({ kind: 'refused', refused });

const operationNames: readonly (readonly [RegExp, Operation])[] = [
  [/all_?-?reduce/i, operations.allReduce],
  [/all_?-?gather/i, operations.allGather],
  [/reduce_?-?scatter/i, operations.reduceScatter],
  [/all_?-?to_?-?all/i, operations.allToAll],
  [/broadcast|bcast/i, operations.broadcast],
  [/p2p|send|recv/i, operations.sendReceive],
];
/** Size at which benchmarks have long reached their plateau. */
const plateauBytes = 8 * 2 ** 30;

function prepareCollective(run: Run, tables: RunTables): PreparedRun {
  const name = run.measured?.collective ?? null;
  const operation = name === null ? operations.allReduce : operationNames.find(([pattern]) => pattern.test(name))?.[1];
  if (operation === undefined) return refuse(`collective "${name}" is not known`);
  if (run.gpus == null && run.nodes == null) return refuse('neither GPUs nor nodes stated');
  const found = gpuOfRun(run.gpu ?? null, run.intra ?? null, tables.resolveGpu);
  const gpu = 'refused' in found ? null : found.gpu;
  const facts = clusterOfRun(run, gpu);
  const cluster = linksOf(facts, tables.network);
  const assumed = [...(gpu === null ? ['GPU with NVLink'] : []), ...cluster.assumed];
  const bytes = run.measured?.size_bytes ?? plateauBytes;
  if (run.measured?.size_bytes == null) assumed.push('size 8 GiB');
  if (name === null) assumed.push('collective all_reduce');
  const ranks = run.gpus ?? facts.nodes * facts.gpusPerNode;
  if (ranks < 2) return refuse('one GPU alone has nothing to exchange');
  return { kind: 'collective', facts, cluster, assumed, operation, bytes, ranks, nodes: facts.nodes };
}

function prepareImages(run: Run, model: ImageModel, machine: Machine, { facts, cluster, assumed }: Prepared): PreparedRun {
  if (run.gpus == null) return refuse('number of GPUs not stated');
  const perGpu = run.global_batch == null ? run.micro_batch : run.global_batch / run.gpus;
  if (perGpu == null) return refuse('batch not stated');
  if (perGpu < 1) return refuse(`a batch of ${run.global_batch} cannot feed ${run.gpus} GPUs: use a batch of ${run.gpus}`);
  return { kind: 'images', model, machine, facts, cluster, assumed, gpus: run.gpus, nodes: run.nodes ?? 1, imagesPerGpu: perGpu };
}

const refusedShapes = {
  'model/not-described': 'the model is neither known by name nor described by layers and hidden size',
  'model/experts-not-described': 'a mixture of experts without its sizes',
  'model/contradicts-itself': 'sizes and parameters of the model contradict each other',
} as const;

/** Peak memory in GiB of a layout, for choosing what a run leaves open and for saying what it needs. */
export function peakMemoryOf(shape: MemoryShape, constants: MemoryConstants): (layout: Layout) => number {
  const parts = emptyMemoryParts();
  return (layout) => memoryOf(shape, layout, constants, parts).peak;
}

/** Reads a run: finds GPU, cluster, model and layout, fills in what is open and says so, or refuses with the reason. */
export function prepareRun(run: Run, tables: RunTables): PreparedRun {
  if (run.kind === 'hpc') return refuse('MPI codes are forecast from their own timings or traffic, not from a published row');
  if (run.kind === 'collective') return prepareCollective(run, tables);
  const found = gpuOfRun(run.gpu ?? null, run.intra ?? null, tables.resolveGpu);
  if ('refused' in found) return refuse(found.refused);
  if (run.gpus != null && run.nodes != null && run.nodes > run.gpus)
    return refuse(`${run.nodes} nodes cannot share ${run.gpus} GPUs: use at most ${run.gpus} nodes`);
  const facts = clusterOfRun(run, found.gpu);
  const cluster = linksOf(facts, tables.network);
  const assumed = [...found.assumed, ...cluster.assumed];
  const name = run.model?.name ?? null;
  const images = name === null ? null : imageModelOf(name);
  if (images !== null) return prepareImages(run, images, found.machine, { facts, cluster, assumed });
  const described = shapeOfDescription(
    {
      name,
      params: run.model?.params ?? null,
      layers: run.model?.layers ?? null,
      hidden: run.model?.hidden ?? null,
      heads: run.model?.heads ?? null,
      keyValueHeads: run.model?.kv_heads ?? null,
      feedForwardWidth: run.model?.ffn ?? null,
      vocabulary: run.model?.vocab ?? null,
      mixtureOfExperts: run.model?.moe ?? null,
      sequence: run.model?.seq ?? null,
    },
    tables.presets,
  );
  if ('refused' in described) return refuse(refusedShapes[described.refused]);
  // A layer on its own has no output over the vocabulary.
  const shape: ModelShape = /one layer/i.test(name ?? '') ? { ...described.shape, output: 'none' } : described.shape;
  const work = workOf(shape);
  const memoryShape = prepareMemory(shape);
  const laid = layoutOfRun(run, work, found.machine, facts.gpusPerNode, peakMemoryOf(memoryShape, tables.memory));
  if ('refused' in laid) return refuse(laid.refused);
  const { layout } = laid;
  return {
    kind: 'training',
    shape,
    work,
    memoryShape,
    machine: found.machine,
    facts,
    cluster,
    layout,
    globalBatch: run.global_batch ?? layout.microBatch * layout.microBatches * layout.data,
    assumed: [...assumed, ...described.assumed, ...laid.assumed],
  };
}
