import { type Offer, valueOf } from '../catalogue/offer.ts';
import { type Machine, machineOf } from '../forecast/machine.ts';
import type { Gpu } from '../hardware/gpu-table.ts';
import { fabricKinds } from '../hardware/vocabulary.ts';
import type { ClusterFacts } from '../network/links.ts';
import { type Transport, transportOf } from '../network/vocabulary.ts';

/** Facts of the network that an offer does not publish, and that widen the interval. */
export type UnknownFact = 'fabric' | 'node-bandwidth' | 'gpudirect' | 'oversubscription' | 'gpu-form' | 'gpus-per-node';

/**
 * Hardware that every forecast is the same for: offers of one class differ in price and terms alone. The expected cluster
 * takes unknown facts as they usually are; the best and the worst one span what they could be.
 */
export interface HardwareClass {
  readonly key: string;
  readonly gpu: Gpu;
  readonly machine: Machine;
  /** For one node; the number of nodes is the plan's. */
  readonly facts: ClusterFacts;
  readonly worstFacts: ClusterFacts;
  readonly unknown: readonly UnknownFact[];
}

/** Why an offer's hardware cannot be forecast. */
export type NoHardware = 'gpu-not-published' | 'gpu-not-modelled';

/** Nodes of the usual product: 8 GPUs, or the tray of a rack-wide domain. */
const usualGpusPerNode = (gpu: Gpu): number => ((gpu.nvlinkDomainGpus?.value ?? 8) > 8 ? 4 : 8);

/** Of a family without a form, the board that stands eight to a node: that with links of its own, else the first. */
function gpuOf(offer: Offer, gpuById: ReadonlyMap<string, Gpu>, gpuOfPrice: string | null): { gpu: Gpu; exact: boolean } | NoHardware {
  const named = offer.gpus.find(({ id, family }) => gpuOfPrice !== null && (id === gpuOfPrice || family === gpuOfPrice)) ?? offer.gpus[0];
  if (named === undefined) return 'gpu-not-published';
  if (named.id !== null) {
    const gpu = gpuById.get(named.id);
    return gpu === undefined ? 'gpu-not-modelled' : { gpu, exact: true };
  }
  const candidates = named.candidates.flatMap((id) => gpuById.get(id) ?? []);
  // A bridge joins two cards that are sold one by one.
  const linked = candidates.filter(
    ({ nodeLink }) => nodeLink !== null && nodeLink.value.kind !== 'pcie' && nodeLink.value.layout !== 'bridged',
  );
  const gpu = linked[0] ?? candidates[0];
  return gpu === undefined ? 'gpu-not-published' : { gpu, exact: false };
}

/** "1:1" or "2:1": how much more a tier could send than the next one carries. */
function oversubscriptionOf(offer: Offer): number | null {
  const published = /^(\d+(?:\.\d+)?):1$/.exec(valueOf(offer, 'oversubscription') ?? '')?.[1];
  if (published !== undefined) return Number(published);
  return valueOf(offer, 'topology') === 'non-blocking' ? 1 : null;
}

/** Transports in which GPUDirect is part of the name: nothing is staged through host memory. */
const directByName: readonly Transport[] = ['gpudirect-tcpx', 'gpudirect-tcpxo'];

function transportOfOffer(offer: Offer): Transport | null {
  const fabric = valueOf(offer, 'fabric');
  if (fabric === 'multiple') {
    // Whichever one gets: the first that is named stands for them.
    const [first] = valueOf(offer, 'fabricOptions') ?? [];
    return first === undefined || first === 'multiple' ? null : transportOf(first);
  }
  return fabricKinds.includes(fabric as never) ? transportOf(fabric as (typeof fabricKinds)[number]) : null;
}

/** The network that an unpublished one might turn out to be: a quarter of the usual rate, shared two to one. */
const worstShareOfUsual = 0.25;
const worstOversubscription = 2;

/** The class of an offer's hardware, or why there is none. `gpuOfPrice`: the GPU that its price is for. */
export function hardwareClassOf(offer: Offer, gpuById: ReadonlyMap<string, Gpu>, gpuOfPrice: string | null): HardwareClass | NoHardware {
  const found = gpuOf(offer, gpuById, gpuOfPrice);
  if (typeof found === 'string') return found;
  const { gpu, exact } = found;
  const machine = machineOf(gpu);
  if (machine === null) return 'gpu-not-modelled';
  const unknown: UnknownFact[] = [];
  const publishedSize = valueOf(offer, 'gpusPerNode');
  if (!exact) unknown.push('gpu-form');
  if (publishedSize === null) unknown.push('gpus-per-node');
  const transport = transportOfOffer(offer);
  const nodeGbitPerS = valueOf(offer, 'nodeBandwidthGbitPerS');
  const oversubscription = oversubscriptionOf(offer);
  const direct = valueOf(offer, 'gpudirectRdma');
  const needsDirect = transport === null || (transport !== 'tcp' && !directByName.includes(transport));
  if (transport === null) unknown.push('fabric');
  if (nodeGbitPerS === null) unknown.push('node-bandwidth');
  if (oversubscription === null) unknown.push('oversubscription');
  if (needsDirect && direct === null) unknown.push('gpudirect');
  const facts: ClusterFacts = {
    gpu,
    gpusPerNode: publishedSize ?? usualGpusPerNode(gpu),
    nodes: 1,
    nvlinkDomainGpus: valueOf(offer, 'nvlinkDomainGpus'),
    nodeLinkGBytePerSBidirectional: null,
    transport,
    nodeGbitPerS,
    gpudirect: needsDirect ? (direct ?? 'unknown') : 'unknown',
    oversubscription,
    congestionShare: null,
  };
  return {
    key: [gpu.id, facts.gpusPerNode, facts.nvlinkDomainGpus, transport, nodeGbitPerS, facts.gpudirect, oversubscription].join('|'),
    gpu,
    machine,
    facts,
    worstFacts: {
      ...facts,
      gpudirect: needsDirect && direct === null ? 'no' : facts.gpudirect,
      oversubscription: oversubscription ?? worstOversubscription,
      congestionShare: transport === null || nodeGbitPerS === null ? worstShareOfUsual : null,
    },
    unknown,
  };
}
