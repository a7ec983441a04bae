import { z } from 'zod';

/**
 * One run as `predict` reads it: the snake_case of published tables, null where the publisher does not say. Keys beyond
 * these are let through unread, since rows carry their results and sources along.
 */
const size = z.number().positive().max(1e18);
const whole = z.int().positive().max(1e9);
const words = z.string().max(400);

const modelOfRun = z.object({
  name: words.nullish(),
  params: size.nullish(),
  layers: whole.nullish(),
  hidden: whole.nullish(),
  heads: whole.nullish(),
  kv_heads: whole.nullish(),
  ffn: whole.nullish(),
  vocab: whole.nullish(),
  seq: whole.nullish(),
  moe: words.nullish(),
});

const parallelOfRun = z.object({
  tp: whole.nullish(),
  pp: whole.nullish(),
  dp: whole.nullish(),
  cp: whole.nullish(),
  ep: whole.nullish(),
  zero: z.union([z.int().min(0).max(3), words]).nullish(),
  sp: z.boolean().nullish(),
  vpp: whole.nullish(),
});

export const runKinds = ['training', 'ttt', 'collective', 'memory', 'hpc'] as const;

export const runSchema = z.object({
  id: z.union([words, z.number()]).transform(String),
  kind: z.enum(runKinds),
  model: modelOfRun.nullish(),
  gpu: words.nullish(),
  gpus: whole.nullish(),
  nodes: whole.nullish(),
  gpus_per_node: whole.nullish(),
  intra: words.nullish(),
  fabric: words.nullish(),
  node_gbps: z.number().positive().max(1e6).nullish(),
  precision: words.nullish(),
  parallel: parallelOfRun.nullish(),
  global_batch: whole.nullish(),
  micro_batch: whole.nullish(),
  recompute: words.nullish(),
  measured: z
    .object({ collective: words.nullish(), size_bytes: z.number().positive().max(1e15).nullish(), baseline_nodes: whole.nullish() })
    .nullish(),
});

/** A run described as far as its publisher went. */
export type Run = z.output<typeof runSchema>;
export type RunKind = (typeof runKinds)[number];
