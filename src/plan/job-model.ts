import type { HardwareClass } from './hardware-class.ts';

/** A job on a number of nodes: how long it takes if nothing fails. */
export interface PlacedJob {
  readonly nodes: number;
  readonly gpus: number;
  readonly runTimeS: number;
}

/** What is told of a placed job beyond its time. Shares are of 1; null where the kind of job has no such thing. */
export interface Outlook {
  /** Peak of the fullest GPU. */
  readonly memoryGiB: number | null;
  readonly mfu: number | null;
  readonly scalingEfficiency: number;
  readonly networkEfficiency: number;
  /** Network efficiency over the network that unknown facts may turn out to be at worst. */
  readonly worstNetworkEfficiency: number;
  /** Shares of the run time; they add up to 1. */
  readonly breakdown: {
    readonly compute: number;
    readonly tensor: number;
    readonly pipeline: number;
    readonly data: number;
    readonly other: number;
  } | null;
  /** Factors on the run time at the ends of 80%: what the model misses, and what unknown facts may turn out to be. */
  readonly runTimeFactors: readonly [low: number, high: number];
}

/** Why a job has no place on a kind of hardware, whatever the time. */
export type NoPlace =
  | { readonly code: 'memory'; readonly needGiB: number; readonly haveGiB: number; readonly nodes: number }
  | { readonly code: 'node-too-small'; readonly gpus: number }
  | { readonly code: 'no-plan' | 'not-measured' };

/** A job on one class of hardware. */
export interface JobOnHardware<P extends PlacedJob = PlacedJob> {
  /** Seconds below which the job cannot come on so many nodes: cheap to ask, infinite where it has no place. */
  readonly leastRunTimeS: (nodes: number) => number;
  /** The fastest way on exactly so many nodes; null where there is none. */
  readonly fastestOn: (nodes: number) => P | null;
  readonly outlookOf: (placed: P) => Outlook;
  /** Asked where `fastestOn` is null for all numbers of nodes. */
  readonly whyNot: () => NoPlace;
}

/** A kind of job: what the planner needs to know of it, and nothing of what it is. */
export interface JobModel<P extends PlacedJob = PlacedJob> {
  readonly on: (hardware: HardwareClass) => JobOnHardware<P>;
  /** Bytes of one checkpoint; 0 where nothing has to be saved, since what is lost is started again. */
  readonly checkpointBytes: number;
  /** True where one failed node does not stop the others: independent jobs. */
  readonly survivesFailures: boolean;
}
