import type { CatalogueStore } from '$src/answers/store.ts';
import { loadStore } from '$src/snapshot/load.ts';

let store: CatalogueStore | null = null;

/** The catalogue that the pages answer from: read once, when the first page needs it. */
export function catalogueStore(): CatalogueStore {
  store ??= loadStore(process.env['CLUSTERFARE_SNAPSHOT'] ?? 'dist/snapshot.json');
  return store;
}

/** Changes whenever the facts do: part of every key under which a page is kept. */
export function catalogueVersion(): string {
  return catalogueStore().catalogue.contentHash;
}
