import type { Operation } from './collective-time.ts';
import { busBandwidthOfRanks } from './expected-bandwidth.ts';
import type { ClusterLinks } from './links.ts';

/** Bus bandwidth that somebody measured at one size, as nccl-tests prints it. */
export interface MeasuredPoint {
  readonly bytes: number;
  readonly busBandwidthGBytePerS: number;
}

/** A sweep over all GPUs of `nodes` nodes. */
export interface MeasuredSweep {
  readonly operation: Operation;
  readonly nodes: number;
  readonly points: readonly MeasuredPoint[];
}

const rounds = 40;
const turns = 4;
/** Furthest that a measured fabric is looked for from the assumed one. */
const furthest = 1_000;
const smallBytes = 2 ** 20;

/** Factor in [1/furthest, furthest] at which a falling or rising function meets its target; the nearer end where it never does. */
function factorWhere(meets: (factor: number) => number, target: number): number {
  let [low, high] = [1 / furthest, furthest];
  const isRising = meets(high) >= meets(low);
  for (let round = 0; round < rounds; round++) {
    const middle = Math.sqrt(low * high);
    if (meets(middle) < target === isRising) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}

/**
 * The links as they were measured: the node rate that explains the largest size of the sweep, then the hop time that
 * explains the smallest below 1 MiB, if there is one. What lies inside a domain stays as it is. A bandwidth above what
 * the inside allows keeps the links as assumed, since more fabric would not explain it.
 */
export function linksAsMeasured(links: ClusterLinks, { operation, nodes, points }: MeasuredSweep): ClusterLinks {
  const sorted = [...points].sort((a, b) => a.bytes - b.bytes);
  const largest = sorted.at(-1);
  if (largest === undefined || nodes * links.gpusPerNode <= links.domainGpus) return links;
  const smallest = sorted.find(({ bytes }) => bytes < smallBytes);
  let found = links;
  // The hop time takes a little of the largest size too, so the two are found in turn.
  for (let turn = 0; turn < turns; turn++) {
    found = matching(found, operation, nodes, largest, (of, factor) => ({
      ...of,
      nodeBytePerS: of.nodeBytePerS * factor,
      nodeAllToAllBytePerS: of.nodeAllToAllBytePerS * factor,
      exitBytePerS: of.exitBytePerS * factor,
    }));
    if (smallest !== undefined) found = matching(found, operation, nodes, smallest, (of, factor) => ({ ...of, hopS: of.hopS * factor }));
  }
  return found;
}

/** Links changed by the factor that explains a point; as they were where none does. */
function matching(
  links: ClusterLinks,
  operation: Operation,
  nodes: number,
  { bytes, busBandwidthGBytePerS }: MeasuredPoint,
  change: (links: ClusterLinks, factor: number) => ClusterLinks,
): ClusterLinks {
  const bandwidth = (factor: number): number => busBandwidthOfRanks(change(links, factor), operation, bytes, nodes * links.gpusPerNode);
  const ends = [bandwidth(1 / furthest), bandwidth(furthest)];
  if (busBandwidthGBytePerS < Math.min(...ends) || busBandwidthGBytePerS > Math.max(...ends)) return links;
  return change(links, factorWhere(bandwidth, busBandwidthGBytePerS));
}
