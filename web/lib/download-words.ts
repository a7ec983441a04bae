import type { Download } from '$src/export/data-set.ts';
import { formatWithUnit } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import type { PlainMessageKey } from '$src/words/words.ts';

/** A size in kB, or in MB from a million bytes on: 84 kB, 1.9 MB. Decimal, as file managers and download lists count. */
export function sayBytes(locale: Locale, bytes: number): string {
  if (bytes < 1_000_000) return formatWithUnit(locale, Math.max(1, Math.round(bytes / 1_000)), 'kB');
  return formatWithUnit(locale, bytes / 1_000_000, 'MB', 1);
}

/** What a download holds. Offers as JSON Lines are whole documents, everything else is rows of columns. */
export function contentKey({ name, columns }: Pick<Download, 'name' | 'columns'>): PlainMessageKey {
  if (name === 'prices') return 'data_file_prices';
  return columns === null ? 'data_file_offers_lines' : 'data_file_offers';
}
