import { z } from 'zod';
import { accuracyFile } from '../hardware/calibration-schema.ts';

const modelName = z.enum(['forecast', 'network', 'memory']);

/** The answer to `methodology`: what the forecast rests on beside data sheets, and how far it was off. */
export const methodologyDocument = z.object({
  dataVersion: z.string(),
  asOf: z.string(),
  /** Errors against published runs, in percent of what was measured. */
  accuracy: accuracyFile,
  constants: z.array(
    z.object({
      /** The part of the forecast that reads it. */
      model: modelName,
      name: z.string(),
      /** In `unit`, as `prior`, `lowest` and `highest`. */
      value: z.number(),
      /** What is believed before any run is seen, and its relative standard deviation. */
      prior: z.number(),
      spread: z.number(),
      /** What no fit may leave. */
      lowest: z.number(),
      highest: z.number(),
      unit: z.string(),
      because: z.string(),
    }),
  ),
  /** Ends of 80% intervals of ln(predicted / measured), by class of prediction. */
  intervals: z.array(z.object({ model: modelName, of: z.string(), low: z.number(), high: z.number(), cases: z.int() })),
});

export type MethodologyDocument = z.infer<typeof methodologyDocument>;
export type ConstantDocument = MethodologyDocument['constants'][number];
export type AccuracyGroup = MethodologyDocument['accuracy']['groups'][number];
