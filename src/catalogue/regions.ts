import { z } from 'zod';
import type { Answer } from './vocabulary.ts';

/**
 * Where a provider's region lies. Pages name regions in words of their own ("eastus", "Houston", "European Union"); the
 * table says the country where it is known. A filter takes a country, `eu`, or the provider's own word.
 */

/** ISO 3166-1 alpha-2, lower case. */
const country = z.string().regex(/^[a-z]{2}$/, 'a country of ISO 3166-1 in two lower-case letters');
const providerId = z
  .string()
  .regex(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/)
  .max(64);

/** The form of `data/regions.yaml`. */
export const regionsFile = z.strictObject({
  /** The member states. Norway, Iceland, Switzerland and the United Kingdom are none. */
  eu: z.array(country).min(1),
  /** Provider → its region → country; `eu` where only that much is said, null where even that is not. */
  regions: z.record(providerId, z.record(z.string().trim().min(1).max(80), country.nullable())),
});

export type RegionsFile = z.output<typeof regionsFile>;

/** A place: a country, somewhere in the European Union, or not known. */
type Place = string | null;

export interface RegionTable {
  readonly eu: ReadonlySet<string>;
  /** Provider → its region in lower case → place. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, Place>>;
}

const euWord = 'eu';

/** What readers write for a country whose code is another. */
const otherSpellings: ReadonlyMap<string, string> = new Map([['uk', 'gb']]);

export function buildRegionTable(file: RegionsFile): RegionTable {
  const places = Object.entries(file.regions).map(
    ([provider, regions]) => [provider, new Map(Object.entries(regions).map(([region, place]) => [region.toLowerCase(), place]))] as const,
  );
  return { eu: new Set(file.eu), places: new Map(places) };
}

/** Country or `eu` of a provider's region; null where the table has neither. */
function placeOf(table: RegionTable, provider: string, region: string): Place {
  return table.places.get(provider)?.get(region.trim().toLowerCase()) ?? null;
}

/**
 * Whether a provider's region is the one wanted: a country ("de"), "eu", or the provider's own word for it. A region
 * whose place is not on file is unknown to any country, and one that is only known to lie in the EU is unknown to its members.
 */
export function matchRegion(table: RegionTable, provider: string, region: string, wanted: string): Answer {
  const asked = otherSpellings.get(wanted.trim().toLowerCase()) ?? wanted.trim().toLowerCase();
  if (region.trim().toLowerCase() === asked) return 'yes';
  // Longer than a country: the own word of another region.
  if (!/^[a-z]{2}$/.test(asked)) return 'no';
  const place = placeOf(table, provider, region);
  if (place === null) return 'unknown';
  if (place === asked) return 'yes';
  if (asked === euWord) return table.eu.has(place) ? 'yes' : 'no';
  return place === euWord && table.eu.has(asked) ? 'unknown' : 'no';
}

/** Whether any of an offer's regions is the one wanted. An offer that names none is unknown. */
export function matchAnyRegion(table: RegionTable, provider: string, regions: readonly string[], wanted: string): Answer {
  const found = regions.map((region) => matchRegion(table, provider, region, wanted));
  if (found.includes('yes')) return 'yes';
  return found.length === 0 || found.includes('unknown') ? 'unknown' : 'no';
}

/** The words by which a filter finds a region beside its own name: its country and `eu`. Empty where not known. */
export function regionKeysOf(table: RegionTable, provider: string, region: string): readonly string[] {
  const place = placeOf(table, provider, region);
  if (place === null) return [];
  return table.eu.has(place) ? [place, euWord] : [place];
}
