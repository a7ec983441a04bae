import { z } from 'zod';
import { isDay } from '../units/date.ts';

/**
 * The form of the files in `data/calibration/`: constants that no data sheet states, one file for each model of
 * hardware behaviour. A fit writes `value` alone.
 */
const calibratedConstant = z
  .strictObject({
    value: z.number(),
    /** What is believed before any run is seen. */
    prior: z.number(),
    /** How far the prior may be off: relative, one standard deviation. */
    spread: z.number().positive(),
    /** Smallest and largest value that make physical sense. */
    within: z.tuple([z.number(), z.number()]),
    unit: z.string().trim().min(1).max(20),
    /** Meaning, and what the prior rests on. */
    because: z.string().trim().min(1).max(400),
  })
  .refine(({ within: [low, high], value, prior }) => low <= value && value <= high && low <= prior && prior <= high, 'leaves "within"');

/** Half-widths of 80% intervals of ln(predicted / measured), by class of prediction, from sources left out of the fit. */
const intervalWidths = z.record(z.string(), z.strictObject({ low: z.number(), high: z.number(), cases: z.int().min(0) }));

export const calibrationFile = z.strictObject({
  constants: z.record(z.string().regex(/^[a-z][\w.-]*$/i), calibratedConstant),
  intervals: intervalWidths.default({}),
});

export type CalibrationFile = z.output<typeof calibrationFile>;
/** The files of constants, by the model that reads them. */
export type CalibrationFiles = { readonly [N in 'network' | 'memory' | 'forecast' | 'goodput']: CalibrationFile };
export type CalibratedConstant = CalibrationFile['constants'][string];
export type IntervalWidths = CalibrationFile['intervals'];

/** Values of a file by name, for the room whose constants they are. */
export const constantValues = (file: CalibrationFile): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(file.constants).map(([name, { value }]) => [name, value]));

const errors = { medianPercent: z.number().min(0), meanPercent: z.number().min(0), within10Percent: z.number().min(0).max(100) };
const points = z.strictObject({ meanPoints: z.number().min(0), medianPoints: z.number().min(0) });

const choice = z.strictObject({ meanSlowerPercent: z.number(), worstSlowerPercent: z.number(), spearman: z.number().min(-1).max(1) });

/** What of a run was held against its measurement. Small collectives are kept apart: there the same microseconds are a huge share. */
export const scoredKinds = ['step time or throughput', 'peak memory', 'bus bandwidth', 'bus bandwidth below 1 MiB'] as const;

/** The form of `data/calibration/accuracy.yaml`: errors in percent of what was measured, written by `npm run accuracy`. */
export const accuracyFile = z.strictObject({
  /** Day on which the figures became what they are. */
  asOf: z.string().refine((text): boolean => isDay(text), 'a day: 2026-11-30'),
  runs: z.int().min(0),
  forecast: z.int().min(0),
  refused: z.int().min(0),
  groups: z.array(
    z.strictObject({
      what: z.enum(scoredKinds),
      /** A publisher, or `one node` and `multi-node` for all of them; null where the kind is one group. */
      whose: z.string().min(1).max(100).nullable(),
      cases: z.int().min(1),
      /** With the constants on file. */
      onFile: z.strictObject(errors),
      /** With constants fitted without the publisher; coverage: share inside the 80% interval. */
      leftOut: z.strictObject({ ...errors, biasPercent: z.number(), coveragePercent: z.number().min(0).max(100).nullable() }),
    }),
  ),
  /** Runs of one series on different numbers of nodes, each against the smallest. */
  scaling: z.strictObject({ pairs: z.int().min(0), onFile: points, leftOut: points }),
  /** Plans of one model on the same GPUs against each other; slower: the plan forecast best against the one measured best. */
  planChoice: z.strictObject({ contests: z.int().min(0), onFile: choice, leftOut: choice }),
});

export type AccuracyFile = z.output<typeof accuracyFile>;
