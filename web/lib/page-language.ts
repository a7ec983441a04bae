import { createContext } from 'svelte';
import type { Locale } from '$src/words/locales.ts';
import { type Words, wordsIn } from '$src/words/words.ts';
import { inLocale } from './paths.ts';

/** The language of the page being written: set once by the layout, read by every component. */
export interface PageLanguage {
  readonly locale: Locale;
  readonly words: Words;
  /** Address of a page of the site in this language: `link('/offers')`. */
  readonly link: (path: string) => string;
}

const [read, write] = createContext<PageLanguage>();

export const pageLanguage = read;

export function setPageLanguage(locale: Locale): PageLanguage {
  return write({ locale, words: wordsIn(locale), link: (path) => inLocale(locale, path) });
}
