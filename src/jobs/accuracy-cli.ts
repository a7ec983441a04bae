import { existsSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { collectiveCases, fitNetworkConstants } from '../forecast/calibration/collective-cases.ts';
import { fitStepConstants, leaveOnePublisherOut } from '../forecast/calibration/fits.ts';
import { fitMemoryConstants, memoryCases } from '../forecast/calibration/memory-cases.ts';
import { stepCases } from '../forecast/calibration/step-cases.ts';
import type { PublishedRun } from '../forecast/measurements/published-run.ts';
import { type GroupScore, publisherOf, type Score, type ScoredPrediction, scorePredictions } from '../forecast/measurements/score.ts';
import { type ForecastTables, forecastRun, type RunForecast } from '../forecast/predict-run.ts';
import { buildForecastTables, memoryConstants, stepConstants } from '../forecast/tables.ts';
import { type AccuracyFile, accuracyFile, constantValues } from '../hardware/calibration-schema.ts';
import { networkConstants } from '../network/constants.ts';
import { calibrationPath, readCalibrationData, readText } from './calibration-data.ts';

/**
 * `node accuracy-cli.js DATA PAGE [--check]`: holds forecasts against every published measurement, with the constants on
 * file and with constants fitted without the publisher in question, prints the tables and writes them between the
 * markers of PAGE, and into `DATA/calibration/accuracy.yaml`, which the product reads. With `--check` it writes nothing
 * and fails where either would change.
 */

const [folder = 'data', page = 'docs/methodology.md', flag] = process.argv.slice(2);
const data = readCalibrationData(folder);
const onFile = buildForecastTables(data.calibration, data.resolveGpu, data.presets);

const toScored = (forecast: RunForecast): ScoredPrediction => {
  const { stepTimeS, tokensPerSPerGpu, tflopsPerGpu, mfu, busBandwidthGBytePerS, peakMemoryGiB } = forecast;
  const intervals = Object.fromEntries(
    Object.entries(forecast.intervals).filter(([, ends]) => ends !== null),
  ) as ScoredPrediction['intervals'];
  return {
    refused: forecast.refused,
    values: { stepTimeS, tokensPerSPerGpu, tflopsPerGpu, mfu, busBandwidthGBytePerS, peakMemoryGiB },
    intervals,
  };
};

const scoreWith = (tablesOf: (one: PublishedRun) => ForecastTables): Score => {
  const predictions = new Map(data.runs.map((one) => [one.run.id, toScored(forecastRun(one.run, tablesOf(one)))]));
  return scorePredictions(data.runs, (id) => predictions.get(id));
};

/** Tables for each publisher from constants that its runs had no part in. */
function leftOut(): (one: PublishedRun) => ForecastTables {
  const { network, memory, forecast } = data.calibration;
  const collectives = collectiveCases(data.runs, onFile);
  const networkOf = leaveOnePublisherOut(collectives, (publisher) =>
    networkConstants(
      fitNetworkConstants(
        collectives.filter((one) => one.publisher !== publisher),
        network,
        constantValues(network),
      ),
    ),
  );
  const readings = memoryCases(data.runs, onFile);
  const memoryOf = leaveOnePublisherOut(readings, (publisher) =>
    fitMemoryConstants(
      readings.filter((one) => one.publisher !== publisher),
      memory,
    ),
  );
  const steps = stepCases(data.runs, onFile);
  const start = stepConstants(forecast);
  const stepOf = leaveOnePublisherOut(steps, (publisher) =>
    fitStepConstants(
      steps.filter((one) => one.publisher !== publisher),
      forecast,
      start,
      12,
    ),
  );
  return (one) => {
    const publisher = publisherOf(one.source.title);
    return {
      ...onFile,
      network: networkOf.get(publisher) ?? onFile.network,
      memory: memoryOf.get(publisher) ?? memoryConstants(memory),
      step: stepOf.get(publisher) ?? start,
    };
  };
}

const number = (value: number | null, digits = 1): string => (value === null || !Number.isFinite(value) ? '' : value.toFixed(digits));

function tableOf(inSample: Score, out: Score): readonly string[] {
  const row = (name: string, first: GroupScore, second: GroupScore | undefined): string =>
    `| ${[
      name,
      first.cases,
      number(first.medianPercent),
      number(first.meanPercent),
      number(first.within10Percent, 0),
      number(second?.medianPercent ?? null),
      number(second?.meanPercent ?? null),
      number(second?.within10Percent ?? null, 0),
      number(second?.biasPercent ?? null),
      number(second?.coveragePercent ?? null, 0),
    ].join(' | ')} |`;
  return [
    '| what · of whom | runs | median % | mean % | within 10% | left out: median % | mean % | within 10% | bias % | inside 80% interval |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...Object.entries(inSample.groups).map(([name, group]) => row(name, group, out.groups[name])),
  ];
}

const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));
const errorsOf = ({ medianPercent, meanPercent, within10Percent }: GroupScore): AccuracyFile['groups'][number]['onFile'] => ({
  medianPercent: rounded(medianPercent),
  meanPercent: rounded(meanPercent),
  within10Percent: rounded(within10Percent, 0),
});

const choiceOf = ({ planChoice }: Score): AccuracyFile['planChoice']['onFile'] => ({
  meanSlowerPercent: rounded(planChoice.meanPercent),
  worstSlowerPercent: rounded(planChoice.worstPercent),
  spearman: rounded(planChoice.spearman, 3),
});

/** The same figures for the product, in the order of the page. */
function fileOf(asOf: string, first: Score, second: Score): AccuracyFile {
  return {
    asOf,
    runs: first.answered.rows,
    forecast: first.answered.predicted,
    refused: first.answered.refused,
    groups: Object.entries(first.groups).map(([name, group]) => {
      const [what = '', whose = ''] = name.split(' · ');
      const without = second.groups[name] ?? group;
      return {
        what: what as AccuracyFile['groups'][number]['what'],
        whose: whose === '' ? null : whose,
        cases: group.cases,
        onFile: errorsOf(group),
        leftOut: {
          ...errorsOf(without),
          biasPercent: rounded(without.biasPercent),
          coveragePercent: without.coveragePercent === null ? null : rounded(without.coveragePercent, 0),
        },
      };
    }),
    scaling: {
      pairs: first.scaling.cases,
      onFile: { meanPoints: rounded(first.scaling.meanPoints), medianPoints: rounded(first.scaling.medianPoints) },
      leftOut: { meanPoints: rounded(second.scaling.meanPoints), medianPoints: rounded(second.scaling.medianPoints) },
    },
    planChoice: { contests: first.planChoice.contests, onFile: choiceOf(first), leftOut: choiceOf(second) },
  };
}

const inSample = scoreWith(() => onFile);
const tablesLeftOut = leftOut();
const out = scoreWith(tablesLeftOut);
const summary = [
  `Runs scored: ${inSample.answered.rows}; forecast ${inSample.answered.predicted}, refused ${inSample.answered.refused}.`,
  '',
  ...tableOf(inSample, out),
  '',
  '| | constants on file | publisher left out |',
  '|---|--:|--:|',
  `| scaling efficiency, mean error in points (${inSample.scaling.cases} pairs) | ${number(inSample.scaling.meanPoints)} | ${number(out.scaling.meanPoints)} |`,
  `| scaling efficiency, median error in points | ${number(inSample.scaling.medianPoints)} | ${number(out.scaling.medianPoints)} |`,
  `| plan forecast best, slower than the best measured, mean % (${inSample.planChoice.contests} contests) | ${number(inSample.planChoice.meanPercent)} | ${number(out.planChoice.meanPercent)} |`,
  `| the same, worst % | ${number(inSample.planChoice.worstPercent)} | ${number(out.planChoice.worstPercent)} |`,
  `| order of plans, Spearman | ${number(inSample.planChoice.spearman, 3)} | ${number(out.planChoice.spearman, 3)} |`,
];
for (const line of summary) console.log(line);

const [opening, closing] = ['<!-- accuracy: written by `npm run accuracy` -->', '<!-- end of accuracy -->'];
const text = readText(page);
const [upTo, rest] = text.split(opening);
const after = rest?.split(closing)[1];
if (upTo === undefined || after === undefined) {
  console.error(`${page}: the markers ${opening} and ${closing} are missing`);
  process.exit(1);
}
const next = `${upTo}${opening}\n${summary.join('\n')}\n${closing}${after}`;
const accuracyPath = calibrationPath(folder, 'accuracy');
const head = '# Errors of the forecast by group of published runs. Written by `npm run accuracy`; not edited by hand.\n';
/** A group to a line, so that a change of one is a change of one line. */
const accuracyOn = (day: string): string => {
  const { groups, ...totals } = accuracyFile.parse(fileOf(day, inSample, out));
  return `${head}${stringify(totals)}groups:\n${groups.map((group) => `  - ${JSON.stringify(group)}\n`).join('')}`;
};
const present = existsSync(accuracyPath) ? readText(accuracyPath) : '';
// Figures that did not change keep their day.
const kept = accuracyOn(/^asOf: (\S+)$/m.exec(present)?.[1] ?? '1970-01-01');
const accuracy = kept === present ? kept : accuracyOn(new Date().toISOString().slice(0, 10));
for (const [file, before, wanted] of [
  [page, text, next],
  [accuracyPath, present, accuracy],
] as const) {
  if (before === wanted) continue;
  if (flag === '--check') {
    console.error(`${file}: its figures are not those of the constants on file; run: npm run accuracy`);
    process.exitCode = 1;
  } else writeFileSync(file, wanted);
}
