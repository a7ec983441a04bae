import { type ClusterFacts, linksOf, linksWithIdealFabric } from '../network/links.ts';
import { intervalAround, intervalClassOf } from './interval.ts';
import { type ForecastTables, layoutOnNodes } from './predict-run.ts';
import type { PreparedTraining } from './prepared-run.ts';
import { stepTimeOf } from './quantities.ts';
import { emptyStepTime } from './step-time.ts';

/** One number of nodes of a scaling curve, at the same work per GPU throughout. */
export interface CurvePoint {
  readonly nodes: number;
  readonly gpus: number;
  readonly stepTimeS: number;
  /** Ends of 80%. */
  readonly stepTimeIntervalS: readonly [number, number];
  /** Tokens per second of all GPUs. */
  readonly tokensPerS: number;
  /** Throughput per GPU over that of the first point. */
  readonly scalingEfficiency: number;
  readonly networkEfficiency: number;
  /** Shares of the step that are not computation. */
  readonly lost: { readonly communication: number; readonly bubble: number; readonly other: number };
}

const scratch = emptyStepTime();

/** The curve of a plan over numbers of nodes; those over which its replicas do not divide are left out. */
export function scalingCurve(run: PreparedTraining, nodes: readonly number[], tables: ForecastTables): readonly CurvePoint[] {
  const of = intervalClassOf(run) ?? 'plan assumed';
  const ideal = { ...run, cluster: { ...run.cluster, links: linksWithIdealFabric(run.cluster.links) } };
  const points: CurvePoint[] = [];
  for (const count of [...new Set(nodes)].sort((a, b) => a - b)) {
    const layout = layoutOnNodes(run.layout, count);
    if (layout === null) continue;
    const { step, tensor, data, pipeline, other } = stepTimeOf({ ...run, layout }, tables.step, scratch);
    const tokens = layout.microBatch * layout.microBatches * layout.data * layout.sequence;
    const lost = { communication: (tensor + data) / step, bubble: pipeline / step, other: other / step };
    const first = points[0] ?? null;
    const tokensPerS = tokens / step;
    const free = count === 1 ? step : stepTimeOf({ ...ideal, layout }, tables.step, scratch).step;
    points.push({
      nodes: count,
      gpus: layout.gpus,
      stepTimeS: step,
      stepTimeIntervalS: intervalAround(step, of, tables.intervals),
      tokensPerS,
      scalingEfficiency: first === null ? 1 : tokensPerS / layout.gpus / (first.tokensPerS / first.gpus),
      networkEfficiency: Math.min(1, free / step),
      lost,
    });
  }
  return points;
}

/** The same plan on the same nodes over another network. */
export type WhatIf = Partial<Pick<ClusterFacts, 'transport' | 'nodeGbitPerS' | 'gpudirect' | 'oversubscription' | 'congestionShare'>>;

export function onAnotherFabric(run: PreparedTraining, change: WhatIf, tables: ForecastTables): PreparedTraining {
  const facts = { ...run.facts, ...change };
  return { ...run, facts, cluster: linksOf(facts, tables.network) };
}

const rounds = 50;
const slowest = 8;

/**
 * The run on GPUs that are as fast as a measured step says: rates of products and memory are scaled until the forecast
 * meets the measurement, and the network stays as modelled. Null where no speed of the GPUs would explain it, for instance
 * a step shorter than its own communication.
 */
export function asMeasured(run: PreparedTraining, measuredStepS: number, tables: ForecastTables): PreparedTraining | null {
  const slowedBy = (factor: number): PreparedTraining => {
    const { machine } = run;
    const scale = (rates: typeof machine.peakTflops): typeof machine.peakTflops =>
      Object.fromEntries(
        Object.entries(rates).map(([format, rate]) => [format, rate === null ? null : rate / factor]),
      ) as typeof machine.peakTflops;
    return {
      ...run,
      machine: {
        ...machine,
        peakTflops: scale(machine.peakTflops),
        reachableTflops: scale(machine.reachableTflops),
        memoryBandwidthGBytePerS: machine.memoryBandwidthGBytePerS / factor,
      },
    };
  };
  const stepOf = (factor: number): number => stepTimeOf(slowedBy(factor), tables.step, scratch).step;
  let [low, high] = [1 / slowest, slowest];
  if (stepOf(low) > measuredStepS || stepOf(high) < measuredStepS) return null;
  for (let round = 0; round < rounds; round++) {
    const middle = Math.sqrt(low * high);
    if (stepOf(middle) < measuredStepS) low = middle;
    else high = middle;
  }
  return slowedBy(Math.sqrt(low * high));
}
