import type { Terminal } from './terminal.ts';

/** A column of a printed table. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'right';
}

const gap = '  ';

/** Cells that a terminal shows, in columns of one width: East Asian wide characters take two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isWide =
      (code >= 0x1100 && code <= 0x115f) ||
      (code >= 0x2e80 && code <= 0xa4cf) ||
      (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xfe30 && code <= 0xfe6f) ||
      (code >= 0xff00 && code <= 0xff60);
    width += isWide ? 2 : 1;
  }
  return width;
}

const pad = (text: string, width: number, align: 'right' | undefined): string => {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'right' ? space + text : text + space;
};

/** Prints rows under heads. Nothing is cut off: a narrow terminal wraps, a pipe gets whole lines. */
export function printTable<Row>(terminal: Terminal, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const cells = rows.map((row) => columns.map((column) => column.cell(row)));
  const widths = columns.map((column, index) =>
    Math.max(displayWidth(column.head), ...cells.map((line) => displayWidth(line[index] ?? ''))),
  );
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, index) => pad(text, widths[index] ?? 0, columns[index]?.align))
      .join(gap)
      .trimEnd();
  terminal.out(`${line(columns.map((column) => column.head))}\n`);
  for (const row of cells) terminal.out(`${line(row)}\n`);
}
