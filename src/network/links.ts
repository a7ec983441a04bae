import type { Gpu } from '../hardware/gpu-table.ts';
import type { NetworkConstants } from './constants.ts';
import type { Transport } from './vocabulary.ts';

/** What is known of a cluster's links; null where it is not. */
export interface ClusterFacts {
  /** Null where the GPU is not on file: then only what is stated beside it counts. */
  readonly gpu: Gpu | null;
  /** Of a physical node: 4 in a tray of NVL72. */
  readonly gpusPerNode: number;
  readonly nodes: number;
  /** GPUs that share the node link, if not the standard product's. */
  readonly nvlinkDomainGpus: number | null;
  /** Both directions added, per GPU, GB/s; null: the GPU's own. */
  readonly nodeLinkGBytePerSBidirectional: number | null;
  /** True where GPUs of a node reach one another only through host memory. */
  readonly throughHost?: boolean;
  readonly transport: Transport | null;
  /** Line rate of all network cards that serve GPUs, per node and direction. */
  readonly nodeGbitPerS: number | null;
  readonly gpudirect: 'yes' | 'no' | 'unknown';
  /** 2 means that a tier above the node has half the capacity of the tier below. */
  readonly oversubscription: number | null;
  /** Share of the line rate that other traffic leaves; null: all of it. */
  readonly congestionShare: number | null;
}

/** What `collectiveTimeS` reads: numbers only, seconds and bytes per second. */
export interface ClusterLinks {
  readonly gpusPerNode: number;
  /** GPUs of one domain of fast links; may span nodes. */
  readonly domainGpus: number;
  readonly ringBytePerS: number;
  /** 0: the switch does not reduce. */
  readonly switchBytePerS: number;
  readonly treeBytePerS: number;
  /** One GPU to another of its domain. */
  readonly peerBytePerS: number;
  /** GPUs each of which has a link of its own to every other, so that a smaller group has less; 0: any pair has the full rate. */
  readonly meshGpus: number;
  readonly startS: number;
  readonly insideStepS: number;
  readonly insideMiddle: number;
  /** Per node and direction, after the transport's share; rings and trees, and traffic between all pairs. */
  readonly nodeBytePerS: number;
  readonly nodeAllToAllBytePerS: number;
  readonly hopS: number;
  readonly middle: number;
}

export interface LinksOfCluster {
  readonly links: ClusterLinks;
  readonly transport: Transport;
  readonly nodeGbitPerS: number;
  /** What was filled in, as stable words. */
  readonly assumed: readonly string[];
}

/** Gbit/s per GPU of the usual cluster of each family: reference designs of the vendors and the offers on file. */
const usualGbitPerGpu: readonly (readonly [RegExp, number])[] = [
  [/b300|gb300/, 800],
  [/h100|h200|h800|h20|b200|gb200|b100|gh200|mi3/, 400],
  [/a100|a800|gaudi|mi250/, 200],
  [/l40|rtx-pro|a6000|6000/, 100],
];
const otherGbitPerGpu = 100;
/** A node that says TCP and no rate: the network card of the host, Gbit/s. */
export const usualHostGbit = 40;
/** Omni-Path came with four ports of 100 Gbit/s to a node of eight GPUs. */
const usualOmniPathGbit = 400;

const reducesInSwitch = (gpu: Gpu): boolean => gpu.nodeLink?.value.layout === 'switched' && /hopper|blackwell/i.test(gpu.architecture);

/** Best measured ring bus bandwidth and in-switch algorithm bandwidth of the GPU on file, GB/s. */
function measuredInside(gpu: Gpu | null): { readonly ring: number | null; readonly inSwitch: number | null } {
  const all = (gpu?.measured ?? []).flatMap((it) => (it.what === 'collective' && it.collective === 'all-reduce' ? [it] : []));
  const best = (algorithm: string): (typeof all)[number] | undefined =>
    all.filter((it) => it.algorithm === algorithm && it.gpus <= 8).sort((a, b) => b.busBandwidthGBytePerS - a.busBandwidthGBytePerS)[0];
  const ring = best('ring');
  const inSwitch = best('nvls');
  return {
    ring: ring?.busBandwidthGBytePerS ?? null,
    inSwitch: inSwitch === undefined ? null : inSwitch.busBandwidthGBytePerS / ((2 * (inSwitch.gpus - 1)) / inSwitch.gpus),
  };
}

interface Inside {
  readonly ring: number;
  readonly inSwitch: number;
  readonly peer: number;
  readonly domain: number;
  readonly mesh: number;
}

/** Bandwidth inside a domain in GB/s, one direction. Without a node link the PCIe slot carries everything. */
function insideOf(facts: ClusterFacts, constants: NetworkConstants): Inside {
  const { gpu, gpusPerNode } = facts;
  const kind = gpu?.nodeLink?.value.kind ?? null;
  const stated = facts.nodeLinkGBytePerSBidirectional;
  // Of a GPU that nobody names, eight to a node is the board with links.
  const linked = stated !== null || (gpu === null ? gpusPerNode >= 8 : kind !== null && kind !== 'pcie');
  if (!linked || facts.throughHost === true) {
    const slot = gpu?.pcie?.value.gBytePerSPerDirection ?? 15.75;
    const ring = slot * (facts.throughHost === true ? constants.hostPathShare : constants.ringShare / 2);
    return { ring, inSwitch: 0, peer: ring * 1.5, domain: gpusPerNode, mesh: 0 };
  }
  const own = gpu?.nodeLink?.value.gBytePerSBidirectionalPerGpu ?? null;
  const both = stated ?? own ?? 600;
  // A measurement of the standard board speaks for a board with the same link only.
  const measured = own === null || both === own ? measuredInside(gpu) : { ring: null, inSwitch: null };
  const ring = measured.ring ?? (both / 2) * constants.ringShare;
  const inSwitch = gpu !== null && reducesInSwitch(gpu) ? (measured.inSwitch ?? (both / 2) * constants.switchShare) : 0;
  const standard = gpu?.nvlinkDomainGpus?.value ?? gpusPerNode;
  const domain = facts.nvlinkDomainGpus ?? Math.max(standard, gpusPerNode);
  return {
    ring,
    inSwitch,
    peer: (both / 2) * constants.ringShare,
    domain,
    mesh: gpu?.nodeLink?.value.layout === 'full-mesh' ? gpusPerNode : 0,
  };
}

function usualNodeGbit(facts: ClusterFacts, transport: Transport): number {
  if (transport === 'tcp') return usualHostGbit;
  if (transport === 'omni-path') return usualOmniPathGbit;
  const id = facts.gpu?.id ?? '';
  return (usualGbitPerGpu.find(([pattern]) => pattern.test(id))?.[1] ?? otherGbitPerGpu) * facts.gpusPerNode;
}

const gigabyte = 1e9;
const microsecond = 1e-6;

/**
 * Turns facts into the rates that collectives are priced with, and fills in what is unknown: the transport and line rate
 * that clusters of this GPU usually have. One node needs no fabric and nothing is assumed of it.
 */
export function linksOf(facts: ClusterFacts, constants: NetworkConstants): LinksOfCluster {
  const assumed: string[] = [];
  const inside = insideOf(facts, constants);
  const several = facts.nodes > 1 && facts.nodes * facts.gpusPerNode > inside.domain;
  const transport = facts.transport ?? (/^amd|^intel/.test(facts.gpu?.id ?? '') ? 'roce' : 'infiniband');
  if (several && facts.transport === null) assumed.push(`fabric ${transport}`);
  const nodeGbitPerS = facts.nodeGbitPerS ?? usualNodeGbit(facts, transport);
  if (several && facts.nodeGbitPerS === null) assumed.push(`node ${nodeGbitPerS} Gbit/s`);
  const carried = constants.transports[transport];
  const staged = facts.gpudirect === 'no' && transport !== 'tcp' ? constants.stagedShare : 1;
  const line = (nodeGbitPerS / 8) * gigabyte * carried.share * staged * (facts.congestionShare ?? 1);
  const over = Math.max(1, facts.oversubscription ?? 1);
  return {
    transport,
    nodeGbitPerS,
    assumed,
    links: {
      gpusPerNode: facts.gpusPerNode,
      domainGpus: inside.domain,
      ringBytePerS: inside.ring * gigabyte,
      switchBytePerS: inside.inSwitch * gigabyte,
      treeBytePerS: (inside.inSwitch > 0 ? inside.inSwitch : inside.ring * constants.treeShare) * gigabyte,
      peerBytePerS: inside.peer * gigabyte,
      meshGpus: inside.mesh,
      startS: constants.startUs * microsecond,
      insideStepS: constants.insideStepUs * microsecond,
      insideMiddle: constants.insideMiddle,
      nodeBytePerS: line / (1 + (over - 1) * constants.ringCrossingShare),
      nodeAllToAllBytePerS: line / over,
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
  hopS: 0,
});
