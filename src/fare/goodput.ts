/** What failures and checkpoints cost, in `data/calibration/goodput.yaml`. */
export interface GoodputConstants {
  /** Hours between interruptions of 1,000 GPUs: expected, and at the ends of 80%. */
  readonly hoursPerFailure: number;
  readonly hoursPerFailureWorst: number;
  readonly hoursPerFailureBest: number;
  readonly restartMinutes: number;
  readonly checkpointGBytePerSPerNode: number;
  readonly checkpointBytesPerParameter: number;
  readonly checkpointsKept: number;
}

export const goodputConstantNames = [
  'hoursPerFailure',
  'hoursPerFailureWorst',
  'hoursPerFailureBest',
  'restartMinutes',
  'checkpointGBytePerSPerNode',
  'checkpointBytesPerParameter',
  'checkpointsKept',
] as const satisfies readonly (keyof GoodputConstants)[];

/** The values of the file. Throws `RangeError` where one is missing. */
export function goodputConstants(values: Readonly<Record<string, number>>): GoodputConstants {
  return Object.fromEntries(
    goodputConstantNames.map((name) => {
      const value = values[name];
      if (value === undefined) throw new RangeError(`constant "${name}" is missing`);
      return [name, value];
    }),
  ) as unknown as GoodputConstants;
}

/** Seconds that make up the rhythm of failures and checkpoints of one job. */
export interface Rhythm {
  readonly betweenFailuresS: number;
  /** Time for which writing a checkpoint stops the job. */
  readonly checkpointS: number;
  readonly restartS: number;
}

/**
 * Seconds of work between two checkpoints with which least is lost: Daly 2006, "A higher order estimate of the optimum
 * checkpoint interval for restart dumps", Future Generation Computer Systems 22, equation 37, which refines Young 1974.
 */
export function checkpointIntervalS({ betweenFailuresS: mean, checkpointS: write }: Rhythm): number {
  if (write >= 2 * mean) return mean;
  const ratio = write / (2 * mean);
  return Math.sqrt(2 * write * mean) * (1 + Math.sqrt(ratio) / 3 + ratio / 9) - write;
}

/**
 * Wall clock over undisturbed run time, at least 1: failures that come at a constant rate, checkpoints at the best interval
 * (Daly 2006, equation 20). Work that costs nothing to save is saved all the time: then only restarts are lost.
 */
export function stretchOf(rhythm: Rhythm): number {
  const { betweenFailuresS: mean, checkpointS: write, restartS } = rhythm;
  if (!Number.isFinite(mean)) return 1;
  const interval = checkpointIntervalS(rhythm);
  const restarts = Math.exp(restartS / mean);
  return interval <= 0 ? restarts : (mean * restarts * Math.expm1((interval + write) / mean)) / interval;
}

/** Seconds between failures of a number of GPUs, where 1,000 of them fail every `hours`: failures grow with what can fail. */
export const secondsBetweenFailures = (gpus: number, hours: number): number => (hours * 3600 * 1000) / gpus;
