import { valueOf } from '../catalogue/offer.ts';
import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';
import type { Gpu } from '../hardware/gpu-table.ts';
import type { Day } from '../units/date.ts';
import { nameOfConfig, partsLeftOut, shapeOfConfig } from '../workload/config-json.ts';
import { type TrainingMethod, trainingFlops, trainingMethods } from '../workload/flops.ts';
import { readConfigText } from '../workload/json-text.ts';
import { assumedRun, fewestNodes, type GpuCount, leastMemory } from '../workload/least-memory.ts';
import type { ModelShape } from '../workload/model-shape.ts';
import { countParameters } from '../workload/parameters.ts';
import { findPreset, type ModelPreset } from '../workload/presets.ts';
import { countTrainingState } from '../workload/training-state.ts';
import type { FitDocument, ModelsDocument, SizeDocument } from './size-documents.ts';
import type { CatalogueStore } from './store.ts';

/** What is asked about: a model on file by any of its names, or the text of a `config.json` and what to call it. */
export type SizeSubject = { readonly name: string } | { readonly config: string; readonly calledLike: string };

const gibibyte = 2 ** 30;
/** Parts of a node that are worth a row. */
const partsOfNode = [1, 4, 8] as const;

const toOneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** Throws `Fault` `query/unknown-value` with the nearest method. */
function readMethod(given: string | null): TrainingMethod {
  const method = trainingMethods.find((known) => known === (given ?? 'pretrain'));
  if (method !== undefined) return method;
  const short = (given ?? '').slice(0, 60);
  throw new Fault('query/unknown-value', { key: 'method', given: short, nearest: nearestWord(short, trainingMethods) ?? '' });
}

/** A model that was found. */
export interface Subject {
  readonly name: string;
  readonly shape: ModelShape;
  readonly preset: ModelPreset | null;
  readonly leftOut: SizeDocument['leftOut'];
}

/** The model on file or in a config. Throws `Fault` `model/…`. */
export function readSubject(store: CatalogueStore, subject: SizeSubject): Subject {
  if ('name' in subject) {
    const preset = findPreset(store.models(), subject.name);
    return { name: preset.name, shape: preset.shape, preset, leftOut: [...preset.leftOut] };
  }
  const config = readConfigText(subject.config);
  const name = nameOfConfig(config) ?? subject.calledLike;
  return { name, shape: shapeOfConfig(config, name), preset: null, leftOut: [...partsLeftOut(config)] };
}

/** Marketed gigabytes are at least decimal ones; the driver's figure is used where it is on file. */
const usableGiBOf = (gpu: Gpu): number | null =>
  gpu.memoryGiBUsable?.value ?? (gpu.memoryGB === null ? null : (gpu.memoryGB.value * 1e9) / gibibyte);

interface RentedGpu {
  readonly gpu: Gpu;
  readonly gpusPerNode: number;
  readonly usableGiB: number;
}

/** GPUs that some provider rents as connected nodes, with the usual number in a node. */
function rentedGpus(store: CatalogueStore): readonly RentedGpu[] {
  const sizes = new Map<string, number[]>();
  for (const offer of store.catalogue.offers) {
    const gpusPerNode = valueOf(offer, 'gpusPerNode');
    if (valueOf(offer, 'multiNode') !== 'yes' || gpusPerNode === null) continue;
    for (const { id } of offer.gpus) if (id !== null) sizes.set(id, [...(sizes.get(id) ?? []), gpusPerNode]);
  }
  return store.gpus.flatMap((gpu) => {
    const published = sizes.get(gpu.id) ?? [];
    const usableGiB = usableGiBOf(gpu);
    const countOf = (size: number): number => published.filter((other) => other === size).length;
    const [usual] = published.toSorted((a, b) => countOf(b) - countOf(a) || b - a);
    return usual === undefined || usableGiB === null ? [] : [{ gpu, gpusPerNode: usual, usableGiB }];
  });
}

/** Parts of one node, the node, and where that is too small the fewest nodes that hold it. */
function fitsOf(needs: (count: GpuCount) => number, { gpu, gpusPerNode, usableGiB }: RentedGpu): readonly FitDocument[] {
  const fitOf = (gpus: number): FitDocument => {
    const need = needs({ gpus, gpusPerNode });
    return {
      gpu: gpu.id,
      gpus,
      nodes: Math.ceil(gpus / gpusPerNode),
      fits: need <= usableGiB,
      needGiB: toOneDecimal(need * gpus),
      haveGiB: toOneDecimal(usableGiB * gpus),
    };
  };
  const withinNode = [...new Set([...partsOfNode.filter((part) => part < gpusPerNode), gpusPerNode])].map(fitOf);
  const nodes = fewestNodes(needs, gpusPerNode, usableGiB);
  return nodes === null || nodes === 1 ? withinNode : [...withinNode, fitOf(nodes * gpusPerNode)];
}

/** Nothing about memory is looked up where no GPU is on file. */
function listFits(store: CatalogueStore, shape: ModelShape, method: TrainingMethod): FitDocument[] {
  const rented = rentedGpus(store);
  if (rented.length === 0) return [];
  const needs = leastMemory(shape, method, store.forecast().memory);
  return rented.flatMap((gpu) => fitsOf(needs, gpu));
}

/**
 * What a model counts and which GPUs hold its training. Throws `Fault` `model/…` for a model or config that cannot be
 * read, `query/unknown-value` for a method that is none.
 */
export function answerSize(store: CatalogueStore, subject: SizeSubject, method: string | null, today: Day): SizeDocument {
  const how = readMethod(method);
  const { name, shape, preset, leftOut } = readSubject(store, subject);
  const counts = countParameters(shape);
  const state = countTrainingState(shape, how);
  const { sequence } = assumedRun;
  const flops = trainingFlops(shape, { sequence, mask: 'causal', method: how, recompute: 'none' });
  return {
    dataVersion: store.catalogue.dataVersion,
    asOf: today,
    model: name,
    preset: preset?.id ?? null,
    architecture: shape.architecture,
    paramsTotal: counts.total,
    paramsActive: counts.active,
    paramsEmbedding: counts.embedding,
    paramsRoutedExperts: counts.routedExperts,
    layers: counts.layers,
    leftOut,
    method: how,
    trainingBytesPerParameter: Math.round((state.total / counts.total) * 1_000) / 1_000,
    trainingStateGiB: toOneDecimal(state.total / gibibyte),
    trainableParams: state.learningParameters,
    trainingFlopsPerToken: Math.round(flops.model / sequence),
    assumes: { sequence, microBatch: assumedRun.microBatch, recompute: assumedRun.recompute, precision: assumedRun.format },
    fits: listFits(store, shape, how),
    note: preset?.note ?? null,
    sources: preset?.sources.map(({ url, asOf }) => ({ url, asOf })) ?? [],
  };
}

/** The models on file, in the order of their names. */
export function answerModels(store: CatalogueStore, today: Day): ModelsDocument {
  const models = store
    .models()
    .all.map(({ id, name, aliases, shape, note, sources }) => {
      const { total, active, layers } = countParameters(shape);
      return {
        id,
        name,
        aliases: [...aliases],
        architecture: shape.architecture,
        paramsTotal: total,
        paramsActive: active,
        layers,
        note,
        sources: sources.map(({ url, asOf }) => ({ url, asOf })),
      };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { dataVersion: store.catalogue.dataVersion, asOf: today, total: models.length, models };
}
