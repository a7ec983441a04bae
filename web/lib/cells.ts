import type { ConflictDocument } from '$src/answers/documents.ts';
import type { Locale } from '$src/words/locales.ts';
import { wordsIn } from '$src/words/words.ts';

/** Cells of the comparison in words; the components only print them. */

/** A line under the answer of a cell: what qualifies it. */
export interface CellLine {
  readonly text: string;
  /** The text names what is not published: "minimum ◌". */
  readonly isMissing: boolean;
  readonly isAged: boolean;
  /** Set where the words are a source's own and not of the page's language. */
  readonly lang: string | undefined;
  readonly help: string | undefined;
}

export interface TextCell {
  /** What stands above the value where the table is shown as tickets. */
  readonly label: string;
  /** Null: not published. */
  readonly main: string | null;
  /** What sources disagree about, as long as nobody has settled it. */
  readonly dispute: string | null;
  readonly lines: readonly CellLine[];
}

/** What every cell says in the same words. */
export interface StateWords {
  readonly notPublished: string;
  readonly disagree: string;
}

export function sayStates(locale: Locale): StateWords {
  const words = wordsIn(locale);
  return { notPublished: words.state_not_published(), disagree: words.offer_conflict_mark() };
}

export function toLine(text: string, about: Partial<CellLine> = {}): CellLine {
  return { text, isMissing: false, isAged: false, lang: undefined, help: undefined, ...about };
}

export const missing = (what: string): CellLine => toLine(what, { isMissing: true });

/** A source's own words, which are English whatever the language of the page. */
export const quoted = (locale: Locale, text: string): CellLine => toLine(text, { lang: locale === 'en' ? undefined : 'en' });

export function openDispute(...conflicts: readonly (readonly ConflictDocument[] | undefined)[]): string | null {
  for (const list of conflicts) {
    const open = list?.find((conflict) => conflict.status === 'open');
    if (open !== undefined) return open.says;
  }
  return null;
}
