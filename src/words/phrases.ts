import type { Locale } from './locales.ts';
import { type Words, wordsIn } from './words.ts';

/** Counts and lengths of time in words: "2 weeks", "103 d", "18 Nodes". */

export function sayAge(locale: Locale, days: number): string {
  return wordsIn(locale).age_days({ count: days });
}

export function sayNodes(locale: Locale, count: number): string {
  return wordsIn(locale).unit_nodes({ count });
}

export function sayGpus(locale: Locale, count: number): string {
  return wordsIn(locale).unit_gpus({ count });
}

type TimeMessage = 'unit_years' | 'unit_months' | 'unit_weeks' | 'unit_days' | 'unit_hours';

/** Largest first; a month is 730 hours and a year 8,760, as cloud bills count them. */
const timeUnits: readonly (readonly [number, TimeMessage & keyof Words])[] = [
  [8_760, 'unit_years'],
  [730, 'unit_months'],
  [168, 'unit_weeks'],
  [24, 'unit_days'],
  [1, 'unit_hours'],
];

/** A length of time in the largest unit that holds it exactly: 336 hours are 2 weeks, 36 hours stay hours. */
export function sayHours(locale: Locale, hours: number): string {
  const [size, key] = timeUnits.find(([unit]) => hours >= unit && hours % unit === 0) ?? [1, 'unit_hours' as const];
  return wordsIn(locale)[key]({ count: hours / size });
}
