import type { Day } from '../units/date.ts';
import type { MethodologyDocument } from './methodology-documents.ts';
import type { CatalogueStore } from './store.ts';

/** The models in the order in which a reader meets them: what a step takes, what the network adds, what must fit, what failures take. */
const models = ['forecast', 'network', 'memory', 'goodput'] as const;

/** What forecasts rest on, and how far they were off. */
export function answerMethodology({ catalogue, calibration, accuracy }: CatalogueStore, today: Day): MethodologyDocument {
  return {
    dataVersion: catalogue.dataVersion,
    asOf: today,
    accuracy,
    constants: models.flatMap((model) =>
      Object.entries(calibration[model].constants).map(([name, { value, prior, spread, within, unit, because }]) => ({
        model,
        name,
        value,
        prior,
        spread,
        lowest: within[0],
        highest: within[1],
        unit,
        because,
      })),
    ),
    intervals: models.flatMap((model) => Object.entries(calibration[model].intervals).map(([of, width]) => ({ model, of, ...width }))),
  };
}
