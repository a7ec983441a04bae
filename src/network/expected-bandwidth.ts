import type { IntervalWidths } from '../hardware/calibration-schema.ts';
import { busFactor, collectiveTimeS, type Operation } from './collective-time.ts';
import type { ClusterLinks, LinksOfCluster } from './links.ts';

/** Bus bandwidth in GB/s over `ranks` GPUs, which fill nodes one after the other. */
export function busBandwidthOfRanks(links: ClusterLinks, operation: Operation, bytes: number, ranks: number): number {
  const ranksPerNode = Math.min(ranks, links.gpusPerNode);
  const ranksPerDomain = Math.min(ranks, Math.max(links.domainGpus, ranksPerNode));
  const seconds = collectiveTimeS(links, operation, bytes, { ranks, ranksPerDomain, ranksPerNode, groupsPerNode: 1 });
  return ((bytes / seconds) * busFactor(operation, ranks)) / 1e9;
}

/** Kinds of collective that the model misses by about as much, each with an interval of its own. */
export const bandwidthClasses = [
  'collective small',
  'collective rising',
  'collective inside',
  'collective across',
  'collective assumed',
] as const;
export type BandwidthClass = (typeof bandwidthClasses)[number];

/** Below it a collective is start-up alone. */
const smallBytes = 2 ** 20;
/** From here on healthy clusters are near their plateau; in between protocol and algorithm change from size to size. */
const plateauBytes = 2 ** 27;

/** The class of a collective over `ranks` GPUs. A fabric that was filled in is uncertain at every size beyond the smallest. */
export function bandwidthClassOf(
  { links, assumed }: Pick<LinksOfCluster, 'links' | 'assumed'>,
  bytes: number,
  ranks: number,
): BandwidthClass {
  if (bytes < smallBytes) return 'collective small';
  const isInside = ranks <= links.domainGpus;
  if (!isInside && assumed.some((word) => /^(fabric|node|GPU)/.test(word))) return 'collective assumed';
  if (bytes < plateauBytes) return 'collective rising';
  return isInside ? 'collective inside' : 'collective across';
}

/** Widths in ln(predicted / measured) of a class that no measurement speaks of: half as much again or a third less. */
const unknownWidth = { low: -0.4, high: 0.4 };

/** Bandwidth in GB/s as nccl-tests prints it (algorithm bandwidth times the factor of the operation), with the ends of 80%. */
export interface ExpectedBandwidth {
  readonly busBandwidthGBytePerS: number;
  readonly low: number;
  readonly high: number;
  readonly of: BandwidthClass;
}

/** What a healthy cluster reaches over `ranks` GPUs. `widths`: those of `data/calibration/network.yaml`. */
export function expectBusBandwidthOfRanks(
  cluster: Pick<LinksOfCluster, 'links' | 'assumed'>,
  operation: Operation,
  bytes: number,
  ranks: number,
  widths: IntervalWidths,
): ExpectedBandwidth {
  const busBandwidthGBytePerS = busBandwidthOfRanks(cluster.links, operation, bytes, ranks);
  const of = bandwidthClassOf(cluster, bytes, ranks);
  const { low, high } = widths[of] ?? unknownWidth;
  // A class that comes out too fast by `high` means a bandwidth lower by as much.
  return { busBandwidthGBytePerS, low: busBandwidthGBytePerS * Math.exp(-high), high: busBandwidthGBytePerS * Math.exp(-low), of };
}

/** What a healthy cluster reaches over all GPUs of `nodes` nodes. */
export const expectBusBandwidth = (
  cluster: Pick<LinksOfCluster, 'links' | 'assumed'>,
  operation: Operation,
  bytes: number,
  nodes: number,
  widths: IntervalWidths,
): ExpectedBandwidth => expectBusBandwidthOfRanks(cluster, operation, bytes, nodes * cluster.links.gpusPerNode, widths);
