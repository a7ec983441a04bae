import { z } from 'zod';
import { count, slug, sourceFile, sourceKeys, text } from '../hardware/fact-schema.ts';

/** What a config can hold: plain JSON. Its meaning is checked by the reader of configs, not here. */
const configValue: z.ZodType<unknown> = z.json();

/** A model that can be named instead of described. `config` is what its `config.json` says, the fields that decide sizes. */
const modelFile = z.strictObject({
  id: slug,
  name: text,
  aliases: z.array(text).max(40).default([]),
  config: z.record(z.string().max(64), configValue),
  /** Who says what stands in `config`. */
  sources: sourceKeys.min(1),
  /** A count that others published. `exact`: of the checkpoint itself; otherwise rounded, and only near. */
  published: z.strictObject({ parameters: count, exact: z.boolean(), sources: sourceKeys.min(1) }).optional(),
  /** Families for which this is the usual model of its size; `any` where no family is named. */
  typicalFor: z.array(z.string().regex(/^[a-z][a-z ]*$/)).default([]),
  note: text.optional(),
});

export const modelsFile = z.strictObject({
  sources: z.record(slug, sourceFile).default({}),
  models: z.array(modelFile).default([]),
});

export type ModelsFile = z.output<typeof modelsFile>;
export type ModelFile = z.output<typeof modelFile>;
