import type { Gpu } from '../hardware/gpu-table.ts';
import type { Board, NetworkConstants } from './constants.ts';

/** What is known of the links inside a domain; null where it is not. */
export interface InsideFacts {
  /** Null where the GPU is not on file: then only what is stated beside it counts. */
  readonly gpu: Gpu | null;
  /** Of a physical node: 4 in a tray of NVL72. */
  readonly gpusPerNode: number;
  /** GPUs that share the node link, if not the standard product's. */
  readonly nvlinkDomainGpus: number | null;
  /** Both directions added, per GPU, GB/s; null: the GPU's own. */
  readonly nodeLinkGBytePerSBidirectional: number | null;
  /** True where GPUs of a node reach one another only through host memory. */
  readonly throughHost?: boolean;
}

/** Bandwidth inside a domain of fast links in GB/s, one direction. */
export interface InsideRates {
  /** GPUs of one domain; more than a node where the domain spans several. */
  readonly domainGpus: number;
  readonly ring: number;
  /** Algorithm bandwidth of an all-reduce in the switch; 0: the switch does not reduce. */
  readonly inSwitch: number;
  /** One GPU to all others of the domain together. */
  readonly peer: number;
  /** GPUs each of which has a link of its own to every other; 0: any pair has the full rate. */
  readonly meshGpus: number;
  /** GPUs under one bridge, beyond which the slot carries; 0: no bridges. */
  readonly bridgeGpus: number;
  readonly bridge: number;
}

/** Slot of a GPU that is not on file: PCIe 3.0 x16, one direction. */
const slowestSlot = 15.75;
/** Both directions of the link of a GPU that nobody names but that comes eight to a board: NVLink 3. */
const usualNodeLink = 600;

const boardOf = (gpu: Gpu | null): Board => {
  const layout = gpu?.nodeLink?.value.layout ?? null;
  if (layout === 'full-mesh') return 'fullMesh';
  if (layout === 'cube-mesh') return 'cubeMesh';
  if (layout === 'bridged') return 'bridge';
  if (/blackwell/i.test(gpu?.architecture ?? '')) return 'blackwell';
  return /hopper/i.test(gpu?.architecture ?? '') ? 'hopper' : 'ampere';
};

/**
 * GPUs of one domain. Only a rack-wide domain reaches beyond the node: half of an eight-GPU board sold as a node of four
 * has no link to the half of somebody else.
 */
function domainOf({ gpu, gpusPerNode, nvlinkDomainGpus }: InsideFacts): number {
  if (nvlinkDomainGpus !== null) return Math.max(nvlinkDomainGpus, gpusPerNode);
  const standard = gpu?.nvlinkDomainGpus?.value ?? gpusPerNode;
  return gpu?.formFactor === 'NVL72' ? Math.max(standard, gpusPerNode) : gpusPerNode;
}

/** The rates that a cluster's links inside a domain give to collectives. Without a link between GPUs the PCIe slot carries all. */
export function insideRatesOf(facts: InsideFacts, constants: NetworkConstants): InsideRates {
  const { gpu, gpusPerNode } = facts;
  const slot = gpu?.pcie?.value.gBytePerSPerDirection ?? slowestSlot;
  const overSlot = slot * (facts.throughHost === true ? constants.hostPathShare : constants.pcieShare);
  const onSlots = {
    domainGpus: gpusPerNode,
    ring: overSlot,
    inSwitch: 0,
    // A pair that exchanges has the slot to itself; a ring through all meets the root of the tree of switches.
    peer: Math.min(slot, overSlot * 1.5),
    meshGpus: 0,
    bridgeGpus: 0,
    bridge: 0,
  };
  const kind = gpu?.nodeLink?.value.kind ?? null;
  const stated = facts.nodeLinkGBytePerSBidirectional;
  const isLinked = stated !== null || (gpu === null ? gpusPerNode >= 8 : kind !== null && kind !== 'pcie');
  if (!isLinked || facts.throughHost === true) return onSlots;
  const oneWay = (stated ?? gpu?.nodeLink?.value.gBytePerSBidirectionalPerGpu ?? usualNodeLink) / 2;
  const board = boardOf(gpu);
  const ring = oneWay * constants.ringShare[board];
  if (board === 'bridge') return { ...onSlots, bridgeGpus: gpu?.nvlinkDomainGpus?.value ?? 2, bridge: ring };
  const domainGpus = domainOf(facts);
  const reduces = gpu?.nodeLink?.value.layout === 'switched' && (board === 'hopper' || board === 'blackwell');
  return {
    domainGpus,
    ring,
    inSwitch: reduces ? oneWay * constants.switchShare[domainGpus > gpusPerNode ? 'rack' : board] : 0,
    peer: ring,
    meshGpus: board === 'fullMesh' ? gpusPerNode : 0,
    bridgeGpus: 0,
    bridge: 0,
  };
}
