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

interface Candidate {
  readonly price: Price;
  readonly perGpuHour: DecimalText;
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

/** The candidates that are best by a number: the lowest of them. */
function keepLowest(candidates: readonly Candidate[], rankOf: (price: Price) => number): readonly Candidate[] {
  const lowest = Math.min(...candidates.map(({ price }) => rankOf(price)));
  return candidates.filter(({ price }) => rankOf(price) === lowest);
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
  const named =
    price.gpu === null
      ? offer.gpus.length === 1
        ? offer.gpus
        : []
      : offer.gpus.filter(({ id, family }) => id === price.gpu || family === price.gpu);
  return (
    price.gpu === asked ||
    named.some((gpu) => gpu.id === asked || gpu.family === asked || (gpu.id === null && gpu.candidates.includes(asked)))
  );
}

function candidatesOf(offer: Offer, ask: PriceAsk): readonly Candidate[] {
  const gpusPerNode = valueOf(offer, 'gpusPerNode');
  const candidates: Candidate[] = [];
  for (const price of offer.prices) {
    if (price.superseded || !isOfTheOffer(offer, price, ask.model ?? null)) continue;
    if (ask.currency && price.currency !== ask.currency) continue;
    if (ask.gpu && !isForGpu(offer, price, ask.gpu)) continue;
    if (price.per === 'gpu-hour') candidates.push({ price, perGpuHour: price.amount });
    // Without the size of the node a price per node compares with nothing; it stays in the list of prices.
    else if (gpusPerNode !== null) candidates.push({ price, perGpuHour: divideAmount(price.amount, gpusPerNode) });
  }
  return candidates;
}

/** The prices of one model: the one asked for, whatever kind of figure it is, else the best standing one with a source. */
function ofBestModel(candidates: readonly Candidate[], asked: PriceModel | null): readonly Candidate[] {
  const isListed = ({ price }: Candidate): boolean => price.basis === 'list' || price.basis === 'starting';
  const isSourced = ({ price }: Candidate): boolean => price.source !== null;
  const listed = candidates.filter(isListed);
  const ofAsked = (from: readonly Candidate[]): readonly Candidate[] =>
    asked === null ? [] : from.filter(({ price }) => price.model === asked);
  const ways = [
    ofAsked(listed.filter(isSourced)),
    ofAsked(listed),
    ofAsked(candidates.filter(isSourced)),
    ofAsked(candidates),
    // A figure that nobody supports never displaces one that somebody does, not even one of a better model.
    ...[listed.filter(isSourced), listed].flatMap((from) =>
      standingModels.map((model) => from.filter(({ price }) => price.model === model)),
    ),
  ];
  return ways.find((way) => way.length > 0) ?? [];
}

/** Amounts of two currencies do not compare: the currency of the newest price is taken, the first by name where several are equally new. */
function ofOneCurrency(candidates: readonly Candidate[]): readonly Candidate[] {
  const [first] = [...candidates].sort((a, b) => compareDates(b.price.asOf, a.price.asOf) || byText(a.price.currency, b.price.currency));
  return candidates.filter(({ price }) => price.currency === first?.price.currency);
}

/** Prices by quantity: the smallest for everybody who names no size, else each place's largest not above the size named. */
function ofQuantity(candidates: readonly Candidate[], gpus: number | null): readonly Candidate[] {
  const leastOf = (price: Price): number => price.minGpus ?? 1;
  const within = gpus === null ? [] : candidates.filter(({ price }) => leastOf(price) <= gpus);
  if (within.length === 0) return keepLowest(candidates, leastOf);
  return groupByPlace(within).flatMap((group) => keepLowest(group, (price) => -leastOf(price)));
}

function groupByPlace(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const place = `${candidate.price.region ?? ''}\n${candidate.price.gpu ?? ''}`;
    const group = groups.get(place);
    if (group === undefined) groups.set(place, [candidate]);
    else group.push(candidate);
  }
  return [...groups.values()];
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

/**
 * Newest first. Of one day a list price stands before a starting one, the more trusted source before the other, and the
 * dearer before the cheaper: nobody is harmed by finding it cheaper.
 */
function byAge(a: Candidate, b: Candidate): number {
  return (
    compareDates(b.price.asOf, a.price.asOf) ||
    byBasis(a.price.basis, b.price.basis) ||
    byTrust(a.price.source?.kind ?? 'third-party', b.price.source?.kind ?? 'third-party') ||
    compareAmounts(b.perGpuHour, a.perGpuHour) ||
    byAllElse(a.price, b.price)
  );
}

/** A price without a region may be an old one of any region: it counts while no price of a named region is newer. */
function withoutOutdatedNowhere(newest: readonly Candidate[]): readonly Candidate[] {
  const named = newest.filter(({ price }) => price.region !== null);
  return newest.filter(({ price }) => price.region !== null || named.every((other) => compareDates(other.price.asOf, price.asOf) <= 0));
}

/**
 * The price by which an offer is shown and sorted, null where none on file may stand for it. CONTRACT: the newest not
 * superseded of the model asked for, else on demand, else reserved for the shortest term; never spot, a marketplace rate
 * or a market figure unless asked for; the cheapest region, named. `docs/six-checks.md` argues the details.
 */
export function currentPrice(offer: Offer, ask: PriceAsk, today: Day): CurrentPrice | null {
  const ofModel = ofBestModel(candidatesOf(offer, ask), ask.model ?? null);
  if (ofModel.length === 0) return null;
  const ofCluster = keepLowest(ofModel, (price) => (price.scope === 'cluster' ? 0 : 1));
  const ofTerm = keepLowest(
    ofOneCurrency(ofCluster),
    (price) => price.termHours ?? (price.model === 'on-demand' ? 0 : Number.POSITIVE_INFINITY),
  );
  const newest = groupByPlace(ofQuantity(ofTerm, ask.gpus ?? null)).map((group) => [...group].sort(byAge)[0] as Candidate);
  const standing = withoutOutdatedNowhere(newest);
  const fresh = standing.filter(({ price }) => !isPriceStale(price, today));
  const [chosen] = [...(fresh.length > 0 ? fresh : standing)].sort((a, b) => compareAmounts(a.perGpuHour, b.perGpuHour) || byAge(a, b));
  if (chosen === undefined) return null;
  const { price, perGpuHour } = chosen;
  const onlyGpu = offer.gpus.length === 1 ? (offer.gpus[0]?.id ?? offer.gpus[0]?.family ?? null) : null;
  return {
    price,
    perGpuHour,
    stale: isPriceStale(price, today),
    ageDays: priceAgeInDays(price, today),
    undated: price.asOf === null,
    gpu: price.gpu ?? onlyGpu,
    alternatives: ofModel
      .filter((other) => other !== chosen)
      .sort(byAge)
      .map((other) => other.price),
  };
}
