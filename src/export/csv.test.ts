import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeOffer } from '../answers/offer-document.ts';
import { aDay, anOffer, aSilentOffer } from '../catalogue/fixtures/an-offer.ts';
import { standardView } from '../catalogue/offer-index.ts';
import { type Column, column, offerColumns } from './columns.ts';
import { formatCsv, offersToCsv } from './csv.ts';

const toDocument = (offer = anOffer()) => describeOffer(offer, standardView, aDay);
const read = (csv: string) => parse(csv, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];

const texts: readonly Column<string>[] = [column('text', 'text', 'A text.', (text: string) => text)];

describe('CSV', () => {
  test('has one line of names and one for each offer, ended as RFC 4180 asks', () => {
    const csv = offersToCsv([toDocument(), toDocument()]);
    expect(csv.split('\r\n')).toHaveLength(4);
    expect(csv.endsWith('\r\n')).toBe(true);
    expect(csv.split('\r\n', 1)[0]).toBe(offerColumns.map(({ name }) => name).join(','));
  });

  test('keeps null empty, three-valued answers words, figures plain and lists together', () => {
    const [row] = read(offersToCsv([toDocument(anOffer({ rdma: null, locality: null }))]));
    expect(row).toMatchObject({
      rdma: 'unknown',
      gpudirectRdma: 'yes',
      locality: '',
      nodeBandwidthGbitPerS: '3200',
      orchestration: 'slurm;kubernetes',
      nodeBandwidthIsUpTo: 'false',
      priceAmount: '2.50',
      priceCurrency: 'USD',
      checkNetwork: 'good',
    });
  });

  test('an offer about which nothing is on file has no zero, no "no" and no text of its own', () => {
    const [row] = read(offersToCsv([toDocument(aSilentOffer())]));
    const said = Object.entries(row ?? {}).filter(([, value]) => value !== '' && value !== 'unknown');
    expect(said.map(([name]) => name)).toEqual([
      'id',
      'provider',
      'providerName',
      'name',
      'nodeBandwidthIsUpTo',
      'obtainable',
      'priceStatus',
      ...checksThatSay(row),
    ]);
  });

  test('a separator inside a name does not split the name', () => {
    const [row] = read(offersToCsv([toDocument(anOffer({ certificates: ['ISO 27001; SOC 2', 'TISAX'] }))]));
    expect(row?.['certificates']?.split(';')).toEqual(['ISO 27001, SOC 2', 'TISAX']);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1'])('%j does not reach a spreadsheet as a formula', (text) => {
    expect(read(formatCsv(texts, [text]))[0]?.['text']).toBe(`'${text}`);
  });

  test('a negative figure stays a figure', () => {
    expect(formatCsv([column('n', 'number', 'A figure.', (n: number) => n)], [-1])).toBe('n\r\n-1\r\n');
  });

  test('whatever a text holds comes back, unless it was made harmless', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const back = read(formatCsv(texts, [text]))[0]?.['text'];
        expect(back === text || back === `'${text}`).toBe(true);
      }),
    );
  });
});

/** Checks whose verdict for a silent offer is not "unknown". */
const checksThatSay = (row: Record<string, string> | undefined): string[] =>
  Object.entries(row ?? {}).flatMap(([name, value]) => (name.startsWith('check') && value !== 'unknown' ? [name] : []));
