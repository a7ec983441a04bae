import type { Context, Hono } from 'hono';
import { answerChanges } from '../answers/changes.ts';
import { answerOffersOnJob } from '../answers/offers-on-job.ts';
import { rememberedPlan } from '../answers/remembered-plans.ts';
import type { CatalogueStore } from '../answers/store.ts';
import { viewKeys } from '../catalogue/filters.ts';
import { parseQuery } from '../catalogue/query.ts';
import { formatAtom, mostFeedEntries } from '../export/atom.ts';
import { offersToCsv } from '../export/csv.ts';
import { dataLicence, describeDataPackage, mediaTypes } from '../export/data-set.ts';
import { Fault } from '../faults/fault.ts';
import { planToMarkdown } from '../reports/plan-markdown.ts';
import { wordsIn } from '../words/words.ts';
import { askedBy, type Clock, fillPath, respondWithDocument, type Source } from './answer.ts';
import { dataPackagePath, describeDownloads, downloadPath, writeDownloads } from './downloads.ts';
import {
  changesEndpoint,
  compareEndpoint,
  dataEndpoint,
  type Endpoint,
  methodologyEndpoint,
  offerEndpoint,
  offersEndpoint,
  planEndpoint,
  providerEndpoint,
  providersEndpoint,
} from './endpoints.ts';
import { addReading, createReader, pageLinks, respondWith } from './http.ts';
import type { Report } from './problem.ts';

/** Endpoints whose pages have a JSON twin at the same path. */
const documentTwins: readonly Endpoint[] = [
  offersEndpoint,
  offerEndpoint,
  compareEndpoint,
  providersEndpoint,
  providerEndpoint,
  changesEndpoint,
  dataEndpoint,
  methodologyEndpoint,
  planEndpoint,
];

/** `/offers/{provider}/{slug}` → `/offers/:provider/:slug{[^/]+\.json}`: the ending belongs to the last part of the path. */
function toTwinPattern(path: string): string {
  const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
  return path.endsWith('}') ? `${pattern}{[^/]+\\.json}` : `${pattern}.json`;
}

const downloads = (['offers', 'prices'] as const).flatMap((name) =>
  (['csv', 'jsonl', 'parquet'] as const).map((format) => ({ name, format })),
);
const otherTwins = ['/offers.csv', '/plan.md', '/offers.atom', '/changes.atom', dataPackagePath, ...downloads.map(downloadPath)];
const twinShapes = documentTwins.map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}\\.json$`));

/** True for the address of a twin or download, which pages leave to this application. */
export const isTwin = (pathname: string): boolean => otherTwins.includes(pathname) || twinShapes.some((shape) => shape.test(pathname));

function respondWithCsv(c: Context, source: Source): Response {
  const { parameters, today } = askedBy(c, source);
  const answer = answerOffersOnJob(source.store, parameters, today);
  const name = `clusterfare-offers-${answer.dataVersion}.csv`;
  return respondWith(c, mediaTypes.csv, offersToCsv(answer.offers), {
    ...pageLinks(c, answer),
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}

/** A plan as a report that can be sent on. */
function respondWithReport(c: Context, source: Source): Response {
  const { parameters, today } = askedBy(c, source);
  const plan = rememberedPlan(source.store, parameters, null, today);
  return respondWith(c, 'text/markdown; charset=utf-8', planToMarkdown(plan, 'en'));
}

/** The newest changes of the offers that match. A feed has no pages: page, rows per page and order of the table do not concern it. */
function respondWithFeed(c: Context, source: Source): Response {
  const { parameters, today } = askedBy(c, source);
  parseQuery(parameters, source.store.words, today);
  const filters = parameters.filter(([key]) => !viewKeys.some((viewKey) => viewKey === key));
  const { changes, query } = answerChanges(source.store, [...filters, ['limit', String(mostFeedEntries)]], today);
  const { origin, href } = new URL(c.req.url);
  const words = wordsIn('en');
  const feed = formatAtom({
    title: `Clusterfare: ${words.changes_title()}`,
    subtitle: words.changes_description(),
    query: query.replace(/&?limit=\d+$/, ''),
    dataVersion: source.store.catalogue.dataVersion,
    self: href,
    page: `${origin}/changes`,
    rights: dataLicence.name,
    changes,
    addressOf: (offer) => `${origin}/offers/${offer}`,
  });
  return respondWith(c, 'application/atom+xml; charset=utf-8', feed);
}

function respondWithDownload(c: Context, source: Source, path: string): Response {
  const file = writeDownloads(source.store, source.clock()).find((candidate) => downloadPath(candidate) === path);
  if (file === undefined) throw new Fault('page/not-found');
  return respondWith(c, mediaTypes[file.format], file.body, { ETag: `"${file.sha256}"`, 'Content-Disposition': 'attachment' });
}

/**
 * The twins of pages: the same question, without language, as JSON, CSV, Markdown or Atom. They use the answers of the interface,
 * so page, twin, interface and command line cannot disagree. Bodies are not compressed here: the pages' cache does it once.
 */
export function createTwins(store: CatalogueStore, clock: Clock, { report }: { readonly report?: Report } = {}): Hono {
  const source: Source = { store, clock };
  const app = createReader(report);
  for (const endpoint of documentTwins) {
    addReading(app, toTwinPattern(endpoint.path), (c) =>
      respondWithDocument(c, endpoint, askedBy(c, source, '.json'), (parts) => `${fillPath(endpoint.path, parts)}.json`),
    );
  }
  addReading(app, '/offers.csv', (c) => respondWithCsv(c, source));
  addReading(app, '/plan.md', (c) => respondWithReport(c, source));
  addReading(app, '/offers.atom', (c) => respondWithFeed(c, source));
  addReading(app, '/changes.atom', (c) => respondWithFeed(c, source));
  for (const path of downloads.map(downloadPath)) addReading(app, path, (c) => respondWithDownload(c, source, path));
  addReading(app, dataPackagePath, (c) => {
    const dataSet = describeDownloads(store, clock(), new URL(c.req.url).origin);
    return respondWith(c, 'application/json; charset=utf-8', JSON.stringify(describeDataPackage(dataSet)));
  });
  return app;
}
