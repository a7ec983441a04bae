import type { NetworkConstants } from './constants.ts';
import { type InsideFacts, insideRatesOf } from './inside-links.ts';
import { smallerRate } from './smaller-rate.ts';
import { usualNodeGbitPerS, usualTransport } from './usual-fabric.ts';
import type { Transport } from './vocabulary.ts';

/** What is known of a cluster's links; null where it is not. */
export interface ClusterFacts extends InsideFacts {
  readonly nodes: number;
  readonly transport: Transport | null;
  /** Line rate of all network cards that serve GPUs, per node and direction. */
  readonly nodeGbitPerS: number | null;
  readonly gpudirect: 'yes' | 'no' | 'unknown';
  /** 2 means that a tier above the node has half the capacity of the tier below. */
  readonly oversubscription: number | null;
  /** Share of the line rate that other traffic leaves; null: all of it. */
  readonly congestionShare: number | null;
  /** True where the switches of the fabric add (SHARP) and NCCL is set to let them. */
  readonly addsInFabric?: boolean;
}

/** What `collectiveTimeS` reads: numbers only, seconds and bytes per second. */
export interface ClusterLinks {
  readonly gpusPerNode: number;
  /** GPUs of one domain of fast links; may span nodes. */
  readonly domainGpus: number;
  readonly ringBytePerS: number;
  /** Algorithm bandwidth of an all-reduce in the switch; 0: the switch does not reduce. */
  readonly switchBytePerS: number;
  /** Algorithm bandwidth of the part of a tree inside a domain, as a chain. */
  readonly treeBytePerS: number;
  /** One GPU to all others of its domain together. */
  readonly peerBytePerS: number;
  /** GPUs each of which has a link of its own to every other, so that a smaller group has less; 0: any pair has the full rate. */
  readonly meshGpus: number;
  /** GPUs under one bridge and the ring among them; 0: no bridges. */
  readonly bridgeGpus: number;
  readonly bridgeBytePerS: number;
  readonly startS: number;
  readonly insideStepS: number;
  /** Of a reduction in the switch, for each doubling of the GPUs. */
  readonly switchStepS: number;
  /** Of each message that one GPU posts in an exchange of all pairs. */
  readonly messageS: number;
  readonly insideMiddle: number;
  /** Of the middle term, inside and across. */
  readonly reach: number;
  /** Per node and direction, after the transport's share; rings and trees, and traffic between all pairs. */
  readonly nodeBytePerS: number;
  readonly nodeAllToAllBytePerS: number;
  /** Most with which one collective leaves a domain that spans nodes. */
  readonly exitBytePerS: number;
  /** Times that a domain in the middle of a tree sends the buffer: 2, fewer where switches add; and that each of only two does. */
  readonly treeSends: number;
  readonly treeSendsOfTwo: number;
  readonly hopS: number;
  readonly middle: number;
}

export interface LinksOfCluster {
  readonly links: ClusterLinks;
  readonly transport: Transport;
  readonly nodeGbitPerS: number;
  /** What was filled in, as stable words: `fabric infiniband`, `node 3200 Gbit/s`. */
  readonly assumed: readonly string[];
}

const gigabyte = 1e9;
const microsecond = 1e-6;
/** Nodes of AWS with the first generation of EFA, P3dn and P4d, have at most so much; those with the second 3,200. */
const mostOfFirstEfaGbit = 400;

/** The generation of a transport where its name covers several that differ and the line rate tells which. */
const generationOf = (transport: Transport, nodeGbitPerS: number): Transport =>
  transport === 'efa' && nodeGbitPerS <= mostOfFirstEfaGbit ? 'efa-v1' : transport;

/**
 * Turns facts into the rates that collectives are priced with, and fills in what is unknown: the transport and line rate
 * that clusters of this GPU usually have. One node needs no fabric and nothing is assumed of it.
 */
export function linksOf(facts: ClusterFacts, constants: NetworkConstants): LinksOfCluster {
  const assumed: string[] = [];
  const inside = insideRatesOf(facts, constants);
  const several = facts.nodes > 1 && facts.nodes * facts.gpusPerNode > inside.domainGpus;
  const named = facts.transport ?? usualTransport(facts.gpu);
  if (several && facts.transport === null) assumed.push(`fabric ${named}`);
  const nodeGbitPerS = facts.nodeGbitPerS ?? usualNodeGbitPerS(facts.gpu, facts.gpusPerNode, named);
  if (several && facts.nodeGbitPerS === null) assumed.push(`node ${nodeGbitPerS} Gbit/s`);
  const transport = generationOf(named, nodeGbitPerS);
  const carried = constants.transports[transport];
  // The kernel copies through the host in any case; its share says so already.
  const staged = facts.gpudirect === 'no' && transport !== 'tcp' ? constants.stagedShare : 1;
  const line = (nodeGbitPerS / 8) * carried.share * staged * (facts.congestionShare ?? 1);
  // Flows of TCP, and the cores that serve them, are few whatever the line could carry.
  const reached = (transport === 'tcp' ? smallerRate(line, constants.tcpMostGBytePerS) : line) * gigabyte;
  const over = Math.max(1, facts.oversubscription ?? 1);
  const spans = inside.domainGpus > facts.gpusPerNode;
  const adds = facts.addsInFabric === true && transport === 'infiniband';
  return {
    transport,
    nodeGbitPerS,
    assumed,
    links: {
      gpusPerNode: facts.gpusPerNode,
      domainGpus: inside.domainGpus,
      ringBytePerS: inside.ring * gigabyte,
      switchBytePerS: inside.inSwitch * gigabyte,
      treeBytePerS: inside.ring * constants.treeShare * gigabyte,
      peerBytePerS: inside.peer * gigabyte,
      meshGpus: inside.meshGpus,
      bridgeGpus: inside.bridgeGpus,
      bridgeBytePerS: inside.bridge * gigabyte,
      startS: constants.startUs * microsecond,
      insideStepS: constants.insideStepUs * microsecond,
      switchStepS: constants.switchStepUs * microsecond,
      messageS: constants.messageUs * microsecond,
      insideMiddle: constants.insideMiddle,
      reach: constants.reach,
      nodeBytePerS: reached / (1 + (over - 1) * constants.ringCrossingShare),
      nodeAllToAllBytePerS: (reached * constants.allToAllShare) / over,
      exitBytePerS: spans ? (reached / facts.gpusPerNode) * constants.domainExitGpus : Number.POSITIVE_INFINITY,
      treeSends: adds ? 2 / constants.sharpGain : 2,
      // Cores that copy for the kernel serve both directions, so what a tree spares on the wire they do not feel: over TCP
      // two nodes were measured at the bus bandwidth of a ring (J. Zhang, Azure ND H100 v5).
      treeSendsOfTwo: transport === 'tcp' ? 2 : 1,
      hopS: carried.hopUs * microsecond,
      middle: carried.middle,
    },
  };
}

/** The same cluster with a fabric that costs nothing: what network efficiency is measured against. */
export const linksWithIdealFabric = (links: ClusterLinks): ClusterLinks => ({
  ...links,
  nodeBytePerS: Number.POSITIVE_INFINITY,
  nodeAllToAllBytePerS: Number.POSITIVE_INFINITY,
  exitBytePerS: Number.POSITIVE_INFINITY,
  hopS: 0,
});

/** Share of the line rate left on a congested fabric of this kind, where a what-if does not say. */
export const usualCongestedShare = (transport: Transport, constants: NetworkConstants): number =>
  constants.transports[transport].congestedShare;
