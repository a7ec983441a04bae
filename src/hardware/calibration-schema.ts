import { z } from 'zod';

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
export type CalibratedConstant = CalibrationFile['constants'][string];
export type IntervalWidths = CalibrationFile['intervals'];

/** Values of a file by name, for the room whose constants they are. */
export const constantValues = (file: CalibrationFile): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(file.constants).map(([name, { value }]) => [name, value]));
