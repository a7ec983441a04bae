import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildRegionTable, matchAnyRegion, matchRegion, regionKeysOf, regionsFile } from './regions.ts';

const data = `${import.meta.dirname}/../../data`;
const file = regionsFile.parse(parse(readFileSync(`${data}/regions.yaml`, 'utf8')));
const table = buildRegionTable(file);

describe('a region', () => {
  test("matches its country, the EU where the country is a member, and the provider's own word", () => {
    for (const wanted of ['de', 'DE', 'eu', 'germanywestcentral', ' GermanyWestCentral ']) {
      expect(matchRegion(table, 'azure', 'germanywestcentral', wanted), wanted).toBe('yes');
    }
  });

  test('does not match another country or the word of another region', () => {
    for (const wanted of ['fr', 'us', 'francecentral', 'xx'])
      expect(matchRegion(table, 'azure', 'germanywestcentral', wanted), wanted).toBe('no');
  });

  test.each([
    ['azure', 'uksouth'],
    ['azure', 'norwayeast'],
    ['azure', 'switzerlandnorth'],
    ['nebius', 'eu-north2'],
  ])('%s %s lies in Europe and not in the EU', (provider, region) => {
    expect(matchRegion(table, provider, region, 'eu')).toBe('no');
  });

  test('in the United Kingdom matches "uk" too', () => {
    expect(matchRegion(table, 'azure', 'uksouth', 'uk')).toBe('yes');
  });

  test('whose place is not on file is unknown to a country, and still matches its own word', () => {
    for (const wanted of ['de', 'eu']) expect(matchRegion(table, 'azure', 'atlantis', wanted)).toBe('unknown');
    expect(matchRegion(table, 'azure', 'atlantis', 'atlantis')).toBe('yes');
    expect(matchRegion(table, 'lyceum', 'Europe', 'eu')).toBe('unknown');
  });

  test('that is only known to lie in the EU is unknown to its members and outside all others', () => {
    const match = (wanted: string) => matchRegion(table, 'genesis-cloud', 'European Union', wanted);
    expect([match('eu'), match('de'), match('us')]).toEqual(['yes', 'unknown', 'no']);
  });

  test('of one provider says nothing about another', () => {
    expect(matchRegion(table, 'nebius', 'eu-west1', 'fr')).toBe('yes');
    expect(matchRegion(table, 'aws', 'eu-west1', 'fr')).toBe('unknown');
  });

  test('is found under its country and the EU', () => {
    expect(regionKeysOf(table, 'gcp', 'europe-west4')).toEqual(['nl', 'eu']);
    expect(regionKeysOf(table, 'genesis-cloud', 'European Union')).toEqual(['eu']);
    expect(regionKeysOf(table, 'lyceum', 'Europe')).toEqual([]);
  });
});

describe('the regions of an offer', () => {
  test('match where one of them does', () => {
    expect(matchAnyRegion(table, 'azure', ['eastus', 'westeurope', 'atlantis'], 'nl')).toBe('yes');
  });

  test('are unknown where none matches and one is not on file, and where there are none', () => {
    expect(matchAnyRegion(table, 'azure', ['eastus', 'atlantis'], 'nl')).toBe('unknown');
    expect(matchAnyRegion(table, 'azure', [], 'nl')).toBe('unknown');
  });

  test('do not match where all lie elsewhere', () => {
    expect(matchAnyRegion(table, 'azure', ['eastus', 'uksouth'], 'eu')).toBe('no');
  });
});

describe('any words', () => {
  test('get one of three answers', () => {
    const word = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('__proto__', 'constructor', 'azure', 'eastus', 'eu', 'us'));
    fc.assert(
      fc.property(word, word, word, (provider, region, wanted) =>
        ['yes', 'no', 'unknown'].includes(matchRegion(table, provider, region, wanted)),
      ),
    );
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
