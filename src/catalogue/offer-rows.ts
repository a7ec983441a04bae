import type { Day } from '../units/date.ts';
import { judgeCheck } from './checks/judge.ts';
import { currentPrice } from './current-price.ts';
import { type ChoiceFilter, choiceFilters, type SortKey } from './filters.ts';
import { fitsAsk, judgeObtainability } from './obtainability.ts';
import { gpuBandwidthGbitPerS, type Offer, valueOf } from './offer.ts';
import type { IndexRow, View } from './offer-index.ts';

const filterOf = new Map<string, ChoiceFilter>(choiceFilters.map((filter) => [filter.key, filter]));
const verdictRank = { good: 0, weak: 1, conflict: 2, unknown: null } as const;
const obtainableRank = { can: 0, maybe: 1, ask: 2 } as const;

/** The current price of an offer in a view, per GPU-hour in USD as a number for sorting; null where there is none. */
function priceNumber(offer: Offer, view: View, today: Day): number | null {
  const price = priceIn(offer, view, today);
  return price === null || price.price.currency !== 'USD' ? null : Number(price.perGpuHour);
}

/** The current price under a view: the model asked for, and the size tier of the nodes asked for. */
export function priceIn(offer: Offer, view: View, today: Day): ReturnType<typeof currentPrice> {
  const gpusPerNode = valueOf(offer, 'gpusPerNode');
  const gpus = view.ask.nodes === null || gpusPerNode === null ? null : view.ask.nodes * gpusPerNode;
  return currentPrice(offer, { model: view.model, gpus, gpu: view.gpu }, today);
}

function sortValue(offer: Offer, key: SortKey, view: View, today: Day): number | string | null {
  switch (key) {
    case 'provider':
      return offer.provider.name.toLowerCase();
    case 'name':
      return offer.name.toLowerCase();
    case 'gpu':
      return offer.gpus.length === 1 ? (offer.gpus[0]?.shortName.toLowerCase() ?? null) : null;
    case 'gpus-per-node':
      return valueOf(offer, 'gpusPerNode');
    case 'fabric':
      return valueOf(offer, 'fabric');
    case 'node-gbit':
      return valueOf(offer, 'nodeBandwidthGbitPerS');
    case 'gpu-gbit':
      return gpuBandwidthGbitPerS(offer);
    case 'min-nodes':
      return valueOf(offer, 'minNodes');
    case 'max-nodes':
      return valueOf(offer, 'maxNodes');
    case 'price':
      return priceNumber(offer, view, today);
    case 'as-of':
      return priceIn(offer, view, today)?.price.asOf ?? null;
    case 'obtainable':
      return obtainableRank[judgeObtainability(offer, view.ask, today).verdict];
    default:
      return verdictRank[judgeCheck(key, offer, view.ask, today).verdict];
  }
}

/** What the index needs to know of an offer on the day asked. */
export function toIndexRow(offer: Offer, today: Day): IndexRow {
  return {
    optionsOf: (key) => filterOf.get(key)?.optionsOf(offer, today) ?? [],
    facetOptionsOf: (key) => {
      const filter = filterOf.get(key);
      return filter?.facetOptionsOf?.(offer) ?? filter?.optionsOf(offer, today) ?? [];
    },
    numberFor: (key, view) => {
      if (key === 'max-price') return priceNumber(offer, view, today);
      return key === 'min-node-gbit' ? valueOf(offer, 'nodeBandwidthGbitPerS') : gpuBandwidthGbitPerS(offer);
    },
    sortValueFor: (key, view) => sortValue(offer, key, view, today),
    fits: (ask) => fitsAsk(offer, ask) !== false,
    publishes: (part) => valueOf(offer, part === 'nodes' ? 'maxNodes' : part === 'term' ? 'minTermHours' : 'provisioning') !== null,
    text: `${offer.provider.id} ${offer.provider.name} ${offer.slug} ${offer.name} ${offer.gpus.map((gpu) => gpu.shortName).join(' ')}`,
  };
}
