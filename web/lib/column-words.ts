import type { ColumnWords } from '$src/export/columns.ts';
import type { Locale } from '$src/words/locales.ts';
import { type PlainMessageKey, wordsIn } from '$src/words/words.ts';

/** `nodeLinkGBytePerS` → `node_link_gbyte_per_s`: names of messages are in snake case. */
const snake = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** What a column of a download means, in a language; null where nobody has said it there yet. */
export function sayColumn(locale: Locale, table: 'offers' | 'prices', { name }: Pick<ColumnWords, 'name'>): string | null {
  const words = wordsIn(locale);
  const key = `data_dictionary_${table}_${snake(name)}`;
  return key in words ? words[key as PlainMessageKey]() : null;
}
