import type { FieldName, Offer } from '../offer.ts';
import type { Fabric } from '../vocabulary.ts';
import { type Case, disputedOf, fitsOneNvlinkDomain, type Rule, settled, unsourcedOf } from './rule.ts';

/** From here on the network of a GPU counts as good: what reference designs give an A100. Gbit/s per GPU. */
export const goodGbitPerGpu = 200;
/** Below this the network sets the pace of synchronised training. Gbit/s per GPU. */
export const weakGbitPerGpu = 100;

/** How data gets from the wire into the memory of a GPU. `neither`: through the CPU. */
type Path = 'rdma' | 'gpudirect' | 'neither';

interface NetworkSeen extends Case {
  readonly fabrics: readonly Fabric[];
  readonly path: Path | null;
  readonly nodeGbit: number | null;
  readonly gpuGbit: number | null;
  readonly disputed: readonly FieldName[];
  readonly unsourced: readonly FieldName[];
}

/** What a fabric is by nature, whatever else is published: InfiniBand, RoCE and eRDMA are RDMA networks. Null: it depends. */
const pathByNature: Readonly<Record<Fabric, Path | null>> = {
  infiniband: 'rdma',
  roce: 'rdma',
  erdma: 'rdma',
  'gpudirect-tcpx': 'gpudirect',
  'gpudirect-tcpxo': 'gpudirect',
  // The first generation of EFA has no RDMA, later ones have: what is published for the instance decides.
  efa: null,
  ethernet: null,
  other: null,
  multiple: null,
};

function pathOf(offer: Offer, fabrics: readonly Fabric[]): Path | null {
  const gpudirect = settled(offer, 'gpudirectRdma');
  if (settled(offer, 'rdma') === 'yes') return 'rdma';
  const natures = fabrics.map((fabric) => pathByNature[fabric]);
  if (natures.length > 0 && natures.every((nature) => nature === 'gpudirect')) return 'gpudirect';
  if (gpudirect === 'yes') return 'rdma';
  // GPUDirect without RDMA exists only on the fabrics above, so "no RDMA" on a named one of the others leaves no way past the CPU.
  if (settled(offer, 'rdma') === 'no') return fabrics.length > 0 || gpudirect === 'no' ? 'neither' : null;
  return natures.length > 0 && natures.every((nature) => nature === 'rdma' || nature === 'gpudirect') ? 'rdma' : null;
}

const restsOn: readonly FieldName[] = [
  'multiNode',
  'fabric',
  'fabricOptions',
  'rdma',
  'gpudirectRdma',
  'nodeBandwidthGbitPerS',
  'gpusPerNode',
];

/** Reads what the network check rests on. Only values with a source and without an open conflict count. */
export function seeNetwork(given: Case): NetworkSeen {
  const { offer, ask, today } = given;
  const fabric = settled(offer, 'fabric');
  const fabrics = fabric === null ? [] : fabric === 'multiple' ? (settled(offer, 'fabricOptions') ?? [fabric]) : [fabric];
  const nodeGbit = settled(offer, 'nodeBandwidthGbitPerS');
  const gpusPerNode = settled(offer, 'gpusPerNode');
  const path = pathOf(offer, fabrics);
  return {
    offer,
    ask,
    today,
    fabrics,
    path,
    nodeGbit,
    gpuGbit: nodeGbit === null || gpusPerNode === null ? null : Math.round((nodeGbit / gpusPerNode) * 100) / 100,
    disputed: disputedOf(offer, restsOn),
    // A value without a source matters only where nothing settles the question without it.
    unsourced: unsourcedOf(offer, restsOn).filter((field) => {
      if (field === 'gpusPerNode') return nodeGbit !== null;
      if (field === 'rdma' || field === 'fabricOptions') return path === null && fabrics.length > 0;
      return field === 'fabric' || field === 'nodeBandwidthGbitPerS';
    }),
  };
}

const named = ({ fabrics }: NetworkSeen) => ({ fabrics: [...fabrics] });
const rates = ({ nodeGbit, gpuGbit }: NetworkSeen) => ({ nodeGbit: nodeGbit ?? 0, gpuGbit: gpuGbit ?? 0 });
const namedRates = (seen: NetworkSeen) => ({ ...named(seen), ...rates(seen) });
const asked = ({ ask }: NetworkSeen) => (ask.nodes === null ? {} : { nodes: ask.nodes });
const isSilentAboutFabric = ({ fabrics }: NetworkSeen): boolean => fabrics.length === 0;

export const networkRules = [
  {
    id: 'network/one-nvlink-domain',
    verdict: 'good',
    when: fitsOneNvlinkDomain,
    because: ({ offer, ask }) => ({ nodes: ask.nodes ?? 0, domainGpus: settled(offer, 'nvlinkDomainGpus') ?? 0 }),
    ask: asked,
  },
  {
    id: 'network/not-one-unit',
    verdict: 'weak',
    when: ({ offer }) => settled(offer, 'multiNode') === 'no',
    because: ({ offer }) => (offer.multiNodeReason === null ? {} : { reason: offer.multiNodeReason }),
  },
  { id: 'network/slow', verdict: 'weak', when: ({ gpuGbit }) => gpuGbit !== null && gpuGbit < weakGbitPerGpu, because: rates, ask: rates },
  {
    id: 'network/slow-node',
    verdict: 'weak',
    // However many GPUs the node holds, at least one: its share is no larger than the whole.
    when: ({ nodeGbit, gpuGbit }) => gpuGbit === null && nodeGbit !== null && nodeGbit < weakGbitPerGpu,
    because: ({ nodeGbit }) => ({ nodeGbit: nodeGbit ?? 0 }),
  },
  {
    id: 'network/middling',
    verdict: 'weak',
    when: ({ gpuGbit }) => gpuGbit !== null && gpuGbit < goodGbitPerGpu,
    because: rates,
    ask: asked,
  },
  { id: 'network/no-rdma', verdict: 'weak', when: ({ path }) => path === 'neither' },
  {
    id: 'network/rdma-without-gpudirect',
    verdict: 'weak',
    when: ({ offer, path }) => path === 'rdma' && settled(offer, 'gpudirectRdma') === 'no',
    because: named,
  },
  {
    id: 'network/disputed',
    verdict: 'conflict',
    when: ({ disputed }) => disputed.length > 0,
    because: ({ disputed }) => ({ fields: [...disputed] }),
  },
  {
    id: 'network/unsourced',
    verdict: 'unknown',
    when: ({ unsourced }) => unsourced.length > 0,
    because: ({ unsourced }) => ({ fields: [...unsourced] }),
  },
  { id: 'network/unpublished', verdict: 'unknown', when: (seen) => isSilentAboutFabric(seen) && seen.nodeGbit === null },
  {
    id: 'network/fabric-unpublished',
    verdict: 'unknown',
    when: isSilentAboutFabric,
    because: ({ nodeGbit }) => ({ nodeGbit: nodeGbit ?? 0 }),
  },
  { id: 'network/bandwidth-unpublished', verdict: 'unknown', when: ({ nodeGbit }) => nodeGbit === null, because: named },
  {
    id: 'network/node-size-unpublished',
    verdict: 'unknown',
    when: ({ gpuGbit }) => gpuGbit === null,
    because: (seen) => ({ ...named(seen), nodeGbit: seen.nodeGbit ?? 0 }),
  },
  {
    id: 'network/fabric-varies',
    verdict: 'unknown',
    when: ({ offer, path }) => path === null && settled(offer, 'fabric') === 'multiple',
    because: ({ fabrics }) => (fabrics.includes('multiple') ? {} : { fabrics: [...fabrics] }),
  },
  { id: 'network/rdma-unsaid', verdict: 'unknown', when: ({ path }) => path === null, because: namedRates },
  { id: 'network/up-to', verdict: 'good', when: ({ offer }) => offer.bandwidthIsUpTo, because: namedRates, ask: rates },
  { id: 'network/gpudirect-without-rdma', verdict: 'good', when: ({ path }) => path === 'gpudirect', because: namedRates, ask: asked },
  {
    id: 'network/gpudirect-rdma',
    verdict: 'good',
    when: ({ offer }) => settled(offer, 'gpudirectRdma') === 'yes',
    because: namedRates,
    ask: asked,
  },
  { id: 'network/rdma', verdict: 'good', when: () => true, because: namedRates },
] as const satisfies readonly Rule<NetworkSeen>[];
