import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { forecastRun, type RunForecast } from '../../src/forecast/predict-run.ts';
import { buildForecastTables } from '../../src/forecast/tables.ts';
import { readCalibrationData } from '../../src/jobs/calibration-data.ts';
import { collectiveExample, memoryExample, pipelineExample, shardedExample, type WorkedExample } from './worked-examples.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = path.join(root, 'docs/methodology.md');
const text = readFileSync(page, 'utf8');
const data = readCalibrationData(path.join(root, 'data'));
const tables = buildForecastTables(data.calibration, data.resolveGpu, data.presets);
const { calibration } = data;

const runOf = (id: string) => {
  const found = data.runs.find((one) => one.run.id === id);
  if (found === undefined) throw new Error(`no run ${id} in data/measurements`);
  return found;
};

/** What the model says, under the names of an example's results. */
function modelled(example: WorkedExample): Readonly<Record<string, number | null>> {
  const forecast = forecastRun(runOf(example.id).run, tables);
  const { stepTimeS, tokensPerSPerGpu, busBandwidthGBytePerS, peakMemoryGiB, breakdown } = forecast;
  const parts = Object.fromEntries(Object.entries(breakdown ?? {}).map(([part, share]) => [part, share * (stepTimeS ?? 0)]));
  return { ...parts, step: stepTimeS, tokensPerSPerGpu, busBandwidthGBytePerS, peakMemoryGiB };
}

const quantities = [
  ['step time, s', 'stepTimeS'],
  ['tokens per second and GPU', 'tokensPerSPerGpu'],
  ['MFU', 'mfu'],
  ['bus bandwidth, GB/s', 'busBandwidthGBytePerS'],
  ['peak memory, GiB', 'peakMemoryGiB'],
] as const satisfies readonly (readonly [string, keyof RunForecast])[];

const figure = (value: number): string => String(Number(value.toPrecision(4)));

/** Forecast beside measurement, with the interval. */
function verdictOf(example: WorkedExample): string {
  const published = runOf(example.id);
  const forecast = forecastRun(published.run, tables);
  const rows = quantities.flatMap(([label, key]) => {
    const measured = published.measured[key];
    const value = forecast[key];
    const [low, high] = forecast.intervals[key] ?? [Number.NaN, Number.NaN];
    if (measured === undefined || value === null) return [];
    const error = (100 * (value - measured)) / measured;
    return [`| ${label} | ${figure(value)} | ${figure(low)} to ${figure(high)} | ${figure(measured)} | ${error.toFixed(1)}% |`];
  });
  return ['| | forecast | 80% interval | measured | error |', '|---|--:|--:|--:|--:|', ...rows].join('\n');
}

function constantsOf(name: keyof typeof calibration): string {
  const rows = Object.entries(calibration[name].constants).map(
    ([constant, { value, prior, spread, unit, because }]) =>
      `| \`${constant}\` | ${value} | ${prior} ± ${Math.round(spread * 100)}% | ${unit} | ${because} |`,
  );
  return ['| constant | value | prior | unit | what it rests on |', '|---|--:|--:|---|---|', ...rows].join('\n');
}

function intervalsOf(): string {
  const rows = [calibration.forecast, calibration.network, calibration.memory].flatMap(({ intervals }) =>
    Object.entries(intervals).map(([of, { low, high, cases }]) => `| ${of} | ${low} | ${high} | ${cases} |`),
  );
  return ['| class | low | high | cases |', '|---|--:|--:|--:|', ...rows].join('\n');
}

const examples = {
  'example a': shardedExample(calibration),
  'example b': pipelineExample(calibration),
  'example c': collectiveExample(calibration),
  'example d': memoryExample(calibration),
} as const;

const parts: Readonly<Record<string, string>> = {
  'constants of the network': constantsOf('network'),
  'constants of memory': constantsOf('memory'),
  'constants of the step': constantsOf('forecast'),
  'widths of intervals': intervalsOf(),
  ...Object.fromEntries(Object.entries(examples).map(([name, one]) => [name, `${one.markdown}\n\n${verdictOf(one)}`])),
};

describe('docs/methodology.md', () => {
  test.each(Object.entries(examples))('%s comes out of the model as it does by hand', (_name, example) => {
    const model = modelled(example);
    for (const [part, value] of Object.entries(example.results)) expect((model[part] ?? 0) / value, part).toBeCloseTo(1, 9);
  });

  test('states the constants, examples and widths that are on file; `vitest run -u` on this file rewrites them', async () => {
    let written = text;
    for (const [name, part] of Object.entries(parts)) {
      const [opening, closing] = [`<!-- ${name}: written by tests/contract/methodology.test.ts -->`, `<!-- end of ${name} -->`];
      expect(text.includes(opening), name).toBe(true);
      const from = written.indexOf(opening) + opening.length;
      const to = written.indexOf(closing, from);
      expect(to, name).toBeGreaterThan(from);
      written = `${written.slice(0, from)}\n${part}\n${written.slice(to)}`;
    }
    await expect(written).toMatchFileSnapshot(page);
  });
});
