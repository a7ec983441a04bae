import { describe, expect, test } from 'vitest';
import { filters, sortKeys, viewKeys } from '../catalogue/filters.ts';
import * as vocabulary from '../catalogue/vocabulary.ts';
import { type Locale, locales } from './locales.ts';
import { explain, saidFields, say, sayCheck, sayField, sayFilter, type Vocabulary, type WordKind } from './vocabulary.ts';

/** Every list and every value in it; the type makes a forgotten list an error. */
const lists: { readonly [K in WordKind]: readonly Vocabulary[K][] } = {
  answer: vocabulary.answers,
  fabric: vocabulary.fabrics,
  multiNodeReason: vocabulary.multiNodeReasons,
  topology: vocabulary.topologies,
  locality: vocabulary.localities,
  orchestration: vocabulary.orchestrations,
  provisioning: vocabulary.provisionings,
  storage: vocabulary.storageKinds,
  nodeLink: vocabulary.nodeLinks,
  billingUnit: vocabulary.billingUnits,
  gate: vocabulary.gateKinds,
  source: vocabulary.sourceKinds,
  confidence: vocabulary.confidences,
  priceModel: vocabulary.priceModels,
  priceBasis: vocabulary.priceBases,
  priceScope: vocabulary.priceScopes,
  pricePer: ['gpu-hour', 'node-hour'],
  priceStatus: ['priced', 'range', 'quote', 'unread', 'none'],
  providerKind: vocabulary.providerKinds,
  sighting: [...vocabulary.sightingStates, 'unknown'],
  conflictStatus: ['open', 'resolved'],
  verdict: ['good', 'weak', 'unknown', 'conflict'],
  obtainable: ['can', 'maybe', 'ask'],
  sort: sortKeys,
};

const kinds = Object.keys(lists) as readonly WordKind[];

const wordsOf = <K extends WordKind>(locale: Locale, kind: K): string[] => lists[kind].map((value) => say(locale, kind, value));

describe.each(locales)('the vocabulary in %s', (locale) => {
  test.each(kinds)('has a word for each value of %s, and no word twice', (kind) => {
    const words = wordsOf(locale, kind);
    expect(words.filter((word) => word === '')).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
  });

  test('explains each fabric, each way of provisioning and each verdict in a sentence', () => {
    const end = locale === 'zh' ? '。' : '.';
    for (const value of lists.fabric) expect(explain(locale, 'fabric', value), value).toSatisfy((text: string) => text.endsWith(end));
    for (const value of lists.provisioning)
      expect(explain(locale, 'provisioning', value), value).toSatisfy((text: string) => text.endsWith(end));
    for (const value of lists.verdict) expect(explain(locale, 'verdict', value), value).toSatisfy((text: string) => text.endsWith(end));
    for (const value of lists.obtainable)
      expect(explain(locale, 'obtainable', value), value).toSatisfy((text: string) => text.endsWith(end));
  });

  test('has a label and a sentence of help for each field of an offer', () => {
    for (const field of saidFields) {
      const { label, head, help } = sayField(locale, field);
      expect(
        [label, head, help].filter((text) => text === ''),
        field,
      ).toEqual([]);
      expect(help, field).toMatch(locale === 'zh' ? /。$/ : /\.$/);
    }
  });

  test('has a label and help for each filter and each key of the view', () => {
    for (const key of [...filters.map((filter) => filter.key), ...viewKeys]) {
      expect(sayFilter(locale, key).label, key).not.toBe('');
      expect(sayFilter(locale, key).help, key).toMatch(locale === 'zh' ? /。$/ : /\.$/);
    }
  });

  test('names each of the six checks, asks its question and gives it a single letter', () => {
    for (const check of vocabulary.checkNames) {
      const { name, letter, question } = sayCheck(locale, check);
      expect(name).not.toBe('');
      expect([...letter]).toHaveLength(1);
      expect(question).toMatch(/[?？]$/);
    }
  });
});

describe('the six letters', () => {
  test('are N T O P B S in English, N T O B A S in German and one character each in Chinese', () => {
    expect(locales.map((locale) => vocabulary.checkNames.map((check) => sayCheck(locale, check).letter).join(''))).toEqual([
      'NTOPBS',
      'NTOBAS',
      '网拓编供费存',
    ]);
  });
});

describe('values without words', () => {
  test('have no explanation, and filters that do not exist are refused', () => {
    expect(explain('en', 'billingUnit', 'hour')).toBeNull();
    expect(() => sayFilter('en', 'colour')).toThrow(RangeError);
  });
});
