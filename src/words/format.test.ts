import { describe, expect, test } from 'vitest';
import type { SourceDate } from '../units/date.ts';
import type { Currency, DecimalText } from '../units/money.ts';
import { countryName, formatAmount, formatDate, formatList, formatMoney, formatNumber, formatPercent, formatWithUnit } from './format.ts';
import { locales } from './locales.ts';

const inEach = <T>(say: (locale: (typeof locales)[number]) => T): T[] => locales.map(say);
const amount = (text: string) => text as DecimalText;
const date = (text: string) => text as SourceDate;
const usd = 'USD' as Currency;

describe('numbers', () => {
  test('group thousands as each language does', () => {
    expect(inEach((locale) => formatNumber(locale, 1120))).toEqual(['1,120', '1.120', '1,120']);
  });

  test('have a fixed number of decimals where a column asks for it', () => {
    expect(inEach((locale) => formatNumber(locale, 4.3, 2))).toEqual(['4.30', '4,30', '4.30']);
  });

  test('stay on one line with their unit', () => {
    expect(inEach((locale) => formatWithUnit(locale, 3200, 'Gbit/s'))).toEqual([
      '3,200\u00a0Gbit/s',
      '3.200\u00a0Gbit/s',
      '3,200\u00a0Gbit/s',
    ]);
  });

  test('in per cent have a space before the sign in German alone', () => {
    expect(inEach((locale) => formatPercent(locale, 0.95))).toEqual(['95%', '95\u00a0%', '95%']);
  });
});

describe('amounts', () => {
  test('have two decimals at least', () => {
    expect(inEach((locale) => formatAmount(locale, amount('5.4')))).toEqual(['5.40', '5,40', '5.40']);
    expect(formatAmount('en', amount('16'))).toBe('16.00');
  });

  test('keep every digit that a source published', () => {
    expect(inEach((locale) => formatAmount(locale, amount('6.155')))).toEqual(['6.155', '6,155', '6.155']);
    expect(formatAmount('de', amount('0.000000000001'))).toBe('0,000000000001');
  });

  test('beyond the reach of binary numbers stay exact', () => {
    expect(formatAmount('en', amount('123456789012.123456789012'))).toBe('123,456,789,012.123456789012');
  });

  test('of our own reckoning are rounded half up where asked', () => {
    expect(formatAmount('en', amount('11.06125'), { atMostDecimals: 3 })).toBe('11.061');
    expect(formatAmount('en', amount('2.005'), { atMostDecimals: 2 })).toBe('2.01');
  });

  test('stand with their currency as each language writes it', () => {
    expect(inEach((locale) => formatMoney(locale, { amount: amount('1234.5'), currency: usd }))).toEqual([
      'US$\u00a01,234.50',
      '1.234,50\u00a0US$',
      '1,234.50美元',
    ]);
  });

  test('in a currency without a sign of its own carry its code', () => {
    const money = { amount: amount('5'), currency: 'CHF' as Currency };
    expect(inEach((locale) => formatMoney(locale, money))).toEqual(['CHF\u00a05.00', '5,00\u00a0CHF', '5.00\u00a0CHF']);
  });
});

describe('dates', () => {
  test('in tables are ISO, in German day, month and year', () => {
    expect(inEach((locale) => formatDate(locale, date('2026-11-30'), 'table'))).toEqual(['2026-11-30', '30.11.2026', '2026-11-30']);
  });

  test('in running text read as each language speaks them', () => {
    expect(inEach((locale) => formatDate(locale, date('2026-04-01'), 'text'))).toEqual([
      '1\u00a0Apr\u00a02026',
      '01.04.2026',
      '2026年4月1日',
    ]);
  });

  test('that a source gives by month or year only are not made more exact', () => {
    expect(inEach((locale) => formatDate(locale, date('2025-09'), 'table'))).toEqual(['2025-09', '09/2025', '2025-09']);
    expect(inEach((locale) => formatDate(locale, date('2025-09'), 'text'))).toEqual(['Sep\u00a02025', 'September 2025', '2025年9月']);
    expect(inEach((locale) => formatDate(locale, date('2025'), 'text'))).toEqual(['2025', '2025', '2025年']);
    expect(inEach((locale) => formatDate(locale, date('2025'), 'table'))).toEqual(['2025', '2025', '2025']);
  });
});

describe('lists and names', () => {
  test('are joined by commas, in Chinese by the enumeration comma', () => {
    expect(inEach((locale) => formatList(locale, ['a', 'b']))).toEqual(['a, b', 'a, b', 'a、b']);
  });

  test('of countries are said in the language, and other words are left alone', () => {
    expect(inEach((locale) => countryName(locale, 'de'))).toEqual(['Germany', 'Deutschland', '德国']);
    expect(countryName('de', 'eu')).toBe('Europäische Union');
    expect(countryName('de', 'eu-north1')).toBe('eu-north1');
    expect(countryName('en', 'qq')).toBe('QQ');
  });
});
