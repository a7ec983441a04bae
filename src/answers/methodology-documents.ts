import { z } from 'zod';
import { scoredKinds } from '../hardware/calibration-schema.ts';

const errors = z.object({ medianPercent: z.number(), meanPercent: z.number(), within10Percent: z.number() });
const points = z.object({ meanPoints: z.number(), medianPoints: z.number() });
const choice = z.object({ meanSlowerPercent: z.number(), worstSlowerPercent: z.number(), spearman: z.number() });

/** As `data/calibration/accuracy.yaml` holds it; what is added there later may come along. */
const accuracyDocument = z.object({
  /** Day on which the figures became what they are. */
  asOf: z.string(),
  runs: z.int(),
  forecast: z.int(),
  refused: z.int(),
  groups: z.array(
    z.object({
      what: z.enum(scoredKinds),
      /** A publisher, or `one node` and `multi-node` for all of them; null where the kind is one group. */
      whose: z.string().nullable(),
      cases: z.int(),
      /** With the constants on file. */
      onFile: errors,
      /** With constants fitted without the publisher. */
      leftOut: errors.extend({ biasPercent: z.number(), coveragePercent: z.number().nullable() }),
    }),
  ),
  scaling: z.object({ pairs: z.int(), onFile: points, leftOut: points }),
  planChoice: z.object({ contests: z.int(), onFile: choice, leftOut: choice }),
});

const modelName = z.enum(['forecast', 'network', 'memory', 'goodput']);

/** The answer to `methodology`: what the forecast rests on beside data sheets, and how far it was off. */
export const methodologyDocument = z.object({
  dataVersion: z.string(),
  asOf: z.string(),
  /** Errors against published runs, in percent of what was measured. */
  accuracy: accuracyDocument,
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
