import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gpuOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { type ClusterFacts, linksOf } from '../network/links.ts';
import { type DataParallelJob, forecastDataParallelJob } from './data-parallel-job.ts';
import { forecastIndependentJobs, type IndependentJobs, slotsOf } from './independent-job.ts';
import type { JobForecast, JobHardware } from './job-forecast.ts';
import { machineOf } from './machine.ts';
import { fitScaling } from './measured-scaling.ts';
import { forecastMeasuredJob, forecastMpiJob, type MpiJob } from './mpi-job.ts';

const tables = tablesOnFile;

function hardwareOf(id: string, changes: Partial<ClusterFacts> = {}, worst: Partial<ClusterFacts> = {}): JobHardware {
  const gpu = gpuOnFile(id);
  const machine = machineOf(gpu);
  if (machine === null) throw new Error(`${id} is not modelled`);
  const facts: ClusterFacts = {
    gpu,
    gpusPerNode: 8,
    nodes: 2,
    nvlinkDomainGpus: null,
    nodeLinkGBytePerSBidirectional: null,
    transport: 'infiniband',
    nodeGbitPerS: 3_200,
    gpudirect: 'yes',
    oversubscription: 1,
    congestionShare: null,
    ...changes,
  };
  return {
    machine,
    links: linksOf(facts, tables.network).links,
    worstLinks: linksOf({ ...facts, ...worst }, tables.network).links,
    assumedNetwork: changes.transport === null,
  };
}

const h100 = 'nvidia-h100-sxm5-80gb';
const fast = hardwareOf(h100);
const slow = hardwareOf(h100, { transport: 'tcp', nodeGbitPerS: 25 });

/** ResNet-50 as it is timed on one node of H100: 25.6 million parameters in 16 bits, 256 images a GPU. */
const images: DataParallelJob = {
  kind: 'data-parallel',
  stepSecondsOneNode: 0.1,
  gpusPerNode: 8,
  samplesPerStepPerNode: 2_048,
  gradientBytes: 51.2e6,
  totalSamples: 90 * 1_281_167,
  measuredOn: null,
};
const weather: MpiJob = {
  kind: 'mpi',
  secondsPerStepOneNode: 0.4,
  gpusPerNode: 8,
  steps: 200_000,
  haloBytesPerNode: 200e6,
  haloNodes: 1,
  allToAllBytes: 0,
  allReduceCount: 4,
  allReduceBytes: 64,
  measuredOn: null,
};
const sweep: IndependentJobs = {
  kind: 'independent',
  jobs: 1_000,
  hoursPerJob: 0.5,
  gpusPerJob: 1,
  startupSeconds: 60,
  dataBytesPerJob: 1e9,
  generalGBytePerS: null,
  measuredOn: null,
};

const nodeCounts = fc.integer({ min: 1, max: 512 });
const bandwidths = fc.tuple(fc.integer({ min: 1, max: 6_400 }), fc.integer({ min: 1, max: 6_400 }));
const bytes = fc.integer({ min: 0, max: 2e10 });
const transports = fc.constantFrom('infiniband', 'roce', 'tcp', 'efa' as const);

const dataParallel = fc
  .record({
    gradientBytes: bytes,
    stepSecondsOneNode: fc.double({ min: 1e-3, max: 100, noNaN: true }),
    totalSamples: fc.integer({ min: 1, max: 1e9 }),
  })
  .map((changes): DataParallelJob => ({ ...images, ...changes }));
const simulations = fc
  .record({
    haloBytesPerNode: bytes,
    allToAllBytes: bytes,
    allReduceCount: fc.integer({ min: 0, max: 100 }),
    allReduceBytes: fc.integer({ min: 0, max: 1e8 }),
    secondsPerStepOneNode: fc.double({ min: 1e-3, max: 100, noNaN: true }),
  })
  .map((changes): MpiJob => ({ ...weather, ...changes }));
const sweeps = fc
  .record({
    jobs: fc.integer({ min: 1, max: 1e6 }),
    hoursPerJob: fc.double({ min: 1e-3, max: 100, noNaN: true }),
    gpusPerJob: fc.integer({ min: 1, max: 8 }),
    dataBytesPerJob: fc.integer({ min: 0, max: 1e12 }),
  })
  .map((changes): IndependentJobs => ({ ...sweep, ...changes }));

function expectSound({
  hours,
  hoursInterval: [low, high],
  networkEfficiency,
  scalingEfficiency,
  worstNetworkEfficiency,
}: JobForecast): void {
  expect(low).toBeGreaterThan(0);
  expect(low).toBeLessThan(hours);
  expect(high).toBeGreaterThan(hours);
  expect(Number.isFinite(high)).toBe(true);
  for (const share of [networkEfficiency, worstNetworkEfficiency, scalingEfficiency]) {
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThanOrEqual(1 + 1e-12);
  }
}

describe('jobs of every kind', () => {
  it('lie inside their intervals, with efficiencies between 0 and 1', () => {
    fc.assert(
      fc.property(dataParallel, simulations, sweeps, nodeCounts, transports, (training, mpi, many, nodes, transport) => {
        const hardware = hardwareOf(h100, { transport, nodeGbitPerS: 400 }, { oversubscription: 2, congestionShare: 0.25 });
        expectSound(forecastDataParallelJob(training, nodes, hardware, tables));
        expectSound(forecastMpiJob(mpi, nodes, hardware, tables));
        const forecast = forecastIndependentJobs(many, nodes, hardware, tables);
        if (forecast !== null) expectSound(forecast);
      }),
    );
  });

  it('never take longer with more bandwidth', () => {
    fc.assert(
      fc.property(dataParallel, simulations, sweeps, nodeCounts, transports, bandwidths, (training, mpi, many, nodes, transport, rates) => {
        const [less, more] = [...rates].sort((a, b) => a - b).map((nodeGbitPerS) => hardwareOf(h100, { transport, nodeGbitPerS }));
        if (less === undefined || more === undefined) return;
        const hoursOn = (hardware: JobHardware): readonly number[] => [
          forecastDataParallelJob(training, nodes, hardware, tables).hours,
          forecastMpiJob(mpi, nodes, hardware, tables).hours,
          forecastIndependentJobs(many, nodes, hardware, tables)?.hours ?? 0,
        ];
        const before = hoursOn(less);
        for (const [index, hours] of hoursOn(more).entries()) expect(hours).toBeLessThanOrEqual((before[index] as number) * (1 + 1e-12));
      }),
    );
  });

  it('are less certain where the network is not known, and where they were measured on other GPUs', () => {
    const width = ({ hours, hoursInterval }: JobForecast): number => hoursInterval[1] / hours;
    const unknown = hardwareOf(h100, { transport: 'tcp', nodeGbitPerS: 100 }, { congestionShare: 0.25 });
    const known = hardwareOf(h100, { transport: 'tcp', nodeGbitPerS: 100 });
    const large = { ...images, gradientBytes: 1.4e9 };
    expect(width(forecastDataParallelJob(large, 16, unknown, tables))).toBeGreaterThan(
      width(forecastDataParallelJob(large, 16, known, tables)),
    );
    const a100 = hardwareOf('nvidia-a100-sxm4-80gb');
    const carried = forecastDataParallelJob({ ...images, measuredOn: a100 }, 4, fast, tables);
    expect(width(carried)).toBeGreaterThan(width(forecastDataParallelJob(images, 4, fast, tables)));
    expect(carried.assumed.join()).toContain('speed by 16-bit products');
    expect(carried.hours).toBeLessThan(forecastDataParallelJob({ ...images, measuredOn: fast }, 4, fast, tables).hours);
  });
});

describe('data-parallel training', () => {
  it('takes on one node what was measured, also where its links are slow', () => {
    const steps = Math.ceil(images.totalSamples / images.samplesPerStepPerNode);
    for (const [id, job] of [
      [h100, images],
      ['nvidia-l40s-48gb', { ...images, gradientBytes: 2e9, stepSecondsOneNode: 0.5 }],
    ] as const) {
      const forecast = forecastDataParallelJob(job, 1, hardwareOf(id), tables);
      expect(forecast.hours).toBeCloseTo((steps * job.stepSecondsOneNode) / 3_600, 6);
      expect(forecast).toMatchObject({ networkEfficiency: 1, scalingEfficiency: 1 });
    }
  });

  it('keeps its speed over a fast fabric and loses it over a slow one', () => {
    const large = { ...images, gradientBytes: 690e6, stepSecondsOneNode: 0.25 };
    const [kept, lost] = [fast, slow].map((hardware) => forecastDataParallelJob(large, 16, hardware, tables));
    expect(kept?.networkEfficiency).toBeGreaterThan(0.93);
    expect(lost?.networkEfficiency).toBeLessThan(0.6);
    expect(lost?.hours).toBeGreaterThan(1.5 * (kept?.hours ?? 0));
  });

  it('counts whole steps: a job of one step is not halved by a second node', () => {
    const short = { ...images, totalSamples: 1_000 };
    expect(forecastDataParallelJob(short, 2, fast, tables).hours).toBeGreaterThanOrEqual(
      0.99 * forecastDataParallelJob(short, 1, fast, tables).hours,
    );
  });
});

describe('simulations over MPI', () => {
  it('share their work and pay for the neighbour exchange by the surface', () => {
    const quiet = { ...weather, haloBytesPerNode: 0, allReduceCount: 0 };
    const [one, eight] = [1, 8].map((nodes) => forecastMpiJob(quiet, nodes, fast, tables));
    expect(one?.hours).toBeCloseTo((200_000 * 0.4) / 3_600, 9);
    expect(eight?.hours).toBeCloseTo(((one?.hours ?? 0) / 8) * (1 + 3 * tables.step.stragglerPerDoubling), 9);
    const halo = (nodes: number): number =>
      (forecastMpiJob({ ...weather, haloBytesPerNode: 1e12 }, nodes, fast, tables).hours -
        forecastMpiJob({ ...weather, haloBytesPerNode: 1 }, nodes, fast, tables).hours) /
      (1 + tables.step.stragglerPerDoubling * Math.log2(nodes));
    expect(halo(64) / halo(8)).toBeCloseTo(8 ** (-2 / 3), 2);
  });

  it('have a number of nodes beyond which more make them slower', () => {
    const hours = [1, 4, 16, 64, 256, 1_024].map(
      (nodes) => forecastMpiJob({ ...weather, secondsPerStepOneNode: 0.02, allReduceCount: 40 }, nodes, slow, tables).hours,
    );
    const best = hours.indexOf(Math.min(...hours));
    expect(best).toBeLessThan(hours.length - 1);
  });

  it('lose most over a slow fabric where all send to all', () => {
    const spectral = { ...weather, allToAllBytes: 20e9 };
    const [kept, lost] = [fast, slow].map((hardware) => forecastMpiJob(spectral, 8, hardware, tables));
    expect(lost?.networkEfficiency).toBeLessThan(0.2);
    expect(kept?.networkEfficiency).toBeGreaterThan(lost?.networkEfficiency ?? 1);
  });

  it('follow the curve of their own measurements, on what was measured only', () => {
    const scaling = fitScaling([1, 2, 4, 8].map((nodes) => ({ nodes, throughput: (100 * nodes) / (1 + 0.05 * (nodes - 1)) })));
    if (typeof scaling === 'string') throw new Error(scaling);
    const [one, four, far] = [1, 4, 64].map((nodes) => forecastMeasuredJob(scaling, 100, nodes));
    expect(one?.hours).toBeCloseTo(100, 6);
    expect(four?.hours).toBeCloseTo((100 / 4) * 1.15, 6);
    expect(four).toMatchObject({ networkEfficiency: null, computeShare: null, assumed: ['fabric and GPUs as measured'] });
    expect(far?.assumed).toHaveLength(2);
    expect(far?.hoursInterval[0]).toBeLessThan(far?.hours ?? 0);
    expect(far?.hoursInterval[1]).toBeGreaterThan(far?.hours ?? 0);
  });
});

describe('independent jobs', () => {
  it('take as long over any fabric', () => {
    fc.assert(
      fc.property(sweeps, nodeCounts, (many, nodes) => {
        const [over, under] = [fast, slow].map((hardware) => forecastIndependentJobs(many, nodes, hardware, tables));
        expect(Math.abs((over?.hours ?? 0) / (under?.hours ?? 1) - 1)).toBeLessThan(0.02);
        expect([over?.networkEfficiency, under?.networkEfficiency]).toEqual([1, 1]);
      }),
    );
  });

  it('never take longer on more nodes', () => {
    fc.assert(
      fc.property(sweeps, fc.tuple(nodeCounts, nodeCounts), (many, counts) => {
        const [fewer, more] = [...counts]
          .sort((a, b) => a - b)
          .map((nodes) => forecastIndependentJobs(many, nodes, fast, tables)?.hours ?? 0);
        expect(more).toBeLessThanOrEqual((fewer ?? 0) * (1 + 1e-12));
      }),
    );
  });

  it('fill whole slots in rounds, each with its start and its data', () => {
    expect(slotsOf({ gpusPerJob: 3 }, 2, 8)).toBe(4);
    const forecast = forecastIndependentJobs({ ...sweep, jobs: 17, dataBytesPerJob: 0 }, 1, fast, tables);
    expect(forecast?.hours).toBeCloseTo(3 * (0.5 + 60 / 3_600), 9);
    const withData = forecastIndependentJobs({ ...sweep, jobs: 8, dataBytesPerJob: 1e9, generalGBytePerS: 1 }, 1, fast, tables);
    expect(withData?.hours).toBeCloseTo(0.5 + 68 / 3_600, 9);
  });

  it('that need more GPUs than a node has are none', () => {
    expect(forecastIndependentJobs({ ...sweep, gpusPerJob: 16 }, 4, fast, tables)).toBeNull();
  });
});
