import * as de from './compiled/messages/de.js';
import * as en from './compiled/messages/en.js';
import * as zh from './compiled/messages/zh.js';
import { formatNumber } from './format.ts';
import type { Locale } from './locales.ts';

type Compiled = typeof en;

/** What a message is given. Numbers come out in the form of the language (1.120); text is taken as it is. */
export type MessageInput = string | number;

type Bound<F> = F extends (inputs: infer I) => unknown
  ? [keyof I] extends [never]
    ? () => string
    : (inputs: { readonly [P in keyof I]: MessageInput }) => string
  : never;

export type MessageKey = keyof Compiled;

/** All messages of one language, each a pure function of its inputs. */
export type Words = { readonly [K in MessageKey]: Bound<Compiled[K]> };

/** A code as it stands in message keys: `on-demand` is `on_demand`. */
export type SnakeCase<S extends string> = S extends `${infer Head}-${infer Tail}` ? `${Head}_${SnakeCase<Tail>}` : S;

/** Keys that messages must have: naming one that is missing does not compile. */
export type Worded<Key extends MessageKey> = Key;

/** Keys of messages that take no inputs. */
export type PlainMessageKey = { [K in MessageKey]: Words[K] extends () => string ? K : never }[MessageKey];

/** The same for messages that must take no inputs. */
export type PlainlyWorded<Key extends PlainMessageKey> = Key;

type Loose = (inputs: Readonly<Record<string, MessageInput>>) => string;

const compiled: Readonly<Record<Locale, unknown>> = { en, de, zh };
const bound = new Map<Locale, Words>();

function bind(locale: Locale): Words {
  const messages = compiled[locale] as Readonly<Record<string, Loose>>;
  const words: Record<string, Loose | (() => string)> = Object.create(null);
  for (const [key, message] of Object.entries(messages)) {
    words[key] = (inputs?: Readonly<Record<string, MessageInput>>) => message(inputs === undefined ? {} : written(locale, inputs));
  }
  return words as unknown as Words;
}

function written(locale: Locale, inputs: Readonly<Record<string, MessageInput>>): Record<string, string> {
  const texts: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(inputs)) texts[name] = typeof value === 'number' ? formatNumber(locale, value) : value;
  return texts;
}

/**
 * The messages of a language: `wordsIn('de').compare_count_offers({ count: 1120 })` is "1.120 Angebote".
 * No language is ambient: whoever speaks says in which.
 */
export function wordsIn(locale: Locale): Words {
  let words = bound.get(locale);
  if (words === undefined) {
    words = bind(locale);
    bound.set(locale, words);
  }
  return words;
}
