import { currentPrice } from '../catalogue/current-price.ts';
import { judgeObtainability, type Obtainability } from '../catalogue/obtainability.ts';
import { type Offer, valueOf } from '../catalogue/offer.ts';
import { amountOf, type Fare, fareOf, type Use } from '../fare/fare.ts';
import { type GoodputConstants, type Rhythm, secondsBetweenFailures, stretchOf } from '../fare/goodput.ts';
import { breakEvenDays, type PriceOption, priceOptionsOf } from '../fare/rental-terms.ts';
import type { Gpu } from '../hardware/gpu-table.ts';
import type { Day } from '../units/date.ts';
import type { Hours } from '../units/duration.ts';
import type { Currency } from '../units/money.ts';
import { nodeCounts } from './fastest-plans.ts';
import { type HardwareClass, hardwareClassOf, type UnknownFact } from './hardware-class.ts';
import type { JobLimits } from './job.ts';
import type { JobModel, NoPlace, Outlook, PlacedJob } from './job-model.ts';

/** Why an offer is not in the ranking: a stable code, and the figures that its sentence needs. */
export type Rejection =
  | { readonly code: 'price-by-quote' | 'price-not-published' | 'gpu-not-published' | 'gpu-not-modelled' }
  | NoPlace
  | { readonly code: 'other-currency'; readonly currency: Currency }
  | { readonly code: 'deadline'; readonly hours: number; readonly nodes: number }
  | { readonly code: 'too-few-nodes'; readonly leastNodes: number; readonly mostNodes: number }
  | { readonly code: 'taken-back'; readonly hours: number };

export interface RejectedOffer {
  readonly offer: Offer;
  readonly rejection: Rejection;
}

/** An offer with the nodes, the plan and the way of paying that suit the job best there. */
export interface RankedOffer<P extends PlacedJob = PlacedJob> {
  readonly offer: Offer;
  readonly hardware: HardwareClass;
  readonly plan: P;
  readonly nodes: number;
  readonly outlook: Outlook;
  readonly option: PriceOption;
  readonly fare: Fare;
  readonly use: Use;
  readonly wallHours: number;
  /** At the ends of 80%. */
  readonly wallHoursInterval: readonly [number, number];
  readonly totalInterval: readonly [number, number];
  readonly breakEvenDays: number | null;
  /** Price per GPU-hour that the comparison shows for the offer. */
  readonly stickerPerGpuHour: number;
  readonly obtainability: Obtainability;
  readonly unknown: readonly (UnknownFact | 'storage-price')[];
  /** Seconds between checkpoints, and what one takes to write. */
  readonly rhythm: Rhythm;
}

/** What a ranking reads beside the offers. */
export interface RankingTables {
  readonly goodput: GoodputConstants;
  readonly gpuById: ReadonlyMap<string, Gpu>;
}

/** Places one job in offers, on one day and in one currency. */
export class Planner<P extends PlacedJob = PlacedJob> {
  readonly model: JobModel<P>;
  readonly limits: JobLimits;
  readonly #tables: RankingTables;
  readonly #today: Day;
  readonly #currency: Currency;

  constructor(model: JobModel<P>, limits: JobLimits, tables: RankingTables, today: Day, currency: Currency) {
    this.model = model;
    this.limits = limits;
    this.#tables = tables;
    this.#today = today;
    this.#currency = currency;
  }

  /** The best place for the job in one offer, or why there is none. `onNodes`: that number of nodes and no other. */
  place(offer: Offer, onNodes: number | null = null): RankedOffer<P> | Rejection {
    if (offer.priceStatus === 'quote') return { code: 'price-by-quote' };
    const options = priceOptionsOf(offer, 1, this.#today);
    const [first] = options;
    if (first === undefined) return { code: 'price-not-published' };
    if (options.every(({ currency }) => currency !== this.#currency)) return { code: 'other-currency', currency: first.currency };
    const hardware = hardwareClassOf(offer, this.#tables.gpuById, first.current.gpu);
    if (typeof hardware === 'string') return { code: hardware };
    return this.#placeOn(offer, hardware, onNodes);
  }

  #optionsFor(offer: Offer, gpus: number): readonly PriceOption[] {
    return priceOptionsOf(offer, gpus, this.#today).filter(({ currency }) => currency === this.#currency);
  }

  #placeOn(offer: Offer, hardware: HardwareClass, onNodes: number | null): RankedOffer<P> | Rejection {
    const job = this.model.on(hardware);
    const { gpusPerNode } = hardware.facts;
    const least = onNodes ?? Math.max(1, valueOf(offer, 'minNodes') ?? 1);
    const ownMost = offer.maxNodesScope === null ? valueOf(offer, 'maxNodes') : null;
    const most = onNodes ?? Math.min(this.limits.maxNodes, ownMost ?? this.limits.maxNodes);
    if (least > most) return { code: 'too-few-nodes', leastNodes: least, mostNodes: most };
    const byQuantity = offer.prices.some(({ minGpus }) => minGpus !== null);
    const anySize = this.#optionsFor(offer, gpusPerNode);
    const storagePerGiBMonth = storagePriceOf(offer, this.#currency);
    let best: { plan: P; option: PriceOption; use: Use; score: number } | null = null;
    let fastest: { hours: number; nodes: number } | null = null;
    let takenBack = false;
    const counts = onNodes === null ? [...new Set([least, ...nodeCounts(most).filter((nodes) => nodes > least)])] : [onNodes];
    for (const nodes of counts) {
      if (job.leastRunTimeS(nodes) / 3600 > this.limits.deadlineHours && nodes !== most) continue;
      const plan = job.fastestOn(nodes);
      if (plan === null) continue;
      const use = this.#useOf(hardware, plan, storagePerGiBMonth, [1, this.#tables.goodput.hoursPerFailure]);
      if (fastest === null || use.wallHours < fastest.hours) fastest = { hours: use.wallHours, nodes };
      const feared = this.limits.objective === 'certainty' ? this.#fearedUse(hardware, plan, storagePerGiBMonth) : use;
      if (feared.wallHours > this.limits.deadlineHours) continue;
      for (const option of byQuantity ? this.#optionsFor(offer, nodes * gpusPerNode) : anySize) {
        if (feared.wallHours > option.mostHours) {
          takenBack = true;
          continue;
        }
        const score = this.limits.objective === 'time' ? use.wallHours + amountOf(option, use) * 1e-12 : amountOf(option, feared);
        if (best === null || score < best.score) best = { plan, option, use, score };
      }
    }
    if (best !== null) return this.#describe(offer, hardware, best, storagePerGiBMonth);
    if (fastest !== null) {
      if (takenBack && fastest.hours <= this.limits.deadlineHours) return { code: 'taken-back', hours: fastest.hours };
      return { code: 'deadline', ...fastest };
    }
    return job.whyNot();
  }

  /** GiB that stay in shared storage: the data, and the checkpoints that are kept. */
  get storedGiB(): number {
    return (this.limits.datasetBytes + this.#tables.goodput.checkpointsKept * this.model.checkpointBytes) / 2 ** 30;
  }

  rhythmOf(hardware: HardwareClass, nodes: number, hoursPerFailure: number): Rhythm {
    const { checkpointGBytePerSPerNode, restartMinutes } = this.#tables.goodput;
    return {
      betweenFailuresS: this.model.survivesFailures
        ? Number.POSITIVE_INFINITY
        : secondsBetweenFailures(nodes * hardware.facts.gpusPerNode, hoursPerFailure),
      // Storage takes what all nodes write at once.
      checkpointS: this.model.checkpointBytes / (checkpointGBytePerSPerNode * 1e9 * nodes),
      restartS: restartMinutes * 60,
    };
  }

  #useOf(
    hardware: HardwareClass,
    plan: P,
    storagePerGiBMonth: number | null,
    [factor, hoursPerFailure]: readonly [number, number],
    networkEfficiency = 1,
  ): Use {
    const { nodes, gpus } = plan;
    const runHours = (plan.runTimeS * factor) / 3600;
    return {
      gpus,
      runHours,
      // The first start takes as long as any other.
      wallHours: runHours * stretchOf(this.rhythmOf(hardware, nodes, hoursPerFailure)) + this.#tables.goodput.restartMinutes / 60,
      networkEfficiency,
      storedGiB: this.storedGiB,
      storagePerGiBMonth,
    };
  }

  #fearedUse(hardware: HardwareClass, plan: P, storagePerGiBMonth: number | null): Use {
    const [, high] = this.model.on(hardware).outlookOf(plan).runTimeFactors;
    return this.#useOf(hardware, plan, storagePerGiBMonth, [high, this.#tables.goodput.hoursPerFailureWorst]);
  }

  #describe(
    offer: Offer,
    hardware: HardwareClass,
    { plan, option }: { plan: P; option: PriceOption },
    storagePerGiBMonth: number | null,
  ): RankedOffer<P> {
    const { goodput } = this.#tables;
    const outlook = this.model.on(hardware).outlookOf(plan);
    const { nodes, gpus } = plan;
    const use = this.#useOf(hardware, plan, storagePerGiBMonth, [1, goodput.hoursPerFailure], outlook.networkEfficiency);
    const [low] = outlook.runTimeFactors;
    const hoped = this.#useOf(hardware, plan, storagePerGiBMonth, [low, goodput.hoursPerFailureBest]);
    const feared = this.#fearedUse(hardware, plan, storagePerGiBMonth);
    const fare = fareOf(option, use);
    const unknown = nodes === 1 ? hardware.unknown.filter((fact) => fact === 'gpu-form' || fact === 'gpus-per-node') : hardware.unknown;
    return {
      offer,
      hardware,
      plan,
      nodes,
      outlook,
      option,
      use,
      fare,
      wallHours: use.wallHours,
      wallHoursInterval: [hoped.wallHours, feared.wallHours],
      // Whole cents may fall outside an interval that is narrower than one.
      totalInterval: [Math.min(Number(fare.total), amountOf(option, hoped)), Math.max(Number(fare.total), amountOf(option, feared))],
      stickerPerGpuHour: Number(currentPrice(offer, { currency: this.#currency }, this.#today)?.perGpuHour ?? option.perGpuHour),
      breakEvenDays: breakEvenDays(this.#optionsFor(offer, gpus)),
      obtainability: judgeObtainability(offer, { nodes, start: null, termHours: Math.ceil(use.wallHours) as Hours }, this.#today),
      unknown: storagePerGiBMonth === null && storageMatters(use, option) ? [...unknown, 'storage-price'] : unknown,
      rhythm: this.rhythmOf(hardware, nodes, goodput.hoursPerFailure),
    };
  }
}

/** Usual price of a GiB of shared storage a month in the currency of a price, and the share of a fare from which it matters. */
const usualStoragePerGiBMonth = 0.1;
const matteringShare = 0.01;

/** Whether storage at a usual price would be a part of the fare that one sees. */
const storageMatters = (use: Use, option: PriceOption): boolean =>
  amountOf(option, { ...use, storagePerGiBMonth: usualStoragePerGiBMonth }) > (1 + matteringShare) * amountOf(option, use);

/** The cheapest published price of shared storage in a currency, a GiB and month. */
function storagePriceOf(offer: Offer, currency: Currency | null): number | null {
  const prices = (valueOf(offer, 'storage') ?? []).flatMap(({ pricePerGibMonth, kind }) =>
    pricePerGibMonth === null || pricePerGibMonth.currency !== currency || kind === 'local' ? [] : [Number(pricePerGibMonth.amount)],
  );
  return prices.length === 0 ? null : Math.min(...prices);
}

const byObtainability = { can: 0, maybe: 1, ask: 2 } as const;

/** The order that the objective asks for: money, time, or what can be had at a price that is not exceeded. Ties by id. */
export function compareRanked(objective: JobLimits['objective']): (a: RankedOffer, b: RankedOffer) => number {
  const byId = (a: RankedOffer, b: RankedOffer): number => (a.offer.id < b.offer.id ? -1 : 1);
  const byTotal = (a: RankedOffer, b: RankedOffer): number => Number(a.fare.total) - Number(b.fare.total);
  if (objective === 'time') return (a, b) => a.wallHours - b.wallHours || byTotal(a, b) || byId(a, b);
  if (objective === 'cost') return (a, b) => byTotal(a, b) || a.wallHours - b.wallHours || byId(a, b);
  return (a, b) =>
    byObtainability[a.obtainability.verdict] - byObtainability[b.obtainability.verdict] ||
    a.totalInterval[1] - b.totalInterval[1] ||
    byId(a, b);
}

export const isRejection = (placed: RankedOffer | Rejection): placed is Rejection => 'code' in placed;
