import { z } from 'zod';
import {
  count,
  conflictFile as hardwareConflictFile,
  sourceFile as hardwareSourceFile,
  slug,
  sourceKeys,
  text,
} from '../hardware/fact-schema.ts';
import { type Currency, type DecimalText, isCurrency, isDecimalText } from '../units/money.ts';
import {
  billingUnits,
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
  sightingStates,
  storageKinds,
  topologies,
} from './vocabulary.ts';

/**
 * The form of `data/providers/<id>.yaml`. Unknown keys are errors, so a misspelt field cannot pass for a missing one.
 * Field names are those of the wire (camelCase, unit in the name): one name for one thing from file to API.
 */

const url = z.url({ protocol: /^https?$/ }).max(500);
const sourceDate = hardwareSourceFile.shape.asOf.unwrap();
const decimalText = z
  .string()
  .refine(isDecimalText, 'a decimal number in quotes, such as "6.155"')
  .transform((amount) => amount as DecimalText);
const currency = z
  .string()
  .refine(isCurrency, 'three letters of ISO 4217')
  .transform((code) => code as Currency);

/** A source as hardware cites it; offers often know a page only through a copy of it. */
export const sourceFile = hardwareSourceFile.extend({
  /** Where the page itself could not be read: the copy or transcription that was. */
  seenVia: text.optional(),
});

/** Two sources that disagree, or a disagreement that was explained. Both stand. */
export const conflictFile = hardwareConflictFile.omit({ values: true });

const about = {
  /** What the source says beyond the value, in our own words. */
  detail: text.optional(),
  sources: sourceKeys.default([]),
  confidence: z.enum(['unconfirmed']).optional(),
  conflicts: z.array(conflictFile).min(1).optional(),
};

/** A value with who says so. `value: null` with a detail: something is said, but not what the field asks. */
const fact = <T extends z.ZodType>(value: T) => z.strictObject({ value: value.nullable(), ...about });

const yesNo = z.enum(['yes', 'no']);
const listOf = <T extends readonly [string, ...string[]]>(words: T) => z.array(z.enum(words)).min(1);

export const storageFile = z.strictObject({
  name: text,
  kind: z.enum(storageKinds),
  /** As published: the unit of scale (per GPU, per TiB, in total) is part of the text. */
  throughput: text.nullable(),
  pricePerGibMonth: z.strictObject({ amount: decimalText, currency }).optional(),
});

/** What an offer can say. DESIGN: each of these came from a real offer. */
export const offerFactsFile = z.strictObject({
  multiNode: fact(yesNo)
    .extend({ reason: z.enum(multiNodeReasons).optional() })
    .strict()
    .optional(),
  /** An exact GPU id, or a family (`h100`) where the source names no form factor or memory. */
  gpu: fact(slug).optional(),
  /** Several GPU types in one offer: ids or families; `gpu` is then left out. */
  gpuOptions: fact(z.array(slug).min(2)).optional(),
  /** Marketed GB per GPU, only where a source states it for this offer. */
  gpuMemoryGB: fact(z.number().positive()).optional(),
  gpusPerNode: fact(count).optional(),
  nodeLink: fact(z.enum(nodeLinks)).optional(),
  /** Both directions, per GPU, decimal GB/s. */
  nodeLinkGBytePerS: fact(z.number().positive()).optional(),
  nvlinkDomainGpus: fact(count).optional(),

  fabric: fact(z.enum(fabrics)).optional(),
  fabricOptions: fact(listOf(fabrics)).optional(),
  fabricGeneration: fact(text).optional(),
  /** The GPU fabric alone, one direction, Gbit/s; front-end and storage NICs are kept apart. */
  nodeBandwidthGbitPerS: fact(z.number().positive()).extend({ upTo: z.boolean().optional() }).strict().optional(),
  nics: fact(z.strictObject({ count, gbitPerS: z.number().positive() })).optional(),
  /** Ordinary network of the node, where no GPU fabric is meant. */
  generalNetworkGbitPerS: fact(z.number().positive()).optional(),
  rdma: fact(yesNo).optional(),
  gpudirectRdma: fact(yesNo).optional(),
  topology: fact(z.enum(topologies)).optional(),
  oversubscription: fact(z.string().regex(/^\d+(?:\.\d+)?:1$/, 'a ratio such as "2:1"')).optional(),
  locality: fact(z.enum(localities)).optional(),

  orchestration: fact(listOf(orchestrations)).optional(),
  managed: fact(yesNo).optional(),
  ncclReady: fact(yesNo).optional(),
  storage: fact(z.array(storageFile).min(1)).optional(),

  provisioning: fact(listOf(provisionings)).optional(),
  leadTimeDays: fact(z.number().nonnegative()).optional(),
  unitOfSale: fact(text).optional(),
  minNodes: fact(count).optional(),
  maxNodes: fact(count).extend({ scope: text.optional() }).strict().optional(),
  minTermHours: fact(z.number().positive()).optional(),
  prepaid: fact(yesNo).optional(),
  billingUnit: fact(z.enum(billingUnits)).optional(),
  egress: fact(text).optional(),
  regions: fact(z.array(text).min(1)).optional(),

  gates: fact(z.array(z.strictObject({ kind: z.enum(gateKinds), says: text })).min(1)).optional(),
  sla: fact(text).optional(),
  replacement: fact(text).optional(),
  spares: fact(text).optional(),
  dataLocation: fact(text).optional(),
  certificates: fact(z.array(text).min(1)).optional(),
});

export const priceFile = z.strictObject({
  amount: decimalText,
  currency,
  per: z.enum(['gpu-hour', 'node-hour']),
  model: z.enum(priceModels),
  /** Commitment in hours, for reserved and block prices. */
  termHours: z.number().positive().optional(),
  /** Smallest number of GPUs that gets this price. */
  minGpus: count.optional(),
  /** For an offer of several GPU types: the id or family that this price is for. */
  gpu: slug.optional(),
  region: text.nullable(),
  basis: z.enum(priceBases).default('list'),
  scope: z.enum(priceScopes),
  asOf: sourceDate.nullable(),
  /** Key of a source; null: no address on file, and the price is shown as unconfirmed. */
  source: slug.nullable(),
  /** A later price of the same model and region replaced it; kept as history. */
  superseded: z.boolean().default(false),
  note: text.optional(),
});

export const sightingFile = z.strictObject({
  state: z.enum(sightingStates),
  nodes: count.nullable(),
  region: text.nullable(),
  asOf: sourceDate,
  source: slug,
});

export const offerFile = z.strictObject({
  slug,
  name: text,
  /** Ids under which this offer was published before; they redirect for ever. */
  formerIds: z.array(z.string().regex(/^[a-z0-9.-]+\/[a-z0-9.-]+$/)).default([]),
  /** Labels of this product in price feeds and APIs (`p5.48xlarge`). */
  feedNames: z.array(text).default([]),
  note: text.optional(),
  /** Without a price on file: `quote` (the page says to ask), `unread` (published, but not readable to us), `none` (not found). */
  priceStatus: z.enum(['priced', 'range', 'quote', 'unread', 'none']),
  facts: offerFactsFile,
  prices: z.array(priceFile).default([]),
  /** Published discounts and ranges that are not a price for this offer. */
  priceNotes: z.array(z.strictObject({ says: text, asOf: sourceDate.nullable(), source: slug.nullable() })).default([]),
  priceConflicts: z.array(conflictFile).default([]),
  sightings: z.array(sightingFile).default([]),
});

export const providerFile = z.strictObject({
  id: slug,
  name: text,
  homepage: url.nullable(),
  kind: z.enum(providerKinds),
  note: text.optional(),
  sources: z.record(slug, sourceFile),
  offers: z.array(offerFile).min(1),
});

export type ProviderFile = z.infer<typeof providerFile>;
export type OfferFile = z.infer<typeof offerFile>;
export type OfferFactsFile = z.infer<typeof offerFactsFile>;
export type PriceFile = z.infer<typeof priceFile>;
export type SourceFile = z.infer<typeof sourceFile>;
export type ConflictFile = z.infer<typeof conflictFile>;
