import { describe, expect, test } from 'vitest';
import type { SourceDate } from '../units/date.ts';
import type { Currency, DecimalText } from '../units/money.ts';
import {
  countryName,
  formatAmount,
  formatCompactAmount,
  formatCompactMoney,
  formatCompactRange,
  formatDate,
  formatList,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPercentRange,
  formatRange,
  formatWithUnit,
} from './format.ts';
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

describe('estimates of money', () => {
  const compact = (text: string) => inEach((locale) => formatCompactAmount(locale, amount(text)));

  test('have the three digits that are known, in the short words of each language', () => {
    expect(compact('1258031.4')).toEqual(['1.26\u00a0M', '1,26\u00a0Mio.', '126万']);
    expect(compact('2000000')).toEqual(['2.00\u00a0M', '2,00\u00a0Mio.', '200万']);
    expect(compact('614200')).toEqual(['614\u00a0k', '614.000', '61.4万']);
    expect(compact('23400000')).toEqual(['23.4\u00a0M', '23,4\u00a0Mio.', '2,340万']);
    expect(compact('150000000')).toEqual(['150\u00a0M', '150\u00a0Mio.', '1.50亿']);
  });

  test('change their unit where rounding reaches the next one', () => {
    expect(compact('999950')).toEqual(['1.00\u00a0M', '1,00\u00a0Mio.', '100万']);
  });

  test('below a thousand have no unit, and nothing at all is 0', () => {
    expect(compact('843.2')).toEqual(['843', '843', '843']);
    expect(compact('0')).toEqual(['0', '0', '0']);
  });

  test('that are lines of a total get no finer than a thousandth of its magnitude, and never vanish', () => {
    const line = (text: string) => inEach((locale) => formatCompactAmount(locale, amount(text), { lineOf: amount('1674079') }));
    expect(line('1426694')).toEqual(['1.43\u00a0M', '1,43\u00a0Mio.', '143万']);
    expect(line('64623')).toEqual(['65\u00a0k', '65.000', '6.5万']);
    expect(line('9800')).toEqual(['10\u00a0k', '10.000', '1万']);
    expect(line('2160')).toEqual(['2\u00a0k', '2.000', '2,000']);
    expect(line('31')).toEqual(['30', '30', '30']);
  });

  test('carry their currency where each language puts it', () => {
    expect(inEach((locale) => formatCompactMoney(locale, { amount: amount('1258031'), currency: usd }))).toEqual([
      'US$\u00a01.26\u00a0M',
      '1,26\u00a0Mio.\u00a0US$',
      '126万美元',
    ]);
  });

  test('as intervals say the unit once, in Chinese with both ends', () => {
    expect(inEach((locale) => formatCompactRange(locale, amount('1180000'), amount('1390000')))).toEqual([
      '1.18–1.39\u00a0M',
      '1,18–1,39\u00a0Mio.',
      '118万～139万',
    ]);
  });

  test('as intervals say both units where they differ', () => {
    expect(inEach((locale) => formatCompactRange(locale, amount('980000'), amount('1030000')))).toEqual([
      '980\u00a0k\u00a0–\u00a01.03\u00a0M',
      '980.000\u00a0–\u00a01,03\u00a0Mio.',
      '98.0万～103万',
    ]);
  });
});

describe('intervals', () => {
  test('of shares say the sign once, in Chinese with both ends', () => {
    expect(inEach((locale) => formatPercentRange(locale, 0.82, 0.93))).toEqual(['82–93%', '82–93\u00a0%', '82%～93%']);
  });

  test('of numbers are written as each language writes from and to', () => {
    expect(inEach((locale) => formatRange(locale, 1_410, 1_520.5))).toEqual(['1,410–1,520.5', '1.410–1.520,5', '1,410～1,520.5']);
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
