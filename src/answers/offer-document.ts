import { confidenceOf } from '../catalogue/assemble.ts';
import { type Judgement, judgeOffer } from '../catalogue/checks/judge.ts';
import { isPriceStale, isSourceStale, priceAgeInDays } from '../catalogue/freshness.ts';
import { judgeObtainability } from '../catalogue/obtainability.ts';
import {
  type Conflict,
  type Fact,
  type FieldName,
  gpuBandwidthGbitPerS,
  type Offer,
  type OfferedGpu,
  type Price,
  type Sighting,
  type Source,
  valueOf,
} from '../catalogue/offer.ts';
import type { View } from '../catalogue/offer-index.ts';
import { priceIn } from '../catalogue/offer-rows.ts';
import { compareDates, type Day } from '../units/date.ts';
import { sayAsk, sayBecause } from '../words/checks.ts';
import type {
  CheckDocument,
  ConflictDocument,
  FactDocument,
  GpuDocument,
  OfferDocument,
  PriceDocument,
  SourceDocument,
} from './documents.ts';

const yesNoUnknown = (offer: Offer, field: 'multiNode' | 'rdma' | 'gpudirectRdma' | 'managed' | 'ncclReady' | 'prepaid') =>
  valueOf(offer, field) ?? 'unknown';

function describeSource(source: Source, today: Day): SourceDocument {
  return { ...source, stale: isSourceStale(source, today) };
}

function describeConflict(conflict: Conflict, today: Day): ConflictDocument {
  return { says: conflict.says, status: conflict.status, sources: conflict.sources.map((source) => describeSource(source, today)) };
}

function describeFact(fact: Fact<unknown>, today: Day): FactDocument {
  return {
    value: fact.value,
    detail: fact.detail,
    sources: fact.sources.map((source) => describeSource(source, today)),
    confidence: fact.confidence,
    conflicts: fact.conflicts.map((conflict) => describeConflict(conflict, today)),
  };
}

function describePrice(price: Price, today: Day): PriceDocument {
  const { source, ...rest } = price;
  return {
    ...rest,
    source: source?.url ?? null,
    seenVia: source?.seenVia ?? null,
    confidence: source === null ? 'unconfirmed' : confidenceOf([source]),
    stale: isPriceStale(price, today),
    ageDays: priceAgeInDays(price, today),
  };
}

/** The current price, per GPU-hour whatever unit it was published in. */
function describeCurrentPrice(offer: Offer, view: View, today: Day): PriceDocument | null {
  const current = priceIn(offer, view, today);
  return current === null ? null : { ...describePrice(current.price, today), amount: current.perGpuHour, per: 'gpu-hour' };
}

function describeGpu(gpu: OfferedGpu): GpuDocument {
  return {
    id: gpu.id,
    family: gpu.family,
    name: gpu.shortName,
    vendor: gpu.vendor,
    formFactor: gpu.formFactor,
    memoryGB: gpu.memoryGB,
    candidates: [...gpu.candidates],
  };
}

function describeCheck(judgement: Judgement): CheckDocument {
  return {
    verdict: judgement.verdict,
    rule: judgement.rule,
    because: sayBecause('en', judgement),
    ask: sayAsk('en', judgement),
    becauseSaid: judgement.because,
    askSaid: judgement.ask,
  };
}

/** The latest sighting of free nodes; none on file means unknown, which is not "none free". */
function describeAvailability(sightings: readonly Sighting[]): OfferDocument['availability'] {
  const latest = [...sightings].sort((a, b) => compareDates(b.asOf, a.asOf))[0];
  if (latest === undefined) return { state: 'unknown', nodes: null, region: null, asOf: null };
  return { state: latest.state, nodes: latest.nodes, region: latest.region, asOf: latest.asOf };
}

/** Everything on file for an offer, as one document. Unknown is null, or `unknown` where the answer has three values. */
export function describeOffer(offer: Offer, view: View, today: Day): OfferDocument {
  const gpu = offer.gpus.length === 1 ? offer.gpus[0] : undefined;
  const checks = judgeOffer(offer, view.ask, today);
  const obtainable = judgeObtainability(offer, view.ask, today);
  return {
    id: offer.id,
    provider: offer.provider.id,
    providerName: offer.provider.name,
    name: offer.name,
    multiNode: yesNoUnknown(offer, 'multiNode'),
    multiNodeReason: offer.multiNodeReason,
    gpu: gpu?.id ?? null,
    gpuFamily: gpu?.family ?? null,
    gpus: offer.gpus.map(describeGpu),
    gpuMemoryGB: valueOf(offer, 'gpuMemoryGB') ?? gpu?.memoryGB ?? null,
    gpusPerNode: valueOf(offer, 'gpusPerNode'),
    nodeLink: valueOf(offer, 'nodeLink') ?? gpu?.nodeLink ?? null,
    nodeLinkGBytePerS: valueOf(offer, 'nodeLinkGBytePerS'),
    nvlinkDomainGpus: valueOf(offer, 'nvlinkDomainGpus') ?? gpu?.nvlinkDomainGpus ?? null,
    fabric: valueOf(offer, 'fabric'),
    fabricOptions: [...(valueOf(offer, 'fabricOptions') ?? [])],
    fabricGeneration: valueOf(offer, 'fabricGeneration'),
    nodeBandwidthGbitPerS: valueOf(offer, 'nodeBandwidthGbitPerS'),
    nodeBandwidthIsUpTo: offer.bandwidthIsUpTo,
    gpuBandwidthGbitPerS: gpuBandwidthGbitPerS(offer),
    nics: valueOf(offer, 'nics'),
    generalNetworkGbitPerS: valueOf(offer, 'generalNetworkGbitPerS'),
    rdma: yesNoUnknown(offer, 'rdma'),
    gpudirectRdma: yesNoUnknown(offer, 'gpudirectRdma'),
    topology: valueOf(offer, 'topology'),
    oversubscription: valueOf(offer, 'oversubscription'),
    locality: valueOf(offer, 'locality'),
    orchestration: [...(valueOf(offer, 'orchestration') ?? [])],
    managed: yesNoUnknown(offer, 'managed'),
    ncclReady: yesNoUnknown(offer, 'ncclReady'),
    provisioning: [...(valueOf(offer, 'provisioning') ?? [])],
    obtainable: obtainable.verdict,
    obtainableSaid: obtainable.because,
    leadTimeDays: valueOf(offer, 'leadTimeDays'),
    minNodes: valueOf(offer, 'minNodes'),
    maxNodes: valueOf(offer, 'maxNodes'),
    maxNodesScope: offer.maxNodesScope,
    minTermHours: valueOf(offer, 'minTermHours'),
    prepaid: yesNoUnknown(offer, 'prepaid'),
    billingUnit: valueOf(offer, 'billingUnit'),
    unitOfSale: valueOf(offer, 'unitOfSale'),
    gates: [...(valueOf(offer, 'gates') ?? [])],
    storage: [...(valueOf(offer, 'storage') ?? [])],
    regions: [...(valueOf(offer, 'regions') ?? [])],
    availability: describeAvailability(offer.sightings),
    sla: valueOf(offer, 'sla'),
    replacement: valueOf(offer, 'replacement'),
    spares: valueOf(offer, 'spares'),
    dataLocation: valueOf(offer, 'dataLocation'),
    certificates: [...(valueOf(offer, 'certificates') ?? [])],
    egress: valueOf(offer, 'egress'),
    price: describeCurrentPrice(offer, view, today),
    priceStatus: offer.priceStatus,
    prices: offer.prices.map((price) => describePrice(price, today)),
    priceNotes: offer.priceNotes.map((note) => ({ says: note.says, asOf: note.asOf, source: note.source?.url ?? null })),
    priceConflicts: offer.priceConflicts.map((conflict) => describeConflict(conflict, today)),
    checks: {
      network: describeCheck(checks.network),
      topology: describeCheck(checks.topology),
      orchestration: describeCheck(checks.orchestration),
      provisioning: describeCheck(checks.provisioning),
      billing: describeCheck(checks.billing),
      storage: describeCheck(checks.storage),
    },
    note: offer.note,
    formerIds: [...offer.formerIds],
    facts: Object.fromEntries(
      (Object.entries(offer.facts) as [FieldName, Fact<unknown>][]).map(([field, fact]) => [field, describeFact(fact, today)]),
    ),
  };
}
