import type { ClusterLinks } from './links.ts';
import { smallerRate } from './smaller-rate.ts';

/** Collectives by number: the hot path compares no text. */
export const operations = {
  allReduce: 0,
  allGather: 1,
  reduceScatter: 2,
  allToAll: 3,
  broadcast: 4,
  sendReceive: 5,
} as const;
export type Operation = (typeof operations)[keyof typeof operations];

/** Ranks that take part in one collective, and how they lie on the cluster. */
export interface Group {
  readonly ranks: number;
  /** Ranks of this group inside one domain of fast links, at least 1. */
  readonly ranksPerDomain: number;
  readonly ranksPerNode: number;
  /** Groups of a node that use its network cards at the same time. */
  readonly groupsPerNode: number;
}

/** NCCL reduces in the switch only where at least so many GPUs of a domain take part: from 5 on H200, from 6 on B200. */
const fewestInSwitch = 5;

/**
 * Seconds from the start-up `startS` of an operation and the time `transferS` that its bytes take at full rate.
 *
 * A positive `middle` adds what is lost while pipelines fill and protocols change: `middle` · √(a·t), the term that a
 * straight line lacks between 1 and 100 MiB, bounded by `reach` · a so that transfers far longer than their start-up
 * come out straight again. A negative one takes away what overlaps: at -1 start-up and transfer hide in each other and
 * only the longer counts where they differ much. Never falls with either argument while `middle` ≥ -1.
 */
function pace(startS: number, transferS: number, middle: number, reach: number): number {
  if (middle < 0) return startS + transferS + (middle * startS * transferS) / (startS + transferS);
  return startS + transferS + middle * Math.sqrt((startS * transferS) / (1 + transferS / (reach * startS)));
}

/** Bus bandwidth of a ring inside one domain. A mesh gives a small group only the links among its members; a bridge joins few. */
function ringRate(links: ClusterLinks, ranks: number): number {
  if (ranks <= links.bridgeGpus) return links.bridgeBytePerS;
  if (ranks < links.meshGpus) return (links.ringBytePerS * (ranks - 1)) / (links.meshGpus - 1);
  return links.ringBytePerS;
}

function peerRate(links: ClusterLinks): number {
  if (links.bridgeGpus > 1) return links.bridgeBytePerS;
  return links.meshGpus > 1 ? links.peerBytePerS / (links.meshGpus - 1) : links.peerBytePerS;
}

/** A collective whose ranks share one domain: a ring, or for an all-reduce the switch (NVLS) where that is faster. */
function insideTimeS(links: ClusterLinks, operation: Operation, bytes: number, ranks: number): number {
  const { startS, insideStepS, insideMiddle, reach } = links;
  if (operation === operations.sendReceive) return pace(startS, bytes / peerRate(links), insideMiddle, reach);
  const part = (bytes * (ranks - 1)) / ranks;
  if (operation === operations.allToAll) {
    // Each pair of a mesh has a link of its own, so all of them carry.
    const rate = links.meshGpus > 1 ? ringRate(links, ranks) : Math.min(links.peerBytePerS, ringRate(links, ranks));
    return pace(startS + links.messageS * (ranks - 1), part / rate, insideMiddle, reach);
  }
  const ring = ringRate(links, ranks);
  if (operation !== operations.allReduce) {
    const transfer = (operation === operations.broadcast ? bytes : part) / ring;
    return pace(startS + insideStepS * (ranks - 1), transfer, insideMiddle, reach);
  }
  const inRing = pace(startS + 2 * insideStepS * (ranks - 1), (2 * part) / ring, insideMiddle, reach);
  if (links.switchBytePerS === 0 || ranks < fewestInSwitch) return inRing;
  const inSwitch = pace(startS + links.switchStepS * Math.log2(ranks), bytes / links.switchBytePerS, insideMiddle, reach);
  return Math.min(inRing, inSwitch);
}

/** Bytes per second with which a group leaves one domain. Nodes of a domain add their cards, groups of a node share them. */
function exitRate(links: ClusterLinks, perNode: number, { ranksPerDomain, ranksPerNode, groupsPerNode }: Group): number {
  const rate = (perNode * (ranksPerDomain / ranksPerNode)) / groupsPerNode;
  return Math.min(rate, links.exitBytePerS);
}

/**
 * All pairs exchange. Across domains each GPU first moves data over the fast links to the GPU on the right rail (PXN), so
 * those links carry the same bytes once more, and messages number domains plus GPUs of a domain instead of ranks.
 */
function allToAllAcrossS(links: ClusterLinks, bytes: number, group: Group): number {
  const { ranks, ranksPerDomain } = group;
  const domains = ranks / ranksPerDomain;
  const leaving = (bytes * (ranks - ranksPerDomain)) / ranks;
  const staying = (bytes * (ranksPerDomain - 1)) / ranks;
  const inside = (staying + (leaving * (ranksPerDomain - 1)) / ranksPerDomain) / links.peerBytePerS;
  const across = leaving / (exitRate(links, links.nodeAllToAllBytePerS, group) / ranksPerDomain);
  const start = links.startS + links.hopS + links.messageS * (domains + ranksPerDomain - 2);
  return pace(start, Math.max(inside, across), links.middle, links.reach);
}

/**
 * Seconds of one collective over a buffer of `bytes` (the whole of it, as nccl-tests counts: the gathered size of an
 * all-gather, the size on each rank of an all-to-all). Trusts its input and keeps nothing.
 *
 * Inside a domain: see `insideTimeS`. Across domains, n ranks in k of them:
 * - ring: n-1 steps (all-reduce 2(n-1)), k-1 of them over the fabric, at the smaller of link and node rate; bandwidth after
 *   Thakur, Rabenseifner and Gropp 2005 (doi 10.1177/1094342005051521), steps as NCCL counts them (src/graph/tuning.cc);
 * - tree, all-reduce alone: log2(k) levels up and down. A domain sends the buffer once between two domains and twice
 *   among more (double binary tree; Sanders, Speck and Träff 2009), which is why bus bandwidth over two nodes can exceed
 *   the line rate (nccl-tests issue 290). In the node a chain, or the switch (NVLS tree).
 * The fastest counts, as NCCL chooses by such estimates too. Factors of bus bandwidth: nccl-tests, doc/PERFORMANCE.md.
 */
export function collectiveTimeS(links: ClusterLinks, operation: Operation, bytes: number, group: Group): number {
  const { ranks, ranksPerDomain } = group;
  if (ranks <= 1 || bytes <= 0) return 0;
  if (ranksPerDomain >= ranks) return insideTimeS(links, operation, bytes, ranks);
  if (operation === operations.allToAll) return allToAllAcrossS(links, bytes, group);
  const { startS, hopS, insideStepS, middle, reach } = links;
  if (operation === operations.sendReceive) {
    const rate = Math.min(peerRate(links), links.nodeBytePerS / links.gpusPerNode);
    return pace(startS + hopS, bytes / rate, middle, reach);
  }
  const domains = ranks / ranksPerDomain;
  const exit = exitRate(links, links.nodeBytePerS, group);
  const part = (bytes * (ranks - 1)) / ranks;
  // A group with one rank in each domain passes no link inside, only that of the GPU.
  const ring = smallerRate(ranksPerDomain > 1 ? ringRate(links, ranksPerDomain) : links.peerBytePerS, exit);
  const isReduced = operation === operations.allReduce;
  const ringStart = hopS * (isReduced ? domains - 1 : Math.log2(domains)) + insideStepS * (ranks - domains);
  if (!isReduced) {
    return pace(startS + ringStart, (operation === operations.broadcast ? bytes : part) / ring, middle, reach);
  }
  const inRing = pace(startS + 2 * ringStart, (2 * part) / ring, middle, reach);
  const levels = 2 * hopS * Math.log2(domains);
  const sends = exit / (domains <= 2 ? links.treeSendsOfTwo : links.treeSends);
  const chain = ranksPerDomain > 1 ? smallerRate(links.treeBytePerS, sends) : sends;
  const inTree = pace(startS + levels + 2 * insideStepS * (ranksPerDomain - 1), bytes / chain, middle, reach);
  const best = Math.min(inRing, inTree);
  if (links.switchBytePerS === 0 || ranksPerDomain < fewestInSwitch) return best;
  const start = startS + levels + links.switchStepS * Math.log2(ranksPerDomain);
  const inSwitch = pace(start, bytes / smallerRate(links.switchBytePerS, sends), middle, reach);
  return Math.min(best, inSwitch);
}

/** Bus bandwidth over algorithm bandwidth (nccl-tests, doc/PERFORMANCE.md). */
export function busFactor(operation: Operation, ranks: number): number {
  if (operation === operations.allReduce) return (2 * (ranks - 1)) / ranks;
  if (operation === operations.broadcast || operation === operations.sendReceive) return 1;
  return (ranks - 1) / ranks;
}
