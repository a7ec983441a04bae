import { busFactor, collectiveTimeS, type Operation } from './collective-time.ts';
import type { ClusterLinks } from './links.ts';

/**
 * Bus bandwidth in GB/s that a healthy cluster reaches in a collective over all GPUs of `nodes` nodes, as nccl-tests
 * prints it: algorithm bandwidth times the factor of the operation.
 */
export function expectBusBandwidth(links: ClusterLinks, operation: Operation, bytes: number, nodes: number): number {
  return busBandwidthOfRanks(links, operation, bytes, nodes * links.gpusPerNode);
}

/** The same over any number of ranks, which fill nodes one after the other. */
export function busBandwidthOfRanks(links: ClusterLinks, operation: Operation, bytes: number, ranks: number): number {
  const ranksPerNode = Math.min(ranks, links.gpusPerNode);
  const ranksPerDomain = Math.min(ranks, Math.max(links.domainGpus, ranksPerNode));
  const seconds = collectiveTimeS(links, operation, bytes, { ranks, ranksPerDomain, ranksPerNode, groupsPerNode: 1 });
  return ((bytes / seconds) * busFactor(operation, ranks)) / 1e9;
}
