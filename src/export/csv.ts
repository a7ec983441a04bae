import { stringify } from 'csv-stringify/sync';
import type { OfferDocument } from '../answers/documents.ts';
import { type Cell, type Column, offerColumns } from './columns.ts';

const listSeparator = ';';

/** Numbers stay numbers, so that a leading minus is not taken for a formula; a name that holds the separator gets a comma. */
function toField(cell: Cell): string | number {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.map((item) => item.replaceAll(listSeparator, ',')).join(listSeparator);
  return typeof cell === 'boolean' ? String(cell) : cell;
}

/**
 * A table as comma-separated values after RFC 4180: a row of names, then one row each, lines ended by CR LF, UTF-8
 * without a byte order mark. Null is an empty field, a list is joined with ";". A text that a spreadsheet would take
 * for a formula begins with an apostrophe: provider pages are not to be trusted with other people's spreadsheets.
 */
export function formatCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map((column) => column.name), ...rows.map((row) => columns.map((column) => toField(column.cellOf(row))))];
  return stringify(lines, { escape_formulas: true, record_delimiter: 'windows' });
}

/** Offers as CSV, one row each: `offers --csv` and `offers.csv`. */
export function offersToCsv(offers: readonly OfferDocument[]): string {
  return formatCsv(offerColumns, offers);
}
