import { expect, test } from 'vitest';
import { contentKey, sayBytes } from './download-words.ts';

test.each([
  [12, '1\u00a0kB'],
  [84_499, '84\u00a0kB'],
  [999_999, '1,000\u00a0kB'],
  [1_940_000, '1.9\u00a0MB'],
])('%d bytes are %s', (bytes, said) => expect(sayBytes('en', bytes)).toBe(said));

test('sizes follow the language', () => expect(sayBytes('de', 1_940_000)).toBe('1,9\u00a0MB'));

test('documents are told from rows', () => {
  expect(contentKey({ name: 'offers', columns: null })).toBe('data_file_offers_lines');
  expect(contentKey({ name: 'offers', columns: [] })).toBe('data_file_offers');
  expect(contentKey({ name: 'prices', columns: [] })).toBe('data_file_prices');
});
