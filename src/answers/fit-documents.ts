import { z } from 'zod';

const ends = z.tuple([z.number(), z.number()]);

/**
 * The answer to `fit`: a scaling curve through measurements. Throughputs have the unit of the points, whatever that is.
 * Intervals hold 80%.
 */
export const scalingFitDocument = z.object({
  dataVersion: z.string(),
  asOf: z.string(),
  /** As they were given, and what the curve says there. */
  points: z.array(z.object({ nodes: z.int(), throughput: z.number(), fitted: z.number() })),
  model: z.object({
    /** "amdahl" where two numbers of nodes decide one share of loss only. */
    name: z.enum(['universal-scalability-law', 'amdahl']),
    /** Throughput of one node. */
    x1: z.number(),
    /** Share that waits for its turn. */
    sigma: z.number(),
    /** Cost of every node's exchange with every other. */
    kappa: z.number(),
    /** Scatter of the points around the curve, relative; null where no point is left to show it. */
    residualShare: z.number().nullable(),
    /** Relative error of one measurement that the intervals count with. */
    errorShare: z.number(),
  }),
  curve: z.array(
    z.object({
      nodes: z.int(),
      throughput: z.number(),
      /** Of one further measurement. */
      interval: ends,
      /** Throughput per node over that of one node. */
      efficiency: z.number(),
      /** What the last of so many nodes brings, and that over what the first does. */
      marginal: z.number(),
      marginalShare: z.number(),
      /** Whether more or fewer nodes than were ever measured. */
      extrapolated: z.boolean(),
    }),
  ),
  knee: z.object({
    /** First number of nodes whose last node brings less than `share` of what the first does; null: see `because`. */
    nodes: z.int().nullable(),
    /** Null for an end beyond `searchedTo`. */
    interval: z.tuple([z.int().nullable(), z.int().nullable()]),
    share: z.number(),
    extrapolated: z.boolean(),
    searchedTo: z.int(),
    because: z.string().nullable(),
  }),
  /** Where the curve is highest: more nodes make it slower. Null where it never falls, or only beyond `searchedTo`. */
  peak: z.object({ nodes: z.int(), throughput: z.number() }).nullable(),
  /** What was taken for granted, and what is unusual about the points. */
  assumed: z.array(z.string()),
});

export type ScalingFitDocument = z.infer<typeof scalingFitDocument>;
