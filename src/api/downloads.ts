import { createHash } from 'node:crypto';
import type { OfferDocument } from '../answers/documents.ts';
import type { CatalogueStore } from '../answers/store.ts';
import { valueOf } from '../catalogue/offer.ts';
import { standardView } from '../catalogue/offer-index.ts';
import { type Column, type ColumnWords, offerColumns } from '../export/columns.ts';
import { formatCsv } from '../export/csv.ts';
import { type DataSet, type Download, dataLicence } from '../export/data-set.ts';
import { formatJsonLines, offersToJsonLines } from '../export/jsonl.ts';
import { encodeParquet } from '../export/parquet.ts';
import { priceColumns, priceRowsOf } from '../export/prices.ts';
import type { Day } from '../units/date.ts';

/** A file of the whole data, ready to be sent. */
export interface DownloadFile {
  readonly name: Download['name'];
  readonly format: Download['format'];
  readonly says: string;
  readonly rows: number;
  readonly columns: readonly ColumnWords[] | null;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** From the root of the site: `/data/offers.csv`. Always the newest data; `dataVersion` tells which. */
export const downloadPath = ({ name, format }: Pick<DownloadFile, 'name' | 'format'>): string => `/data/${name}.${format}`;

export const dataPackagePath = '/data/datapackage.json';

function toFile(about: Omit<DownloadFile, 'body' | 'sha256'>, content: string | Uint8Array<ArrayBuffer>): DownloadFile {
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { ...about, body, sha256: createHash('sha256').update(body).digest('hex') };
}

/** One table in three formats. `lines` is given where JSON Lines hold more than the columns. */
function writeTable<Row>(
  name: string,
  says: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  about: Readonly<Record<string, string>>,
  lines?: { readonly says: string; readonly text: string },
): readonly DownloadFile[] {
  const common = { name, says, rows: rows.length, columns };
  return [
    toFile({ ...common, format: 'csv' }, formatCsv(columns, rows)),
    lines === undefined
      ? toFile({ ...common, format: 'jsonl' }, formatJsonLines(columns, rows))
      : toFile({ ...common, format: 'jsonl', says: lines.says, columns: null }, lines.text),
    toFile({ ...common, format: 'parquet' }, encodeParquet(columns, rows, about)),
  ];
}

function writeAll(store: CatalogueStore, today: Day): readonly DownloadFile[] {
  const { offers, dataVersion, contentHash } = store.catalogue;
  const documents: readonly OfferDocument[] = offers.map((offer) => store.describe(offer, standardView, today));
  const about = { dataVersion, contentHash, asOf: today, licence: dataLicence.name };
  const lines = { says: 'One whole document for each offer, with every fact, source, date and price.', text: offersToJsonLines(documents) };
  return [
    ...writeTable('offers', 'One row for each offer, connected or not.', offerColumns, documents, about, lines),
    ...writeTable('prices', 'One row for each price on file, superseded ones too.', priceColumns, priceRowsOf(offers), about),
  ];
}

const written = new WeakMap<CatalogueStore, { readonly today: Day; readonly files: readonly DownloadFile[] }>();

/** All downloads of a store as they are on a day: offers and prices as CSV, JSON Lines and Parquet. Written once a day. */
export function writeDownloads(store: CatalogueStore, today: Day): readonly DownloadFile[] {
  const kept = written.get(store);
  if (kept?.today === today) return kept.files;
  const files = writeAll(store, today);
  written.set(store, { today, files });
  return files;
}

/** What there is to download, for the page about the data. `origin` makes its addresses absolute. */
export function describeDownloads(store: CatalogueStore, today: Day, origin: string): DataSet {
  const { offers, providers, dataVersion } = store.catalogue;
  return {
    dataVersion,
    licence: dataLicence,
    page: `${origin}/data`,
    counts: {
      offers: offers.length,
      multiNodeOffers: offers.filter((offer) => valueOf(offer, 'multiNode') === 'yes').length,
      providers: providers.length,
      prices: offers.reduce((sum, offer) => sum + offer.prices.length, 0),
    },
    downloads: writeDownloads(store, today).map((file) => {
      const { body, ...about } = file;
      return { ...about, bytes: body.byteLength, url: origin + downloadPath(file) };
    }),
  };
}
