import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { sourceKinds as hardwareSourceKinds } from '../hardware/vocabulary.ts';
import { observationFile } from './observation-schema.ts';
import { sourceKinds } from './vocabulary.ts';

const folder = `${import.meta.dirname}/../../data/observations`;
const row = { product: 'p5.48xlarge', region: 'us-east-1', model: 'on-demand', amount: '55.04' };
const header = {
  provider: 'aws',
  source: { url: 'https://example.org/prices', asOf: '2026-07-20', kind: 'vendor', licence: 'Apache-2.0', title: 'Prices' },
  currency: 'USD',
  per: 'node-hour',
};

/** What is wrong with a file of these rows, or nothing. */
const complaintsOf = (...rows: object[]): readonly string[] =>
  observationFile.safeParse({ ...header, rows }).error?.issues.map((issue) => issue.message) ?? [];

describe('a file of observed prices', () => {
  test('says product, region, model and amount in each row', () => {
    expect(
      complaintsOf(row, { ...row, model: 'spot', amount: '20.5' }, { ...row, model: 'reserved', amount: '30', termHours: 8_760 }),
    ).toEqual([]);
  });

  test('has no unknown key', () => {
    expect(complaintsOf({ ...row, price: '55.04' })).toHaveLength(1);
  });

  test('holds money as decimal text, never as a number', () => {
    expect(complaintsOf({ ...row, amount: 55.04 })).toHaveLength(1);
  });

  test.each([
    ['a free machine', [{ ...row, amount: '0.00' }], /is free/],
    ['spot at the price on demand', [row, { ...row, model: 'spot' }], /no spot price/],
    ['a commitment without a term', [{ ...row, model: 'reserved' }], /without "termHours"/],
    ['a term on demand', [{ ...row, termHours: 8_760 }], /has a term/],
    ['the same price twice', [row, row], /same product/],
  ])('%s is refused', (_, rows, says) => {
    expect(complaintsOf(...rows).join()).toMatch(says);
  });
});

describe('the observations on file', () => {
  test.each(readdirSync(folder))('%s keeps the rules', (name) => {
    const file = observationFile.parse(parse(readFileSync(`${folder}/${name}`, 'utf8')));
    expect(name).toContain(file.provider);
    expect(name).toContain(file.source.asOf);
  });

  test('commitments cost less than on demand', () => {
    for (const name of readdirSync(folder)) {
      const { rows } = observationFile.parse(parse(readFileSync(`${folder}/${name}`, 'utf8')));
      const onDemand = new Map(
        rows.filter((it) => it.model === 'on-demand').map((it) => [`${it.product} ${it.region}`, Number(it.amount)]),
      );
      for (const it of rows.filter(({ model }) => model !== 'on-demand')) {
        expect(Number(it.amount), `${name} ${it.product} ${it.region} ${it.model}`).toBeLessThan(
          onDemand.get(`${it.product} ${it.region}`) ?? 0,
        );
      }
    }
  });

  test('sources of prices and of hardware are of the same kinds', () => {
    expect(hardwareSourceKinds).toEqual(sourceKinds);
  });
});
