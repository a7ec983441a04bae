import type { ClusterLinks } from './links.ts';

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

/** The smaller of two rates, rounded where they cross: a transfer that meets two limits reaches neither. */
const smoothMin = (a: number, b: number): number => {
  if (a === Number.POSITIVE_INFINITY) return b;
  if (b === Number.POSITIVE_INFINITY) return a;
  const r = a / b;
  const r2 = r * r;
  const r4 = r2 * r2;
  return a / Math.sqrt(Math.sqrt(Math.sqrt(1 + r4 * r4)));
};

/**
 * Start-up, transfer, and what is lost between them while the transfer gets going: a + t + c √(a t). Where they overlap
 * (c < 0) neither of the two can be undercut: without this floor more bandwidth would make small transfers slower.
 */
const curve = (startS: number, transferS: number, middle: number): number =>
  Math.max(startS, transferS, startS + transferS + middle * Math.sqrt(startS * transferS));

/** A mesh gives a small group only the links among its members. */
const ringRate = (links: ClusterLinks, ranks: number): number =>
  links.meshGpus > 1 && ranks < links.meshGpus ? (links.ringBytePerS * (ranks - 1)) / (links.meshGpus - 1) : links.ringBytePerS;

function insideTimeS(links: ClusterLinks, operation: Operation, bytes: number, ranks: number): number {
  const { startS, insideStepS, insideMiddle } = links;
  if (operation === operations.sendReceive) return curve(startS, bytes / peerRate(links), insideMiddle);
  const ring = ringRate(links, ranks);
  const start = startS + insideStepS * Math.min(ranks - 1, 8);
  const part = (bytes * (ranks - 1)) / ranks;
  if (operation === operations.allReduce) {
    const inRing = curve(start, (2 * part) / ring, insideMiddle);
    if (links.switchBytePerS === 0 || ranks < 5) return inRing;
    return Math.min(inRing, curve(start, bytes / links.switchBytePerS, insideMiddle));
  }
  return curve(start, (operation === operations.broadcast ? bytes : part) / ring, insideMiddle);
}

const peerRate = (links: ClusterLinks): number => (links.meshGpus > 1 ? links.peerBytePerS / (links.meshGpus - 1) : links.peerBytePerS);

/**
 * Seconds of one collective over a buffer of `bytes` (the whole of it, as nccl-tests counts: the gathered size of an
 * all-gather, the size on each rank of an all-to-all). Trusts its input.
 *
 * Inside a domain: ring, or reduction in the switch where that is faster (NVLS). Across domains: a ring through all
 * ranks, whose bus bandwidth is the smaller of link and node rate, or a tree over domains, in which a node sends the
 * buffer once between two domains and twice among more (double binary tree, Sanders, Speck and Träff 2009; NCCL 2.4
 * notes); the faster counts, as NCCL chooses. Ring steps and costs: Thakur, Rabenseifner and Gropp 2005; factors of bus
 * bandwidth: nccl-tests, doc/PERFORMANCE.md. The middle term is ours: see docs/methodology.
 */
export function collectiveTimeS(links: ClusterLinks, operation: Operation, bytes: number, group: Group): number {
  const { ranks, ranksPerDomain } = group;
  if (ranks <= 1 || bytes <= 0) return 0;
  if (ranksPerDomain >= ranks) return insideTimeS(links, operation, bytes, ranks);
  const domains = ranks / ranksPerDomain;
  // Nodes of one domain add their network cards; groups of one node share them.
  const cards = ranksPerDomain / group.ranksPerNode / group.groupsPerNode;
  const rate = links.nodeBytePerS * cards;
  if (operation === operations.sendReceive) {
    return curve(links.startS + links.hopS, bytes / Math.min(peerRate(links), links.nodeBytePerS / links.gpusPerNode), links.middle);
  }
  const hops = Math.log2(domains);
  if (operation === operations.allToAll) {
    const inside = (bytes * (ranksPerDomain - 1)) / ranks / links.ringBytePerS;
    const across = (bytes * (ranks - ranksPerDomain)) / ranks / ((links.nodeAllToAllBytePerS * cards) / ranksPerDomain);
    return curve(links.startS + links.hopS * Math.sqrt(domains), Math.max(inside, across), links.middle);
  }
  const part = (bytes * (ranks - 1)) / ranks;
  // A group with one rank in each domain has no link inside to pass.
  const ring = smoothMin(ranksPerDomain > 1 ? ringRate(links, ranksPerDomain) : links.peerBytePerS, rate);
  const start = links.startS + links.insideStepS * Math.min(ranksPerDomain - 1, 8);
  if (operation === operations.allReduce) {
    const inRing = curve(start + 2 * links.hopS * hops, (2 * part) / ring, links.middle);
    const perNode = domains <= 2 ? rate : rate / 2;
    const tree = ranksPerDomain > 1 ? smoothMin(links.treeBytePerS, perNode) : perNode;
    return Math.min(inRing, curve(start + 2 * links.hopS * hops, bytes / tree, links.middle));
  }
  return curve(start + links.hopS * hops, (operation === operations.broadcast ? bytes : part) / ring, links.middle);
}

/** Bus bandwidth over algorithm bandwidth (nccl-tests, doc/PERFORMANCE.md). */
export function busFactor(operation: Operation, ranks: number): number {
  if (operation === operations.allReduce) return (2 * (ranks - 1)) / ranks;
  if (operation === operations.broadcast || operation === operations.sendReceive) return 1;
  return (ranks - 1) / ranks;
}
