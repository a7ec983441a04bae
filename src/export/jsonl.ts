import type { OfferDocument } from '../answers/documents.ts';
import type { Column } from './columns.ts';

const toLines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** A table as JSON Lines: one object a row with the names of the columns. Null stays null, lists stay lists. */
export function formatJsonLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return toLines(rows.map((row) => Object.fromEntries(columns.map((column) => [column.name, column.cellOf(row)]))));
}

/**
 * Offers as JSON Lines: the whole document of each, with every fact, source, date and price. The flat tables leave
 * sources of single fields out; whoever wants to check a figure takes this file.
 */
export function offersToJsonLines(offers: readonly OfferDocument[]): string {
  return toLines(offers);
}
