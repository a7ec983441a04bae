import { Decimal } from 'decimal.js';
import type { Currency, DecimalText } from '../units/money.ts';
import { billedHours, type PriceOption } from './rental-terms.ts';

/** What the money of a job goes to, in the order in which it is shown. */
export const fareParts = ['compute', 'network', 'failures', 'unused', 'storage'] as const;
export type FarePart = (typeof fareParts)[number];

/** What a job takes of rented nodes. */
export interface Use {
  readonly gpus: number;
  /** Hours of the job if nothing fails, and of wall clock. */
  readonly runHours: number;
  readonly wallHours: number;
  /** Share of the run time that is left when the network costs nothing. */
  readonly networkEfficiency: number;
  /** GiB kept in shared storage, and what one of them costs a month; null: not published. */
  readonly storedGiB: number;
  readonly storagePerGiBMonth: number | null;
}

/** Hours in a month as cloud bills count it. */
const monthHours = 730;

/** What storage costs for as long as the nodes are there; 0 where the price is not published. */
const storageOf = (use: Use, hours: number): number => (use.storedGiB * (use.storagePerGiBMonth ?? 0) * hours) / monthHours;

/** Amount of a whole job as a number, for comparing many; `fareOf` writes it out. */
export function amountOf(option: PriceOption, use: Use): number {
  const billed = billedHours(option, use.wallHours);
  return use.gpus * option.perGpuHour * billed + storageOf(use, use.wallHours);
}

export interface FareLine {
  readonly what: FarePart;
  readonly amount: DecimalText;
}

/** The itemised cost of a whole job. */
export interface Fare {
  readonly currency: Currency;
  readonly total: DecimalText;
  /** Lines that add up to the total, to the cent. */
  readonly lines: readonly FareLine[];
  readonly billedHours: number;
}

const cents = 2;

/**
 * Writes out the fare of a job: what computes, what waits for the network, what failures take, what is paid for and not
 * used (rest of a term or billing unit), and storage.
 */
export function fareOf(option: PriceOption, use: Use): Fare {
  const billed = billedHours(option, use.wallHours);
  const perHour = new Decimal(option.current.perGpuHour).times(use.gpus);
  const amounts: Readonly<Record<FarePart, Decimal>> = {
    compute: perHour.times(use.runHours * use.networkEfficiency),
    network: perHour.times(use.runHours * (1 - use.networkEfficiency)),
    failures: perHour.times(use.wallHours - use.runHours),
    unused: perHour.times(Math.max(0, billed - use.wallHours)),
    storage: new Decimal(storageOf(use, use.wallHours)),
  };
  const lines = fareParts.map((what) => ({ what, rounded: amounts[what].toDecimalPlaces(cents, Decimal.ROUND_HALF_UP) }));
  return {
    currency: option.currency,
    // The total is the sum of what is printed, so that nobody who adds it up finds a cent too many.
    total: lines.reduce((sum, { rounded }) => sum.plus(rounded), new Decimal(0)).toFixed(cents) as DecimalText,
    lines: lines.map(({ what, rounded }) => ({ what, amount: rounded.toFixed(cents) as DecimalText })),
    billedHours: billed,
  };
}
