import type { SourceDate } from '$src/units/date.ts';
import { formatDate } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { sayAge } from '$src/words/phrases.ts';
import { wordsIn } from '$src/words/words.ts';

/** When a source said so, and whether that was so long ago that the reader should know. */
export interface DateWords {
  readonly text: string;
  readonly isAged: boolean;
  readonly help: string | undefined;
}

/** Given an age, it is written behind a stale date: "2026-08-19, 103 d". */
export function sayDate(locale: Locale, asOf: string | null, isStale: boolean, ageDays: number | null = null): DateWords {
  const words = wordsIn(locale);
  if (asOf === null) return { text: words.state_undated(), isAged: true, help: words.state_undated_help() };
  const date = formatDate(locale, asOf as SourceDate, 'table');
  if (!isStale) return { text: date, isAged: false, help: undefined };
  if (ageDays === null) return { text: date, isAged: true, help: words.state_stale_fact_help() };
  return { text: `${date}, ${sayAge(locale, ageDays).replace(' ', '\u00a0')}`, isAged: true, help: words.state_stale_price_help() };
}
