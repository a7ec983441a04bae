import type { ChangeDocument } from '$src/answers/data-documents.ts';
import { factStaleAfterDays, priceStaleAfterDays } from '$src/catalogue/freshness.ts';
import { ageInDays, type Day, type SourceDate } from '$src/units/date.ts';

/** What is dated the same day, offer by offer. */
export interface ChangeDay {
  readonly date: SourceDate;
  /** A month or year counts from its first day, as everywhere. */
  readonly ageDays: number;
  /** So long ago that nothing of that day is sure to hold; then single entries need not say so. */
  readonly isAged: boolean;
  readonly offers: readonly ChangedOffer[];
}

export interface ChangedOffer {
  readonly id: string;
  readonly name: string;
  readonly providerName: string;
  readonly changes: readonly ChangeDocument[];
}

function groupBy<T>(items: readonly T[], nameOf: (item: T) => string): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(nameOf(item));
    if (group === undefined) groups.set(nameOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/**
 * A page of changes as days, in the order in which they first appear. "2026" and "2026-01" count from the same first day
 * and come mixed in the list; here each stands once.
 */
export function groupByDay(changes: readonly ChangeDocument[], today: Day): readonly ChangeDay[] {
  return groupBy(changes, (change) => change.date).map((ofDay) => {
    const date = ofDay[0].date as SourceDate;
    const ageDays = ageInDays(date, today);
    const offers = groupBy(ofDay, (change) => change.offer).map((ofOffer): ChangedOffer => {
      const [{ offer: id, offerName: name, providerName }] = ofOffer;
      return { id, name, providerName, changes: ofOffer };
    });
    return { date, ageDays, isAged: ageDays > factStaleAfterDays, offers };
  });
}

/** Whether a price is so old that it may no longer hold. A superseded one is known not to, and needs no warning. */
export function isAgedPrice({ price }: Pick<ChangeDocument, 'price'>, ageDays: number): boolean {
  return price !== null && !price.superseded && ageDays > priceStaleAfterDays;
}
