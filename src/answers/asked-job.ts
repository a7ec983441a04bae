import { type Offer, valueOf } from '../catalogue/offer.ts';
import { Fault } from '../faults/fault.ts';
import { usableGiB } from '../forecast/machine.ts';
import type { FastestPlan } from '../plan/fastest-plans.ts';
import { type HardwareClass, hardwareClassOf } from '../plan/hardware-class.ts';
import type { JobKind } from '../plan/job.ts';
import type { JobModel, PlacedJob } from '../plan/job-model.ts';
import { measuredModel, type PlacedMeasuredJob } from '../plan/measured-model.ts';
import type { RankingTables } from '../plan/rank-offers.ts';
import { nodesToShow } from '../plan/single-node.ts';
import { type TrainingModel, trainingModel } from '../plan/training-model.ts';
import { countParameters } from '../workload/parameters.ts';
import { measuredKeys } from './job-parameters.ts';
import { readMeasuredJob } from './measured-job.ts';
import { type JobDetails, trainingDetails } from './placed-offer.ts';
import type { PlanDocument } from './plan-documents.ts';
import { type PlanQuestion, trainingJobOf } from './plan-question.ts';
import { readSubject, type SizeSubject } from './size.ts';
import type { CatalogueStore } from './store.ts';

/** Memory of one node of a kind, all GPUs together: needed at least, and had. */
export interface NodeMemory {
  readonly hardware: HardwareClass;
  readonly needGiB: number;
  readonly haveGiB: number;
}

/** A job of any kind, ready to be placed: how long it takes anywhere, and what its documents say. */
export interface AskedJob<P extends PlacedJob> {
  /** The job for at most so many nodes. */
  readonly modelFor: (mostNodes: number) => JobModel<P>;
  /** Null where the job has none. */
  readonly tokens: number | null;
  readonly detailsOf: (placed: P) => JobDetails;
  readonly document: Omit<PlanDocument['job'], 'deadlineHours' | 'maxNodes' | 'objective' | 'datasetBytes' | 'checkpointBytes'>;
  /** What was filled in, as stable words. */
  readonly assumed: readonly string[];
  /** Kinds of node on offer, the largest last; empty for jobs whose memory nobody knows. */
  readonly memoryOf: (offers: readonly Offer[]) => readonly NodeMemory[];
  /** Whether a network is part of the forecast, so that fabrics can be held against each other. */
  readonly dependsOnFabric: boolean;
  /** Plans that were timed and sized so far. */
  readonly evaluations: () => number;
}

/** Kinds of node that are shown beside the need, and GPUs of the smallest. */
const kindsOfNode = 4;
const fewestGpus = 4;

/** Memory that one node of each kind has, against the least that any plan needs there. */
function memoryOfNodes(offers: readonly Offer[], alone: TrainingModel, { gpuById }: RankingTables): NodeMemory[] {
  const classes = offers.flatMap((offer) => {
    // Of an offer of several GPUs nobody knows which one a node would have.
    const isClear = valueOf(offer, 'gpusPerNode') !== null && offer.gpus.length === 1;
    const hardware = isClear ? hardwareClassOf(offer, gpuById, null) : 'unclear';
    return typeof hardware === 'string' || hardware.facts.gpusPerNode < fewestGpus ? [] : [hardware];
  });
  return nodesToShow(classes, kindsOfNode).map((hardware) => {
    const gpus = hardware.facts.gpusPerNode;
    return { hardware, needGiB: alone.leastMemoryGiB(hardware) * gpus, haveGiB: usableGiB(hardware.machine) * gpus };
  });
}

/** The training of a question. Throws `Fault` `job/…` or `model/…`. */
export function askedTraining(
  question: PlanQuestion,
  store: CatalogueStore,
  tables: RankingTables,
  config: SizeSubject | null,
): AskedJob<FastestPlan> {
  if (config === null && question.model === null) throw new Fault('job/model-not-given');
  const { name, shape } = readSubject(store, config ?? { name: question.model ?? '' });
  const { job, assumed } = trainingJobOf(question, shape);
  const { checkpointBytes } = question.limits;
  const models = new Map<number, TrainingModel>();
  const modelFor = (mostNodes: number): TrainingModel => {
    const known = models.get(mostNodes);
    if (known !== undefined) return known;
    const model = trainingModel(job, mostNodes, checkpointBytes, tables.goodput.checkpointBytesPerParameter, store.forecast());
    models.set(mostNodes, model);
    return model;
  };
  const { method, tokens, sequence, batchTokens, precision } = job;
  const paramsTotal = countParameters(shape).total;
  return {
    modelFor,
    tokens,
    detailsOf: trainingDetails,
    document: { kind: 'training', model: name, paramsTotal, method, tokens, sequence, batchTokens, precision, figures: {} },
    assumed,
    dependsOnFabric: true,
    memoryOf: (offers) => memoryOfNodes(offers, modelFor(1), tables),
    evaluations: () => [...models.values()].reduce((sum, model) => sum + model.evaluations(), 0),
  };
}

const notTraining = { model: null, paramsTotal: null, method: null, tokens: null, sequence: null, batchTokens: null, precision: null };

/** A job whose time rests on a measurement. Throws `Fault` `job/…`, `points/…` or `query/…`. */
export function askedMeasured(
  question: PlanQuestion,
  kind: Exclude<JobKind, 'training'>,
  store: CatalogueStore,
): AskedJob<PlacedMeasuredJob> {
  const { parameters, limits } = question;
  const { job, assumed } = readMeasuredJob(kind, parameters, store);
  const figures = measuredKeys.flatMap((key) => {
    const text = parameters.text(key);
    return text === null ? [] : [[key, text] as const];
  });
  const model = measuredModel(job, limits.checkpointBytes ?? 0, store.forecast());
  return {
    modelFor: () => model,
    tokens: null,
    detailsOf: () => ({ parallel: null, stepSeconds: null, repeats: false }),
    document: { kind, ...notTraining, figures: Object.fromEntries(figures) },
    assumed,
    dependsOnFabric: job.kind === 'mpi' || job.kind === 'data-parallel',
    memoryOf: () => [],
    evaluations: () => 0,
  };
}
