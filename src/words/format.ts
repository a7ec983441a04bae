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

const compactFormats = new Map<string, Intl.NumberFormat>();

function compactFormat(locale: Locale, digits: number): Intl.NumberFormat {
  const name = `${locale} ${digits}`;
  let format = compactFormats.get(name);
  if (format === undefined) {
    format = new Intl.NumberFormat(localeFacts[locale].intl, {
      notation: 'compact',
      minimumSignificantDigits: digits,
      maximumSignificantDigits: digits,
      useGrouping: true,
    });
    compactFormats.set(name, format);
  }
  return format;
}

export interface CompactOptions {
  /** The total that the amount is a line of: it gets no finer digits than a thousandth of the total's magnitude. */
  readonly lineOf?: DecimalText;
}

const knownDigits = 3;
const magnitudeOf = (amount: Decimal): number => (amount.isZero() ? 0 : amount.e);

function digitsOf(amount: DecimalText, total: DecimalText | undefined): number {
  const value = new Decimal(amount);
  if (value.isZero()) return 1;
  if (total === undefined) return knownDigits;
  return Math.min(knownDigits, Math.max(1, magnitudeOf(value) - magnitudeOf(new Decimal(total)) + knownDigits + 1));
}

interface CompactParts {
  readonly figure: string;
  /** k, M · Mio., Mrd. · 万, 亿; empty below the first of them. */
  readonly unit: string;
}

function compactParts(locale: Locale, amount: DecimalText, options: CompactOptions): CompactParts {
  const digits = digitsOf(amount, options.lineOf);
  // Intl takes decimal text exactly; its type asks for a literal.
  const parts = compactFormat(locale, digits).formatToParts(amount as unknown as `${number}`);
  const unit = parts.find(({ type }) => type === 'compact')?.value ?? '';
  const figure = parts
    .filter(({ type }) => type !== 'compact' && type !== 'literal')
    .map(({ value }) => value)
    .join('');
  // CLDR writes a capital K, which is kelvin; the prefix of a thousand is small.
  return { figure, unit: unit === 'K' ? 'k' : unit };
}

const joinUnit = (locale: Locale, { figure, unit }: CompactParts): string =>
  unit === '' ? figure : `${figure}${locale === 'zh' ? '' : gap}${unit}`;

/**
 * An amount that is an estimate, rounded to the three digits that are known of it, without its currency:
 * 1.26 M, 614 k · 1,26 Mio., 614.000 (German has no short word for a thousand) · 126万, 1.50亿.
 */
export function formatCompactAmount(locale: Locale, amount: DecimalText, options: CompactOptions = {}): string {
  return joinUnit(locale, compactParts(locale, amount, options));
}

/** The same with its currency: US$ 1.26 M · 1,26 Mio. US$ · 126万美元. */
export function formatCompactMoney(locale: Locale, { amount, currency }: Money, options: CompactOptions = {}): string {
  const figure = formatCompactAmount(locale, amount, options);
  const name = currencyName(locale, currency);
  if (locale === 'en') return `${name}${gap}${figure}`;
  return locale === 'zh' && name !== currency ? `${figure}${name}` : `${figure}${gap}${name}`;
}

/**
 * From one estimate to another: 1.18–1.39 M · 1,18–1,39 Mio. · 118万～139万. Chinese repeats the unit, as GB/T 15835 asks where
 * leaving it out could be misread; the others repeat it only where it changes.
 */
export function formatCompactRange(locale: Locale, low: DecimalText, high: DecimalText): string {
  const [from, to] = [compactParts(locale, low, {}), compactParts(locale, high, {})];
  if (locale === 'zh') return `${joinUnit(locale, from)}～${joinUnit(locale, to)}`;
  if (from.unit === to.unit) return `${from.figure}–${joinUnit(locale, to)}`;
  return `${joinUnit(locale, from)}${gap}–${gap}${joinUnit(locale, to)}`;
}

const longFormats = new Map<Locale, Intl.NumberFormat>();

/** A round number in words: 1 trillion · 1 Billion · 1万亿. */
export function formatLongNumber(locale: Locale, value: number): string {
  const format =
    longFormats.get(locale) ??
    new Intl.NumberFormat(localeFacts[locale].intl, { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 });
  longFormats.set(locale, format);
  return format.format(value).replaceAll(' ', gap);
}

/** From one share of 1 to another: 82–93% · 82–93 % · 82%～93%. */
export function formatPercentRange(locale: Locale, low: number, high: number, decimals = 0): string {
  if (locale === 'zh') return `${formatPercent(locale, low, decimals)}～${formatPercent(locale, high, decimals)}`;
  return `${formatNumber(locale, low * 100, decimals)}–${formatPercent(locale, high, decimals)}`;
}

/** From one number to another: 410–520 · 410–520 · 410～520. */
export function formatRange(locale: Locale, low: number, high: number, decimals?: number): string {
  return `${formatNumber(locale, low, decimals)}${locale === 'zh' ? '～' : '–'}${formatNumber(locale, high, decimals)}`;
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
