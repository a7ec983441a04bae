import { describe, expect, test } from 'vitest';
import { type Column, type ColumnType, offerColumns } from './columns.ts';
import { priceColumns } from './prices.ts';

const units = new Map([
  ['GbitPerS', 'Gbit/s'],
  ['GBytePerS', 'GB/s'],
  ['GB', 'GB'],
  ['Hours', 'h'],
  ['Days', 'days'],
]);

describe.each([
  ['offers', offerColumns as readonly Column<never>[]],
  ['prices', priceColumns as readonly Column<never>[]],
])('columns of %s', (_, columns) => {
  test('have names that are camelCase and differ by more than case', () => {
    for (const { name } of columns) expect(name).toMatch(/^[a-z][A-Za-z]*$/);
    expect(new Set(columns.map(({ name }) => name.toLowerCase())).size).toBe(columns.length);
  });

  test('say what they mean in one sentence', () => {
    for (const { says } of columns) expect(says).toMatch(/^[A-Z].*[^.]\.$/);
  });

  test('carry the unit that their name carries', () => {
    for (const { name, unit } of columns) {
      const named = [...units].find(([ending]) => name.endsWith(ending));
      if (named !== undefined) expect(unit, name).toBe(named[1]);
    }
  });

  test('name the words of every closed list', () => {
    const closed: readonly ColumnType[] = ['word'];
    for (const { name, type, words } of columns) if (closed.includes(type)) expect(words?.length, name).toBeGreaterThan(0);
  });
});
