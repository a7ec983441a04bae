import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { regionsFile } from './region-schema.ts';
import { buildRegionTable, regionKeysOf } from './regions.ts';

const data = `${import.meta.dirname}/../../data`;
const file = regionsFile.parse(parse(readFileSync(`${data}/regions.yaml`, 'utf8')));
const table = buildRegionTable(file);

const keysOf = (provider: string, region: string): readonly string[] => regionKeysOf(table, provider, region);

describe('a region', () => {
  test('is found under its country, and under the EU where the country is a member', () => {
    expect(keysOf('gcp', 'europe-west4')).toEqual(['nl', 'eu']);
    expect(keysOf('azure', ' GermanyWestCentral ')).toEqual(['de', 'eu']);
    expect(keysOf('azure', 'eastus')).toEqual(['us']);
  });

  test.each([
    ['azure', 'uksouth', 'gb'],
    ['azure', 'norwayeast', 'no'],
    ['azure', 'switzerlandnorth', 'ch'],
    ['nebius', 'eu-north2', 'is'],
  ])('%s %s lies in Europe and not in the EU', (provider, region, country) => {
    expect(keysOf(provider, region)).toEqual([country]);
  });

  test('that is only known to lie in the EU is in none of its countries', () => {
    expect(keysOf('genesis-cloud', 'European Union')).toEqual(['eu']);
  });

  test('whose place is not on file is in no country, whatever it is called', () => {
    expect(keysOf('azure', 'atlantis')).toEqual([]);
    expect(keysOf('lyceum', 'Europe')).toEqual([]);
    for (const word of ['__proto__', 'constructor', '']) expect(keysOf(word, word)).toEqual([]);
  });

  test('of one provider says nothing about another', () => {
    expect(keysOf('nebius', 'eu-west1')).toEqual(['fr', 'eu']);
    expect(keysOf('aws', 'eu-west1')).toEqual([]);
  });
});

describe('the regions on file', () => {
  test('lie in countries that exist', () => {
    const nameOf = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    const places = [...file.eu, ...Object.values(file.regions).flatMap((regions) => Object.values(regions))];
    expect(places.filter((place) => place !== null && place !== 'eu' && nameOf.of(place.toUpperCase()) === undefined)).toEqual([]);
  });

  test('count the 27 member states once each', () => {
    expect(new Set(file.eu).size).toBe(27);
    expect(file.eu).toHaveLength(27);
  });

  test('include every region of the observed prices', () => {
    const missing = readdirSync(`${data}/observations`).flatMap((name) => {
      const { provider, rows } = parse(readFileSync(`${data}/observations/${name}`, 'utf8')) as {
        provider: string;
        rows: { region: string }[];
      };
      return rows.map((row) => row.region).filter((region) => regionKeysOf(table, provider, region).length === 0);
    });
    expect([...new Set(missing)]).toEqual([]);
  });

  test('include every region of the offers, if only to say that the place is not known', () => {
    const missing = readdirSync(`${data}/providers`).flatMap((name) => {
      const { id, offers } = parse(readFileSync(`${data}/providers/${name}`, 'utf8')) as {
        id: string;
        offers: { facts: { regions?: { value: string[] | null } } }[];
      };
      const named = offers.flatMap((offer) => offer.facts.regions?.value ?? []);
      return named.filter((region) => !table.places.get(id)?.has(region.toLowerCase())).map((region) => `${id}: ${region}`);
    });
    expect([...new Set(missing)]).toEqual([]);
  });
});
