import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Locale, locales } from './locales.ts';

interface Variants {
  readonly declarations: readonly string[];
  readonly match: Readonly<Record<string, string>>;
}
type Message = string | readonly [Variants];
type Messages = Readonly<Record<string, Message>>;

const folder = path.join(import.meta.dirname, 'messages');
const areas = readdirSync(folder).sort();

const read = (area: string, locale: Locale): Messages =>
  JSON.parse(readFileSync(path.join(folder, area, `${locale}.json`), 'utf8')) as Messages;

const textsOf = (message: Message): readonly string[] => (typeof message === 'string' ? [message] : Object.values(message[0].match));

/** Names of what the caller must give, whichever way the message is written. */
function inputsOf(message: Message): string[] {
  const declared = typeof message === 'string' ? [] : message[0].declarations.flatMap((line) => /^input (\w+)$/.exec(line)?.[1] ?? []);
  const local = typeof message === 'string' ? [] : message[0].declarations.flatMap((line) => /^local (\w+)/.exec(line)?.[1] ?? []);
  const used = textsOf(message).flatMap((text) => [...text.matchAll(/(?<!\\)\{(\w+)\}/g)].map((found) => found[1] as string));
  return [...new Set([...declared, ...used])].filter((name) => !local.includes(name)).sort();
}

const everyText = (locale: Locale): { readonly key: string; readonly text: string }[] =>
  areas.flatMap((area) => Object.entries(read(area, locale)).flatMap(([key, message]) => textsOf(message).map((text) => ({ key, text }))));

const offenders = (locale: Locale, isWrong: (text: string) => boolean): string[] =>
  everyText(locale)
    .filter(({ text }) => isWrong(text))
    .map(({ key, text }) => `${key}: ${text}`);

/** Names and signs that are the same in every language, and German words spelt as in English. */
const sameInEveryLanguage = new Set(
  `API Atom BeeGFS Ceph Clusterfare CSV DDN EFA GPFS GPU GPUs GPUDirect TCPX TCPXO HCCS HTTP InfiniBand Infinity Fabric
  JSON Kubernetes Lustre MPI NCCL NFS NVLink PCIe Parquet Ray RDMA RoCE SHA SLA Slurm VAST WEKA eRDMA LoRA MFU QLoRA Gbit/s US$ Excel FAQ Markdown`.split(
    /\s+/,
  ),
);
const sameInGerman = new Set(
  'Ethernet Format Generation Job Jobs Node Nodes Plan Token Tokens min Maximum Minimum Name Region Regionen Version Website'.split(' '),
);

function mayEqualEnglish(text: string, locale: Locale): boolean {
  const words = text
    .replaceAll(/\{\w+\}/g, ' ')
    .split(/[\s,:·×()+0-9“”-]+/)
    .filter((word) => word.length > 1);
  return words.every((word) => sameInEveryLanguage.has(word) || (locale === 'de' && sameInGerman.has(word)));
}

describe('messages', () => {
  test.each(areas)('of the area %s have the same keys in every language, in the same order', (area) => {
    for (const locale of locales) expect(Object.keys(read(area, locale)), locale).toEqual(Object.keys(read(area, 'en')));
  });

  test.each(areas)('of the area %s take the same inputs in every language', (area) => {
    for (const locale of locales) {
      for (const [key, message] of Object.entries(read(area, locale))) {
        expect(inputsOf(message), `${locale} ${key}`).toEqual(inputsOf(read(area, 'en')[key] ?? ''));
      }
    }
  });

  test('have keys that occur in one area only, because a later area would silently win', () => {
    const keys = areas.flatMap((area) => Object.keys(read(area, 'en')));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test('have keys in snake case, so that they are names of functions', () => {
    const keys = areas.flatMap((area) => Object.keys(read(area, 'en')));
    expect(keys.filter((key) => !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(key))).toEqual([]);
  });

  test.each(locales)('in %s are never empty and have no stray spaces', (locale) => {
    expect(offenders(locale, (text) => text.trim() === '' || / {2}|^ | $/.test(text))).toEqual([]);
  });

  test.each(['de', 'zh'] as const)('in %s are not left in English', (locale) => {
    const left = areas.flatMap((area) => {
      const english = read(area, 'en');
      return Object.entries(read(area, locale))
        .filter(([key, message]) => JSON.stringify(message) === JSON.stringify(english[key]))
        .filter(([, message]) => !textsOf(message).every((text) => mayEqualEnglish(text, locale)))
        .map(([key]) => `${area} ${key}`);
    });
    expect(left).toEqual([]);
  });

  test.each(locales)('in %s neither shout nor praise', (locale) => {
    expect(offenders(locale, (text) => /\p{L}[!！]|powerful|leistungsstark|强大/iu.test(text))).toEqual([]);
  });

  test('in German use German quotation marks', () => {
    expect(
      offenders('de', (text) => /["”]|“[^“„]*“(?!$)/.test(text) || (text.match(/„/g) ?? []).length !== (text.match(/“/g) ?? []).length),
    ).toEqual([]);
  });

  test('in Chinese use full-width punctuation beside Chinese characters', () => {
    expect(offenders('zh', (text) => /\p{Script=Han}[,;:?!()]|[,;:?!()]\p{Script=Han}/u.test(text))).toEqual([]);
  });

  test('in Chinese set no space between Chinese and Latin', () => {
    expect(offenders('zh', (text) => /\p{Script=Han} [\p{Script=Latin}\d{]|[\p{Script=Latin}\d}] \p{Script=Han}/u.test(text))).toEqual([]);
  });

  test('in Chinese have no form of their own for one, since Chinese has no plural', () => {
    const split = areas.flatMap((area) =>
      Object.entries(read(area, 'zh'))
        .filter(([, message]) => typeof message !== 'string' && Object.keys(message[0].match).some((choice) => /=(?:1|one)$/.test(choice)))
        .map(([key]) => key),
    );
    expect(split).toEqual([]);
  });
});
