import { Decimal } from 'decimal.js';
import type { DecimalText } from '$src/units/money.ts';

/** What a fare is made of, in the order in which it is always shown. */
export const fareLines = ['computing', 'network', 'failures', 'unused', 'storage', 'data'] as const;
export type FareLine = (typeof fareLines)[number];

/** Amounts of one offer; a line that is left out costs nothing. */
export type FareAmounts = Partial<Readonly<Record<FareLine, DecimalText>>>;

export interface FarePart {
  readonly line: FareLine;
  /** Left edge and width, in hundredths of the largest fare shown. */
  readonly x: number;
  readonly width: number;
}

export const amountOf = (amounts: FareAmounts, line: FareLine): DecimalText => amounts[line] ?? ('0' as DecimalText);

export function totalOf(amounts: FareAmounts): DecimalText {
  return fareLines.reduce((sum, line) => sum.plus(amountOf(amounts, line)), new Decimal(0)).toFixed() as DecimalText;
}

/** Share of 1; null for a fare of nothing. */
export function shareOf(amounts: FareAmounts, line: FareLine): number | null {
  const total = new Decimal(totalOf(amounts));
  return total.isZero() ? null : new Decimal(amountOf(amounts, line)).dividedBy(total).toNumber();
}

/** Lines that cost something in at least one of the offers, so that a row of nothing is not shown. */
export function linesShown(fares: readonly FareAmounts[]): readonly FareLine[] {
  return fareLines.filter((line) => fares.some((amounts) => !new Decimal(amountOf(amounts, line)).isZero()));
}

/** A part narrower than this is lost between the gaps; it is widened at the cost of the widest. */
const leastWidth = 0.9;
const round = (value: number): number => Math.round(value * 100) / 100;

/** Parts of a bar whose whole length is the fare's share of the largest one. */
export function fareParts(amounts: FareAmounts, largest: DecimalText): readonly FarePart[] {
  const scale = new Decimal(largest);
  if (scale.isZero()) return [];
  const parts = fareLines
    .map((line) => ({ line, width: new Decimal(amountOf(amounts, line)).dividedBy(scale).times(100).toNumber() }))
    .filter(({ width }) => width > 0);
  const widened = parts.map(({ line, width }) => ({ line, width: Math.max(width, leastWidth) }));
  const added = widened.reduce((sum, part) => sum + part.width, 0) - parts.reduce((sum, part) => sum + part.width, 0);
  const widest = Math.max(...widened.map(({ width }) => width));
  let x = 0;
  let isTaken = false;
  return widened.map(({ line, width }) => {
    const isWidest = !isTaken && width === widest;
    isTaken ||= isWidest;
    const own = isWidest ? Math.max(leastWidth, width - added) : width;
    const part = { line, x: round(x), width: round(own) };
    x += own;
    return part;
  });
}
