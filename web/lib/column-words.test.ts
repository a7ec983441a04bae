import { describe, expect, test } from 'vitest';
import { offerColumns } from '$src/export/columns.ts';
import { priceColumns } from '$src/export/prices.ts';
import { locales } from '$src/words/locales.ts';
import { sayColumn } from './column-words.ts';

const tables = [
  ['offers', offerColumns],
  ['prices', priceColumns],
] as const;

describe.each(tables)('the columns of %s', (table, columns) => {
  test.each(locales)('are all explained in %s', (locale) => {
    expect(columns.filter((column) => sayColumn(locale, table, column) === null).map(({ name }) => name)).toEqual([]);
  });

  test('are explained in English as the files themselves do', () => {
    expect(columns.map((column) => sayColumn('en', table, column))).toEqual(columns.map(({ says }) => says));
  });
});
