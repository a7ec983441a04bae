import { confidenceOf } from '../catalogue/assemble.ts';
import { newestDateOf } from '../catalogue/freshness.ts';
import {
  type Catalogue,
  type Fact,
  type FieldName,
  hasOpenConflict,
  type Offer,
  type Price,
  type Sighting,
  type Source,
} from '../catalogue/offer.ts';
import { formatQuery, parseQuery, type Query } from '../catalogue/query.ts';
import { Fault } from '../faults/fault.ts';
import { compareDates, type Day, type SourceDate } from '../units/date.ts';
import { compareAmounts, type DecimalText } from '../units/money.ts';
import { sayChange } from './change-words.ts';
import type { ChangeDocument, ChangesDocument, PublishedPrice } from './data-documents.ts';
import type { Parameters } from './offers.ts';
import type { CatalogueStore } from './store.ts';

interface Dated {
  readonly id: string;
  readonly date: SourceDate;
  readonly offer: Offer;
}

type Change =
  | (Dated & { readonly kind: 'fact'; readonly field: FieldName; readonly fact: Fact<unknown> })
  | (Dated & { readonly kind: 'price'; readonly publication: Publication })
  | (Dated & { readonly kind: 'availability'; readonly sighting: Sighting });

/** The prices that one source gave on one date for one set of terms, over all its regions. */
interface Publication {
  /** What tells one series of prices from another. Part of ids that stay for ever: keys are only ever added, with null left out. */
  readonly terms: string;
  readonly date: SourceDate;
  readonly source: Source | null;
  readonly prices: readonly Price[];
  readonly first: Price;
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Under the id that an offer was first published by, so that a renamed offer does not announce itself anew. */
const lastingIdOf = (offer: Offer): string => offer.formerIds[0] ?? offer.id;

function toParameters(pairs: Readonly<Record<string, string | number | null>>): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(pairs)) if (value !== null) parameters.append(key, String(value));
  return parameters.toString();
}

/** Offer, kind and date, then what tells two changes of one day apart; never a place in a list, which moves. */
const idOf = (offer: Offer, kind: Change['kind'], date: SourceDate, rest: string): string =>
  `${lastingIdOf(offer)}/${kind}/${date}?${rest}`;

function factsOf(offer: Offer): readonly Change[] {
  return (Object.entries(offer.facts) as [FieldName, Fact<unknown>][]).flatMap(([field, fact]) => {
    const date = newestDateOf(fact);
    return date === null
      ? []
      : [{ kind: 'fact', id: idOf(offer, 'fact', date, toParameters({ field })), date, offer, field, fact } as const];
  });
}

const termsOf = (price: Price): string =>
  toParameters({
    model: price.model,
    per: price.per,
    currency: price.currency,
    basis: price.basis,
    scope: price.scope,
    'term-hours': price.termHours,
    'min-gpus': price.minGpus,
    gpu: price.gpu,
  });

function publicationsOf(offer: Offer): readonly Publication[] {
  const groups = new Map<string, Price[]>();
  for (const price of offer.prices) {
    const name = `${termsOf(price)}\n${price.asOf ?? ''}\n${price.source?.url ?? ''}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [price]);
    else group.push(price);
  }
  return [...groups.values()].flatMap((prices) => {
    const first = prices[0] as Price;
    return first.asOf === null ? [] : [{ terms: termsOf(first), date: first.asOf, source: first.source, prices, first }];
  });
}

function pricesOf(offer: Offer): readonly Change[] {
  return publicationsOf(offer).map((publication) => {
    const source = toParameters({ source: publication.source?.url ?? null });
    const id = idOf(offer, 'price', publication.date, [publication.terms, source].filter(Boolean).join('&'));
    return { kind: 'price', id, date: publication.date, offer, publication };
  });
}

function sightingsOf(offer: Offer): readonly Change[] {
  return offer.sightings.map((sighting) => {
    const { state, region, source, asOf } = sighting;
    return {
      kind: 'availability',
      id: idOf(offer, 'availability', asOf, toParameters({ state, region, source: source.url })),
      date: asOf,
      offer,
      sighting,
    };
  });
}

/** Facts and prices of an offer that no source dates. */
function countUndated(offer: Offer): number {
  const facts = Object.values(offer.facts).filter((fact) => newestDateOf(fact) === null);
  return facts.length + offer.prices.filter((price) => price.asOf === null).length;
}

const sorted = new WeakMap<Catalogue, readonly Change[]>();

/** Every dated entry of a catalogue, newest first. A catalogue never changes, so its list is worked out once. */
function changesIn(catalogue: Catalogue): readonly Change[] {
  let changes = sorted.get(catalogue);
  if (changes === undefined) {
    changes = catalogue.offers
      .flatMap((offer) => [...factsOf(offer), ...pricesOf(offer), ...sightingsOf(offer)])
      .sort((a, b) => compareDates(b.date, a.date) || byText(a.id, b.id));
    sorted.set(catalogue, changes);
  }
  return changes;
}

function rangeOf(prices: readonly Price[]): { readonly lowest: DecimalText; readonly highest: DecimalText } {
  const amounts = prices.map((price) => price.amount).sort(compareAmounts);
  return { lowest: amounts[0] as DecimalText, highest: amounts.at(-1) as DecimalText };
}

/** The newest superseded publication of the same terms before this one: the file says that a price was replaced, we do not guess it. */
function findBefore(offer: Offer, publication: Publication): PublishedPrice['before'] {
  const before = publicationsOf(offer)
    .filter(({ terms, date, first }) => terms === publication.terms && first.superseded && compareDates(date, publication.date) < 0)
    .sort((a, b) => compareDates(b.date, a.date) || byText(a.source?.url ?? '', b.source?.url ?? ''))[0];
  return before === undefined ? null : { ...rangeOf(before.prices), asOf: before.date };
}

function describePublication(offer: Offer, publication: Publication): PublishedPrice {
  const { currency, per, model, termHours, minGpus, gpu, basis, scope } = publication.first;
  return {
    ...rangeOf(publication.prices),
    currency,
    per,
    model,
    termHours,
    minGpus,
    gpu,
    basis,
    scope,
    regions: [...new Set(publication.prices.flatMap((price) => (price.region === null ? [] : [price.region])))].sort(),
    superseded: publication.prices.every((price) => price.superseded),
    before: findBefore(offer, publication),
  };
}

function newestSourceOf(fact: Fact<unknown>): Source | null {
  return [...fact.sources].sort((a, b) => compareDates(b.asOf, a.asOf))[0] ?? null;
}

type About = Pick<ChangeDocument, 'field' | 'value' | 'detail' | 'price' | 'availability' | 'confidence' | 'inConflict' | 'source'>;

function describeAbout(change: Change): About {
  const nothing = { value: null, detail: null, price: null, availability: null, inConflict: false };
  switch (change.kind) {
    case 'fact':
      return {
        ...nothing,
        field: change.field,
        value: change.fact.value,
        detail: change.fact.detail,
        confidence: change.fact.confidence,
        inConflict: hasOpenConflict(change.offer, change.field),
        source: newestSourceOf(change.fact)?.url ?? null,
      };
    case 'price': {
      const { source } = change.publication;
      return {
        ...nothing,
        field: 'price',
        price: describePublication(change.offer, change.publication),
        confidence: source === null ? 'unconfirmed' : confidenceOf([source]),
        inConflict: change.offer.priceConflicts.some((conflict) => conflict.status === 'open'),
        source: source?.url ?? null,
      };
    }
    case 'availability': {
      const { state, nodes, region, source } = change.sighting;
      return {
        ...nothing,
        field: 'availability',
        availability: { state, nodes, region },
        confidence: confidenceOf([source]),
        source: source.url,
      };
    }
  }
}

function describeChange(change: Change): ChangeDocument {
  const about = describeAbout(change);
  return {
    id: change.id,
    date: change.date,
    kind: change.kind,
    offer: change.offer.id,
    offerName: change.offer.name,
    provider: change.offer.provider.id,
    providerName: change.offer.provider.name,
    ...about,
    says: sayChange('en', about),
  };
}

/** All offers that match, whatever page the question asks for: its page is one of changes. */
function matchingOffers(store: CatalogueStore, query: Query, today: Day): ReadonlySet<Offer> {
  const index = store.indexOn(today);
  const { rows } = index.select({ ...query, sort: null, page: 1, limit: Math.max(1, index.size) }, []);
  return new Set(rows.map((row) => store.catalogue.offers[row] as Offer));
}

/**
 * Dated facts, prices and sightings of the offers that match, newest first: the date is that of the source, not of our
 * reading. `sort` is understood and has no effect, so that a page of offers and its feed take the same question.
 * Throws `Fault` (`query/…`) for a question that is not understood or a page beyond the last.
 */
export function answerChanges(store: CatalogueStore, parameters: Parameters, today: Day): ChangesDocument {
  const query = parseQuery(parameters, store.words, today);
  const offers = matchingOffers(store, query, today);
  const matched = changesIn(store.catalogue).filter((change) => offers.has(change.offer));
  const pages = Math.max(1, Math.ceil(matched.length / query.limit));
  if (query.page > pages) throw new Fault('query/page-out-of-range', { given: query.page, last: pages });
  const from = (query.page - 1) * query.limit;
  return {
    dataVersion: store.catalogue.dataVersion,
    asOf: today,
    total: matched.length,
    page: query.page,
    pages,
    limit: query.limit,
    query: formatQuery(query),
    undated: [...offers].reduce((sum, offer) => sum + countUndated(offer), 0),
    changes: matched.slice(from, from + query.limit).map(describeChange),
  };
}
