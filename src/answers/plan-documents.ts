import { z } from 'zod';
import { fareParts } from '../fare/fare.ts';
import { jobKinds, jobPrecisions, objectives } from '../plan/job.ts';
import { trainingMethods } from '../workload/flops.ts';

const ends = z.tuple([z.number(), z.number()]);
const money = z.object({ amount: z.string(), currency: z.string() });
/** A code with the values its sentence needs, so that every language can say the same thing. */
const said = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) });

const grades = z.enum(['excellent', 'good', 'costly', 'mostly-waste']);

const parallelDocument = z.object({
  tp: z.int(),
  pp: z.int(),
  /** Chunks of layers that one pipeline stage holds in turn. */
  vpp: z.int(),
  dp: z.int(),
  cp: z.int(),
  ep: z.int(),
  zero: z.int(),
  /** GPUs over which parameters are cut; null where they are not. */
  shardGroup: z.int().nullable(),
  microBatch: z.int(),
  /** Micro-batches of one replica in a step. */
  microBatches: z.int(),
  recompute: z.enum(['none', 'selective', 'full']),
  precision: z.string(),
  /** Sequences and tokens of one step: as asked for, rounded up to what divides. */
  globalBatch: z.int(),
  batchTokens: z.number(),
});

/** A job placed in one offer. Hours are of wall clock, failures included; intervals hold 80%. */
export const placedDocument = z.object({
  offer: z.string(),
  provider: z.string(),
  providerName: z.string(),
  name: z.string(),
  gpu: z.string(),
  gpuName: z.string(),
  gpusPerNode: z.int(),
  fabric: z.string().nullable(),
  nodeBandwidthGbitPerS: z.number().nullable(),
  nodes: z.int(),
  gpus: z.int(),
  /** Null for jobs that are not cut up by the planner. */
  parallel: parallelDocument.nullable(),
  obtainable: z.enum(['can', 'maybe', 'ask']),
  obtainableRule: z.string(),
  forecast: z.object({
    hours: z.number(),
    /** Hours if nothing failed. */
    runHours: z.number(),
    stepSeconds: z.number().nullable(),
    efficiency: z.number(),
    networkEfficiency: z.number(),
    /** Of the network efficiency. */
    grade: grades,
    memoryGiB: z.number().nullable(),
    memoryHaveGiB: z.number().nullable(),
    mfu: z.number().nullable(),
    /** Share of the run time; they add up to 1. */
    breakdown: z.object({ compute: z.number(), tensor: z.number(), pipeline: z.number(), data: z.number(), other: z.number() }).nullable(),
    /** Rate at which shared storage has to read data or take checkpoints, the larger of the two; null: none is needed. */
    needsStorageGBytePerS: z.number().nullable(),
    checkpointEveryMinutes: z.number().nullable(),
    hoursBetweenFailures: z.number().nullable(),
    /** What keeps the job from being faster or cheaper. */
    binds: z.enum(['compute', 'memory', 'network', 'bubble', 'storage']),
  }),
  fare: z.object({
    total: money,
    /** Null where the job has no tokens. */
    perMillionTokens: z.string().nullable(),
    /** They add up to the total. */
    lines: z.array(z.object({ what: z.enum(fareParts), amount: z.string() })),
    /** Days of use from which a reservation here costs less than paying as one goes. */
    breakEvenDays: z.number().nullable(),
    priceModel: z.string(),
    /** Of the way of paying that is cheapest for this job. */
    pricePerGpuHour: money,
    /** What the comparison shows. */
    stickerPerGpuHour: money,
    priceAsOf: z.string().nullable(),
    priceStale: z.boolean(),
    termHours: z.number().nullable(),
    billedHours: z.number(),
  }),
  rank: z.int(),
  /** Place by price per GPU-hour among the same offers. */
  stickerRank: z.int(),
  unknown: z.array(z.string()),
  interval: z.object({ total: z.tuple([z.string(), z.string()]), hours: ends, efficiency: ends, networkEfficiency: ends }),
  /** What the same job would take and cost over a network that costs nothing: all that a better fabric could bring. */
  idealNetwork: z.object({ hours: z.number(), total: money }),
  /** Price per GPU-hour at which this offer would be the cheapest for the job; null where it is, or where no price would do. */
  leadsAtPricePerGpuHour: money.nullable(),
  /** What one more node would bring; null where there is none. */
  oneMoreNode: z.object({ nodes: z.int(), hours: z.number(), total: money }).nullable(),
});

const planCurve = z.object({
  /** Id of the offer; null for the fabric asked about. */
  offer: z.string().nullable(),
  label: z.string(),
  fabric: z.string(),
  nodeGbitPerS: z.number().nullable(),
  points: z.array(
    z.object({
      nodes: z.int(),
      hours: z.number(),
      hoursInterval: ends,
      networkEfficiency: z.number(),
      networkEfficiencyInterval: ends,
      /** Throughput per node over that of the first point. */
      efficiency: z.number(),
    }),
  ),
  /** First number of nodes that brings less than half of what the first did. */
  knee: z.int().nullable(),
});

/** The answer to `plan`. */
export const planDocument = z.object({
  dataVersion: z.string(),
  asOf: z.string(),
  /** The question in its one canonical spelling. */
  query: z.string(),
  job: z.object({
    kind: z.enum(jobKinds),
    /** Of training; null for other kinds of job. */
    model: z.string().nullable(),
    paramsTotal: z.int().nullable(),
    method: z.enum(trainingMethods).nullable(),
    tokens: z.number().nullable(),
    sequence: z.int().nullable(),
    batchTokens: z.number().nullable(),
    precision: z.enum(jobPrecisions).nullable(),
    /** Figures of other kinds of job by the key that they were asked with; empty for training. */
    figures: z.record(z.string(), z.union([z.string(), z.number()])),
    deadlineHours: z.number(),
    maxNodes: z.int(),
    objective: z.enum(objectives),
    datasetBytes: z.number(),
    checkpointBytes: z.number(),
  }),
  needsMultiNode: z.object({ verdict: z.enum(['no', 'for-time', 'for-memory']), because: z.string(), becauseSaid: said }),
  /** Memory of all GPUs of one node: needed at least, and had, for kinds of node on offer. */
  oneNodeMemory: z.array(z.object({ gpu: z.string(), gpuName: z.string(), gpus: z.int(), needGiB: z.number(), haveGiB: z.number() })),
  /** The best single node; null where none holds the job. */
  oneNode: placedDocument.nullable(),
  ranked: z.array(placedDocument),
  rejected: z.array(z.object({ offer: z.string(), name: z.string(), providerName: z.string(), because: z.string(), becauseSaid: said })),
  /** Of the first offer of each fabric among the ranked, and of the fabric asked about. */
  curves: z.array(planCurve),
  /** Less hours for more money, and the other way round: offers that no other beats in both. */
  frontier: z.array(z.object({ offer: z.string(), hours: z.number(), total: z.string() })),
  assumed: z.array(z.string()),
  /** Plans that were timed and sized. */
  evaluations: z.int(),
});

export type PlacedDocument = z.infer<typeof placedDocument>;
export type PlanCurve = z.infer<typeof planCurve>;
export type PlanDocument = z.infer<typeof planDocument>;
