import { describe, expect, test } from 'vitest';
import type { FaultCode } from '../faults/fault.ts';
import { sayFault } from './faults.ts';
import { isLocale, localeFacts, locales } from './locales.ts';
import { sayAge, sayHours, sayNodes } from './phrases.ts';
import { wordsIn } from './words.ts';

describe('words', () => {
  test('are the same object each time a language is asked for', () => {
    for (const locale of locales) expect(wordsIn(locale)).toBe(wordsIn(locale));
  });

  test('are spoken in the language asked for, whatever was asked before', () => {
    const english = wordsIn('en');
    expect(wordsIn('zh').layout_nav_compare()).toBe('比较');
    expect(english.layout_nav_compare()).toBe('Compare');
  });

  test('write numbers in the form of the language and leave text as it is', () => {
    expect(locales.map((locale) => wordsIn(locale).compare_count_offers({ count: 1120 }))).toEqual([
      '1,120 offers',
      '1.120 Angebote',
      '1,120个方案',
    ]);
    expect(wordsIn('de').layout_data_of({ date: '30.11.2026' })).toBe('Stand 30.11.2026');
  });

  test('tell one from many', () => {
    expect([0, 1, 2].map((count) => wordsIn('en').compare_count_offers({ count }))).toEqual(['0 offers', '1 offer', '2 offers']);
    expect([0, 1, 2].map((count) => wordsIn('de').compare_count_offers({ count }))).toEqual(['0 Angebote', '1 Angebot', '2 Angebote']);
  });

  test('carry what is given as it is, markup signs included: escaping belongs to the page', () => {
    expect(wordsIn('en').fault_did_you_mean({ nearest: '<b>{count}' })).toBe('Did you mean “<b>{count}”?');
  });
});

describe('phrases', () => {
  test('say an age in days', () => {
    expect(locales.map((locale) => sayAge(locale, 103))).toEqual(['103 d', '103 Tage', '103天']);
    expect(sayAge('de', 1)).toBe('1 Tag');
  });

  test('say a length of time in the largest unit that holds it exactly', () => {
    expect([36, 48, 336, 730, 4380, 8760, 2160].map((hours) => sayHours('en', hours))).toEqual([
      '36 hours',
      '2 days',
      '2 weeks',
      '1 month',
      '6 months',
      '1 year',
      '90 days',
    ]);
    expect(sayHours('zh', 17520)).toBe('2年');
    expect(sayHours('de', 0.5)).toBe('0,5 Stunden');
  });

  test('count nodes', () => {
    expect([1, 128].map((count) => sayNodes('de', count))).toEqual(['1 Node', '128 Nodes']);
  });
});

describe('faults', () => {
  const fault = (code: FaultCode, params = {}) => ({ code, params });

  test('say what is wrong and what to do, in each language', () => {
    const notANumber = fault('query/not-a-number', { key: 'nodes', given: 'many' });
    expect(locales.map((locale) => sayFault(locale, notANumber).says)).toEqual([
      '“many” is not a number that “nodes” takes.',
      '„many“ ist keine Zahl, die „nodes“ annimmt.',
      '“many”不是“nodes”可接受的数字。',
    ]);
    for (const locale of locales) expect(sayFault(locale, notANumber).hint).toContain('3200');
  });

  test('offer the nearest word where there is one, and general advice where there is none', () => {
    expect(sayFault('en', fault('query/unknown-filter', { given: 'fabrik', nearest: 'fabric' })).hint).toBe('Did you mean “fabric”?');
    expect(sayFault('en', fault('query/unknown-filter', { given: 'xyz', nearest: '' })).hint).toContain('list of filters');
  });
});

describe('languages', () => {
  test('are named by themselves and tagged for browsers', () => {
    expect(locales.map((locale) => localeFacts[locale].name)).toEqual(['English', 'Deutsch', '中文']);
    expect(locales.map((locale) => localeFacts[locale].htmlLang)).toEqual(['en', 'de', 'zh-Hans']);
    expect(isLocale('de')).toBe(true);
    expect(isLocale('fr')).toBe(false);
  });
});
