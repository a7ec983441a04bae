import { Decimal } from 'decimal.js';

/** A decimal number as text (`"6.155"`): money never passes through binary floating point. */
export type DecimalText = string & { readonly unit: 'decimal' };

/** Three letters of ISO 4217. */
export type Currency = string & { readonly unit: 'ISO 4217' };

/** An amount and the currency that it is in. */
export interface Money {
  readonly amount: DecimalText;
  readonly currency: Currency;
}

const decimalShape = /^\d{1,12}(?:\.\d{1,12})?$/;

/** True for a plain non-negative decimal number of at most twelve digits on either side of the point. */
export function isDecimalText(text: string): text is DecimalText {
  return decimalShape.test(text);
}

/** True for three capital letters; whether a rate is on file is another question. */
export function isCurrency(text: string): text is Currency {
  return /^[A-Z]{3}$/.test(text);
}

/** Whole and fractional digits without the zeros that mean nothing. */
function digitsOf(amount: DecimalText): readonly [whole: string, fraction: string] {
  const [whole = '', fraction = ''] = amount.split('.', 2);
  return [whole.replace(/^0+/, ''), fraction.replace(/0+$/, '')];
}

/**
 * Orders two amounts of one currency exactly, by their digits: sorting a table compares thousands of amounts, for which
 * decimal objects are too slow to make.
 */
export function compareAmounts(a: DecimalText, b: DecimalText): number {
  const [wholeA, fractionA] = digitsOf(a);
  const [wholeB, fractionB] = digitsOf(b);
  if (wholeA.length !== wholeB.length) return wholeA.length < wholeB.length ? -1 : 1;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  // Without trailing zeros, a fraction that ends first is the smaller one, which is how text compares.
  return fractionA === fractionB ? 0 : fractionA < fractionB ? -1 : 1;
}

/** `amount` divided by a positive whole number, rounded half up to `places` decimals, without trailing zeros. */
export function divideAmount(amount: DecimalText, by: number, places = 6): DecimalText {
  return new Decimal(amount).dividedBy(by).toDecimalPlaces(places, Decimal.ROUND_HALF_UP).toFixed() as DecimalText;
}
