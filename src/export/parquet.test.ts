import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { describeOffer } from '../answers/offer-document.ts';
import { aDay, anOffer, aPrice, aSilentOffer } from '../catalogue/fixtures/an-offer.ts';
import { standardView } from '../catalogue/offer-index.ts';
import { type Column, column, offerColumns } from './columns.ts';
import { encodeParquet } from './parquet.ts';
import { priceColumns, priceRowsOf } from './prices.ts';

const cells = <Row>(columns: readonly Column<Row>[], row: Row) =>
  Object.fromEntries(columns.map(({ name, cellOf }) => [name, cellOf(row)]));

describe('Parquet', () => {
  test('gives back every cell of offers, lists and nulls included', async () => {
    const offers = [anOffer(), aSilentOffer()].map((offer) => describeOffer(offer, standardView, aDay));
    const { buffer } = encodeParquet(offerColumns, offers);
    expect(await parquetReadObjects({ file: buffer })).toEqual(offers.map((offer) => cells(offerColumns, offer)));
  });

  test('gives back every price, amounts as exact text', async () => {
    const rows = priceRowsOf([anOffer({ prices: [aPrice({ amount: '6.155' }), aPrice({ asOf: null, source: null })] })]);
    const { buffer } = encodeParquet(priceColumns, rows);
    const read = await parquetReadObjects({ file: buffer });
    expect(read).toEqual(rows.map((row) => cells(priceColumns, row)));
    expect(read[0]?.['amount']).toBe('6.155');
  });

  test('an empty table still says its columns', async () => {
    const { buffer } = encodeParquet(priceColumns, []);
    expect(await parquetReadObjects({ file: buffer })).toEqual([]);
    expect(parquetSchema(parquetMetadata(buffer)).children.map(({ element }) => element.name)).toEqual(
      priceColumns.map(({ name }) => name),
    );
  });

  test('carries the meaning of its columns and what it is told', () => {
    const metadata = parquetMetadata(encodeParquet(priceColumns, [], { dataVersion: '2026-11-30' }).buffer);
    const values = new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value]));
    expect(values.get('dataVersion')).toBe('2026-11-30');
    expect(JSON.parse(values.get('columns') ?? '')).toHaveLength(priceColumns.length);
  });

  test('any text, figure and list comes back', async () => {
    interface Row {
      readonly text: string | null;
      readonly figure: number | null;
      readonly list: readonly string[] | null;
    }
    const columns: readonly Column<Row>[] = [
      column('text', 'text', 'A text.', ({ text }) => text),
      column('figure', 'number', 'A figure.', ({ figure }) => figure),
      column('list', 'list', 'A list.', ({ list }) => list),
    ];
    const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
    const someRow = fc.record({
      text: orNull(fc.string({ unit: 'grapheme' })),
      figure: orNull(fc.double({ noNaN: true })),
      list: orNull(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(someRow, { minLength: 1, maxLength: 20 }), async (rows) => {
        expect(await parquetReadObjects({ file: encodeParquet(columns, rows).buffer })).toEqual(rows);
      }),
      { numRuns: 50 },
    );
  });
});
