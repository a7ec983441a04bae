import { ageInDays, compareDates, type Day, type SourceDate } from '../units/date.ts';
import type { Fact, Price, Source } from './offer.ts';

/** A price older than this many days on the day asked is shown as stale. CONTRACT, "An offer's current price". */
export const priceStaleAfterDays = 90;

/** A fact whose newest source is older than this many days is shown as stale. CONTRACT, as above. */
export const factStaleAfterDays = 365;

/** `undated`: no source on file carries a date, so nobody can say how old the value is. */
export type Freshness = 'fresh' | 'stale' | 'undated';

/** Whole days since the price was seen, null where it carries no date. */
export function priceAgeInDays(price: Pick<Price, 'asOf'>, today: Day): number | null {
  return price.asOf === null ? null : ageInDays(price.asOf, today);
}

/** True for a price older than 90 days, and for one without a date: it may be of any age. */
export function isPriceStale(price: Pick<Price, 'asOf'>, today: Day): boolean {
  const age = priceAgeInDays(price, today);
  return age === null || age > priceStaleAfterDays;
}

/** True for a source dated more than 365 days ago; null for one without a date, of which nobody can say it. */
export function isSourceStale(source: Pick<Source, 'asOf'>, today: Day): boolean | null {
  return source.asOf === null ? null : ageInDays(source.asOf, today) > factStaleAfterDays;
}

/** The date of the newest source that supports a fact, null where none carries one. */
export function newestDateOf(fact: Pick<Fact<unknown>, 'sources'>): SourceDate | null {
  return fact.sources.reduce<SourceDate | null>((newest, { asOf }) => (compareDates(asOf, newest) > 0 ? asOf : newest), null);
}

/** How old what supports a fact is: its newest source decides, since one that repeats an old page today confirms it. */
export function freshnessOf(fact: Pick<Fact<unknown>, 'sources'>, today: Day): Freshness {
  const newest = newestDateOf(fact);
  if (newest === null) return 'undated';
  return ageInDays(newest, today) > factStaleAfterDays ? 'stale' : 'fresh';
}

/** True for a fact whose newest dated source is older than 365 days; an undated fact is not stale but undated. */
export function isFactStale(fact: Pick<Fact<unknown>, 'sources'>, today: Day): boolean {
  return freshnessOf(fact, today) === 'stale';
}
