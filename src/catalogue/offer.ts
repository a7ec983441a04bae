import type { SourceDate } from '../units/date.ts';
import type { Currency, DecimalText } from '../units/money.ts';
import type {
  BillingUnit,
  Confidence,
  Fabric,
  GateKind,
  Locality,
  MultiNodeReason,
  NodeLink,
  Orchestration,
  PriceBasis,
  PriceModel,
  PriceScope,
  ProviderKind,
  Provisioning,
  SightingState,
  SourceKind,
  StorageKind,
  Topology,
} from './vocabulary.ts';

/** One place that says something, and when it said so. `asOf` null: the page carries no date. */
export interface Source {
  readonly url: string;
  readonly asOf: SourceDate | null;
  readonly kind: SourceKind;
  readonly title: string | null;
  /** The copy that was read where the page itself could not be. */
  readonly seenVia: string | null;
  readonly note: string | null;
}

/** A disagreement between sources. Both sides stand; `resolved` ones say why one of them holds. */
export interface Conflict {
  readonly says: string;
  readonly status: 'open' | 'resolved';
  readonly sources: readonly Source[];
}

/** A value with who says so. A null value with a detail: something is said, but not what the field asks. */
export interface Fact<T> {
  readonly value: T | null;
  readonly detail: string | null;
  readonly sources: readonly Source[];
  readonly confidence: Confidence;
  readonly conflicts: readonly Conflict[];
}

export interface StorageSystem {
  readonly name: string;
  readonly kind: StorageKind;
  /** As published; the unit of scale (per GPU, per TiB, in total) is part of the text. */
  readonly throughput: string | null;
  readonly pricePerGibMonth: { readonly amount: DecimalText; readonly currency: Currency } | null;
}

export interface Gate {
  readonly kind: GateKind;
  readonly says: string;
}

/** The value type of each field of an offer. */
export interface OfferFields {
  multiNode: 'yes' | 'no';
  gpu: string;
  gpuOptions: readonly string[];
  gpuMemoryGB: number;
  gpusPerNode: number;
  nodeLink: NodeLink;
  nodeLinkGBytePerS: number;
  nvlinkDomainGpus: number;
  fabric: Fabric;
  fabricOptions: readonly Fabric[];
  fabricGeneration: string;
  nodeBandwidthGbitPerS: number;
  nics: { readonly count: number; readonly gbitPerS: number };
  generalNetworkGbitPerS: number;
  rdma: 'yes' | 'no';
  gpudirectRdma: 'yes' | 'no';
  topology: Topology;
  oversubscription: string;
  locality: Locality;
  orchestration: readonly Orchestration[];
  managed: 'yes' | 'no';
  ncclReady: 'yes' | 'no';
  storage: readonly StorageSystem[];
  provisioning: readonly Provisioning[];
  leadTimeDays: number;
  unitOfSale: string;
  minNodes: number;
  maxNodes: number;
  minTermHours: number;
  prepaid: 'yes' | 'no';
  billingUnit: BillingUnit;
  egress: string;
  regions: readonly string[];
  gates: readonly Gate[];
  sla: string;
  replacement: string;
  spares: string;
  dataLocation: string;
  certificates: readonly string[];
}

export type FieldName = keyof OfferFields;

/** What is on file for each field; a field that nobody was found to publish is absent. */
export type OfferFacts = { readonly [F in FieldName]?: Fact<OfferFields[F]> };

/** A published or observed price, valid on its own: amount, currency, unit, model, place, date and who says so. */
export interface Price {
  readonly amount: DecimalText;
  readonly currency: Currency;
  readonly per: 'gpu-hour' | 'node-hour';
  readonly model: PriceModel;
  readonly termHours: number | null;
  readonly minGpus: number | null;
  readonly gpu: string | null;
  readonly region: string | null;
  readonly basis: PriceBasis;
  readonly scope: PriceScope;
  readonly asOf: SourceDate | null;
  /** Null: no address on file; the price is shown as unconfirmed. */
  readonly source: Source | null;
  readonly superseded: boolean;
  readonly note: string | null;
}

export interface Sighting {
  readonly state: SightingState;
  readonly nodes: number | null;
  readonly region: string | null;
  readonly asOf: SourceDate;
  readonly source: Source;
}

export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly homepage: string | null;
  readonly kind: ProviderKind;
  readonly note: string | null;
}

/** One GPU type as an offer names it: exact, or a family whose form the source does not give. */
export interface OfferedGpu {
  /** Exact id, or null where only the family is known. */
  readonly id: string | null;
  readonly family: string;
  /** "H100", "Blackwell": for a table cell. */
  readonly shortName: string;
  readonly vendor: string | null;
  readonly formFactor: string | null;
  readonly memoryGB: number | null;
  readonly nvlinkDomainGpus: number | null;
  readonly nodeLink: NodeLink | null;
  /** Ids that the family could mean; empty for an exact GPU. */
  readonly candidates: readonly string[];
}

/** One rentable cluster product or node type. */
export interface Offer {
  /** `provider/slug`. */
  readonly id: string;
  readonly slug: string;
  readonly provider: Provider;
  readonly name: string;
  readonly formerIds: readonly string[];
  readonly note: string | null;
  readonly facts: OfferFacts;
  /** The GPU types on offer: one, several, or none on file. */
  readonly gpus: readonly OfferedGpu[];
  readonly multiNodeReason: MultiNodeReason | null;
  readonly bandwidthIsUpTo: boolean;
  readonly maxNodesScope: string | null;
  readonly prices: readonly Price[];
  readonly priceStatus: 'priced' | 'range' | 'quote' | 'unread' | 'none';
  readonly priceNotes: readonly { readonly says: string; readonly asOf: SourceDate | null; readonly source: Source | null }[];
  readonly priceConflicts: readonly Conflict[];
  readonly sightings: readonly Sighting[];
  /** Countries and groups (`eu`) of the regions on file, and the provider's own names, all lower case. */
  readonly regionKeys: readonly string[];
}

/** All facts of one data version. */
export interface Catalogue {
  /** Day of the newest entry. */
  readonly dataVersion: string;
  /** SHA-256 of the compiled data, hexadecimal. */
  readonly contentHash: string;
  readonly providers: readonly Provider[];
  readonly offers: readonly Offer[];
}

/** The value of a field, or null where it is not known. */
export function valueOf<F extends FieldName>(offer: Offer, field: F): OfferFields[F] | null {
  return offer.facts[field]?.value ?? null;
}

/** True where sources on file disagree about any of the fields and nobody has said which holds. */
export function hasOpenConflict(offer: Offer, ...fields: readonly FieldName[]): boolean {
  return fields.some((field) => offer.facts[field]?.conflicts.some((conflict) => conflict.status === 'open') ?? false);
}

/** Gbit/s of the GPU fabric per GPU, or null where node bandwidth or node size is not known. Nodes hold 4 or 8 GPUs: compare this. */
export function gpuBandwidthGbitPerS(offer: Offer): number | null {
  const perNode = valueOf(offer, 'nodeBandwidthGbitPerS');
  const gpus = valueOf(offer, 'gpusPerNode');
  return perNode === null || gpus === null ? null : Math.round((perNode / gpus) * 100) / 100;
}
