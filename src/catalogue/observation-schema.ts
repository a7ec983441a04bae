import { z } from 'zod';
import { compareAmounts, type DecimalText } from '../units/money.ts';
import { priceFile, providerFile, sourceFile } from './file-schema.ts';
import { priceModels } from './vocabulary.ts';

/**
 * The form of `data/observations/*.yaml`: the prices that one feed showed on one day, by region. `product` is the
 * feed's own label; offers name the labels that are theirs in `feedNames`.
 */

const { amount, currency, termHours } = priceFile.shape;

export const observationRowFile = z.strictObject({
  product: z.string().trim().min(1).max(120),
  /** As the provider calls it. */
  region: z.string().trim().min(1).max(80),
  model: z.enum(priceModels),
  amount,
  /** Commitment in hours: a year is 8,760, three are 26,280. */
  termHours,
});

type ObservationRow = z.output<typeof observationRowFile>;

export const observationFile = z
  .strictObject({
    provider: providerFile.shape.id,
    source: sourceFile.extend({ licence: z.string().trim().min(1).max(80) }),
    currency,
    per: z.enum(['gpu-hour', 'node-hour']),
    rows: z.array(observationRowFile).min(1),
  })
  .superRefine((file, context) => {
    for (const { row, says } of findRowProblems(file.rows)) context.addIssue({ code: 'custom', path: ['rows', row], message: says });
  });

/** A price of nothing is a price not known, and so is a spot price that is the same as the price on demand. */
function findRowProblems(rows: readonly ObservationRow[]): readonly { row: number; says: string }[] {
  const isZero = (text: DecimalText): boolean => compareAmounts(text, '0' as DecimalText) === 0;
  const keyOf = (row: ObservationRow, model: string): string => JSON.stringify([row.product, row.region, model, row.termHours ?? null]);
  const amounts = new Map(rows.map((row) => [keyOf(row, row.model), row.amount]));
  const seen = new Set<string>();
  return rows.flatMap((row, number) => {
    const key = keyOf(row, row.model);
    const onDemand = row.model === 'spot' ? amounts.get(keyOf(row, 'on-demand')) : undefined;
    const isDouble = seen.has(key);
    seen.add(key);
    return [
      isDouble ? 'says the same product, region, model and term as a row above' : null,
      isZero(row.amount) ? 'is free: a price that is not known is left out' : null,
      onDemand !== undefined && compareAmounts(onDemand, row.amount) === 0 ? 'is as much as on demand: the feed knows no spot price' : null,
      row.model === 'reserved' && row.termHours === undefined ? 'is reserved without "termHours"' : null,
      (row.model === 'on-demand' || row.model === 'spot') && row.termHours !== undefined ? `has a term, but is ${row.model}` : null,
    ].flatMap((says) => (says === null ? [] : [{ row: number, says }]));
  });
}

export type ObservationFile = z.output<typeof observationFile>;
export type ObservationRowFile = ObservationRow;
