import { existsSync } from 'node:fs';
import path from 'node:path';
import { aSmallStore } from '../../src/answers/fixtures/a-store.ts';
import type { CatalogueStore } from '../../src/answers/store.ts';
import { aDay } from '../../src/catalogue/fixtures/an-offer.ts';
import { loadStore } from '../../src/snapshot/load.ts';
import { type Day, toDay } from '../../src/units/date.ts';

const snapshot = path.resolve(import.meta.dirname, '../../dist/snapshot.json');

/** The built catalogue where there is one, else three offers known by heart. */
export function openTestStore(): CatalogueStore {
  return existsSync(snapshot) ? loadStore(snapshot) : aSmallStore();
}

/** The day on which these tests ask: that of the data, so that no answer changes with the calendar. */
export const dayOf = (store: CatalogueStore): Day => (store.catalogue.dataVersion < aDay ? aDay : toDay(store.catalogue.dataVersion));

export const addDays = (day: Day, days: number): Day =>
  toDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10));
