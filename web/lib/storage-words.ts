import type { OfferDocument } from '$src/answers/documents.ts';
import { formatList } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { say } from '$src/words/vocabulary.ts';

/** What a cell has room for. */
const longestThroughput = 26;
const mostKinds = 2;
/** Not file systems that the nodes of a job can share: named only where nothing better is. */
const unshared = new Set(['object', 'block', 'local']);

/** The shared storage of an offer in two lines of a cell. */
export interface StorageWords {
  readonly kinds: string;
  readonly throughput: string | null;
  readonly isShort: boolean;
}

export function sayStorage(locale: Locale, systems: OfferDocument['storage']): StorageWords | null {
  if (systems.length === 0) return null;
  const shared = systems.filter((system) => !unshared.has(system.kind));
  const named = shared.length > 0 ? shared : systems;
  const kinds = [...new Set(named.map((system) => say(locale, 'storage', system.kind)))];
  const throughput = named.find((system) => system.throughput !== null)?.throughput ?? null;
  return {
    kinds: formatList(locale, kinds.length > mostKinds ? [...kinds.slice(0, mostKinds), '…'] : kinds),
    throughput,
    isShort: throughput !== null && throughput.length <= longestThroughput,
  };
}
