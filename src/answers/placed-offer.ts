import { readThroughput } from '../catalogue/checks/throughput.ts';
import { type Offer, valueOf } from '../catalogue/offer.ts';
import { amountOf } from '../fare/fare.ts';
import { checkpointIntervalS } from '../fare/goodput.ts';
import { gradeOfEfficiency } from '../forecast/grades.ts';
import { usableGiB } from '../forecast/machine.ts';
import type { FastestPlan } from '../plan/fastest-plans.ts';
import type { PlacedJob } from '../plan/job-model.ts';
import { efficiencyMiss } from '../plan/outlook.ts';
import { isRejection, type Planner, type RankedOffer } from '../plan/rank-offers.ts';
import { whatBinds } from '../plan/what-binds.ts';
import type { PlacedDocument } from './plan-documents.ts';

const toFour = (value: number): number => Number(value.toPrecision(4));
const toShare = (value: number): number => Number(value.toFixed(4));
const cents = (value: number): string => value.toFixed(2);

/** Ends of 80% of an efficiency, inside (0, 1]. `worst`: what unknown facts may make of it. */
export function efficiencyInterval(value: number, worst = value): [number, number] {
  const low = Math.min(value, Math.max(0.01, Math.min(worst, value - efficiencyMiss)));
  return [toShare(low), toShare(Math.min(1, value + efficiencyMiss))];
}

/** GB/s of the fastest shared storage of an offer that says so in total; null where none does, or where it grows with what is rented. */
function storageRateOf(offer: Offer): number | null {
  const rates = (valueOf(offer, 'storage') ?? []).flatMap(({ throughput, kind }) => {
    const read = throughput === null || kind === 'local' ? null : readThroughput(throughput);
    return read === null || read.grows || read.gBytePerS === null ? [] : [read.gBytePerS];
  });
  return rates.length === 0 ? null : Math.max(...rates);
}

/** Share of the time that checkpoints may take where storage is fast enough. */
const checkpointShare = 0.05;

/** GB/s at which storage feeds the data set once over the run, or takes checkpoints that cost no more than a twentieth. */
function neededStorageRate(ranked: RankedOffer, datasetBytes: number, checkpointBytes: number): number | null {
  const reading = datasetBytes / (ranked.use.runHours * 3600);
  const { betweenFailuresS } = ranked.rhythm;
  // Of an interval after Young, sqrt(2 · write · mean), writing takes the share s where write = 2 · mean · s².
  const writing = Number.isFinite(betweenFailuresS) ? checkpointBytes / (2 * betweenFailuresS * checkpointShare ** 2) : 0;
  const rate = Math.max(reading, writing) / 1e9;
  return rate > 0 ? toFour(rate) : null;
}

/** What the document of a placed job says beyond what every kind of job has. */
export interface JobDetails {
  readonly parallel: PlacedDocument['parallel'];
  readonly stepSeconds: number | null;
  /** Whether memory makes work be repeated. */
  readonly repeats: boolean;
}

interface Setting<P extends PlacedJob> {
  readonly rank: number;
  readonly stickerRank: number;
  /** Tokens of the whole job; null where it has none. */
  readonly tokens: number | null;
  readonly planner: Planner<P>;
  readonly detailsOf: (placed: P) => JobDetails;
  /** Lowest fare among the offers that are ranked together; null where this one stands alone. */
  readonly cheapest: number | null;
  /** Whether to ask what one more node would bring. */
  readonly more: boolean;
}

/** Of a training plan. */
export function trainingDetails({ layout, globalBatch, stepTimeS }: FastestPlan): JobDetails {
  const parallel = {
    tp: layout.tensor,
    pp: layout.pipeline,
    vpp: layout.virtualStages,
    dp: layout.data,
    cp: layout.context,
    ep: layout.expert,
    zero: layout.sharding,
    shardGroup: layout.sharding === 3 ? layout.shardGroup : null,
    microBatch: layout.microBatch,
    microBatches: layout.microBatches,
    recompute: layout.recompute,
    precision: layout.format,
    globalBatch,
    batchTokens: globalBatch * layout.sequence,
  };
  return { parallel, stepSeconds: toFour(stepTimeS), repeats: layout.recompute === 'full' };
}

function oneMoreNode<P extends PlacedJob>({ offer, nodes }: RankedOffer<P>, planner: Planner<P>): PlacedDocument['oneMoreNode'] {
  const most = valueOf(offer, 'maxNodes');
  if (nodes >= planner.limits.maxNodes || (most !== null && offer.maxNodesScope === null && nodes >= most)) return null;
  const more = planner.place(offer, nodes + 1);
  if (isRejection(more)) return null;
  return { nodes: more.nodes, hours: toFour(more.wallHours), total: { amount: more.fare.total, currency: more.fare.currency } };
}

/** The same nodes over a network that costs nothing; failures and starts stay. */
function idealNetworkOf({ use, outlook, option, fare }: RankedOffer): PlacedDocument['idealNetwork'] {
  const wallHours = use.wallHours - use.runHours * (1 - outlook.networkEfficiency);
  return { hours: toFour(wallHours), total: { amount: cents(amountOf(option, { ...use, wallHours })), currency: fare.currency } };
}

/** A fare is its price times what is billed, and storage: so a price that leads can be solved for. */
function leadingPrice({ fare, option, use }: RankedOffer, cheapest: number | null): PlacedDocument['leadsAtPricePerGpuHour'] {
  const total = Number(fare.total);
  if (cheapest === null || total <= cheapest) return null;
  const storage = Number(fare.lines.find(({ what }) => what === 'storage')?.amount ?? 0);
  const price = (cheapest - storage) / (use.gpus * fare.billedHours);
  return price > 0 && option.perGpuHour > price ? { amount: price.toFixed(4), currency: fare.currency } : null;
}

/** The document of a job placed in one offer. */
export function placedDocumentOf<P extends PlacedJob>(
  ranked: RankedOffer<P>,
  { rank, stickerRank, tokens, planner, detailsOf, cheapest, more }: Setting<P>,
): PlacedDocument {
  const { offer, hardware, plan, outlook, fare, option, use, rhythm } = ranked;
  const { price, perGpuHour, stale } = option.current;
  const needs = neededStorageRate(ranked, planner.limits.datasetBytes, planner.model.checkpointBytes);
  const shares = outlook.breakdown;
  const details = detailsOf(plan);
  return {
    offer: offer.id,
    provider: offer.provider.id,
    providerName: offer.provider.name,
    name: offer.name,
    gpu: hardware.gpu.id,
    gpuName: hardware.gpu.shortName,
    gpusPerNode: hardware.facts.gpusPerNode,
    fabric: valueOf(offer, 'fabric'),
    nodeBandwidthGbitPerS: valueOf(offer, 'nodeBandwidthGbitPerS'),
    nodes: ranked.nodes,
    gpus: plan.gpus,
    parallel: details.parallel,
    obtainable: ranked.obtainability.verdict,
    obtainableRule: ranked.obtainability.rule,
    forecast: {
      hours: toFour(ranked.wallHours),
      runHours: toFour(use.runHours),
      stepSeconds: details.stepSeconds,
      efficiency: toShare(outlook.scalingEfficiency),
      networkEfficiency: toShare(outlook.networkEfficiency),
      grade: gradeOfEfficiency(outlook.networkEfficiency),
      memoryGiB: outlook.memoryGiB === null ? null : toFour(outlook.memoryGiB),
      memoryHaveGiB: toFour(usableGiB(hardware.machine)),
      mfu: outlook.mfu === null ? null : toShare(outlook.mfu),
      breakdown:
        shares === null
          ? null
          : {
              compute: toShare(shares.compute),
              tensor: toShare(shares.tensor),
              pipeline: toShare(shares.pipeline),
              data: toShare(shares.data),
              other: toShare(1 - toShare(shares.compute) - toShare(shares.tensor) - toShare(shares.pipeline) - toShare(shares.data)),
            },
      needsStorageGBytePerS: needs,
      checkpointEveryMinutes: rhythm.checkpointS > 0 ? toFour(checkpointIntervalS(rhythm) / 60) : null,
      hoursBetweenFailures: Number.isFinite(rhythm.betweenFailuresS) ? toFour(rhythm.betweenFailuresS / 3600) : null,
      binds: whatBinds(outlook, {
        repeats: details.repeats,
        needsGBytePerS: needs,
        hasGBytePerS: storageRateOf(offer),
      }),
    },
    fare: {
      total: { amount: fare.total, currency: fare.currency },
      perMillionTokens: tokens === null ? null : toFour(Number(fare.total) / (tokens / 1e6)).toString(),
      lines: fare.lines.map(({ what, amount }) => ({ what, amount })),
      breakEvenDays: ranked.breakEvenDays === null ? null : toFour(ranked.breakEvenDays),
      priceModel: option.model,
      pricePerGpuHour: { amount: perGpuHour, currency: fare.currency },
      stickerPerGpuHour: { amount: String(ranked.stickerPerGpuHour), currency: fare.currency },
      priceAsOf: price.asOf,
      priceStale: stale,
      termHours: price.termHours,
      billedHours: toFour(fare.billedHours),
    },
    rank,
    stickerRank,
    unknown: [...ranked.unknown],
    interval: {
      total: [cents(ranked.totalInterval[0]), cents(ranked.totalInterval[1])],
      hours: [toFour(ranked.wallHoursInterval[0]), toFour(ranked.wallHoursInterval[1])],
      efficiency: efficiencyInterval(outlook.scalingEfficiency),
      networkEfficiency: efficiencyInterval(outlook.networkEfficiency, outlook.worstNetworkEfficiency),
    },
    idealNetwork: idealNetworkOf(ranked),
    leadsAtPricePerGpuHour: leadingPrice(ranked, cheapest),
    oneMoreNode: more ? oneMoreNode(ranked, planner) : null,
  };
}
