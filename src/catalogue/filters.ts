import type { Day } from '../units/date.ts';
import { currentPrice } from './current-price.ts';
import { type Offer, valueOf } from './offer.ts';
import { answers, fabrics, localities, orchestrations, provisionings, storageKinds, topologies } from './vocabulary.ts';

/**
 * The filters of the comparison, declared once. Form, URL, CLI, API and MCP are generated from this list, so they
 * speak one language. Repeating a key means or, different keys mean and, every key takes `unknown`.
 */

interface FilterCommon {
  readonly key: string;
}

/** Which words of a list an offer matches; none of them on file means unknown. */
export interface ChoiceFilter extends FilterCommon {
  readonly kind: 'choice';
  /** The words allowed, or where they come from the data. */
  readonly options: readonly string[] | 'providers' | 'gpus' | 'regions';
  readonly optionsOf: (offer: Offer, today: Day) => readonly string[];
  /** The options that facets count, where some are only other spellings of the same choice. */
  readonly facetOptionsOf?: (offer: Offer) => readonly string[];
  /** Applied when the question does not name the key. */
  readonly standard?: readonly string[];
}

/** A bound on a published figure. Offers that do not publish it are left out and counted. */
export interface BoundFilter extends FilterCommon {
  readonly kind: 'at-least' | 'at-most';
  readonly unit: 'Gbit/s' | 'price per GPU-hour';
}

/** What the reader needs. Offers that contradict it are left out; silent ones stay. */
export interface AskFilter extends FilterCommon {
  readonly kind: 'nodes' | 'start' | 'term';
}

export interface TextFilter extends FilterCommon {
  readonly kind: 'text';
}

export type Filter = ChoiceFilter | BoundFilter | AskFilter | TextFilter;

const listed = <T>(value: T | null): readonly T[] => (value === null ? [] : [value]);
const yesNoUnknown = ['yes', 'no'] as const;

export const multiNodeFilter = {
  key: 'multi-node',
  kind: 'choice',
  options: yesNoUnknown,
  standard: ['yes'],
  optionsOf: (offer) => listed(valueOf(offer, 'multiNode')),
} as const satisfies ChoiceFilter;

export const choiceFilters = [
  multiNodeFilter,
  { key: 'provider', kind: 'choice', options: 'providers', optionsOf: (offer) => [offer.provider.id] },
  {
    key: 'gpu',
    kind: 'choice',
    options: 'gpus',
    optionsOf: (offer) => [...new Set(offer.gpus.flatMap((gpu) => (gpu.id === null ? [gpu.family] : [gpu.family, gpu.id])))],
    facetOptionsOf: (offer) => [...new Set(offer.gpus.map((gpu) => gpu.family))],
  },
  {
    key: 'fabric',
    kind: 'choice',
    options: fabrics,
    optionsOf: (offer) => [...new Set([...listed(valueOf(offer, 'fabric')), ...(valueOf(offer, 'fabricOptions') ?? [])])],
  },
  { key: 'rdma', kind: 'choice', options: yesNoUnknown, optionsOf: (offer) => listed(valueOf(offer, 'rdma')) },
  { key: 'gpudirect', kind: 'choice', options: yesNoUnknown, optionsOf: (offer) => listed(valueOf(offer, 'gpudirectRdma')) },
  { key: 'topology', kind: 'choice', options: topologies, optionsOf: (offer) => listed(valueOf(offer, 'topology')) },
  { key: 'locality', kind: 'choice', options: localities, optionsOf: (offer) => listed(valueOf(offer, 'locality')) },
  { key: 'orchestration', kind: 'choice', options: orchestrations, optionsOf: (offer) => valueOf(offer, 'orchestration') ?? [] },
  { key: 'managed', kind: 'choice', options: yesNoUnknown, optionsOf: (offer) => listed(valueOf(offer, 'managed')) },
  { key: 'nccl-ready', kind: 'choice', options: yesNoUnknown, optionsOf: (offer) => listed(valueOf(offer, 'ncclReady')) },
  { key: 'provisioning', kind: 'choice', options: provisionings, optionsOf: (offer) => valueOf(offer, 'provisioning') ?? [] },
  {
    key: 'storage',
    kind: 'choice',
    options: storageKinds,
    optionsOf: (offer) => [...new Set((valueOf(offer, 'storage') ?? []).map((system) => system.kind))],
  },
  {
    key: 'region',
    kind: 'choice',
    options: 'regions',
    optionsOf: (offer) => offer.regionKeys,
    facetOptionsOf: (offer) => offer.regionKeys.filter((key) => key.length === 2),
  },
  {
    key: 'priced',
    kind: 'choice',
    options: yesNoUnknown,
    optionsOf: (offer, today) => [currentPrice(offer, {}, today) === null ? 'no' : 'yes'],
  },
  {
    key: 'confirmed',
    kind: 'choice',
    options: yesNoUnknown,
    optionsOf: (offer) => {
      const main = offer.facts.multiNode;
      return main === undefined || main.value === null ? [] : [main.confidence === 'unconfirmed' ? 'no' : 'yes'];
    },
  },
] as const satisfies readonly ChoiceFilter[];

export type ChoiceKey = (typeof choiceFilters)[number]['key'];

export const boundFilters = [
  { key: 'min-node-gbit', kind: 'at-least', unit: 'Gbit/s' },
  { key: 'min-gpu-gbit', kind: 'at-least', unit: 'Gbit/s' },
  { key: 'max-price', kind: 'at-most', unit: 'price per GPU-hour' },
] as const satisfies readonly BoundFilter[];

export type BoundKey = (typeof boundFilters)[number]['key'];

export const askFilters = [
  { key: 'nodes', kind: 'nodes' },
  { key: 'start', kind: 'start' },
  { key: 'term', kind: 'term' },
] as const satisfies readonly AskFilter[];

export const textFilter = { key: 'q', kind: 'text' } as const satisfies TextFilter;

/** All filters in the order in which forms and canonical URLs name them. */
export const filters: readonly Filter[] = [...choiceFilters, ...boundFilters, ...askFilters, textFilter];

/** Keys that shape the answer without narrowing it. */
export const viewKeys = ['sort', 'page', 'limit', 'currency'] as const;

/** What the comparison can be sorted by. Numbers and prices: unknown comes last in either direction. */
export const sortKeys = [
  'provider',
  'name',
  'gpu',
  'gpus-per-node',
  'fabric',
  'node-gbit',
  'gpu-gbit',
  'min-nodes',
  'max-nodes',
  'price',
  'as-of',
  'obtainable',
  'network',
  'topology',
  'orchestration',
  'provisioning',
  'billing',
  'storage',
] as const;
export type SortKey = (typeof sortKeys)[number];

/** The word that stands for "not on file" in every filter. */
export const unknownOption = answers[2];
