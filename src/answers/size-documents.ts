import { z } from 'zod';
import { trainingMethods } from '../workload/flops.ts';

/** Whether one number of GPUs of one type holds a training run. */
const fitDocument = z.object({
  gpu: z.string(),
  gpus: z.int(),
  /** Whole nodes; 1 where the GPUs are part of one node. */
  nodes: z.int(),
  fits: z.boolean(),
  needGiB: z.number(),
  haveGiB: z.number(),
});

/** The answer to `size`: what a model counts, and which GPUs hold its training. */
export const sizeDocument = z.object({
  dataVersion: z.string(),
  asOf: z.string(),
  /** As people write it; the name in the config where one was given. */
  model: z.string(),
  /** Id of the model on file; null where a config was given. */
  preset: z.string().nullable(),
  architecture: z.string(),
  paramsTotal: z.int(),
  /** What one token passes: all but the experts it is not sent to. */
  paramsActive: z.int(),
  paramsEmbedding: z.int(),
  paramsRoutedExperts: z.int(),
  layers: z.int(),
  /** Parts that the config has and the count leaves out. */
  leftOut: z.array(z.enum(['vision', 'audio', 'further-token-prediction'])),
  method: z.enum(trainingMethods),
  /** Weights, gradients and optimizer over all parameters of the model. */
  trainingBytesPerParameter: z.number(),
  /** The same, all together. */
  trainingStateGiB: z.number(),
  /** Parameters that learn: all, or those of the adapters. */
  trainableParams: z.int(),
  /** Operations of one token forward and backward without recomputation, causal masks counted once, at `assumes.sequence`. */
  trainingFlopsPerToken: z.number(),
  /** The run that `fits` has in mind, in the layout that needs the least memory. */
  assumes: z.object({ sequence: z.int(), microBatch: z.int(), recompute: z.string(), precision: z.string() }),
  fits: z.array(fitDocument),
  note: z.string().nullable(),
  sources: z.array(z.object({ url: z.string(), asOf: z.string().nullable() })),
});

const modelDocument = z.object({
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  architecture: z.string(),
  paramsTotal: z.int(),
  paramsActive: z.int(),
  layers: z.int(),
  note: z.string().nullable(),
  sources: z.array(z.object({ url: z.string(), asOf: z.string().nullable() })),
});

/** The answer to `size --list`: the models on file. */
export const modelsDocument = z.object({ dataVersion: z.string(), asOf: z.string(), total: z.int(), models: z.array(modelDocument) });

export type FitDocument = z.infer<typeof fitDocument>;
export type SizeDocument = z.infer<typeof sizeDocument>;
export type ModelDocument = z.infer<typeof modelDocument>;
export type ModelsDocument = z.infer<typeof modelsDocument>;
