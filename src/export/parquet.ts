import type { SchemaElement } from 'hyparquet-writer';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Column, ColumnType } from './columns.ts';

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;

/** Physical types. Decimals and dates stay text: dates may be a month or a year, and money is exact decimal text everywhere. */
const leafOf: Readonly<Record<Exclude<ColumnType, 'list'>, Omit<SchemaElement, 'name'>>> = {
  text,
  word: text,
  decimal: text,
  date: text,
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
};

/** Lists are real lists of three levels, as the format's LogicalTypes.md asks; every column may be null. */
function toSchema(column: { readonly name: string; readonly type: ColumnType }): readonly SchemaElement[] {
  if (column.type !== 'list') return [{ ...leafOf[column.type], name: column.name, repetition_type: 'OPTIONAL' }];
  return [
    { name: column.name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { ...text, name: 'element', repetition_type: 'REQUIRED' },
  ];
}

/**
 * A table as Apache Parquet, Snappy-compressed. `about` goes into the file's key-value metadata, beside the meaning and
 * unit of every column, so that a file that has been passed on still says what it holds and of which day.
 */
export function encodeParquet<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  about: Readonly<Record<string, string>> = {},
): Uint8Array<ArrayBuffer> {
  const dictionary = columns.map(({ name, type, unit, says, words }) => ({ name, type, unit, says, words }));
  const buffer = parquetWriteBuffer({
    schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(toSchema)],
    columnData: columns.map((column) => ({ name: column.name, data: rows.map((row) => column.cellOf(row)) })),
    kvMetadata: [...Object.entries(about), ['columns', JSON.stringify(dictionary)] as const].map(([key, value]) => ({ key, value })),
    createdBy: 'clusterfare',
  });
  return new Uint8Array(buffer);
}
