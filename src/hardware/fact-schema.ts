import { z } from 'zod';
import { isSourceDate, type SourceDate } from '../units/date.ts';
import { sourceKinds } from './vocabulary.ts';

/** The parts that the files of GPUs and of fabrics share: a source, a disagreement, and a value with who says so. */

export const slug = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/, 'lower case letters, digits, "-" and "." only');
export const text = z.string().trim().min(1).max(1_000);
export const sourceKeys = z.array(slug).max(20);
export const positive = z.number().positive();
export const count = z.int().positive();

/** One place that says something: cited from facts and measurements by its key. */
export const sourceFile = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(500),
  /** When it said so; null where the page carries no date and the address pins no version. */
  asOf: z
    .string()
    .refine(isSourceDate, 'a date: 2026-11-30, 2026-11 or 2026')
    .transform((date) => date as SourceDate)
    .nullable(),
  kind: z.enum(sourceKinds),
  title: text.optional(),
  note: text.optional(),
});

/** Sources that disagree, or a disagreement that was explained. All of `values` were published by somebody. */
export const conflictFile = z.strictObject({
  says: text,
  status: z.enum(['open', 'resolved']),
  values: z.array(positive).min(2).optional(),
  sources: sourceKeys.default([]),
});

/** What does not fit a field, in our own words. */
export const noteFile = z.strictObject({ says: text, sources: sourceKeys.default([]) });

/** A value with who says so. A value that no source on file supports must say that it is unconfirmed. */
export const fact = <T extends z.ZodType>(value: T) =>
  z
    .strictObject({
      value,
      /** What the source says beyond the value, in our own words. */
      detail: text.optional(),
      sources: sourceKeys.default([]),
      confidence: z.enum(['unconfirmed']).optional(),
      conflicts: z.array(conflictFile).min(1).optional(),
    })
    .refine((said) => (said.sources.length === 0) === (said.confidence === 'unconfirmed'), {
      error: 'name a source, or say "confidence: unconfirmed"; never both and never neither',
    });

/** A fact that may not be on file: left out in the file, null in memory. */
export const factOrNull = <T extends z.ZodType>(value: T) => fact(value).nullable().default(null);

export type SourceFile = z.output<typeof sourceFile>;
export type ConflictFile = z.output<typeof conflictFile>;

/** A value of the hardware tables, in memory. */
export interface HardwareFact<T> {
  readonly value: T;
  readonly detail?: string | undefined;
  /** Keys of sources. Empty for an unconfirmed value. */
  readonly sources: readonly string[];
  readonly confidence?: 'unconfirmed' | undefined;
  readonly conflicts?: readonly ConflictFile[] | undefined;
}
