import type { MatrixFormat } from '../forecast/machine.ts';
import type { Hours } from '../units/duration.ts';
import type { TrainingMethod } from '../workload/flops.ts';
import type { ModelShape } from '../workload/model-shape.ts';

/** Kinds of job, from tightly to loosely coupled. */
export const jobKinds = ['training', 'data-parallel', 'mpi', 'independent'] as const;
export type JobKind = (typeof jobKinds)[number];

/** What the renter wants most of: little money, little time, or an end that is not dearer than feared. */
export const objectives = ['cost', 'time', 'certainty'] as const;
export type Objective = (typeof objectives)[number];

/** Number formats in which a training job may be asked for. */
export const jobPrecisions = ['bf16', 'fp16', 'fp8', 'fp4'] as const satisfies readonly MatrixFormat[];
export type JobPrecision = (typeof jobPrecisions)[number];

/** A training run whose model is known: everything else is the planner's to choose. */
export interface TrainingJob {
  readonly kind: 'training';
  readonly shape: ModelShape;
  readonly method: TrainingMethod;
  /** Tokens to be passed through in all. */
  readonly tokens: number;
  /** Tokens of one sequence, and of one batch. */
  readonly sequence: number;
  readonly batchTokens: number;
  readonly precision: JobPrecision;
}

/** What the renter allows, whatever the kind of job. */
export interface JobLimits {
  /** Wall clock that the job may take, restarts included. */
  readonly deadlineHours: Hours;
  readonly maxNodes: number;
  readonly objective: Objective;
  readonly datasetBytes: number;
  /** Bytes of one checkpoint; null: worked out from the model. */
  readonly checkpointBytes: number | null;
}
