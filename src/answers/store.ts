import { choiceFilters } from '../catalogue/filters.ts';
import type { Catalogue, Offer } from '../catalogue/offer.ts';
import { buildOfferIndex, type OfferIndex, type View, viewName } from '../catalogue/offer-index.ts';
import { toIndexRow } from '../catalogue/offer-rows.ts';
import type { QueryWords } from '../catalogue/query.ts';
import { RecentEntries } from '../catalogue/recent-entries.ts';
import type { ForecastTables } from '../forecast/predict-run.ts';
import { buildForecastTables } from '../forecast/tables.ts';
import type { AccuracyFile, CalibrationFile, CalibrationFiles } from '../hardware/calibration-schema.ts';
import type { Gpu } from '../hardware/gpu-table.ts';
import type { ResolveGpu } from '../hardware/names.ts';
import type { Day } from '../units/date.ts';
import { type ModelPresets, openPresets } from '../workload/presets.ts';
import type { OfferDocument } from './documents.ts';
import { describeOffer } from './offer-document.ts';

/** What is on file beside the catalogue of offers. */
export interface ReferenceData {
  readonly gpus: readonly Gpu[];
  readonly models: () => ModelPresets;
  readonly forecast: () => ForecastTables;
  /** What the tables of the forecast were made of, and how far forecasts were off. */
  readonly calibration: CalibrationFiles;
  readonly accuracy: AccuracyFile;
}

const unknownGpu: ResolveGpu = (label) => ({ kind: 'unknown', label, nearest: [] });
const nothingOnFile: CalibrationFile = { constants: {}, intervals: {} };
const noCalibration: CalibrationFiles = { network: nothingOnFile, memory: nothingOnFile, forecast: nothingOnFile, goodput: nothingOnFile };
const noPoints = { meanPoints: 0, medianPoints: 0 };
const noChoice = { meanSlowerPercent: 0, worstSlowerPercent: 0, spearman: 0 };
const noReference: ReferenceData = {
  gpus: [],
  models: () => openPresets([]),
  forecast: () => buildForecastTables(noCalibration, unknownGpu, openPresets([])),
  calibration: noCalibration,
  accuracy: {
    asOf: '1970-01-01',
    runs: 0,
    forecast: 0,
    refused: 0,
    groups: [],
    scaling: { pairs: 0, onFile: noPoints, leftOut: noPoints },
    planChoice: { contests: 0, onFile: noChoice, leftOut: noChoice },
  },
};

/** One data version, ready to answer. Holds what can be worked out once: look-ups, and an index for each day asked. */
export interface CatalogueStore extends ReferenceData {
  readonly catalogue: Catalogue;
  readonly words: QueryWords;
  readonly offerById: ReadonlyMap<string, Offer>;
  /** Former id → present id. */
  readonly movedOffers: ReadonlyMap<string, string>;
  readonly offersOfProvider: ReadonlyMap<string, readonly Offer[]>;
  /** Prices and dates age: each day has its own index. */
  readonly indexOn: (today: Day) => OfferIndex;
  /** The document of an offer. Judging its checks and prices is the dear part of an answer, so it is done once for a day and view. */
  readonly describe: (offer: Offer, view: View, today: Day) => OfferDocument;
}

/** Days whose index is kept: today's, and yesterday's for requests that began before midnight. */
const daysKept = 2;
/** Views whose documents are kept. One holds some megabytes; nearly all questions share the standard one. */
const viewsKept = 12;

/** Opens a catalogue for questions. `readGpu` reads spellings of a GPU beyond ids and families. */
export function openStore(
  catalogue: Catalogue,
  gpuNames: Pick<QueryWords, 'gpus' | 'readGpu'>,
  reference: Partial<ReferenceData> = {},
): CatalogueStore {
  const { offers } = catalogue;
  const indexes = new RecentEntries<OfferIndex>(daysKept);
  const documents = new RecentEntries<Map<Offer, OfferDocument>>(viewsKept);
  const offersOfProvider = new Map<string, Offer[]>();
  for (const offer of offers) {
    const own = offersOfProvider.get(offer.provider.id);
    if (own === undefined) offersOfProvider.set(offer.provider.id, [offer]);
    else own.push(offer);
  }
  return {
    ...noReference,
    ...reference,
    catalogue,
    words: { ...gpuNames, providers: new Set(offersOfProvider.keys()), regions: new Set(offers.flatMap((offer) => offer.regionKeys)) },
    offerById: new Map(offers.map((offer) => [offer.id, offer])),
    movedOffers: new Map(offers.flatMap((offer) => offer.formerIds.map((former) => [former, offer.id] as const))),
    offersOfProvider,
    indexOn: (today) => indexes.get(today, () => buildOfferIndex(offers.map((offer) => toIndexRow(offer, today)))),
    describe: (offer, view, today) => {
      const known = documents.get(`${today}|${viewName(view)}`, () => new Map());
      const document = known.get(offer) ?? describeOffer(offer, view, today);
      known.set(offer, document);
      return document;
    },
  };
}

/** Keys whose options an answer counts: all choices. */
export const facetKeys = choiceFilters.map((filter) => filter.key);
