import path from 'node:path';
import { intervalAround, intervalClassOf } from '../../src/forecast/interval.ts';
import { type PreparedTraining, peakMemoryOf, prepareRun } from '../../src/forecast/prepared-run.ts';
import { stepTimeOf } from '../../src/forecast/quantities.ts';
import type { Run } from '../../src/forecast/run.ts';
import { emptyStepTime } from '../../src/forecast/step-time.ts';
import { buildForecastTables } from '../../src/forecast/tables.ts';
import { readCalibrationData } from '../../src/jobs/calibration-data.ts';

const goalPerS = 300_000;
const seconds = 2;

/** A run whose plan is varied: Llama 3 70B on 64 nodes of eight H100. */
const planned: Run = {
  id: 'bench',
  kind: 'training',
  model: { name: 'Llama 3 70B', seq: 8192 },
  gpu: 'H100-80',
  gpus: 512,
  nodes: 64,
  gpus_per_node: 8,
  fabric: 'infiniband',
  node_gbps: 3200,
  precision: 'bf16',
  parallel: { tp: 8, pp: 4, cp: 1, zero: 1 },
  global_batch: 512,
  micro_batch: 1,
  recompute: 'none',
};

/** Predictions per second that the processor gave to this program, over all inputs in turn, after a warm-up. */
function rateOf<T>(inputs: readonly T[], work: (input: T) => number): number {
  let sum = 0;
  const pass = (): void => {
    for (const input of inputs) sum += work(input);
  };
  for (const end = performance.now() + 300; performance.now() < end; ) pass();
  const before = process.cpuUsage();
  const start = performance.now();
  let passes = 0;
  while (performance.now() - start < seconds * 1_000) {
    pass();
    passes++;
  }
  const { user, system } = process.cpuUsage(before);
  // The sum is used, so that no compiler leaves the work out.
  return Number.isFinite(sum) ? (passes * inputs.length * 1e6) / (user + system) : 0;
}

/** The same run under every plan that cuts its GPUs and layers evenly. */
function plansOf(run: PreparedTraining): readonly PreparedTraining[] {
  const { layout } = run;
  const sizes = [1, 2, 4, 8];
  return sizes.flatMap((tensor) =>
    sizes.flatMap((pipeline) =>
      sizes.map((microBatch): PreparedTraining => {
        const data = layout.gpus / tensor / pipeline;
        const microBatches = run.globalBatch / data / microBatch;
        return {
          ...run,
          layout: { ...layout, tensor, pipeline, data, microBatch, microBatches: Math.max(1, microBatches), shardGroup: data },
        };
      }),
    ),
  );
}

const print = (name: string, perS: number, note: string): void =>
  console.log(`${name.padEnd(52)} ${Math.round(perS).toLocaleString('en-US').padStart(11)} /s   ${note}`);

/** Step time, memory and interval, for each second of one core. */
export function benchForecast(): void {
  const data = readCalibrationData(path.resolve('data'));
  const tables = buildForecastTables(data.calibration, data.resolveGpu, data.presets);
  const step = emptyStepTime();
  const predictorOf = (run: PreparedTraining): ((one: PreparedTraining) => number) => {
    const peakOf = peakMemoryOf(run.memoryShape, tables.memory);
    const of = intervalClassOf(run) ?? 'plan assumed';
    return (one) => {
      const [low, high] = intervalAround(stepTimeOf(one, tables.step, step).step, of, tables.intervals);
      return low + high + peakOf(one.layout);
    };
  };
  const prepared = prepareRun(planned, tables);
  if (prepared.kind !== 'training') throw new Error('the planned run is refused');
  const varied = rateOf(plansOf(prepared), predictorOf(prepared));
  const runs = data.runs.flatMap(({ run }) => {
    const one = prepareRun(run, tables);
    return one.kind === 'training' ? [{ run, one, predict: predictorOf(one) }] : [];
  });
  const published = rateOf(runs, ({ one, predict }) => predict(one));
  const anew = (run: Run): number => {
    const one = prepareRun(run, tables);
    return one.kind === 'training' ? predictorOf(one)(one) : 0;
  };
  const plannedAnew = rateOf([planned], anew);
  const publishedAnew = rateOf(
    runs.map(({ run }) => run),
    anew,
  );
  console.log('\nForecasts of step time, memory and interval, for each second of one core');
  const verdict = (perS: number): string => `goal ${goalPerS.toLocaleString('en-US')}: ${perS >= goalPerS ? 'reached' : 'missed'}`;
  print('one prepared run, 64 plans in turn', varied, verdict(varied));
  print('prepared anew for each', plannedAnew, `ratio ${(varied / plannedAnew).toFixed(1)}`);
  print(`${runs.length} published runs, each prepared once`, published, verdict(published));
  print('prepared anew for each', publishedAnew, `ratio ${(published / publishedAnew).toFixed(1)}`);
}
