import type { Dataset, WithContext } from 'schema-dts';
import type { ColumnType, ColumnWords } from './columns.ts';

/** A file that somebody has written. Size and checksum are what was measured there; this room only tells of them. */
export interface Download {
  /** File name without its ending: `offers`. */
  readonly name: string;
  readonly format: 'csv' | 'jsonl' | 'parquet';
  /** One English sentence about what a row is. */
  readonly says: string;
  /** Address, absolute. */
  readonly url: string;
  readonly rows: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Its columns; null for documents, whose form the API describes. */
  readonly columns: readonly ColumnWords[] | null;
}

export interface DataSet {
  /** Day of the newest entry. */
  readonly dataVersion: string;
  readonly licence: { readonly name: string; readonly url: string };
  /** Address of the page about the data, absolute. */
  readonly page: string;
  readonly counts: { readonly offers: number; readonly multiNodeOffers: number; readonly providers: number; readonly prices: number };
  readonly downloads: readonly Download[];
}

/** Licence of the catalogue's facts; the code has its own. */
export const dataLicence = { name: 'CC-BY-4.0', url: 'https://creativecommons.org/licenses/by/4.0/' } as const;

export const mediaTypes: Readonly<Record<Download['format'], string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

const title = 'Clusterfare: offers of multi-node GPU clusters';

const describeCounts = ({ counts }: DataSet): string =>
  `${counts.offers} offers of ${counts.providers} providers, ${counts.multiNodeOffers} of them connected multi-node GPU clusters rented as one unit, ` +
  `and ${counts.prices} prices: fabric, bandwidth per node, orchestration, terms and price, with source and date. An empty cell means not published, never no.`;

/** Types of Table Schema 2.0. Dates may be a month or a year and amounts are exact decimal text, so both are strings. */
const fieldTypes: Readonly<Record<ColumnType, object>> = {
  text: { type: 'string' },
  word: { type: 'string' },
  decimal: { type: 'string' },
  date: { type: 'string' },
  list: { type: 'list', delimiter: ';' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
};

function toField(column: ColumnWords): object {
  return {
    name: column.name,
    ...fieldTypes[column.type],
    description: column.says,
    ...(column.unit === null ? {} : { unit: column.unit }),
    // The words of a list are those of its items, which a constraint on the whole cell cannot say.
    ...(column.words === null ? {} : column.type === 'list' ? { itemWords: column.words } : { constraints: { enum: column.words } }),
  };
}

/** The data set as a Data Package (datapackage.org, 2.0), which tools read to load every table with its types. */
export function describeDataPackage(dataSet: DataSet): object {
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'clusterfare',
    title,
    description: describeCounts(dataSet),
    version: dataSet.dataVersion,
    homepage: dataSet.page,
    licenses: [{ name: dataSet.licence.name, path: dataSet.licence.url }],
    resources: dataSet.downloads.map((download) => ({
      name: `${download.name}-${download.format}`,
      path: download.url,
      description: download.says,
      format: download.format,
      mediatype: mediaTypes[download.format].split(';', 1)[0],
      bytes: download.bytes,
      hash: `sha256:${download.sha256}`,
      rows: download.rows,
      ...(download.columns === null ? {} : { schema: { missingValues: [''], fields: download.columns.map(toField) } }),
    })),
  };
}

/** Columns of all downloads, each name once. */
function columnsOf(dataSet: DataSet): readonly ColumnWords[] {
  const byName = new Map(dataSet.downloads.flatMap((download) => download.columns ?? []).map((column) => [column.name, column]));
  return [...byName.values()];
}

/** The data set in the words of schema.org, for the page about it. */
export function describeForSearch(dataSet: DataSet): WithContext<Dataset> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: title,
    description: describeCounts(dataSet),
    url: dataSet.page,
    version: dataSet.dataVersion,
    dateModified: dataSet.dataVersion,
    license: dataSet.licence.url,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: 'Clusterfare', url: new URL('/', dataSet.page).href },
    variableMeasured: columnsOf(dataSet).map((column) => ({
      '@type': 'PropertyValue',
      name: column.name,
      description: column.says,
      ...(column.unit === null ? {} : { unitText: column.unit }),
    })),
    distribution: dataSet.downloads.map((download) => ({
      '@type': 'DataDownload',
      name: `${download.name}.${download.format}`,
      description: download.says,
      encodingFormat: mediaTypes[download.format].split(';', 1)[0] as string,
      contentUrl: download.url,
      contentSize: `${download.bytes} B`,
      sha256: download.sha256,
    })),
  };
}
