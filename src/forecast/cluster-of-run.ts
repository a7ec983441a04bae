import type { Gpu } from '../hardware/gpu-table.ts';
import type { ClusterFacts } from '../network/links.ts';
import { transportOfText } from '../network/vocabulary.ts';
import type { Run } from './run.ts';

/** GPUs of one node where a run does not say: trays of rack-wide domains hold 4, everything else that is rented holds 8. */
function gpusPerNodeOf(run: Run, gpu: Gpu | null): number {
  if (run.gpus_per_node != null) return run.gpus_per_node;
  if (run.gpus != null && run.nodes != null && run.nodes <= run.gpus) return run.gpus / run.nodes;
  const usual = (gpu?.nvlinkDomainGpus?.value ?? 8) > 8 ? 4 : 8;
  return run.gpus != null ? Math.min(usual, run.gpus) : usual;
}

/** The cluster of a run, as far as it says; null where it does not. */
export function clusterOfRun(run: Run, gpu: Gpu | null): ClusterFacts {
  const gpusPerNode = gpusPerNodeOf(run, gpu);
  const intra = run.intra ?? '';
  const stated = /(\d{2,4})\s*GB\/s/i.exec(intra)?.[1];
  const nodes = run.nodes ?? (run.gpus == null ? 1 : Math.max(1, Math.ceil(run.gpus / gpusPerNode)));
  return {
    gpu,
    gpusPerNode,
    nodes,
    nvlinkDomainGpus: /NVL72/i.test(intra) ? 72 : null,
    nodeLinkGBytePerSBidirectional: stated === undefined ? null : Number(stated),
    throughHost: /no p2p|shared memory/i.test(intra),
    transport: run.fabric == null ? null : transportOfText(run.fabric, run.node_gbps ?? null),
    nodeGbitPerS: run.node_gbps ?? null,
    gpudirect: 'unknown',
    oversubscription: null,
    congestionShare: null,
  };
}
