import type { RegionsFile } from './region-schema.ts';

/**
 * Where a provider's region lies. Pages name regions in words of their own ("eastus", "Houston", "European Union"); the
 * table says the country where it is known. A filter takes a country, `eu`, or the provider's own word.
 */

/** A place: a country, somewhere in the European Union, or not known. */
type Place = string | null;

export interface RegionTable {
  readonly eu: ReadonlySet<string>;
  /** Provider → its region in lower case → place. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, Place>>;
}

const euWord = 'eu';

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

/** The words by which a filter finds a region beside its own name: its country and `eu`. Empty where not known. */
export function regionKeysOf(table: RegionTable, provider: string, region: string): readonly string[] {
  const place = placeOf(table, provider, region);
  if (place === null) return [];
  return table.eu.has(place) ? [place, euWord] : [place];
}
