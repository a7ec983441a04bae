import { collectiveTimeS, operations } from '../network/collective-time.ts';
import type { ClusterLinks } from '../network/links.ts';
import { exposedTime } from './gradient-time.ts';
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
import { shareOf } from './rank-group.ts';

/** Data-parallel training of a model that need not be known: one node was timed, and gradients are averaged every step. */
export interface DataParallelJob {
  readonly kind: 'data-parallel';
  /** Seconds of one step on one node, exchange inside it included. */
  readonly stepSecondsOneNode: number;
  /** GPUs of the node that was timed; each keeps its part of the batch, whatever the number of nodes. */
  readonly gpusPerNode: number;
  /** Samples of one step on that node. */
  readonly samplesPerStepPerNode: number;
  /** Bytes of all gradients of the model, which every GPU holds. */
  readonly gradientBytes: number;
  readonly totalSamples: number;
  readonly measuredOn: MeasuredOn;
}

/** Least share of a measured step that is taken for computation, however slow the links inside the node are said to be. */
const leastComputeShare = 0.1;

/**
 * Seconds of computation c in a measured step m whose gradients take t seconds inside the node: solves c + exposed(t, c) = m,
 * on both sides of the corner where all of the traffic hides.
 */
function computationIn(measuredS: number, traffic: number, { dataHideable, dataFloor }: JobTables['step']): number {
  const allHidden = measuredS - dataFloor * traffic;
  const computeS = traffic <= dataHideable * allHidden ? allHidden : (measuredS - traffic) / (1 - dataHideable + dataFloor * dataHideable);
  return Math.max(leastComputeShare * measuredS, computeS);
}

function trafficTime(gradientBytes: number, nodes: number, links: ClusterLinks, { step }: JobTables): number {
  const group = groupOfNodes(nodes, links);
  return collectiveTimeS(links, operations.allReduce, gradientBytes, group) / shareOf(group, step);
}

/** A node of so many GPUs with the same links. */
const nodeOf = (links: ClusterLinks, gpusPerNode: number): ClusterLinks =>
  links.gpusPerNode === gpusPerNode ? links : { ...links, gpusPerNode, domainGpus: Math.max(links.domainGpus, gpusPerNode) };

/**
 * Forecasts the job on so many nodes with weak scaling: every GPU keeps its batch, n nodes take n times the samples a step.
 * Step = measured computation, carried over to this GPU, + what averaging the gradients over all GPUs adds (ring or
 * tree, Thakur, Rabenseifner and Gropp 2005; hidden behind the backward pass as PyTorch DDP does, Li et al. 2020, arXiv
 * 2006.15704, with the calibrated shares of the step model) + stragglers. Hours = ⌈samples / (n · samples of a node)⌉ ·
 * step. Trusts its input: counts whole and positive.
 */
export function forecastDataParallelJob(job: DataParallelJob, nodes: number, hardware: JobHardware, tables: JobTables): JobForecast {
  const { stepSecondsOneNode, gradientBytes, totalSamples, measuredOn } = job;
  const constants = tables.step;
  const slowdown = slowdownOf(measuredOn, hardware, 'products');
  const measuredLinks = nodeOf(measuredOn?.links ?? hardware.links, job.gpusPerNode);
  const computeS = slowdown.factor * computationIn(stepSecondsOneNode, trafficTime(gradientBytes, 1, measuredLinks, tables), constants);
  const samplesPerNode = (job.samplesPerStepPerNode / job.gpusPerNode) * hardware.links.gpusPerNode;
  const timeOn = (count: number, links: ClusterLinks, trafficFactor: number): JobTime => {
    const traffic = trafficFactor * trafficTime(gradientBytes, count, links, tables);
    const exposed = exposedTime(traffic, constants.dataHideable * computeS, constants);
    const steps = Math.ceil(totalSamples / (count * samplesPerNode));
    const stragglers = 1 + constants.stragglerPerDoubling * Math.log2(count);
    return { total: steps * (computeS + exposed) * stragglers, compute: steps * computeS };
  };
  const { machine } = hardware;
  return forecastOf(
    {
      nodes,
      oneNodeS: timeOn(1, hardware.links, 1).total,
      timeOver: (links, trafficFactor) => timeOn(nodes, links, trafficFactor),
    },
    hardware,
    slowdown,
    tables,
    {
      assumed: [
        'batch per GPU as measured',
        ...(slowdown.spread === 0
          ? []
          : [`speed by 16-bit products, ${machine.generation}: ${slowdown.factor.toPrecision(3)} of the time`]),
      ],
    },
  );
}
