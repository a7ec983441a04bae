import { multiNodeFilter } from '../catalogue/filters.ts';
import { type Offer, type Provider, valueOf } from '../catalogue/offer.ts';
import { standardView, type View, viewOf } from '../catalogue/offer-index.ts';
import { formatQuery, parseQuery, type Query } from '../catalogue/query.ts';
import type { Answer } from '../catalogue/vocabulary.ts';
import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';
import type { Day } from '../units/date.ts';
import { compareAmounts, type DecimalText } from '../units/money.ts';
import type { OfferDocument, PriceDocument, ProviderDocument, ProvidersDocument } from './documents.ts';
import type { Parameters } from './offers.ts';
import type { CatalogueStore } from './store.ts';

const multiNodeKey = multiNodeFilter.key;

/** Yes if any offer of the provider is rented as one unit; no only if every one of them is known not to be. */
export function multiNodeOf(offers: readonly Offer[]): Answer {
  const values = offers.map((offer) => valueOf(offer, 'multiNode'));
  if (values.includes('yes')) return 'yes';
  return values.every((value) => value === 'no') ? 'no' : 'unknown';
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

function lowest(prices: readonly (PriceDocument | null)[]): PriceDocument | null {
  const comparable = prices.filter((price) => price !== null && price.currency === 'USD') as PriceDocument[];
  return comparable.sort((a, b) => compareAmounts(a.amount as DecimalText, b.amount as DecimalText))[0] ?? null;
}

function describeProvider(store: CatalogueStore, provider: Provider, view: View, today: Day): ProviderDocument {
  const offers = store.offersOfProvider.get(provider.id) ?? [];
  const multiNode = multiNodeOf(offers);
  const connected = offers.filter((offer) => valueOf(offer, 'multiNode') === 'yes');
  const shown: readonly OfferDocument[] = (connected.length > 0 ? connected : offers).map((offer) => store.describe(offer, view, today));
  const bandwidths = shown.flatMap((offer) => (offer.nodeBandwidthGbitPerS === null ? [] : [offer.nodeBandwidthGbitPerS]));
  return {
    id: provider.id,
    name: provider.name,
    homepage: provider.homepage,
    kind: provider.kind,
    note: provider.note,
    multiNode,
    multiNodeReasons: distinct(offers.flatMap((offer) => (offer.multiNodeReason === null ? [] : [offer.multiNodeReason]))),
    offerCount: offers.length,
    multiNodeOfferCount: connected.length,
    fabrics: distinct(shown.flatMap((offer) => (offer.fabric === null ? [] : [offer.fabric]))),
    gpuFamilies: distinct(shown.flatMap((offer) => offer.gpus.map((gpu) => gpu.family))),
    orchestration: distinct(shown.flatMap((offer) => offer.orchestration)),
    provisioning: distinct(shown.flatMap((offer) => offer.provisioning)),
    maxNodeBandwidthGbitPerS: bandwidths.length === 0 ? null : Math.max(...bandwidths),
    lowestPrice: lowest(shown.map((offer) => offer.price)),
    offers: offers.map((offer) => offer.id),
  };
}

/** Providers that have an offer matching the rest of the question, by their own answer to "multi-node?". */
function matchingProviders(store: CatalogueStore, query: Query, today: Day): Map<Answer, Set<string>> {
  const byAnswer = new Map<Answer, Set<string>>([
    ['yes', new Set()],
    ['no', new Set()],
    ['unknown', new Set()],
  ]);
  const unrestricted = new Map(query.choices);
  unrestricted.delete(multiNodeKey);
  const index = store.indexOn(today);
  const { rows } = index.select({ ...query, choices: unrestricted, sort: null, page: 1, limit: Math.max(1, index.size) }, []);
  for (const row of rows) {
    const offer = store.catalogue.offers[row] as Offer;
    const answer = multiNodeOf(store.offersOfProvider.get(offer.provider.id) ?? []);
    // For a provider that rents connected nodes, the connected offer itself must match, not just any of its products.
    if (answer !== 'yes' || valueOf(offer, 'multiNode') === 'yes') byAnswer.get(answer)?.add(offer.provider.id);
  }
  return byAnswer;
}

/**
 * The providers whose offers match: filtered like offers, with "multi-node" answered for the provider as a whole.
 * Ordered by name, those that rent connected nodes first. Throws `Fault` (`query/…`).
 */
export function answerProviders(store: CatalogueStore, parameters: Parameters, today: Day): ProvidersDocument {
  const query = parseQuery(parameters, store.words, today);
  const view = viewOf(query);
  const byAnswer = matchingProviders(store, query, today);
  const chosen = (query.choices.get(multiNodeKey) ?? [...byAnswer.keys()]) as readonly Answer[];
  const order: readonly Answer[] = ['yes', 'no', 'unknown'];
  const providers = order
    .filter((answer) => chosen.includes(answer))
    .flatMap((answer) => store.catalogue.providers.filter((provider) => byAnswer.get(answer)?.has(provider.id)).sort(byName))
    .map((provider) => describeProvider(store, provider, view, today));
  return {
    dataVersion: store.catalogue.dataVersion,
    asOf: today,
    total: providers.length,
    query: formatQuery(query),
    facets: { [multiNodeKey]: Object.fromEntries([...byAnswer].map(([answer, ids]) => [answer, ids.size])) },
    providers,
  };
}

const byName = (a: Provider, b: Provider): number => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1);

/** One provider with all its offers. Throws `Fault` `provider/not-found` with the nearest id. */
export function answerProvider(store: CatalogueStore, id: string, today: Day): { provider: ProviderDocument; offers: OfferDocument[] } {
  const offers = store.offersOfProvider.get(id);
  const provider = offers?.[0]?.provider;
  if (offers === undefined || provider === undefined) {
    throw new Fault('provider/not-found', {
      given: id.slice(0, 120),
      nearest: nearestWord(id.slice(0, 120), store.offersOfProvider.keys()) ?? '',
    });
  }
  return {
    provider: describeProvider(store, provider, standardView, today),
    offers: offers.map((offer) => store.describe(offer, standardView, today)),
  };
}
