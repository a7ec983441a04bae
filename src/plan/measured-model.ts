import { type DataParallelJob, forecastDataParallelJob } from '../forecast/data-parallel-job.ts';
import { forecastIndependentJobs, type IndependentJobs } from '../forecast/independent-job.ts';
import type { JobForecast, JobHardware } from '../forecast/job-forecast.ts';
import type { MeasuredScaling } from '../forecast/measured-scaling.ts';
import { forecastMeasuredJob, forecastMpiJob, type MpiJob } from '../forecast/mpi-job.ts';
import type { ForecastTables } from '../forecast/predict-run.ts';
import { linksOf } from '../network/links.ts';
import type { HardwareClass } from './hardware-class.ts';
import type { JobModel, JobOnHardware, PlacedJob } from './job-model.ts';

/** A job of which only its own scaling was measured: it holds for GPUs like those that were measured. */
export interface MeasuredCurveJob {
  readonly kind: 'measured-curve';
  readonly scaling: MeasuredScaling;
  readonly hoursOneNode: number;
  /** Ids of the GPUs that were measured, several where only their family is known, and how many a node had. */
  readonly gpus: readonly string[];
  readonly gpusPerNode: number;
}

/** Jobs whose time rests on a measurement of the renter's. */
export type MeasuredJob = DataParallelJob | MpiJob | IndependentJobs | MeasuredCurveJob;

export interface PlacedMeasuredJob extends PlacedJob {
  readonly forecast: JobForecast;
}

export function jobHardwareOf(hardware: HardwareClass, tables: ForecastTables): JobHardware {
  const linksWith = (facts: HardwareClass['facts']): JobHardware['links'] => linksOf({ ...facts, nodes: 2 }, tables.network).links;
  return {
    machine: hardware.machine,
    links: linksWith(hardware.facts),
    worstLinks: linksWith(hardware.worstFacts),
    assumedNetwork: hardware.unknown.includes('fabric') || hardware.unknown.includes('node-bandwidth'),
  };
}

function forecastOn(job: MeasuredJob, nodes: number, hardware: HardwareClass, on: JobHardware, tables: ForecastTables): JobForecast | null {
  switch (job.kind) {
    case 'data-parallel':
      return forecastDataParallelJob(job, nodes, on, tables);
    case 'mpi':
      return forecastMpiJob(job, nodes, on, tables);
    case 'independent':
      return forecastIndependentJobs(job, nodes, on, tables);
    case 'measured-curve':
      return job.gpus.includes(hardware.gpu.id) && job.gpusPerNode === hardware.facts.gpusPerNode
        ? forecastMeasuredJob(job.scaling, job.hoursOneNode, nodes)
        : null;
  }
}

/** `checkpointBytes`: 0 where nothing is saved. */
export function measuredModel(job: MeasuredJob, checkpointBytes: number, tables: ForecastTables): JobModel<PlacedMeasuredJob> {
  const onHardware = (hardware: HardwareClass): JobOnHardware<PlacedMeasuredJob> => {
    const on = jobHardwareOf(hardware, tables);
    const fastestOn = (nodes: number): PlacedMeasuredJob | null => {
      const forecast = forecastOn(job, nodes, hardware, on, tables);
      return forecast === null ? null : { nodes, gpus: nodes * hardware.facts.gpusPerNode, runTimeS: forecast.hours * 3600, forecast };
    };
    return {
      fastestOn,
      leastRunTimeS: () => 0,
      outlookOf: ({ forecast }) => ({
        memoryGiB: null,
        mfu: null,
        scalingEfficiency: forecast.scalingEfficiency,
        networkEfficiency: forecast.networkEfficiency ?? forecast.scalingEfficiency,
        worstNetworkEfficiency: forecast.worstNetworkEfficiency ?? forecast.scalingEfficiency,
        breakdown: null,
        runTimeFactors: [forecast.hoursInterval[0] / forecast.hours, forecast.hoursInterval[1] / forecast.hours],
      }),
      whyNot: () =>
        job.kind === 'measured-curve'
          ? { code: 'not-measured' }
          : { code: 'node-too-small', gpus: job.kind === 'independent' ? job.gpusPerJob : hardware.facts.gpusPerNode },
    };
  };
  return { on: onHardware, checkpointBytes, survivesFailures: job.kind === 'independent' };
}
