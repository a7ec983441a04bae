import { currentPrice } from '../catalogue/current-price.ts';
import { freshnessOf, isFactStale, priceAgeInDays, priceStaleAfterDays } from '../catalogue/freshness.ts';
import { type Conflict, type Fact, type FieldName, type Offer, type Price, type Source, valueOf } from '../catalogue/offer.ts';
import { type Answer, answers, confidences, priceModels, sourceKinds } from '../catalogue/vocabulary.ts';
import type { Day } from '../units/date.ts';
import type { CellCount, DataDocument, FieldCount, ModelCount } from './data-documents.ts';
import { multiNodeOf } from './providers.ts';
import type { CatalogueStore } from './store.ts';

/** Fields that say the same thing in another way: an offer has a GPU or a choice of them, a fabric or a choice of them. */
type CountedField = Exclude<FieldName, 'gpuOptions' | 'fabricOptions'>;

/** What can be known of an offer, in the order in which it is shown. A field that is added does not compile without a place here. */
const countedFields = Object.keys({
  multiNode: true,
  gpu: true,
  gpuMemoryGB: true,
  gpusPerNode: true,
  nodeLink: true,
  nodeLinkGBytePerS: true,
  nvlinkDomainGpus: true,
  fabric: true,
  fabricGeneration: true,
  nodeBandwidthGbitPerS: true,
  nics: true,
  generalNetworkGbitPerS: true,
  rdma: true,
  gpudirectRdma: true,
  topology: true,
  oversubscription: true,
  locality: true,
  orchestration: true,
  managed: true,
  ncclReady: true,
  storage: true,
  provisioning: true,
  leadTimeDays: true,
  unitOfSale: true,
  minNodes: true,
  maxNodes: true,
  minTermHours: true,
  prepaid: true,
  billingUnit: true,
  egress: true,
  regions: true,
  gates: true,
  sla: true,
  replacement: true,
  spares: true,
  dataLocation: true,
  certificates: true,
} satisfies Record<CountedField, true>) as readonly CountedField[];

const monthDays = 30;

/** How many of the values equal each of the words; words that none equals count 0. */
function countWords<W extends string>(words: readonly W[], values: readonly W[]): Record<W, number> {
  const counts = Object.fromEntries(words.map((word) => [word, 0])) as Record<W, number>;
  for (const value of values) counts[value]++;
  return counts;
}

function statedFact(offer: Offer, field: CountedField): Fact<unknown> | null {
  const fact: Fact<unknown> | undefined = field === 'gpu' ? (offer.facts.gpuOptions ?? offer.facts.gpu) : offer.facts[field];
  return fact === undefined || fact.value === null ? null : fact;
}

const isOpen = (conflict: Conflict): boolean => conflict.status === 'open';
const isUnconfirmed = (fact: Fact<unknown>): boolean => fact.confidence === 'unconfirmed';

function countField(offers: readonly Offer[], field: CountedField, today: Day): FieldCount {
  const facts = offers.map((offer) => statedFact(offer, field)).filter((fact) => fact !== null);
  return {
    field,
    stated: facts.length,
    unconfirmed: facts.filter(isUnconfirmed).length,
    stale: facts.filter((fact) => isFactStale(fact, today)).length,
    undated: facts.filter((fact) => fact.sources.length > 0 && freshnessOf(fact, today) === 'undated').length,
    inConflict: facts.filter((fact) => fact.conflicts.some(isOpen)).length,
    confidence: countWords(
      confidences,
      facts.map((fact) => fact.confidence),
    ),
  };
}

function countCells(offers: readonly Offer[]): CellCount {
  const facts = offers.flatMap((offer) => countedFields.map((field) => statedFact(offer, field))).filter((fact) => fact !== null);
  const all = offers.length * countedFields.length;
  const unconfirmed = facts.filter(isUnconfirmed).length;
  return { all, confirmed: facts.length - unconfirmed, unconfirmed, silent: all - facts.length };
}

function countModel(model: ModelCount['model'], prices: readonly Price[], today: Day): ModelCount {
  const ages = prices.filter((price) => price.model === model).map((price) => priceAgeInDays(price, today));
  const dated = ages.filter((age) => age !== null);
  return {
    model,
    total: ages.length,
    upTo30Days: dated.filter((age) => age <= monthDays).length,
    from31To90Days: dated.filter((age) => age > monthDays && age <= priceStaleAfterDays).length,
    over90Days: dated.filter((age) => age > priceStaleAfterDays).length,
    undated: ages.length - dated.length,
  };
}

function countPrices(offers: readonly Offer[], multiNodeOffers: readonly Offer[], today: Day): DataDocument['prices'] {
  const prices = offers.flatMap((offer) => offer.prices);
  const inForce = prices.filter((price) => !price.superseded);
  const regions = offers.flatMap((offer) =>
    offer.prices.flatMap(({ region }) => (region === null ? [] : [`${offer.provider.id} ${region}`])),
  );
  return {
    total: prices.length,
    superseded: prices.length - inForce.length,
    unconfirmed: prices.filter((price) => price.source === null).length,
    regional: regions.length,
    regions: new Set(regions).size,
    pricedOffers: multiNodeOffers.filter((offer) => currentPrice(offer, {}, today) !== null).length,
    byModel: priceModels.map((model) => countModel(model, inForce, today)),
  };
}

const conflictsOf = (offer: Offer): readonly Conflict[] => [
  ...Object.values(offer.facts).flatMap((fact) => fact.conflicts),
  ...offer.priceConflicts,
];

/** Everything that an offer cites, once for each place where it does. */
function citationsOf(offer: Offer): readonly Source[] {
  const single = [...offer.prices, ...offer.priceNotes].flatMap(({ source }) => (source === null ? [] : [source]));
  return [
    ...Object.values(offer.facts).flatMap((fact) => fact.sources),
    ...conflictsOf(offer).flatMap((conflict) => conflict.sources),
    ...single,
    ...offer.sightings.map((sighting) => sighting.source),
  ];
}

function countSources(offers: readonly Offer[]): DataDocument['sources'] {
  const citations = offers.flatMap(citationsOf);
  const kindOfAddress = new Map(citations.map((source) => [source.url, source.kind]));
  return { addresses: kindOfAddress.size, citations: citations.length, byKind: countWords(sourceKinds, [...kindOfAddress.values()]) };
}

const answerOf = (offer: Offer): Answer => valueOf(offer, 'multiNode') ?? 'unknown';

/** How much is on file, how old it is and who says so: the honest side of the data, in counts. */
export function answerData(store: CatalogueStore, today: Day): DataDocument {
  const { catalogue, offersOfProvider } = store;
  const { offers } = catalogue;
  const multiNodeOffers = offers.filter((offer) => answerOf(offer) === 'yes');
  const conflicts = offers.flatMap(conflictsOf);
  const open = conflicts.filter(isOpen).length;
  return {
    dataVersion: catalogue.dataVersion,
    contentHash: catalogue.contentHash,
    asOf: today,
    offers: { total: offers.length, ...countWords(answers, offers.map(answerOf)) },
    providers: { total: offersOfProvider.size, ...countWords(answers, [...offersOfProvider.values()].map(multiNodeOf)) },
    fields: countedFields.map((field) => countField(multiNodeOffers, field, today)),
    cells: { multiNodeOffers: countCells(multiNodeOffers), allOffers: countCells(offers) },
    prices: countPrices(offers, multiNodeOffers, today),
    sources: countSources(offers),
    conflicts: { open, resolved: conflicts.length - open },
    sightings: offers.reduce((sum, offer) => sum + offer.sightings.length, 0),
  };
}
