import { z } from 'zod';
import {
  answers,
  billingUnits,
  confidences,
  fabrics,
  gateKinds,
  localities,
  multiNodeReasons,
  nodeLinks,
  orchestrations,
  priceBases,
  priceModels,
  priceScopes,
  providerKinds,
  provisionings,
  sourceKinds,
  storageKinds,
  topologies,
} from '../catalogue/vocabulary.ts';
import { planDocument } from './plan-documents.ts';

/**
 * The documents that answers consist of: bodies of the API, output of `--json`, twins of pages. Keys keep their
 * names and units; new keys may appear. Unknown is null, three-valued answers are words, money is decimal text.
 */

const answer = z.enum(answers);
const sourceDate = z.string();

/** A code with the values its message needs, so that every language can say the same thing. */
const said = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])) });

export const sourceDocument = z.object({
  url: z.string(),
  asOf: sourceDate.nullable(),
  kind: z.enum(sourceKinds),
  title: z.string().nullable(),
  seenVia: z.string().nullable(),
  note: z.string().nullable(),
  /** Older than 365 days on the day asked; null where the source carries no date. */
  stale: z.boolean().nullable(),
});

export const conflictDocument = z.object({
  says: z.string(),
  status: z.enum(['open', 'resolved']),
  sources: z.array(sourceDocument),
});

export const factDocument = z.object({
  value: z.unknown(),
  detail: z.string().nullable(),
  sources: z.array(sourceDocument),
  confidence: z.enum(confidences),
  conflicts: z.array(conflictDocument),
});

export const priceDocument = z.object({
  amount: z.string(),
  currency: z.string(),
  per: z.enum(['gpu-hour', 'node-hour']),
  model: z.enum(priceModels),
  termHours: z.number().nullable(),
  minGpus: z.number().nullable(),
  gpu: z.string().nullable(),
  region: z.string().nullable(),
  basis: z.enum(priceBases),
  scope: z.enum(priceScopes),
  asOf: sourceDate.nullable(),
  source: z.string().nullable(),
  seenVia: z.string().nullable(),
  confidence: z.enum(confidences),
  superseded: z.boolean(),
  /** Older than 90 days on the day asked, or undated. */
  stale: z.boolean(),
  ageDays: z.number().nullable(),
  note: z.string().nullable(),
});

export const checkDocument = z.object({
  verdict: z.enum(['good', 'weak', 'unknown', 'conflict']),
  rule: z.string(),
  because: z.string(),
  ask: z.string(),
  becauseSaid: said,
  askSaid: said,
});

export const gpuDocument = z.object({
  id: z.string().nullable(),
  family: z.string(),
  name: z.string(),
  vendor: z.string().nullable(),
  formFactor: z.string().nullable(),
  memoryGB: z.number().nullable(),
  /** What an ambiguous family could mean; empty for an exact GPU. */
  candidates: z.array(z.string()),
});

export const offerDocument = z.object({
  id: z.string(),
  provider: z.string(),
  providerName: z.string(),
  name: z.string(),
  multiNode: answer,
  multiNodeReason: z.enum(multiNodeReasons).nullable(),
  /** Exact GPU id; null where the form is not given or several types are on offer (see `gpus`). */
  gpu: z.string().nullable(),
  gpuFamily: z.string().nullable(),
  gpus: z.array(gpuDocument),
  gpuMemoryGB: z.number().nullable(),
  gpusPerNode: z.number().nullable(),
  nodeLink: z.enum(nodeLinks).nullable(),
  nodeLinkGBytePerS: z.number().nullable(),
  nvlinkDomainGpus: z.number().nullable(),
  fabric: z.enum(fabrics).nullable(),
  fabricOptions: z.array(z.enum(fabrics)),
  fabricGeneration: z.string().nullable(),
  nodeBandwidthGbitPerS: z.number().nullable(),
  nodeBandwidthIsUpTo: z.boolean(),
  gpuBandwidthGbitPerS: z.number().nullable(),
  nics: z.object({ count: z.number(), gbitPerS: z.number() }).nullable(),
  generalNetworkGbitPerS: z.number().nullable(),
  rdma: answer,
  gpudirectRdma: answer,
  topology: z.enum(topologies).nullable(),
  oversubscription: z.string().nullable(),
  locality: z.enum(localities).nullable(),
  orchestration: z.array(z.enum(orchestrations)),
  managed: answer,
  ncclReady: answer,
  provisioning: z.array(z.enum(provisionings)),
  obtainable: z.enum(['can', 'maybe', 'ask']),
  obtainableSaid: said,
  leadTimeDays: z.number().nullable(),
  minNodes: z.number().nullable(),
  maxNodes: z.number().nullable(),
  maxNodesScope: z.string().nullable(),
  minTermHours: z.number().nullable(),
  prepaid: answer,
  billingUnit: z.enum(billingUnits).nullable(),
  unitOfSale: z.string().nullable(),
  gates: z.array(z.object({ kind: z.enum(gateKinds), says: z.string() })),
  storage: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(storageKinds),
      throughput: z.string().nullable(),
      pricePerGibMonth: z.object({ amount: z.string(), currency: z.string() }).nullable(),
    }),
  ),
  regions: z.array(z.string()),
  availability: z.object({
    state: z.enum(['seen', 'not-seen', 'unknown']),
    nodes: z.number().nullable(),
    region: z.string().nullable(),
    asOf: sourceDate.nullable(),
  }),
  sla: z.string().nullable(),
  replacement: z.string().nullable(),
  spares: z.string().nullable(),
  dataLocation: z.string().nullable(),
  certificates: z.array(z.string()),
  egress: z.string().nullable(),
  price: priceDocument.nullable(),
  priceStatus: z.enum(['priced', 'range', 'quote', 'unread', 'none']),
  prices: z.array(priceDocument),
  priceNotes: z.array(z.object({ says: z.string(), asOf: sourceDate.nullable(), source: z.string().nullable() })),
  priceConflicts: z.array(conflictDocument),
  checks: z.object({
    network: checkDocument,
    topology: checkDocument,
    orchestration: checkDocument,
    provisioning: checkDocument,
    billing: checkDocument,
    storage: checkDocument,
  }),
  note: z.string().nullable(),
  formerIds: z.array(z.string()),
  /** Every field that something is on file for, with who says so. */
  facts: z.record(z.string(), factDocument),
});

/** The answer to `offers`: one page of the comparison, and what each further choice would leave. */
export const offersDocument = z.object({
  dataVersion: z.string(),
  asOf: z.string(),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  limit: z.int(),
  /** The question as understood: filters in canonical spelling, defaults left out. */
  query: z.string(),
  /** Offers that only a numeric bound leaves out, because they do not publish the figure. */
  hiddenUnknown: z.int(),
  facets: z.record(z.string(), z.record(z.string(), z.int())),
  offers: z.array(offerDocument),
  /** The plan where the question holds a job: offers are then those that can take it, in its order. Null without a job. */
  throughJob: planDocument.nullable(),
});

/** The answer to `show`. */
export const showDocument = z.object({ dataVersion: z.string(), asOf: z.string(), offer: offerDocument });

/** The answer to `compare`: two to four offers, or one on a job, and for each property whether they differ. */
export const compareDocument = z.object({
  dataVersion: z.string(),
  asOf: z.string(),
  offers: z.array(offerDocument),
  /** Names of offer properties that are not the same for all. */
  differ: z.array(z.string()),
  /** The plan of these offers where the question holds a job: ranked and left out among themselves, with a curve of each. */
  throughJob: planDocument.nullable(),
});

export const providerDocument = z.object({
  id: z.string(),
  name: z.string(),
  homepage: z.string().nullable(),
  kind: z.enum(providerKinds),
  note: z.string().nullable(),
  /** Yes if any of its offers is; no if all of them are known not to be. */
  multiNode: answer,
  /** Reasons of the offers that say no, without doubles. */
  multiNodeReasons: z.array(z.enum(multiNodeReasons)),
  offerCount: z.int(),
  multiNodeOfferCount: z.int(),
  fabrics: z.array(z.enum(fabrics)),
  gpuFamilies: z.array(z.string()),
  orchestration: z.array(z.enum(orchestrations)),
  provisioning: z.array(z.enum(provisionings)),
  /** Highest bandwidth per node on file among its multi-node offers. */
  maxNodeBandwidthGbitPerS: z.number().nullable(),
  /** Lowest current price per GPU-hour among its multi-node offers. */
  lowestPrice: priceDocument.nullable(),
  offers: z.array(z.string()),
});

/** The answer to `providers`. */
export const providersDocument = z.object({
  dataVersion: z.string(),
  asOf: z.string(),
  total: z.int(),
  query: z.string(),
  facets: z.record(z.string(), z.record(z.string(), z.int())),
  providers: z.array(providerDocument),
});

export type SourceDocument = z.infer<typeof sourceDocument>;
export type ConflictDocument = z.infer<typeof conflictDocument>;
export type FactDocument = z.infer<typeof factDocument>;
export type PriceDocument = z.infer<typeof priceDocument>;
export type CheckDocument = z.infer<typeof checkDocument>;
export type GpuDocument = z.infer<typeof gpuDocument>;
export type OfferDocument = z.infer<typeof offerDocument>;
export type OffersDocument = z.infer<typeof offersDocument>;
export type ShowDocument = z.infer<typeof showDocument>;
export type CompareDocument = z.infer<typeof compareDocument>;
export type ProviderDocument = z.infer<typeof providerDocument>;
export type ProvidersDocument = z.infer<typeof providersDocument>;
