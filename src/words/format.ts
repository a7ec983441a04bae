import { Decimal } from 'decimal.js';
import type { SourceDate } from '../units/date.ts';
import type { DecimalText, Money } from '../units/money.ts';
import { type Locale, localeFacts } from './locales.ts';

/**
 * Figures in the form of each language, after the rules of docs on style: German 1.120 and 4,29 and 30.11.2026, English and
 * Chinese 1,120 and 4.29 and ISO dates in tables. Values in, text out: no clock, no time zone but UTC.
 */

/** Keeps a number and its unit on one line. */
const gap = '\u00a0';

/** Intl objects cost fifty times their use, and pages are written thousands of times a second. */
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: Locale, decimals: number | undefined): Intl.NumberFormat {
  const name = `${locale} ${decimals ?? ''}`;
  let format = numberFormats.get(name);
  if (format === undefined) {
    format = new Intl.NumberFormat(
      localeFacts[locale].intl,
      decimals === undefined ? { maximumFractionDigits: 3 } : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
    );
    numberFormats.set(name, format);
  }
  return format;
}

/** 1,120 · 1.120 · 1,120. Without `decimals` at most three, and none for whole numbers. */
export function formatNumber(locale: Locale, value: number, decimals?: number): string {
  return numberFormat(locale, decimals).format(value);
}

/** A number with its unit, never parted by a line break: 3,200 Gbit/s. */
export function formatWithUnit(locale: Locale, value: number, unit: string, decimals?: number): string {
  return `${formatNumber(locale, value, decimals)}${gap}${unit}`;
}

/** A share of 1 in per cent: 95%, in German 95 % with a space, as DIN 5008 asks. */
export function formatPercent(locale: Locale, share: number, decimals = 0): string {
  return `${formatNumber(locale, share * 100, decimals)}${locale === 'de' ? gap : ''}%`;
}

export interface AmountOptions {
  /** Round half up to at most this many decimals. For amounts of our own reckoning; published ones keep their digits. */
  readonly atMostDecimals?: number;
}

/**
 * An amount of money without its currency, at least two decimals and every digit that the source published:
 * 6.155 stays 6.155. Exact: decimal text is never turned into a binary number.
 */
export function formatAmount(locale: Locale, amount: DecimalText, { atMostDecimals }: AmountOptions = {}): string {
  const exact =
    atMostDecimals === undefined ? amount : new Decimal(amount).toDecimalPlaces(atMostDecimals, Decimal.ROUND_HALF_UP).toFixed();
  const [whole = '0', decimals = ''] = exact.split('.');
  const [group, point] = locale === 'de' ? ['.', ','] : [',', '.'];
  const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(?:\d{3})+$)/g, group);
  return `${grouped}${point}${decimals.padEnd(2, '0')}`;
}

const currencySigns: Readonly<Record<string, string>> = { USD: 'US$', EUR: '€', GBP: '£', JPY: 'JP¥', CNY: 'CN¥', INR: '₹' };
const chineseCurrencies: Readonly<Record<string, string>> = {
  USD: '美元',
  EUR: '欧元',
  GBP: '英镑',
  JPY: '日元',
  CNY: '元',
  INR: '印度卢比',
};

/** US$ · US$ · 美元; the code of ISO 4217 for currencies that have no sign of their own here. */
export function currencyName(locale: Locale, currency: string): string {
  return (locale === 'zh' ? chineseCurrencies : currencySigns)[currency] ?? currency;
}

/** US$ 5.40 · 5,40 US$ · 5.40美元. */
export function formatMoney(locale: Locale, money: Money, options: AmountOptions = {}): string {
  const amount = formatAmount(locale, money.amount, options);
  const name = currencyName(locale, money.currency);
  if (locale === 'en') return `${name}${gap}${amount}`;
  return locale === 'zh' && name !== money.currency ? `${amount}${name}` : `${amount}${gap}${name}`;
}

/** Where a date stands: in a table, or in running text. */
export type DatePlace = 'table' | 'text';

const monthNames = new Map<Locale, readonly string[]>();

function monthName(locale: Locale, month: number): string {
  let names = monthNames.get(locale);
  if (names === undefined) {
    const format = new Intl.DateTimeFormat(localeFacts[locale].intl, { month: locale === 'en' ? 'short' : 'long', timeZone: 'UTC' });
    names = Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2026, index, 1)));
    monthNames.set(locale, names);
  }
  return names[month - 1] ?? String(month);
}

/**
 * A date as exact as its source: day, month or year.
 * In tables 2026-11-30 · 30.11.2026 · 2026-11-30, in text 30 Nov 2026 · 30.11.2026 · 2026年11月30日.
 */
export function formatDate(locale: Locale, date: SourceDate, place: DatePlace): string {
  const [year = '', month, day] = date.split('-');
  if (locale === 'de') {
    if (month === undefined) return year;
    if (day !== undefined) return `${day}.${month}.${year}`;
    return place === 'table' ? `${month}/${year}` : `${monthName(locale, Number(month))} ${year}`;
  }
  if (place === 'table') return date;
  if (locale === 'zh') return `${year}年${month === undefined ? '' : `${Number(month)}月`}${day === undefined ? '' : `${Number(day)}日`}`;
  return [day === undefined ? '' : `${Number(day)}`, month === undefined ? '' : monthName(locale, Number(month)), year]
    .filter(Boolean)
    .join(gap);
}

/** Things side by side in a cell or a sentence: on demand, spot · auf Abruf, Spot · 按需、竞价. */
export function formatList(locale: Locale, items: readonly string[]): string {
  return items.join(locale === 'zh' ? '、' : ', ');
}

const countryNames = new Map<Locale, Intl.DisplayNames>();

/** Name of a country by its two letters, `eu` included; the letters themselves where no country has them. */
export function countryName(locale: Locale, letters: string): string {
  if (!/^[a-z]{2}$/i.test(letters)) return letters;
  let names = countryNames.get(locale);
  if (names === undefined) {
    names = new Intl.DisplayNames(localeFacts[locale].intl, { type: 'region', fallback: 'code' });
    countryNames.set(locale, names);
  }
  return names.of(letters.toUpperCase()) ?? letters;
}
