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

function groupAdjacent<T>(items: readonly T[], nameOf: (item: T) => string): T[][] {
  const groups: T[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && nameOf(last[0]) === nameOf(item)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** A page of changes as days. The list comes sorted by date and offer, so what belongs together stands together. */
export function groupByDay(changes: readonly ChangeDocument[], today: Day): readonly ChangeDay[] {
  return groupAdjacent(changes, (change) => change.date).flatMap((ofDay) => {
    const date = ofDay[0]?.date as SourceDate | undefined;
    if (date === undefined) return [];
    const offers = groupAdjacent(ofDay, (change) => change.offer).flatMap((ofOffer): ChangedOffer[] => {
      const [first] = ofOffer;
      return first === undefined ? [] : [{ id: first.offer, name: first.offerName, providerName: first.providerName, changes: ofOffer }];
    });
    const ageDays = ageInDays(date, today);
    return [{ date, ageDays, isAged: ageDays > factStaleAfterDays, offers }];
  });
}

/** Whether a price is so old that it may no longer hold. A superseded one is known not to, and needs no warning. */
export function isAgedPrice({ price }: Pick<ChangeDocument, 'price'>, ageDays: number): boolean {
  return price !== null && !price.superseded && ageDays > priceStaleAfterDays;
}
