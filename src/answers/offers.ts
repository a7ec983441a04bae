import { viewOf } from '../catalogue/offer-index.ts';
import { formatQuery, parseQuery } from '../catalogue/query.ts';
import { Fault } from '../faults/fault.ts';
import type { Day } from '../units/date.ts';
import type { OffersDocument } from './documents.ts';
import { type CatalogueStore, facetKeys } from './store.ts';

/** Parameters as URL, CLI and MCP give them: pairs in order, keys may repeat. */
export type Parameters = Iterable<readonly [string, string]>;

/**
 * The comparison: offers that match, one page of them, and what each further choice would leave.
 * Throws `Fault` (`query/…`) for a question that is not understood or a page beyond the last.
 */
export function answerOffers(store: CatalogueStore, parameters: Parameters, today: Day): OffersDocument {
  const query = parseQuery(parameters, store.words, today);
  const selection = store.indexOn(today).select(query, facetKeys);
  const pages = Math.max(1, Math.ceil(selection.total / query.limit));
  if (query.page > pages) throw new Fault('query/page-out-of-range', { given: query.page, last: pages });
  const view = viewOf(query);
  return {
    dataVersion: store.catalogue.dataVersion,
    asOf: today,
    total: selection.total,
    page: query.page,
    pages,
    limit: query.limit,
    query: formatQuery(query),
    hiddenUnknown: selection.hiddenUnknown,
    facets: Object.fromEntries([...selection.facets].map(([key, counts]) => [key, Object.fromEntries(counts)])),
    offers: selection.rows.map((row) => {
      const offer = store.catalogue.offers[row];
      if (offer === undefined) throw new Fault('fault/internal', { row });
      return store.describe(offer, view, today);
    }),
    throughJob: null,
  };
}
