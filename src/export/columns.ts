import type { OfferDocument } from '../answers/documents.ts';
import {
  answers,
  billingUnits,
  type CheckName,
  confidences,
  fabrics,
  gateKinds,
  localities,
  multiNodeReasons,
  nodeLinks,
  orchestrations,
  priceBases,
  priceModels,
  provisionings,
  sightingStates,
  storageKinds,
  topologies,
} from '../catalogue/vocabulary.ts';

/** What a cell of each column type holds. Any cell may be null: not on file, and never 0, "" or "no". */
interface CellTypes {
  text: string;
  /** One word of a closed list. */
  word: string;
  /** Words or names, several or none. */
  list: readonly string[];
  integer: number;
  number: number;
  /** An exact decimal number as text: money never passes through binary floating point. */
  decimal: string;
  /** ISO 8601, as exact as the source: day, month or year. */
  date: string;
  boolean: boolean;
}

export type ColumnType = keyof CellTypes;
export type Cell = CellTypes[ColumnType] | null;

/** What a column is called and means, whatever its rows are. */
export interface ColumnWords {
  /** Name on the wire, the same in every format. */
  readonly name: string;
  readonly type: ColumnType;
  /** Unit of the figures, null for what has none. */
  readonly unit: string | null;
  /** One English sentence. */
  readonly says: string;
  /** The words that a `word` or `list` column may hold, null where the list is open. */
  readonly words: readonly string[] | null;
}

interface ColumnOf<Row, T extends ColumnType> extends ColumnWords {
  readonly type: T;
  readonly cellOf: (row: Row) => CellTypes[T] | null;
}

/** A column of a table that leaves the house: what it is called, holds and means, declared once for all formats. */
export type Column<Row> = { [T in ColumnType]: ColumnOf<Row, T> }[ColumnType];

type Wording = { readonly unit?: string; readonly words?: readonly string[] };

/** Declares a column. `about` names a unit, or the closed list of words. */
export function column<Row, T extends ColumnType>(
  name: string,
  type: T,
  says: string,
  cellOf: (row: Row) => CellTypes[T] | null,
  about: Wording = {},
): Column<Row> {
  return { name, type, says, cellOf, unit: about.unit ?? null, words: about.words ?? null } as ColumnOf<Row, T> as Column<Row>;
}

/** Keys of an offer document whose value is a cell of the type as it stands. */
type KeyFor<T extends ColumnType> = {
  [K in keyof OfferDocument]: OfferDocument[K] extends CellTypes[T] | null ? K : never;
}[keyof OfferDocument];

const asItStands = <T extends ColumnType>(name: KeyFor<T> & string, type: T, says: string, about: Wording = {}): Column<OfferDocument> =>
  column(name, type, says, (offer: OfferDocument) => offer[name] as CellTypes[T] | null, about);

const ofPrice = <T extends ColumnType>(
  name: string,
  type: T,
  says: string,
  cellOf: (price: NonNullable<OfferDocument['price']>) => CellTypes[T] | null,
  about: Wording = {},
): Column<OfferDocument> => column(name, type, says, (offer: OfferDocument) => (offer.price === null ? null : cellOf(offer.price)), about);

const ofCheck = (check: CheckName, about: string): Column<OfferDocument> =>
  column(
    `check${check.charAt(0).toUpperCase()}${check.slice(1)}`,
    'word',
    `Verdict of the check of ${about}; docs/six-checks.md holds the rules.`,
    (offer: OfferDocument) => offer.checks[check].verdict,
    { words: ['good', 'weak', 'unknown', 'conflict'] },
  );

const threeAnswers = { words: answers };
const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

const fieldsWhere = (offer: OfferDocument, holds: (fact: OfferDocument['facts'][string]) => boolean): readonly string[] =>
  Object.entries(offer.facts).flatMap(([field, fact]) => (holds(fact) ? [field] : []));

/** Every source that the offer cites, facts and prices alike, each once. */
const sourcesOf = (offer: OfferDocument): readonly string[] =>
  distinct([
    ...Object.values(offer.facts).flatMap((fact) => fact.sources.map((source) => source.url)),
    ...offer.prices.flatMap((price) => (price.source === null ? [] : [price.source])),
  ]);

/** One row for each offer: the column dictionary of `offers.csv` and `offers.parquet`. */
export const offerColumns: readonly Column<OfferDocument>[] = [
  asItStands('id', 'text', 'Name of the offer for good: provider/product.'),
  asItStands('provider', 'text', 'Id of the provider.'),
  asItStands('providerName', 'text', 'The provider as it calls itself.'),
  asItStands('name', 'text', 'The product as the provider calls it.'),
  asItStands('multiNode', 'word', 'Whether connected nodes are rented and orchestrated as one unit.', threeAnswers),
  asItStands('multiNodeReason', 'word', 'Why not, where multiNode is "no".', { words: multiNodeReasons }),
  column('multiNodeConfidence', 'word', 'Who says so, for multiNode.', (offer) => offer.facts['multiNode']?.confidence ?? null, {
    words: confidences,
  }),

  asItStands('gpu', 'text', 'Exact GPU id; empty where only the family is known or several are on offer.'),
  asItStands('gpuFamily', 'text', 'Family of the GPU, such as h100; empty where several are on offer.'),
  column('gpus', 'list', 'All GPU types on offer: exact ids, or families where the form is not known.', (offer) =>
    offer.gpus.map((gpu) => gpu.id ?? gpu.family),
  ),
  asItStands('gpuMemoryGB', 'number', 'Memory of one GPU as marketed.', { unit: 'GB' }),
  asItStands('gpusPerNode', 'integer', 'GPUs in one node.'),
  asItStands('nodeLink', 'word', 'Link between the GPUs of one node.', { words: nodeLinks }),
  asItStands('nodeLinkGBytePerS', 'number', 'Bandwidth of that link per GPU, both directions together.', { unit: 'GB/s' }),
  asItStands('nvlinkDomainGpus', 'integer', 'GPUs that share one NVLink domain, which may span nodes.'),

  asItStands('fabric', 'word', 'Network that joins the nodes of one job.', { words: fabrics }),
  asItStands('fabricOptions', 'list', 'The fabrics that the offer may come with, where fabric is "multiple".', { words: fabrics }),
  asItStands('fabricGeneration', 'text', 'Generation of the fabric in the words of the source.'),
  asItStands('nodeBandwidthGbitPerS', 'number', 'Line rate of the GPU fabric per node, one direction, front-end cards left out.', {
    unit: 'Gbit/s',
  }),
  asItStands('nodeBandwidthIsUpTo', 'boolean', 'True where the source says "up to", so that less is no breach.'),
  asItStands('gpuBandwidthGbitPerS', 'number', 'The same per GPU, worked out, so that nodes of 4 and of 8 GPUs compare.', {
    unit: 'Gbit/s',
  }),
  column('nicCount', 'integer', 'Network cards of the GPU fabric in one node.', (offer) => offer.nics?.count ?? null),
  column('nicGbitPerS', 'number', 'Line rate of one such card.', (offer) => offer.nics?.gbitPerS ?? null, { unit: 'Gbit/s' }),
  asItStands('generalNetworkGbitPerS', 'number', 'Ordinary network of the node, apart from any GPU fabric.', { unit: 'Gbit/s' }),
  asItStands('rdma', 'word', 'Whether one node reads the memory of another without its CPU.', threeAnswers),
  asItStands('gpudirectRdma', 'word', 'Whether network cards reach GPU memory directly.', threeAnswers),
  asItStands('topology', 'word', 'Whether all nodes can send at full rate at once.', { words: topologies }),
  asItStands('oversubscription', 'text', 'Ratio of the links of nodes to the uplinks above them, such as 2:1.'),
  asItStands('locality', 'word', 'How close together the nodes of one job are promised to be.', { words: localities }),

  asItStands('orchestration', 'list', 'How jobs are placed on the nodes.', { words: orchestrations }),
  asItStands('managed', 'word', 'Whether the provider runs the scheduler.', threeAnswers),
  asItStands('ncclReady', 'word', 'Whether nodes come with drivers and NCCL that work together.', threeAnswers),
  column('storage', 'list', 'Names of the storage systems that the nodes share.', (offer) => offer.storage.map((system) => system.name)),
  column('storageKinds', 'list', 'Kinds of these, without doubles.', (offer) => distinct(offer.storage.map((system) => system.kind)), {
    words: storageKinds,
  }),

  asItStands('provisioning', 'list', 'On what terms capacity is given out.', { words: provisionings }),
  asItStands('obtainable', 'word', 'Whether the nodes can be had now, maybe, or only by asking.', { words: ['can', 'maybe', 'ask'] }),
  asItStands('leadTimeDays', 'number', 'Time from order to nodes.', { unit: 'days' }),
  asItStands('minNodes', 'integer', 'Fewest nodes that can be rented.', { unit: 'nodes' }),
  asItStands('maxNodes', 'integer', 'Most nodes that can be rented as one unit.', { unit: 'nodes' }),
  asItStands('maxNodesScope', 'text', 'What that maximum is for, where the source says.'),
  asItStands('minTermHours', 'number', 'Shortest time that can be rented.', { unit: 'h' }),
  asItStands('prepaid', 'word', 'Whether rent is due in advance.', threeAnswers),
  asItStands('billingUnit', 'word', 'Smallest time that is billed.', { words: billingUnits }),
  asItStands('unitOfSale', 'text', 'What is sold as one: GPU, node, block, rack.'),
  column('gates', 'list', 'What stands between an account and the cluster.', (offer) => distinct(offer.gates.map((gate) => gate.kind)), {
    words: gateKinds,
  }),
  asItStands('regions', 'list', "Regions, in the provider's own names."),
  column('availability', 'word', 'Whether free nodes were seen when somebody last looked.', (offer) => offer.availability.state, {
    words: [...sightingStates, 'unknown'],
  }),
  column('availabilityNodes', 'integer', 'How many were seen.', (offer) => offer.availability.nodes, { unit: 'nodes' }),
  column('availabilityAsOf', 'date', 'When they were seen.', (offer) => offer.availability.asOf),
  asItStands('sla', 'text', 'What the provider promises about uptime.'),
  asItStands('replacement', 'text', 'What happens to a node that fails.'),
  asItStands('spares', 'text', 'Spare nodes that come with the cluster.'),
  asItStands('dataLocation', 'text', 'Where the data lies.'),
  asItStands('certificates', 'list', 'Certificates and attestations.'),
  asItStands('egress', 'text', 'What it costs to take data out.'),

  asItStands('priceStatus', 'word', 'Whether a price is on file, and if not, why.', {
    words: ['priced', 'range', 'quote', 'unread', 'none'],
  }),
  ofPrice(
    'priceAmount',
    'decimal',
    'Current price of one GPU for one hour, exact; docs/six-checks.md says which one is current.',
    (price) => price.amount,
    {
      unit: 'priceCurrency per GPU-hour',
    },
  ),
  ofPrice('priceCurrency', 'text', 'Currency of the price, three letters of ISO 4217.', (price) => price.currency),
  ofPrice('priceModel', 'word', 'On what terms that price holds.', (price) => price.model, { words: priceModels }),
  ofPrice('priceTermHours', 'number', 'Commitment that the price asks for.', (price) => price.termHours, { unit: 'h' }),
  ofPrice('priceBasis', 'word', 'What kind of figure the price is.', (price) => price.basis, { words: priceBases }),
  ofPrice('priceRegion', 'text', 'Region of the price, the cheapest where several are on file.', (price) => price.region),
  ofPrice('priceAsOf', 'date', 'When the source said so.', (price) => price.asOf),
  ofPrice('priceSource', 'text', 'Address of the source; empty where none is on file.', (price) => price.source),
  ofPrice('priceStale', 'boolean', 'True where the price is older than 90 days on the day asked, or undated.', (price) => price.stale),

  ofCheck('network', 'the network between nodes'),
  ofCheck('topology', 'topology and locality'),
  ofCheck('orchestration', 'orchestration'),
  ofCheck('provisioning', 'provisioning'),
  ofCheck('billing', 'how the whole job is billed'),
  ofCheck('storage', 'shared storage'),

  column('unconfirmedFields', 'list', 'Fields with a value that no source on file supports.', (offer) =>
    fieldsWhere(offer, (fact) => fact.value !== null && fact.confidence === 'unconfirmed'),
  ),
  column('conflictingFields', 'list', 'Fields whose sources disagree, not settled.', (offer) =>
    fieldsWhere(offer, (fact) => fact.conflicts.some((conflict) => conflict.status === 'open')),
  ),
  column('sources', 'list', 'Addresses of all sources that the offer cites.', sourcesOf),
  asItStands('note', 'text', 'What else is to be known.'),
];
