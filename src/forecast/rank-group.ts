import type { Group } from '../network/collective-time.ts';
import type { ClusterLinks } from '../network/links.ts';
import type { ForecastConstants } from './constants.ts';
import type { Layout } from './layout.ts';

const scratchGroup = { ranks: 1, ranksPerDomain: 1, ranksPerNode: 1, groupsPerNode: 1 };

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/**
 * The group of `ranks` GPUs that stand `stride` apart in the order in which frameworks number them. Always the same
 * object: whoever needs two groups reads the first before asking for the second.
 */
export function groupOf(ranks: number, stride: number, layout: Layout, links: ClusterLinks): Group {
  const perNode = layout.gpus / layout.nodes;
  scratchGroup.ranks = ranks;
  scratchGroup.ranksPerNode = clamp(Math.floor(perNode / stride), 1, ranks);
  scratchGroup.ranksPerDomain = clamp(Math.floor(links.domainGpus / stride), 1, ranks);
  scratchGroup.groupsPerNode = Math.max(1, Math.floor(perNode / scratchGroup.ranksPerNode));
  return scratchGroup;
}

const staysInside = (group: Group): boolean => group.ranksPerDomain >= group.ranks;

/** Share of nccl-tests speed that a group keeps beside computation. */
export function shareOf(group: Group, constants: ForecastConstants): number {
  return staysInside(group) ? constants.insideShare : constants.betweenShare;
}
