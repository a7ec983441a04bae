import { renameSync, writeFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { classOfCollective, collectiveCases, fitNetworkConstants, logBandwidthError } from '../forecast/calibration/collective-cases.ts';
import {
  type ClassError,
  classOfStep,
  fitStepConstants,
  intervalWidthsOf,
  leaveOnePublisherOut,
  weightsByPublisher,
} from '../forecast/calibration/fits.ts';
import { fitMemoryConstants, logMemoryError, memoryCases } from '../forecast/calibration/memory-cases.ts';
import { logTimeError, stepCases } from '../forecast/calibration/step-cases.ts';
import { memoryConstants } from '../forecast/tables.ts';
import { type CalibrationFile, constantValues } from '../hardware/calibration-schema.ts';
import { networkConstants } from '../network/constants.ts';
import {
  type CalibrationData,
  type CalibrationName,
  calibrationNames,
  calibrationPath,
  readCalibrationData,
  readText,
} from './calibration-data.ts';

/**
 * `node fit-cli.js DATA [network] [memory] [forecast]`: fits the constants named (all where none is) to the runs in
 * `data/measurements` and writes their values and the widths of intervals into `data/calibration`. The order is that of
 * use: memory decides what a run leaves open, the network prices what a step exchanges.
 */

const [folder = 'data', ...asked] = process.argv.slice(2);
const wanted = asked.length === 0 ? calibrationNames : calibrationNames.filter((name) => asked.includes(name));
if (asked.length > 0 && wanted.length !== asked.length) {
  console.error(`fit: "${asked.find((name) => !wanted.includes(name as CalibrationName))}" is none of ${calibrationNames.join(', ')}`);
  process.exit(2);
}

/** Few publishers have read memory, and what one errs in is its software as a whole: each run of many counts for less than in time. */
const memoryWeightExponent = -0.5;

interface Outcome {
  readonly values: Readonly<Record<string, number>>;
  readonly intervals: CalibrationFile['intervals'];
}

const tablesOf = (data: CalibrationData): Parameters<typeof stepCases>[1] => ({
  resolveGpu: data.resolveGpu,
  presets: data.presets,
  network: networkConstants(constantValues(data.calibration.network)),
  memory: memoryConstants(data.calibration.memory),
});

/** Interval ends rest on runs of publishers that the constants were not fitted to. */
function widthsOf<C extends { readonly publisher: string }>(
  cases: readonly C[],
  classOf: (one: C) => string,
  errorOf: (one: C) => number,
  weightExponent?: number,
): CalibrationFile['intervals'] {
  const weights = weightsByPublisher(cases, weightExponent);
  return intervalWidthsOf(cases.map((one, index): ClassError => ({ of: classOf(one), error: errorOf(one), weight: weights[index] ?? 1 })));
}

const fits: Readonly<Record<CalibrationName, (data: CalibrationData) => Outcome>> = {
  network: (data) => {
    const file = data.calibration.network;
    const cases = collectiveCases(data.runs, tablesOf(data));
    const values = fitNetworkConstants(cases, file);
    const without = leaveOnePublisherOut(cases, (publisher) =>
      networkConstants(
        fitNetworkConstants(
          cases.filter((one) => one.publisher !== publisher),
          file,
          values,
        ),
      ),
    );
    return {
      values,
      intervals: widthsOf(cases, classOfCollective, (one) =>
        logBandwidthError(one, without.get(one.publisher) ?? networkConstants(values)),
      ),
    };
  },
  memory: (data) => {
    const file = data.calibration.memory;
    const cases = memoryCases(data.runs, tablesOf(data));
    const values = fitMemoryConstants(cases, file);
    const without = leaveOnePublisherOut(cases, (publisher) =>
      fitMemoryConstants(
        cases.filter((one) => one.publisher !== publisher),
        file,
      ),
    );
    return {
      values: { ...values },
      intervals: widthsOf(
        cases,
        () => 'memory',
        (one) => logMemoryError(one, without.get(one.publisher) ?? values),
        memoryWeightExponent,
      ),
    };
  },
  forecast: (data) => {
    const file = data.calibration.forecast;
    const cases = stepCases(data.runs, tablesOf(data));
    const values = fitStepConstants(cases, file);
    const without = leaveOnePublisherOut(cases, (publisher) =>
      fitStepConstants(
        cases.filter((one) => one.publisher !== publisher),
        file,
        values,
        12,
      ),
    );
    return { values, intervals: widthsOf(cases, classOfStep, (one) => logTimeError(one, without.get(one.publisher) ?? values)) };
  },
};

/** Changes values in the text and leaves the rest, comments too, as people wrote it. */
function write(name: CalibrationName, { values, intervals }: Outcome): void {
  const file = calibrationPath(folder, name);
  const document = parseDocument(readText(file));
  for (const [constant, value] of Object.entries(values)) document.setIn(['constants', constant, 'value'], Number(value.toPrecision(4)));
  document.setIn(['intervals'], document.createNode(intervals, { flow: false }));
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, document.toString({ lineWidth: 0, flowCollectionPadding: true }));
  renameSync(unfinished, file);
}

for (const name of wanted) {
  const start = performance.now();
  const data = readCalibrationData(folder);
  const outcome = fits[name](data);
  write(name, outcome);
  console.log(`${name}: ${Object.keys(outcome.values).length} constants fitted in ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  for (const [constant, value] of Object.entries(outcome.values)) {
    const { prior, spread } = data.calibration[name].constants[constant] ?? { prior: value, spread: 1 };
    const away = prior > 0 ? Math.log(value / prior) / spread : 0;
    console.log(
      `  ${constant.padEnd(28)} ${value.toPrecision(4).padStart(10)}  prior ${prior}${Math.abs(away) > 2 ? `  ${away.toFixed(1)} spreads away` : ''}`,
    );
  }
}
