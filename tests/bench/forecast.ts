import path from 'node:path';
import { workOf } from '../../src/forecast/model-work.ts';
import type { ForecastTables } from '../../src/forecast/predict-run.ts';
import { type PreparedTraining, peakMemoryOf, prepareRun } from '../../src/forecast/prepared-run.ts';
import { stepTimeOf } from '../../src/forecast/quantities.ts';
import { emptyStepTime } from '../../src/forecast/step-time.ts';
import { buildForecastTables } from '../../src/forecast/tables.ts';
import { readCalibrationData } from '../../src/jobs/calibration-data.ts';
import { linksOf } from '../../src/network/links.ts';
import { emptyMemoryParts, memoryOf, prepareMemory } from '../../src/workload/memory.ts';

const goalPerS = 300_000;
const seconds = 2;

/** Predictions per second of `work` over all runs in turn, after a warm-up. */
function rateOf(runs: readonly PreparedTraining[], work: (run: PreparedTraining) => number): number {
  let sum = 0;
  const pass = (): void => {
    for (const run of runs) sum += work(run);
  };
  for (const end = performance.now() + 300; performance.now() < end; ) pass();
  const start = performance.now();
  let passes = 0;
  while (performance.now() - start < seconds * 1_000) {
    pass();
    passes++;
  }
  const perS = (passes * runs.length * 1_000) / (performance.now() - start);
  // The sum is used, so that no compiler leaves the work out.
  return Number.isFinite(sum) ? perS : 0;
}

/** The same arithmetic as one would write it first: model, links and results made anew for each prediction. */
function naive(run: PreparedTraining, tables: ForecastTables): number {
  const links = linksOf(run.facts, tables.network);
  const one = { ...run, layout: { ...run.layout }, work: workOf(run.shape), cluster: links };
  return (
    stepTimeOf(one, tables.step, emptyStepTime()).step +
    memoryOf(prepareMemory(run.shape), one.layout, tables.memory, emptyMemoryParts()).peak
  );
}

/** Memory and step time of every published training run that is described, on one core. */
export function benchForecast(): void {
  const data = readCalibrationData(path.resolve('data'));
  const tables = buildForecastTables(data.calibration, data.resolveGpu, data.presets);
  const runs = data.runs.flatMap(({ run }) => {
    const prepared = prepareRun(run, tables);
    return prepared.kind === 'training' ? [prepared] : [];
  });
  const step = emptyStepTime();
  const peaks = new Map(runs.map((run) => [run, peakMemoryOf(run.memoryShape, tables.memory)]));
  const ours = rateOf(runs, (run) => stepTimeOf(run, tables.step, step).step + (peaks.get(run)?.(run.layout) ?? 0));
  const first = rateOf(runs, (run) => naive(run, tables));
  const thousand = (rate: number): string => `${Math.round(rate).toLocaleString('en-US')} /s`.padStart(14);
  console.log(`\nForecasts of ${runs.length} published runs, memory and step time, on one core`);
  console.log(
    `prepared once, nothing allocated ${thousand(ours)}   goal ${goalPerS.toLocaleString('en-US')}: ${ours >= goalPerS ? 'reached' : 'missed'}`,
  );
  console.log(`all made anew for each           ${thousand(first)}   ratio ${(ours / first).toFixed(1)}`);
}
