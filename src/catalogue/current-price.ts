import { compareDates, type Day } from '../units/date.ts';
import { type Currency, compareAmounts, type DecimalText, divideAmount } from '../units/money.ts';
import { isPriceStale, priceAgeInDays } from './freshness.ts';
import { type Offer, type Price, valueOf } from './offer.ts';
import { type PriceModel, priceBases, sourceKinds } from './vocabulary.ts';

/** What the reader asked of the price; all parts may be left out. */
export interface PriceAsk {
  readonly model?: PriceModel | null;
  /** How many GPUs are to be rented: decides between prices by quantity. */
  readonly gpus?: number | null;
  /** Exact id or family, for an offer of several GPU types. */
  readonly gpu?: string | null;
  readonly currency?: Currency | null;
}

/** The one price by which an offer is sorted and shown, and those that it was preferred to. */
export interface CurrentPrice {
  readonly price: Price;
  /** In the price's own currency, whatever unit it was published in. */
  readonly perGpuHour: DecimalText;
  /** Older than 90 days on the day asked, or undated. */
  readonly stale: boolean;
  readonly ageDays: number | null;
  readonly undated: boolean;
  /** Id or family of the GPU that the price is for, null where several are on offer and the price names none. */
  readonly gpu: string | null;
  /** The other prices in force of the same model: further regions, sizes, terms, and sources that say otherwise. Newest first. */
  readonly alternatives: readonly Price[];
}

/**
 * Models that may stand for what an offer costs when none is asked for, best first. A capacity block is a reservation by
 * date, so it counts after plain reservations; flex start begins when the provider can and ends after a fixed time, so it
 * comes last. Spot can be taken away, a marketplace rate is another seller's, a subsidised one is not for everybody.
 */
const standingModels: readonly PriceModel[] = ['on-demand', 'reserved', 'capacity-block', 'flex-start'];

/** Compares two values of one key by a list: earlier words first. */
const byPlace =
  <T>(list: readonly T[]) =>
  (a: T, b: T): number =>
    list.indexOf(a) - list.indexOf(b);

const byBasis = byPlace(priceBases);
const byTrust = byPlace(sourceKinds);
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The prices that are best by a number: the lowest of them. */
function keepLowest(prices: readonly Price[], rankOf: (price: Price) => number): readonly Price[] {
  if (prices.length < 2) return prices;
  let lowest = Number.POSITIVE_INFINITY;
  for (const price of prices) lowest = Math.min(lowest, rankOf(price));
  return prices.filter((price) => rankOf(price) === lowest);
}

/**
 * Whether the price is one of what the offer sells. The price of a single node is not that of a cluster: at Lambda a GPU
 * of a cluster costs 54% more than one of a single node (2026-10). Where no cluster is sold it is the price.
 */
function isOfTheOffer(offer: Offer, price: Price, asked: PriceModel | null): boolean {
  if (price.scope === 'single-node') return valueOf(offer, 'multiNode') !== 'yes';
  return price.scope !== 'marketplace' || (asked !== null && price.model === asked);
}

/** Whether a price is for the GPU asked for. A price that names none fits where the offer has one GPU type. */
function isForGpu(offer: Offer, price: Price, asked: string): boolean {
  const named = offer.gpus.filter(({ id, family }) =>
    price.gpu === null ? offer.gpus.length === 1 : id === price.gpu || family === price.gpu,
  );
  return (
    price.gpu === asked ||
    named.some((gpu) => gpu.id === asked || gpu.family === asked || (gpu.id === null && gpu.candidates.includes(asked)))
  );
}

/** Prices in force that may be weighed against each other, each as an amount per GPU-hour. */
function pricesInForce(offer: Offer, ask: PriceAsk): readonly Price[] {
  const hasNodeSize = valueOf(offer, 'gpusPerNode') !== null;
  return offer.prices.filter(
    (price) =>
      !price.superseded &&
      isOfTheOffer(offer, price, ask.model ?? null) &&
      // Without the size of the node a price per node compares with nothing; it stays in the list of prices.
      (price.per === 'gpu-hour' || hasNodeSize) &&
      (!ask.currency || price.currency === ask.currency) &&
      (!ask.gpu || isForGpu(offer, price, ask.gpu)),
  );
}

const isListed = (price: Price): boolean => price.basis === 'list' || price.basis === 'starting';
const isSourced = (price: Price): boolean => price.source !== null;

/** The prices of one model: the one asked for, whatever kind of figure it is, else the best standing one with a source. */
function ofBestModel(prices: readonly Price[], asked: PriceModel | null): readonly Price[] {
  if (asked !== null) {
    const ofAsked = prices.filter((price) => price.model === asked);
    const listed = ofAsked.filter(isListed);
    const kept = listed.length > 0 ? listed : ofAsked;
    if (kept.length > 0) return keepLowest(kept, (price) => (isSourced(price) ? 0 : 1));
  }
  // A figure that nobody supports never displaces one that somebody does, not even one of a better model.
  const rankOf = (price: Price): number => standingModels.indexOf(price.model) + (isSourced(price) ? 0 : standingModels.length);
  return keepLowest(
    prices.filter((price) => isListed(price) && standingModels.includes(price.model)),
    rankOf,
  );
}

/** Amounts of two currencies do not compare: the currency of the newest price is taken, the first by name where several are equally new. */
function ofOneCurrency(prices: readonly Price[]): readonly Price[] {
  const [first] = prices;
  if (first === undefined || prices.every((price) => price.currency === first.currency)) return prices;
  const [newest] = [...prices].sort((a, b) => compareDates(b.asOf, a.asOf) || byText(a.currency, b.currency));
  return prices.filter((price) => price.currency === newest?.currency);
}

/** Prices by quantity: the smallest for everybody who names no size, else each place's largest not above the size named. */
function ofQuantity(prices: readonly Price[], gpus: number | null): readonly Price[] {
  const leastOf = (price: Price): number => price.minGpus ?? 1;
  const within = gpus === null ? [] : prices.filter((price) => leastOf(price) <= gpus);
  if (within.length === 0) return keepLowest(prices, leastOf);
  return groupByPlace(within).flatMap((group) => keepLowest(group, (price) => -leastOf(price)));
}

/** Prices that differ in time and source alone: those of one region and GPU type. */
function groupByPlace(prices: readonly Price[]): readonly (readonly Price[])[] {
  if (prices.length < 2) return prices.length === 0 ? [] : [prices];
  const groups = new Map<string, Price[]>();
  for (const price of prices) {
    const place = `${price.region ?? ''}\n${price.gpu ?? ''}`;
    const group = groups.get(place);
    if (group === undefined) groups.set(place, [price]);
    else group.push(price);
  }
  return [...groups.values()];
}

/** A price without a region may be an old one of any region: it counts while no price of a named region is newer. */
function withoutOutdatedNowhere(newest: readonly Price[]): readonly Price[] {
  if (newest.length < 2) return newest;
  const named = newest.filter((price) => price.region !== null);
  return newest.filter((price) => price.region !== null || named.every((other) => compareDates(other.asOf, price.asOf) <= 0));
}

/** Everything that can tell two prices apart, so that no answer depends on the order of a file. */
function byAllElse(a: Price, b: Price): number {
  const textOf = (price: Price): string =>
    [
      price.region ?? '\uffff',
      price.gpu ?? '\uffff',
      price.minGpus,
      price.termHours,
      price.per,
      price.source?.url,
      price.note,
      price.scope,
    ].join('\n');
  return byText(textOf(a), textOf(b));
}

const first = (prices: readonly Price[], compare: (a: Price, b: Price) => number): Price | undefined =>
  prices.length === 0 ? undefined : prices.reduce((best, price) => (compare(price, best) < 0 ? price : best));

/**
 * The price by which an offer is shown and sorted, null where none on file may stand for it. CONTRACT: the newest not
 * superseded of the model asked for, else on demand, else reserved for the shortest term; never spot, a marketplace rate
 * or a market figure unless asked for; the cheapest region, named. `docs/six-checks.md` argues the details.
 */
export function currentPrice(offer: Offer, ask: PriceAsk, today: Day): CurrentPrice | null {
  const ofModel = ofBestModel(pricesInForce(offer, ask), ask.model ?? null);
  if (ofModel.length === 0) return null;

  const gpusPerNode = valueOf(offer, 'gpusPerNode') ?? 1;
  const perGpuHour = (price: Price): DecimalText => (price.per === 'gpu-hour' ? price.amount : divideAmount(price.amount, gpusPerNode));
  const byAmount = (a: Price, b: Price): number => compareAmounts(perGpuHour(a), perGpuHour(b));
  /**
   * Newest first. Of one day a list price stands before a starting one, the more trusted source before the other, and the
   * dearer before the cheaper: nobody is harmed by finding it cheaper.
   */
  const byAge = (a: Price, b: Price): number =>
    compareDates(b.asOf, a.asOf) ||
    byBasis(a.basis, b.basis) ||
    byTrust(a.source?.kind ?? 'third-party', b.source?.kind ?? 'third-party') ||
    byAmount(b, a) ||
    byAllElse(a, b);

  const ofCluster = keepLowest(ofModel, (price) => (price.scope === 'cluster' ? 0 : 1));
  const ofTerm = keepLowest(
    ofOneCurrency(ofCluster),
    (price) => price.termHours ?? (price.model === 'on-demand' ? 0 : Number.POSITIVE_INFINITY),
  );
  const newest = groupByPlace(ofQuantity(ofTerm, ask.gpus ?? null)).flatMap((group) => first(group, byAge) ?? []);
  const standing = withoutOutdatedNowhere(newest);
  const fresh = standing.filter((price) => !isPriceStale(price, today));
  const price = first(fresh.length > 0 ? fresh : standing, (a, b) => byAmount(a, b) || byAge(a, b));
  if (price === undefined) return null;
  const onlyGpu = offer.gpus.length === 1 ? (offer.gpus[0]?.id ?? offer.gpus[0]?.family ?? null) : null;
  return {
    price,
    perGpuHour: perGpuHour(price),
    stale: isPriceStale(price, today),
    ageDays: priceAgeInDays(price, today),
    undated: price.asOf === null,
    gpu: price.gpu ?? onlyGpu,
    // Sorted when looked at: tables of thousands of rows never ask for it.
    get alternatives() {
      return ofModel.filter((other) => other !== price).sort(byAge);
    },
  };
}
