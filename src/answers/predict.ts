import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';
import { kneeOf } from '../forecast/knee.ts';
import { type ForecastTables, forecastRun, type RunForecast } from '../forecast/predict-run.ts';
import { type PreparedTraining, prepareRun } from '../forecast/prepared-run.ts';
import { type Run, runSchema } from '../forecast/run.ts';
import { onAnotherFabric, scalingCurve, type WhatIf } from '../forecast/scaling-curve.ts';
import { transportOfText, transports } from '../network/vocabulary.ts';
import type { Day } from '../units/date.ts';
import type { CurveDocument, PredictDocument, PredictionDocument } from './predict-documents.ts';
import type { CatalogueStore } from './store.ts';

/** Longest text of runs that is read, and longest line in it. */
export const mostRunsBytes = 64_000_000;
const longestLine = 100_000;
/** Deepest nesting of a run; published ones reach two levels. */
const deepest = 16;

/** Four significant digits: a forecast knows no more, and a reader can compare. */
const toFour = (value: number): number => Number(value.toPrecision(4));
const toFourOrNull = (value: number | null): number | null => (value === null || !Number.isFinite(value) ? null : toFour(value));
const endsOf = (ends: readonly [number, number] | null): [number, number] | null =>
  ends === null ? null : [toFour(ends[0]), toFour(ends[1])];

function isNestedTooDeep(line: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (isText) {
      if (character === '\\') at++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') {
      depth++;
      if (depth > deepest) return true;
    } else if (character === '}' || character === ']') depth--;
  }
  return false;
}

/**
 * Reads one line of a file of runs; `line` counts from 1. Throws `Fault` `run/line-too-long`, `run/nested-too-deep`,
 * `run/not-json` or `run/not-a-run` with the line, and where it is one value, the field.
 */
export function readRun(text: string, line: number): Run {
  if (text.length > longestLine) throw new Fault('run/line-too-long', { line, most: longestLine });
  if (isNestedTooDeep(text)) throw new Fault('run/nested-too-deep', { line, most: deepest });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Fault('run/not-json', { line }, cause);
  }
  const read = runSchema.safeParse(value);
  if (read.success) return read.data;
  const field = read.error.issues[0]?.path.join('.') ?? '';
  throw new Fault('run/not-a-run', { line, field: field === '' ? 'run' : field.slice(0, 60) });
}

/** Non-empty lines of a text with their numbers. Throws `Fault` `run/empty` where there is none. */
function linesOf(text: string): readonly (readonly [string, number])[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, index) => [line.trim(), index + 1] as const)
    .filter(([line]) => line !== '');
  if (lines.length === 0) throw new Fault('run/empty');
  return lines;
}

const toDocument = (forecast: RunForecast): PredictionDocument => ({
  id: forecast.id,
  predicted: {
    iter_s: toFourOrNull(forecast.stepTimeS),
    tokens_per_s_per_gpu: toFourOrNull(forecast.tokensPerSPerGpu),
    mfu: toFourOrNull(forecast.mfu),
    tflops_per_gpu: toFourOrNull(forecast.tflopsPerGpu),
    peak_mem_gb: toFourOrNull(forecast.peakMemoryGiB),
    efficiency: toFourOrNull(forecast.scalingEfficiency),
    network_efficiency: toFourOrNull(forecast.networkEfficiency),
    busbw_GBps: toFourOrNull(forecast.busBandwidthGBytePerS),
  },
  interval: {
    iter_s: endsOf(forecast.intervals.stepTimeS),
    tokens_per_s_per_gpu: endsOf(forecast.intervals.tokensPerSPerGpu),
    mfu: endsOf(forecast.intervals.mfu),
    tflops_per_gpu: endsOf(forecast.intervals.tflopsPerGpu),
    peak_mem_gb: endsOf(forecast.intervals.peakMemoryGiB),
    busbw_GBps: endsOf(forecast.intervals.busBandwidthGBytePerS),
  },
  breakdown: forecast.breakdown === null ? null : roundedShares(forecast.breakdown),
  assumed: [...forecast.assumed],
  refused: forecast.refused,
});

function roundedShares(shares: NonNullable<RunForecast['breakdown']>): NonNullable<PredictionDocument['breakdown']> {
  const rounded = (value: number): number => Number(value.toFixed(4));
  const { compute, tensor, pipeline, data } = shares;
  const known = { compute: rounded(compute), tensor: rounded(tensor), pipeline: rounded(pipeline), data: rounded(data) };
  // The rest takes the rounding, so that what is printed adds up.
  return { ...known, other: rounded(1 - known.compute - known.tensor - known.pipeline - known.data) };
}

/** Numbers of nodes to forecast a run over, and another fabric to hold beside its own. */
export interface CurveQuestion {
  readonly nodes: readonly number[];
  readonly whatIf: WhatIf | null;
}

function curveOf(run: PreparedTraining, nodes: readonly number[], tables: ForecastTables): CurveDocument {
  const points = scalingCurve(run, nodes, tables);
  return {
    fabric: run.cluster.transport,
    node_gbps: run.cluster.nodeGbitPerS,
    points: points.map((point) => ({
      nodes: point.nodes,
      iter_s: toFour(point.stepTimeS),
      interval: [toFour(point.stepTimeIntervalS[0]), toFour(point.stepTimeIntervalS[1])],
      tokens_per_s: toFour(point.tokensPerS),
      efficiency: toFour(point.scalingEfficiency),
      network_efficiency: toFour(point.networkEfficiency),
    })),
    knee: kneeOf(points.map(({ nodes: count, tokensPerS }) => ({ nodes: count, throughput: tokensPerS }))),
  };
}

/** Forecasts a run that was read, and its curves where they are asked for and it is a training run. */
export function predictionOf(run: Run, tables: ForecastTables, question: CurveQuestion | null = null): PredictionDocument {
  const document = toDocument(forecastRun(run, tables));
  if (question === null || document.refused !== null) return document;
  const prepared = prepareRun(run, tables);
  if (prepared.kind !== 'training') return document;
  const curve = curveOf(prepared, question.nodes, tables);
  if (question.whatIf === null) return { ...document, curve };
  return { ...document, curve, what_if: curveOf(onAnotherFabric(prepared, question.whatIf, tables), question.nodes, tables) };
}

/**
 * Forecasts the runs of a text, one JSON object a line. All lines are read before the first is forecast, so bad input
 * changes nothing. Throws `Fault` as `readRun` does, and `run/empty`.
 */
export function answerPredictions(
  store: CatalogueStore,
  text: string,
  question: CurveQuestion | null = null,
): readonly PredictionDocument[] {
  const runs = linesOf(text).map(([line, number]) => readRun(line, number));
  const tables = store.forecast();
  return runs.map((run) => predictionOf(run, tables, question));
}

/** The same as one document, for the API. A single object may be spread over lines. */
export function answerPredict(store: CatalogueStore, text: string, today: Day): PredictDocument {
  const trimmed = text.trim();
  const predictions = answerPredictions(store, isOneObject(trimmed) ? trimmed.replaceAll(/\s*\n\s*/g, ' ') : trimmed);
  return { dataVersion: store.catalogue.dataVersion, asOf: today, predictions: [...predictions] };
}

/** Whether the text as a whole is one JSON object. */
function isOneObject(text: string): boolean {
  if (!text.startsWith('{') || text.length > longestLine || isNestedTooDeep(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Most nodes that a curve reaches, and most points that it has. */
const mostNodes = 100_000;
const mostPoints = 64;

/** Reads "1,2,4,8". Throws `Fault` `query/not-a-number` or `query/too-many-values`. */
export function readNodes(text: string): readonly number[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > mostPoints) throw new Fault('query/too-many-values', { most: mostPoints });
  return parts.map((part) => {
    const nodes = /^\d{1,6}$/.test(part) ? Number(part) : 0;
    if (nodes < 1 || nodes > mostNodes) throw new Fault('query/not-a-number', { key: 'nodes', given: part.slice(0, 60) });
    return nodes;
  });
}

/**
 * Reads a fabric to ask about, "tcp:100" or "ethernet:100:0.5": transport, Gbit/s per node, share of it that other traffic
 * leaves. Throws `Fault` `query/unknown-value` or `query/not-a-number`.
 */
export function readWhatIf(text: string): WhatIf {
  const [name = '', rate, share, ...rest] = text.split(':').map((part) => part.trim());
  const nodeGbitPerS = rate === undefined || rate === '' ? null : Number(rate);
  // A fabric asked about is what it is called: plain Ethernet stays plain, whatever its rate.
  const transport = /^ethernet$/i.test(name) ? 'tcp' : transportOfText(name, nodeGbitPerS);
  if (transport === null || rest.length > 0) {
    const given = text.slice(0, 60);
    throw new Fault('query/unknown-value', { key: 'what-if', given, nearest: nearestWord(given, transports) ?? '' });
  }
  const congestionShare = share === undefined ? null : Number(share);
  const isRate = nodeGbitPerS === null || (nodeGbitPerS > 0 && nodeGbitPerS <= 1e5);
  const isShare = congestionShare === null || (congestionShare > 0 && congestionShare <= 1);
  if (!isRate || !isShare) throw new Fault('query/not-a-number', { key: 'what-if', given: text.slice(0, 60) });
  return { transport, nodeGbitPerS, congestionShare };
}
