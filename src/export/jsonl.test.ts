import { describe, expect, test } from 'vitest';
import { offerDocument } from '../answers/documents.ts';
import { describeOffer } from '../answers/offer-document.ts';
import { aDay, anOffer, aPrice } from '../catalogue/fixtures/an-offer.ts';
import { standardView } from '../catalogue/offer-index.ts';
import { formatJsonLines, offersToJsonLines } from './jsonl.ts';
import { priceColumns, priceRowsOf } from './prices.ts';

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('JSON Lines', () => {
  test('of offers are whole documents, one a line', () => {
    const document = describeOffer(anOffer({ note: 'two\nlines' }), standardView, aDay);
    const text = offersToJsonLines([document, document]);
    expect(text.match(/\n/g)).toHaveLength(2);
    expect(linesOf(text).map((line) => offerDocument.parse(line))).toEqual([document, document]);
  });

  test('of a table keep types: null, decimal text, true and false', () => {
    const offer = anOffer({ prices: [aPrice({ amount: '20.00', per: 'node-hour', superseded: true })] });
    expect(linesOf(formatJsonLines(priceColumns, priceRowsOf([offer])))).toEqual([
      {
        offer: 'acme/h100',
        provider: 'acme',
        gpu: null,
        model: 'on-demand',
        region: null,
        termHours: null,
        minGpus: null,
        amount: '20.00',
        amountPerGpuHour: '2.5',
        currency: 'USD',
        per: 'node-hour',
        basis: 'list',
        scope: 'cluster',
        asOf: '2026-10-01',
        source: 'https://cloud.example/pricing',
        seenVia: null,
        superseded: true,
        note: null,
      },
    ]);
  });

  test('of nothing are nothing', () => {
    expect(offersToJsonLines([])).toBe('');
  });
});
