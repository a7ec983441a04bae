import type { SortKey } from '../catalogue/filters.ts';
import type { Conflict, FieldName, Offer, Price } from '../catalogue/offer.ts';
import type {
  Answer,
  BillingUnit,
  CheckName,
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
} from '../catalogue/vocabulary.ts';
import type { Locale } from './locales.ts';
import { type PlainlyWorded, type PlainMessageKey, type SnakeCase, type Worded, wordsIn } from './words.ts';

/** The closed lists of words, each with the values that it holds. A value without a message does not compile. */
export interface Vocabulary {
  answer: Answer;
  fabric: Fabric;
  multiNodeReason: MultiNodeReason;
  topology: Topology;
  locality: Locality;
  orchestration: Orchestration;
  provisioning: Provisioning;
  storage: StorageKind;
  nodeLink: NodeLink;
  billingUnit: BillingUnit;
  gate: GateKind;
  source: SourceKind;
  confidence: Confidence;
  priceModel: PriceModel;
  priceBasis: PriceBasis;
  priceScope: PriceScope;
  pricePer: Price['per'];
  priceStatus: Offer['priceStatus'];
  providerKind: ProviderKind;
  sighting: SightingState | 'unknown';
  conflictStatus: Conflict['status'];
  verdict: 'good' | 'weak' | 'unknown' | 'conflict';
  obtainable: 'can' | 'maybe' | 'ask';
  sort: SortKey;
}

export type WordKind = keyof Vocabulary;

/** How the keys of a list's messages begin. Sources are the confidences of single facts, so they share words. */
const prefixes = {
  answer: 'answer',
  fabric: 'fabric',
  multiNodeReason: 'multi_node_reason',
  topology: 'topology',
  locality: 'locality',
  orchestration: 'orchestration',
  provisioning: 'provisioning',
  storage: 'storage',
  nodeLink: 'node_link',
  billingUnit: 'billing_unit',
  gate: 'gate',
  source: 'confidence',
  confidence: 'confidence',
  priceModel: 'price_model',
  priceBasis: 'price_basis',
  priceScope: 'price_scope',
  pricePer: 'price_per',
  priceStatus: 'price_status',
  providerKind: 'provider_kind',
  sighting: 'sighting',
  conflictStatus: 'state',
  verdict: 'verdict',
  obtainable: 'obtainable',
  sort: 'compare_sort',
} as const satisfies Record<WordKind, string>;

type KeyOf<K extends WordKind, V extends string> = `${(typeof prefixes)[K]}_${SnakeCase<V>}`;

/** The messages of all values. A value without a word does not compile. */
export type ValueMessage = PlainlyWorded<{ [K in WordKind]: KeyOf<K, Vocabulary[K]> }[WordKind]>;

const snake = (value: string): string => value.replaceAll('-', '_');

/** The word for a value: `say('de', 'provisioning', 'on-demand')` is "auf Abruf". */
export function say<K extends WordKind>(locale: Locale, kind: K, value: Vocabulary[K]): string {
  return wordsIn(locale)[`${prefixes[kind]}_${snake(value)}` as PlainMessageKey]();
}

/** One sentence about a value, for lists whose words need one; null where the word says enough. */
export function explain<K extends WordKind>(locale: Locale, kind: K, value: Vocabulary[K]): string | null {
  return optional(locale, `${prefixes[kind]}_${snake(value)}_help`);
}

function optional(locale: Locale, key: string): string | null {
  const words = wordsIn(locale);
  return key in words ? words[key as PlainMessageKey]() : null;
}

/** What an offer can say, and what is worked out from it. */
export type SaidField = FieldName | 'name' | 'provider' | 'gpuBandwidthGbitPerS' | 'price' | 'availability' | 'checks';

const fieldKeys = {
  name: 'name',
  provider: 'provider',
  multiNode: 'multi_node',
  gpu: 'gpu',
  gpuOptions: 'gpu_options',
  gpuMemoryGB: 'gpu_memory',
  gpusPerNode: 'gpus_per_node',
  nodeLink: 'node_link',
  nodeLinkGBytePerS: 'node_link_rate',
  nvlinkDomainGpus: 'nvlink_domain',
  fabric: 'fabric',
  fabricOptions: 'fabric_options',
  fabricGeneration: 'fabric_generation',
  nodeBandwidthGbitPerS: 'node_bandwidth',
  gpuBandwidthGbitPerS: 'gpu_bandwidth',
  nics: 'nics',
  generalNetworkGbitPerS: 'general_network',
  rdma: 'rdma',
  gpudirectRdma: 'gpudirect_rdma',
  topology: 'topology',
  oversubscription: 'oversubscription',
  locality: 'locality',
  orchestration: 'orchestration',
  managed: 'managed',
  ncclReady: 'nccl_ready',
  storage: 'storage',
  provisioning: 'provisioning',
  leadTimeDays: 'lead_time',
  unitOfSale: 'unit_of_sale',
  minNodes: 'min_nodes',
  maxNodes: 'max_nodes',
  minTermHours: 'min_term',
  prepaid: 'prepaid',
  billingUnit: 'billing_unit',
  egress: 'egress',
  regions: 'regions',
  gates: 'gates',
  sla: 'sla',
  replacement: 'replacement',
  spares: 'spares',
  dataLocation: 'data_location',
  certificates: 'certificates',
  price: 'price',
  availability: 'availability',
  checks: 'checks',
} as const satisfies Record<SaidField, string>;

export const saidFields = Object.keys(fieldKeys) as readonly SaidField[];

/** The messages of all fields. A field without words does not compile. */
export type FieldMessage = Worded<`field_${(typeof fieldKeys)[SaidField]}_${'label' | 'help'}`>;

export interface FieldWords {
  readonly label: string;
  /** Short form for the head of a column. */
  readonly head: string;
  /** Second line of a column head, or what stands after the label; null for values without a unit. */
  readonly unit: string | null;
  /** One sentence. */
  readonly help: string;
}

export function sayField(locale: Locale, field: SaidField): FieldWords {
  const words = wordsIn(locale);
  const key = `field_${fieldKeys[field]}` as const;
  const label = words[`${key}_label`]();
  return { label, head: optional(locale, `${key}_head`) ?? label, unit: optional(locale, `${key}_unit`), help: words[`${key}_help`]() };
}

export interface FilterWords {
  readonly label: string;
  readonly help: string;
}

/** The words of a filter or of a key that shapes the view (`sort`, `page`), by its key in URLs. Throws `RangeError` for other keys. */
export function sayFilter(locale: Locale, key: string): FilterWords {
  const label = optional(locale, `filter_${snake(key)}_label`);
  const help = optional(locale, `filter_${snake(key)}_help`);
  if (label === null || help === null) throw new RangeError(`no words for a filter "${key}"`);
  return { label, help };
}

export interface CheckWords {
  readonly name: string;
  /** One letter, in Chinese one character, for the head above the marks. */
  readonly letter: string;
  readonly question: string;
}

export function sayCheck(locale: Locale, check: CheckName): CheckWords {
  const words = wordsIn(locale);
  return {
    name: words[`check_${check}_name`](),
    letter: words[`check_${check}_letter`](),
    question: words[`check_${check}_question`](),
  };
}
