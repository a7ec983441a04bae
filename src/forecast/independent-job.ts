import { usualHostGbit } from '../network/usual-fabric.ts';
import {
  forecastOf,
  type JobForecast,
  type JobHardware,
  type JobTables,
  type JobTime,
  type MeasuredOn,
  secondsPerHour,
  slowdownOf,
} from './job-forecast.ts';

/** Many jobs that have nothing to say to one another: sweeps, rendering, batch inference, docking. */
export interface IndependentJobs {
  readonly kind: 'independent';
  readonly jobs: number;
  /** Hours of one of them on its GPUs. */
  readonly hoursPerJob: number;
  /** GPUs of one job, all in one node. */
  readonly gpusPerJob: number;
  /** Seconds from a free slot to work: image, environment, model. */
  readonly startupSeconds: number;
  /** Bytes that one job reads and writes over the node's general network. */
  readonly dataBytesPerJob: number;
  /** Rate of that network or of the storage behind it per node, GB/s; null: a usual one. */
  readonly generalGBytePerS: number | null;
  readonly measuredOn: MeasuredOn;
}

/** Jobs of a cluster that run at once; 0 where one is larger than a node. */
export const slotsOf = ({ gpusPerJob }: Pick<IndependentJobs, 'gpusPerJob'>, nodes: number, gpusPerNode: number): number =>
  Math.floor(gpusPerNode / gpusPerJob) * nodes;

/**
 * Forecasts the jobs on so many nodes: ⌈jobs / slots⌉ rounds of start, data and work. GPUs of different nodes exchange
 * nothing, so the fabric plays no part; data comes over the general network, which the slots of a node share. Null where
 * one job needs more GPUs than a node has: then it is tightly coupled and another kind of job.
 */
export function forecastIndependentJobs(job: IndependentJobs, nodes: number, hardware: JobHardware, tables: JobTables): JobForecast | null {
  const { gpusPerNode } = hardware.links;
  const slotsPerNode = slotsOf(job, 1, gpusPerNode);
  if (slotsPerNode === 0) return null;
  const slowdown = slowdownOf(job.measuredOn, hardware, 'products');
  const workS = job.hoursPerJob * slowdown.factor * secondsPerHour;
  const byteRate = (job.generalGBytePerS ?? usualHostGbit / 8) * 1e9;
  const timeOn = (count: number): JobTime => {
    const slots = slotsOf(job, count, gpusPerNode);
    // A last round of few jobs leaves each more of the network, but one slot still starts and works.
    const sharing = Math.min(slotsPerNode, Math.ceil(job.jobs / count));
    const dataS = (job.dataBytesPerJob * sharing) / byteRate;
    const rounds = Math.ceil(job.jobs / slots);
    return { total: rounds * (job.startupSeconds + dataS + workS), compute: rounds * workS };
  };
  const forecast = forecastOf({ nodes, oneNodeS: timeOn(1).total, timeOver: () => timeOn(nodes) }, hardware, slowdown, tables, {
    assumed: [
      'jobs alike',
      ...(job.dataBytesPerJob > 0 && job.generalGBytePerS === null ? [`general network ${usualHostGbit} Gbit/s per node`] : []),
      ...(slowdown.spread > 0 ? [`speed by 16-bit products: ${slowdown.factor.toPrecision(3)} of the time`] : []),
    ],
  });
  // A slot waits for no other and so for no fabric, on one node or on many.
  return { ...forecast, networkEfficiency: 1, worstNetworkEfficiency: 1 };
}
