import { z } from 'zod';

const ends = z.tuple([z.number(), z.number()]).nullable();

const curvePoint = z.object({
  nodes: z.int(),
  iter_s: z.number(),
  interval: z.tuple([z.number(), z.number()]),
  /** Of all GPUs together. */
  tokens_per_s: z.number(),
  /** Throughput per GPU over that of the first point. */
  efficiency: z.number(),
  network_efficiency: z.number(),
});

/** A plan over numbers of nodes at the same work per GPU. */
const curveDocument = z.object({
  fabric: z.string(),
  node_gbps: z.number(),
  points: z.array(curvePoint),
  /** First number of nodes that is hardly worth adding; null where the curve has none. */
  knee: z.int().nullable(),
});

/**
 * One answer to `predict`. This question alone keeps the snake_case of published tables; `peak_mem_gb` is GiB. Null: not of
 * this kind of run. Intervals hold 80%.
 */
export const predictionDocument = z.object({
  id: z.string(),
  predicted: z.object({
    iter_s: z.number().nullable(),
    tokens_per_s_per_gpu: z.number().nullable(),
    /** Of the format of the layers, recomputation never counted. */
    mfu: z.number().nullable(),
    /** Recomputed operations counted where publishers of such runs count them. */
    tflops_per_gpu: z.number().nullable(),
    peak_mem_gb: z.number().nullable(),
    /** Scaling efficiency: throughput per GPU over that of the fewest nodes that hold one replica of the plan. */
    efficiency: z.number().nullable(),
    /** Step time on a fabric that costs nothing over that on this one. */
    network_efficiency: z.number().nullable(),
    busbw_GBps: z.number().nullable(),
  }),
  interval: z.object({
    iter_s: ends,
    tokens_per_s_per_gpu: ends,
    mfu: ends,
    tflops_per_gpu: ends,
    peak_mem_gb: ends,
    busbw_GBps: ends,
  }),
  /** Shares of the step; they add up to 1. */
  breakdown: z.object({ compute: z.number(), tensor: z.number(), pipeline: z.number(), data: z.number(), other: z.number() }).nullable(),
  /** What was filled in where the run leaves something open. */
  assumed: z.array(z.string()),
  /** Why nothing honest can be said; null where something can. */
  refused: z.string().nullable(),
  /** Where numbers of nodes were asked for: the curve of the run, and of the same nodes over the fabric asked about. */
  curve: curveDocument.optional(),
  what_if: curveDocument.optional(),
});

/** The answer to `predict` over HTTP: predictions in the order of the runs. */
export const predictDocument = z.object({ dataVersion: z.string(), asOf: z.string(), predictions: z.array(predictionDocument) });

export type CurveDocument = z.infer<typeof curveDocument>;
export type PredictionDocument = z.infer<typeof predictionDocument>;
export type PredictDocument = z.infer<typeof predictDocument>;
