import type { PriceDocument } from '$src/answers/documents.ts';
import { compareAmounts, type DecimalText } from '$src/units/money.ts';

/** Prices that differ in nothing but the region: the cheapest stands for them, the others are folded behind it. */
export interface PriceGroup {
  readonly cheapest: PriceDocument;
  readonly others: readonly PriceDocument[];
}

const sameButForRegion = (price: PriceDocument): string =>
  [
    price.model,
    price.termHours,
    price.minGpus,
    price.gpu,
    price.per,
    price.currency,
    price.basis,
    price.asOf,
    price.source,
    price.superseded,
  ].join('|');

const byAmount = (a: PriceDocument, b: PriceDocument): number => compareAmounts(a.amount as DecimalText, b.amount as DecimalText);

const newestFirst = (a: PriceGroup, b: PriceGroup): number =>
  Number(a.cheapest.superseded) - Number(b.cheapest.superseded) || ((a.cheapest.asOf ?? '') < (b.cheapest.asOf ?? '') ? 1 : -1);

/** Prices of an offer as rows: standing ones before superseded ones, each newest first. */
export function groupPrices(prices: readonly PriceDocument[]): PriceGroup[] {
  const groups = new Map<string, PriceDocument[]>();
  for (const price of prices) {
    const key = sameButForRegion(price);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [price]);
    else group.push(price);
  }
  return [...groups.values()]
    .flatMap((group): PriceGroup[] => {
      const [cheapest, ...others] = [...group].sort(byAmount);
      return cheapest === undefined ? [] : [{ cheapest, others }];
    })
    .sort(newestFirst);
}
