import { z } from 'zod';
import { confidences, priceBases, priceModels, priceScopes, sightingStates, sourceKinds } from '../catalogue/vocabulary.ts';

/** Documents about the data itself: what changed, and how much of it there is. Same wire rules as `documents.ts`. */

/** One publication of a price: regions that a source lists together are one change, not fifty. */
const publishedPrice = z.object({
  /** Lowest and highest of its regions, as published; equal where there is one amount. */
  lowest: z.string(),
  highest: z.string(),
  currency: z.string(),
  per: z.enum(['gpu-hour', 'node-hour']),
  model: z.enum(priceModels),
  termHours: z.number().nullable(),
  minGpus: z.number().nullable(),
  gpu: z.string().nullable(),
  basis: z.enum(priceBases),
  scope: z.enum(priceScopes),
  regions: z.array(z.string()),
  superseded: z.boolean(),
  /** What it replaced: the newest superseded price of the same kind before it. */
  before: z.object({ lowest: z.string(), highest: z.string(), asOf: z.string() }).nullable(),
});

export const changeDocument = z.object({
  /** Stays for ever, whatever else is added: offer, kind, date and what tells two of one day apart. */
  id: z.string(),
  /** When the source said so: a day, a month or a year. */
  date: z.string(),
  kind: z.enum(['price', 'fact', 'availability']),
  offer: z.string(),
  offerName: z.string(),
  provider: z.string(),
  providerName: z.string(),
  /** Name of the offer property that it is about. */
  field: z.string(),
  /** The value of a fact; null for prices and sightings, and where a source says something beside the question. */
  value: z.unknown(),
  /** What the source says beyond the value. */
  detail: z.string().nullable(),
  price: publishedPrice.nullable(),
  availability: z.object({ state: z.enum(sightingStates), nodes: z.number().nullable(), region: z.string().nullable() }).nullable(),
  /** The same in an English sentence. */
  says: z.string(),
  confidence: z.enum(confidences),
  /** True where another source on file says otherwise and nobody has settled it. */
  inConflict: z.boolean(),
  /** Address of the newest source, null where none is on file. */
  source: z.string().nullable(),
});

/** The answer to `changes`: dated facts, prices and sightings of the offers that match, newest first. */
export const changesDocument = z.object({
  dataVersion: z.string(),
  asOf: z.string(),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  limit: z.int(),
  query: z.string(),
  /** Facts and prices of these offers that no source dates: they are on file, but cannot be placed in time. */
  undated: z.int(),
  changes: z.array(changeDocument),
});

const byAnswer = z.object({ yes: z.int(), no: z.int(), unknown: z.int() });

const fieldCount = z.object({
  field: z.string(),
  /** Multi-node offers that have a value on file. */
  stated: z.int(),
  /** Of these: no source on file. */
  unconfirmed: z.int(),
  /** Newest source older than 365 days. */
  stale: z.int(),
  /** Sources without any date. */
  undated: z.int(),
  /** Sources disagree, not settled. */
  inConflict: z.int(),
  /** Who says so, counted by offer. */
  confidence: z.record(z.enum(confidences), z.int()),
});

const cellCount = z.object({
  /** Offers times fields. */
  all: z.int(),
  confirmed: z.int(),
  unconfirmed: z.int(),
  /** Not on file. */
  silent: z.int(),
});

const modelCount = z.object({
  model: z.enum(priceModels),
  /** In force, that is not superseded. */
  total: z.int(),
  upTo30Days: z.int(),
  from31To90Days: z.int(),
  over90Days: z.int(),
  undated: z.int(),
});

/** The answer to `data`: how much is on file, how old it is and who says so. */
export const dataDocument = z.object({
  dataVersion: z.string(),
  /** SHA-256 of the compiled data, hexadecimal. */
  contentHash: z.string(),
  asOf: z.string(),
  offers: byAnswer.extend({ total: z.int() }),
  /** Yes where any offer of the provider is, no where every one is known not to be. */
  providers: byAnswer.extend({ total: z.int() }),
  /** Of multi-node offers, in the order of the schema. */
  fields: z.array(fieldCount),
  cells: z.object({ multiNodeOffers: cellCount, allOffers: cellCount }),
  prices: z.object({
    total: z.int(),
    superseded: z.int(),
    /** No source on file. */
    unconfirmed: z.int(),
    /** For a named region. */
    regional: z.int(),
    /** Named regions, counted per provider. */
    regions: z.int(),
    /** Multi-node offers with a current price. */
    pricedOffers: z.int(),
    byModel: z.array(modelCount),
  }),
  sources: z.object({ addresses: z.int(), citations: z.int(), byKind: z.record(z.enum(sourceKinds), z.int()) }),
  conflicts: z.object({ open: z.int(), resolved: z.int() }),
  /** Times that somebody looked for free nodes and said what was seen. */
  sightings: z.int(),
});

export type ChangeDocument = z.infer<typeof changeDocument>;
export type ChangesDocument = z.infer<typeof changesDocument>;
export type PublishedPrice = z.infer<typeof publishedPrice>;
export type DataDocument = z.infer<typeof dataDocument>;
export type FieldCount = z.infer<typeof fieldCount>;
export type CellCount = z.infer<typeof cellCount>;
export type ModelCount = z.infer<typeof modelCount>;
