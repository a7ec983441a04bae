import type { IntervalWidths } from '../hardware/calibration-schema.ts';
import { expectBusBandwidthOfRanks } from '../network/expected-bandwidth.ts';
import { linksWithIdealFabric } from '../network/links.ts';
import type { Recompute } from '../workload/flops.ts';
import type { ForecastConstants } from './constants.ts';
import { intervalAround, intervalClassOf } from './interval.ts';
import type { Layout } from './layout.ts';
import { usableGiB } from './machine.ts';
import {
  type PreparedCollective,
  type PreparedImages,
  type PreparedTraining,
  peakMemoryOf,
  prepareRun,
  type RunTables,
} from './prepared-run.ts';
import { flopsOfStep, stepTimeOf, throughputOf } from './quantities.ts';
import type { Run } from './run.ts';
import { emptyStepTime } from './step-time.ts';

/** Everything that a forecast rests on. */
export interface ForecastTables extends RunTables {
  readonly step: ForecastConstants;
  readonly intervals: IntervalWidths;
}

type Ends = readonly [number, number];

/** The forecast of one run; null: not of this kind of run. Units are in the names, intervals hold 80%. */
export interface RunForecast {
  readonly id: string;
  readonly stepTimeS: number | null;
  readonly tokensPerSPerGpu: number | null;
  readonly tflopsPerGpu: number | null;
  readonly mfu: number | null;
  readonly peakMemoryGiB: number | null;
  readonly busBandwidthGBytePerS: number | null;
  /** Throughput per GPU over that of the fewest nodes that hold one replica, at the same work per GPU. */
  readonly scalingEfficiency: number | null;
  /** Step time on a fabric that costs nothing over that on this one. */
  readonly networkEfficiency: number | null;
  readonly intervals: {
    readonly stepTimeS: Ends | null;
    readonly tokensPerSPerGpu: Ends | null;
    readonly tflopsPerGpu: Ends | null;
    readonly mfu: Ends | null;
    readonly peakMemoryGiB: Ends | null;
    readonly busBandwidthGBytePerS: Ends | null;
  };
  /** Shares of the step; they add up to 1. */
  readonly breakdown: {
    readonly compute: number;
    readonly tensor: number;
    readonly pipeline: number;
    readonly data: number;
    readonly other: number;
  } | null;
  readonly assumed: readonly string[];
  readonly refused: string | null;
}

const nothing: Omit<RunForecast, 'id'> = {
  stepTimeS: null,
  tokensPerSPerGpu: null,
  tflopsPerGpu: null,
  mfu: null,
  peakMemoryGiB: null,
  busBandwidthGBytePerS: null,
  scalingEfficiency: null,
  networkEfficiency: null,
  intervals: { stepTimeS: null, tokensPerSPerGpu: null, tflopsPerGpu: null, mfu: null, peakMemoryGiB: null, busBandwidthGBytePerS: null },
  breakdown: null,
  assumed: [],
  refused: null,
};

const scratch = emptyStepTime();

/** The same plan on another number of nodes: replicas grow or shrink, work per GPU stays. Null where replicas do not divide. */
export function layoutOnNodes(layout: Layout, nodes: number): Layout | null {
  const perNode = layout.gpus / layout.nodes;
  const gpus = nodes * perNode;
  const replica = layout.tensor * layout.pipeline * layout.context;
  if (gpus % replica !== 0) return null;
  const data = gpus / replica;
  const isHybrid = layout.shardGroup < layout.data * layout.context;
  const expert = Math.min(layout.expert, gpus / layout.pipeline);
  return { ...layout, gpus, nodes, data, expert, shardGroup: isHybrid ? layout.shardGroup : data * layout.context };
}

/** Fewest nodes that hold one replica of the plan; its own nodes where nothing smaller does. */
export function fewestNodes(run: PreparedTraining, memoryOfLayout: (layout: Layout) => number): number {
  const { layout } = run;
  const limit = usableGiB(run.machine);
  // Where our count says that the run itself does not fit, it cannot judge smaller ones either: the division alone does.
  const judges = memoryOfLayout(layout) <= limit;
  for (let nodes = 1; nodes < layout.nodes; nodes++) {
    const smaller = layoutOnNodes(layout, nodes);
    if (smaller === null || smaller.expert !== layout.expert) continue;
    if (!judges || memoryOfLayout(smaller) <= limit) return nodes;
  }
  return layout.nodes;
}

function scalingEfficiencyOf(
  run: PreparedTraining,
  step: number,
  baselineNodes: number | null,
  saved: Recompute | null,
  tables: ForecastTables,
): number | null {
  const peakOf = peakMemoryOf(run.memoryShape, tables.memory);
  const nodes = baselineNodes ?? fewestNodes(run, (layout) => peakOf({ ...layout, recompute: saved ?? layout.recompute }));
  if (nodes === run.layout.nodes) return 1;
  const layout = layoutOnNodes(run.layout, nodes);
  if (layout === null) return null;
  return stepTimeOf({ ...run, layout }, tables.step, scratch).step / step;
}

/**
 * Peak memory of a run. Where recomputation is not stated and none would not fit, the run saved memory somehow: the count
 * with the least recomputation that fits is given, and `saved` says which.
 */
function memoryThatFits(run: PreparedTraining, tables: ForecastTables): { readonly peakGiB: number; readonly saved: Recompute | null } {
  const peakOf = peakMemoryOf(run.memoryShape, tables.memory);
  const peakGiB = peakOf(run.layout);
  if (!run.assumed.includes('recompute none') || peakGiB <= usableGiB(run.machine)) return { peakGiB, saved: null };
  const selective = peakOf({ ...run.layout, recompute: 'selective' });
  if (selective <= usableGiB(run.machine) && selective < peakGiB) return { peakGiB: selective, saved: 'selective' };
  return { peakGiB: peakOf({ ...run.layout, recompute: 'full' }), saved: 'full' };
}

function forecastStep(
  run: PreparedTraining | PreparedImages,
  baselineNodes: number | null,
  tables: ForecastTables,
): Omit<RunForecast, 'id'> {
  const { step, compute, tensor, pipeline, data, other } = stepTimeOf(run, tables.step, scratch);
  const flops = flopsOfStep(run);
  const rates = throughputOf(run, step, flops);
  const nodes = run.kind === 'images' ? run.nodes : run.layout.nodes;
  const ideal = { ...run, cluster: { ...run.cluster, links: linksWithIdealFabric(run.cluster.links) } };
  const networkEfficiency = nodes === 1 ? 1 : Math.min(1, stepTimeOf(ideal, tables.step, scratch).step / step);
  const memory = run.kind === 'images' ? null : memoryThatFits(run, tables);
  const peakMemoryGiB = memory?.peakGiB ?? null;
  const of = intervalClassOf(run) ?? 'plan assumed';
  const around = (value: number, inverse: boolean): Ends => intervalAround(value, of, tables.intervals, inverse);
  return {
    ...nothing,
    ...rates,
    peakMemoryGiB,
    scalingEfficiency: run.kind === 'images' ? null : scalingEfficiencyOf(run, step, baselineNodes, memory?.saved ?? null, tables),
    networkEfficiency,
    intervals: {
      stepTimeS: around(step, false),
      tokensPerSPerGpu: rates.tokensPerSPerGpu === null ? null : around(rates.tokensPerSPerGpu, true),
      tflopsPerGpu: around(rates.tflopsPerGpu, true),
      mfu: around(rates.mfu, true),
      peakMemoryGiB: peakMemoryGiB === null ? null : intervalAround(peakMemoryGiB, 'memory', tables.intervals),
      busBandwidthGBytePerS: null,
    },
    breakdown: { compute: compute / step, tensor: tensor / step, pipeline: pipeline / step, data: data / step, other: other / step },
    assumed: memory?.saved == null ? run.assumed : [...run.assumed, `memory with recompute ${memory.saved}`],
  };
}

function forecastCollective(run: PreparedCollective, tables: ForecastTables): Omit<RunForecast, 'id'> {
  const cluster = { links: run.cluster.links, assumed: run.assumed };
  const { busBandwidthGBytePerS, low, high } = expectBusBandwidthOfRanks(cluster, run.operation, run.bytes, run.ranks, tables.intervals);
  return {
    ...nothing,
    busBandwidthGBytePerS,
    intervals: { ...nothing.intervals, busBandwidthGBytePerS: [low, high] },
    assumed: run.assumed,
  };
}

/** Forecasts one published or planned run, or says why not. Never throws for a run that its schema lets through. */
export function forecastRun(run: Run, tables: ForecastTables): RunForecast {
  const prepared = prepareRun(run, tables);
  if (prepared.kind === 'refused') return { id: run.id, ...nothing, refused: prepared.refused };
  if (prepared.kind === 'collective') return { id: run.id, ...forecastCollective(prepared, tables) };
  const forecast = forecastStep(prepared, run.measured?.baseline_nodes ?? null, tables);
  if (run.kind === 'memory')
    return {
      id: run.id,
      ...nothing,
      peakMemoryGiB: forecast.peakMemoryGiB,
      assumed: forecast.assumed,
      intervals: { ...nothing.intervals, peakMemoryGiB: forecast.intervals.peakMemoryGiB },
    };
  return { id: run.id, ...forecast };
}
