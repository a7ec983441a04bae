import type { Group } from '../network/collective-time.ts';
import { type ClusterLinks, linksWithIdealFabric } from '../network/links.ts';
import { type IntervalClass, intervalAround } from './interval.ts';
import type { Machine } from './machine.ts';
import { normalQuantile, usualMeasurementError } from './measured-scaling.ts';
import type { ForecastTables } from './predict-run.ts';

/** Hardware that a job other than the training of a known model is forecast on; nodes are asked about apart. */
export interface JobHardware {
  readonly machine: Machine;
  /** Of a cluster of several nodes, with the usual in place of what is not known. */
  readonly links: ClusterLinks;
  /** What the network may be at worst; `links` again where all is known. */
  readonly worstLinks: ClusterLinks;
  /** Whether the kind of network or its rate had to be assumed. */
  readonly assumedNetwork: boolean;
}

/** What a job was measured on; null where that was a node of the very hardware that is asked about. */
export type MeasuredOn = Pick<JobHardware, 'machine' | 'links'> | null;

export type JobTables = Pick<ForecastTables, 'step' | 'intervals'>;

type Ends = readonly [number, number];

/** What a job takes on a number of nodes, without failures and restarts. Shares and efficiencies are of 1. */
export interface JobForecast {
  readonly nodes: number;
  readonly hours: number;
  /** Ends of 80%. */
  readonly hoursInterval: Ends;
  /** Time over a fabric that costs nothing over that over this one; null where only a whole was measured. */
  readonly networkEfficiency: number | null;
  /** The same over the network that unknown facts may turn out to be at worst. */
  readonly worstNetworkEfficiency: number | null;
  /** Speed on so many nodes over that many times the speed of one. */
  readonly scalingEfficiency: number;
  /** Share of the time that is not spent waiting for data; null where only a whole was measured. */
  readonly computeShare: number | null;
  /** What was taken for granted, as stable words. */
  readonly assumed: readonly string[];
}

export const secondsPerHour = 3_600;

/** The group of all GPUs of so many nodes. */
export const groupOfNodes = (nodes: number, links: ClusterLinks): Group => ({
  ranks: nodes * links.gpusPerNode,
  ranksPerDomain: Math.min(nodes * links.gpusPerNode, links.domainGpus),
  ranksPerNode: links.gpusPerNode,
  groupsPerNode: 1,
});

/** How much longer than measured something takes on other hardware, and the error of that in ln. */
export interface Slowdown {
  readonly factor: number;
  readonly spread: number;
}

/** Least error of a speed that was carried over from other hardware, and its growth with the distance, in ln: our convention. */
const leastSpread = 0.1;
const spreadPerLog = 0.25;

/**
 * Carries a measured time over to another GPU: by the rate of 16-bit products that a single one reaches, or by the bandwidth
 * of its memory. Exact for nothing, so the interval widens with the distance.
 */
export function slowdownOf(measuredOn: MeasuredOn, { machine }: JobHardware, by: 'products' | 'memory'): Slowdown {
  if (measuredOn === null) return { factor: 1, spread: 0 };
  const rateOf = ({ reachableTflops, memoryBandwidthGBytePerS }: Machine): number =>
    by === 'memory' ? memoryBandwidthGBytePerS : (reachableTflops.bf16 as number);
  const factor = rateOf(measuredOn.machine) / rateOf(machine);
  const isSame = factor === 1 && measuredOn.machine.generation === machine.generation;
  return { factor, spread: isSame ? 0 : Math.max(leastSpread, spreadPerLog * Math.abs(Math.log(factor))) };
}

/** Seconds of one node's computation and of everything that waits for the network, on some network. */
export interface JobTime {
  readonly total: number;
  readonly compute: number;
}

/** How long the job takes over a network, its traffic taking `trafficFactor` times as long as expected. */
export type TimeOver = (links: ClusterLinks, trafficFactor: number) => JobTime;

/**
 * Puts a forecast together: the time over the expected network, one that costs nothing and the worst that unknown facts
 * leave. Causes of error have nothing to do with one another, so their logarithms add up as squares: one measurement,
 * hardware other than measured, traffic (as collectives between nodes were off), the unknown of the network, and
 * `further` ends in seconds that the kind of job adds.
 */
export function forecastOf(
  { nodes, oneNodeS, timeOver }: { readonly nodes: number; readonly oneNodeS: number; readonly timeOver: TimeOver },
  hardware: JobHardware,
  slowdown: Slowdown,
  tables: JobTables,
  further: { readonly ends?: readonly Ends[]; readonly assumed?: readonly string[] } = {},
): JobForecast {
  const { links, worstLinks, assumedNetwork } = hardware;
  const { total, compute } = timeOver(links, 1);
  const of: IntervalClass = assumedNetwork ? 'collective assumed' : 'collective across';
  const [short, long] = intervalAround(1, of, tables.intervals);
  const worst = nodes === 1 ? total : Math.max(total, timeOver(worstLinks, 1).total);
  const own: Ends = [-normalQuantile * usualMeasurementError, normalQuantile * usualMeasurementError];
  const causes: readonly Ends[] = [
    own,
    [-slowdown.spread, slowdown.spread],
    ...[[timeOver(links, short).total, timeOver(links, long).total], [total, worst], ...(further.ends ?? [])].map(
      ([low = total, high = total]): Ends => [Math.log(low / total), Math.log(high / total)],
    ),
  ];
  const low = Math.hypot(...causes.map(([down]) => Math.min(0, down)));
  const high = Math.hypot(...causes.map(([, up]) => Math.max(0, up)));
  const free = nodes === 1 ? total : timeOver(linksWithIdealFabric(links), 1).total;
  const hours = total / secondsPerHour;
  return {
    nodes,
    hours,
    hoursInterval: [hours * Math.exp(-low), hours * Math.exp(high)],
    networkEfficiency: Math.min(1, free / total),
    worstNetworkEfficiency: Math.min(1, free / worst),
    scalingEfficiency: Math.min(1, oneNodeS / (nodes * total)),
    computeShare: Math.min(1, compute / total),
    assumed: further.assumed ?? [],
  };
}
