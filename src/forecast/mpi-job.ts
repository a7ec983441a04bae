import { collectiveTimeS, operations } from '../network/collective-time.ts';
import type { ClusterLinks } from '../network/links.ts';
import {
  forecastOf,
  groupOfNodes,
  type JobForecast,
  type JobHardware,
  type JobTables,
  type JobTime,
  type MeasuredOn,
  slowdownOf,
} from './job-forecast.ts';
import type { MeasuredScaling } from './measured-scaling.ts';

/** A simulation whose parts exchange data in every step; the problem stays the same, however many nodes share it. */
export interface MpiJob {
  readonly kind: 'mpi';
  /** Seconds of one step on one node. */
  readonly secondsPerStepOneNode: number;
  /** GPUs of the node that was timed. */
  readonly gpusPerNode: number;
  readonly steps: number;
  /** Bytes that a node of `haloNodes` sends to its neighbours in one step; 0: no neighbour exchange. */
  readonly haloBytesPerNode: number;
  /** Number of nodes for which that holds; 1 stands for the surface of the whole domain. */
  readonly haloNodes: number;
  /** Bytes that all nodes together send to all others in one step, as in transposing a field for an FFT. */
  readonly allToAllBytes: number;
  readonly allReduceCount: number;
  /** Bytes of each all-reduce. */
  readonly allReduceBytes: number;
  readonly measuredOn: MeasuredOn;
}

/** Faces of a box, the neighbours of a part of a domain cut in three directions. */
const mostNeighbours = 6;

/**
 * Seconds of the neighbour exchange of one step: a message to each neighbour, and the bytes over the node's line (Hockney
 * 1994, α + β · bytes). A part of the domain has a surface that shrinks with n^(−2/3) while its volume shrinks with 1/n
 * (Gropp, Lusk and Skjellum, Using MPI, on domain decomposition in three dimensions).
 */
function haloTime({ haloBytesPerNode, haloNodes }: MpiJob, nodes: number, links: ClusterLinks): number {
  if (nodes === 1 || haloBytesPerNode === 0) return 0;
  const bytes = haloBytesPerNode * (haloNodes / nodes) ** (2 / 3);
  const messages = Math.min(mostNeighbours, nodes - 1);
  const inDomain = nodes * links.gpusPerNode <= links.domainGpus;
  const rate = inDomain ? links.peerBytePerS * links.gpusPerNode : links.nodeBytePerS;
  return links.startS + messages * (inDomain ? links.insideStepS : links.hopS) + bytes / rate;
}

/** Seconds of the exchanges of all with all in one step, which a single node has inside its measured time. */
function collectivesTime(job: MpiJob, nodes: number, links: ClusterLinks): number {
  if (nodes === 1) return 0;
  const group = groupOfNodes(nodes, links);
  const transposed = collectiveTimeS(links, operations.allToAll, job.allToAllBytes / group.ranks, group);
  return transposed + job.allReduceCount * collectiveTimeS(links, operations.allReduce, job.allReduceBytes, group);
}

/**
 * Forecasts the job on so many nodes with strong scaling: step = computation / n + neighbour exchange + exchanges of all
 * with all, one after the other, + stragglers. The lower end of the interval lets the neighbour exchange hide behind
 * computation. Trusts its input.
 */
export function forecastMpiJob(job: MpiJob, nodes: number, hardware: JobHardware, tables: JobTables): JobForecast {
  const slowdown = slowdownOf(job.measuredOn, hardware, 'memory');
  const onOneNode = (job.secondsPerStepOneNode * slowdown.factor * job.gpusPerNode) / hardware.links.gpusPerNode;
  const compute = onOneNode / nodes;
  const stragglers = 1 + tables.step.stragglerPerDoubling * Math.log2(nodes);
  const timeOver = (links: ClusterLinks, trafficFactor: number): JobTime => {
    const traffic = trafficFactor * (haloTime(job, nodes, links) + collectivesTime(job, nodes, links));
    return { total: job.steps * (compute + traffic) * stragglers, compute: job.steps * compute };
  };
  const { total } = timeOver(hardware.links, 1);
  const halo = haloTime(job, nodes, hardware.links);
  const hidden = job.steps * (Math.max(compute, halo) + collectivesTime(job, nodes, hardware.links)) * stragglers;
  const isCarriedOver = slowdown.spread > 0;
  return forecastOf({ nodes, oneNodeS: job.steps * onOneNode, timeOver }, hardware, slowdown, tables, {
    ends: [[Math.min(total, hidden), total]],
    assumed: [
      'exchange not hidden by computation',
      'domain cut in three directions',
      ...(isCarriedOver ? [`speed by memory bandwidth: ${slowdown.factor.toPrecision(3)} of the time`] : []),
    ],
  });
}

/**
 * Forecasts a job from the user's own scaling measurements: hours on one node, or what one node would take, along the
 * fitted curve. It holds for the fabric and GPUs that were measured and no others.
 */
export function forecastMeasuredJob(scaling: MeasuredScaling, hoursOneNode: number, nodes: number): JobForecast {
  const hoursAt = (throughput: number): number => (hoursOneNode * scaling.fit.x1) / throughput;
  const [low, high] = scaling.intervalAt(nodes);
  const { fewestNodes, mostNodes } = scaling.fit;
  return {
    nodes,
    hours: hoursAt(scaling.throughputAt(nodes)),
    hoursInterval: [hoursAt(high), hoursAt(low)],
    networkEfficiency: null,
    worstNetworkEfficiency: null,
    scalingEfficiency: scaling.efficiencyAt(nodes),
    computeShare: null,
    assumed: [
      'fabric and GPUs as measured',
      ...(nodes < fewestNodes || nodes > mostNodes ? [`curve beyond the ${fewestNodes} to ${mostNodes} nodes measured`] : []),
    ],
  };
}
