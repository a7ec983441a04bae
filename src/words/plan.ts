import type { Rejection } from '../plan/rank-offers.ts';
import { formatNumber } from './format.ts';
import type { Locale } from './locales.ts';
import { sayNodes } from './phrases.ts';
import { type MessageInput, type SnakeCase, type Worded, wordsIn } from './words.ts';

/** Verdicts on several nodes, and reasons why an offer is left out: codes with the figures that their sentences need. */
export interface PlanSaid {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Messages of all reasons. A reason without words does not compile. */
export type PlanMessage = Worded<`plan_rejected_${SnakeCase<Rejection['code']>}`>;

/** Hours of a job in the unit that a reader thinks in: hours up to three days, then days, months and years. */
export function sayJobHours(locale: Locale, hours: number): string {
  const words = wordsIn(locale);
  const about = (value: number): number => Number(value < 10 ? value.toFixed(1) : value.toFixed(0));
  if (hours < 72) return words.unit_hours({ count: about(hours) });
  if (hours < 24 * 120) return words.unit_days({ count: about(hours / 24) });
  if (hours < 24 * 365 * 2) return words.unit_months({ count: about(hours / 730) });
  return words.unit_years({ count: about(hours / 8_760) });
}

const hourKeys = new Set(['hours', 'deadline']);
const nodeKeys = new Set(['nodes', 'least', 'most']);

/** Says a verdict or a reason. Hours, nodes and GiB come as numbers and leave in the form of the language. */
export function sayPlan(locale: Locale, { code, params }: PlanSaid): string {
  const inputs: Record<string, MessageInput> = Object.create(null);
  for (const [key, value] of Object.entries(params)) {
    if (typeof value === 'string') inputs[key] = value;
    else if (hourKeys.has(key)) inputs[key] = sayJobHours(locale, value);
    else if (nodeKeys.has(key)) inputs[key] = sayNodes(locale, value);
    else inputs[key] = formatNumber(locale, value);
  }
  const speak = wordsIn(locale) as unknown as Readonly<Record<string, (inputs: Readonly<Record<string, MessageInput>>) => string>>;
  return speak[`plan_${code.replaceAll('-', '_')}`]?.(inputs) ?? code;
}
