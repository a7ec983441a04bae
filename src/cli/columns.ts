import Table from 'cli-table3';
import pc from 'picocolors';
import type { Terminal } from './terminal.ts';

/** A column of a printed table. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'right';
}

/** Columns apart by two spaces and nothing else: lines that `cut`, `sort` and eyes can follow. */
const withoutLines = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

/** Prints rows under heads, a line for each row. Nothing is cut off: a narrow terminal wraps, a pipe gets whole lines. */
export function printTable<Row>(terminal: Terminal, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const colours = pc.createColors(terminal.isColoured);
  const table = new Table({
    chars: withoutLines,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colAligns: columns.map((column) => column.align ?? 'left'),
  });
  table.push(columns.map((column) => colours.bold(column.head)));
  for (const row of rows) table.push(columns.map((column) => column.cell(row)));
  const lines = table.toString().split('\n');
  terminal.out(`${lines.map((line) => line.trimEnd()).join('\n')}\n`);
}
