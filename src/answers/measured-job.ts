import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';
import type { MeasuredOn } from '../forecast/job-forecast.ts';
import { machineOf } from '../forecast/machine.ts';
import { linksOf } from '../network/links.ts';
import type { JobKind } from '../plan/job.ts';
import type { MeasuredJob } from '../plan/measured-model.ts';
import { scalingOf } from './fit.ts';
import { type JobParameters, shortened } from './job-parameters.ts';
import { readPoints } from './measured-points.ts';
import type { CatalogueStore } from './store.ts';

/** What was measured on: the GPU as on file, and how many a node had. */
interface Measured {
  /** Ids that the name given may mean; empty where none is given. */
  readonly gpus: readonly string[];
  readonly gpusPerNode: number;
  readonly measuredOn: MeasuredOn;
}

const usualGpusPerNode = 8;
const most = 1e18;

/** Throws `Fault` `query/unknown-value` for a GPU that is not on file by that name, or that cannot be forecast. */
function readMeasured(parameters: JobParameters, store: CatalogueStore): Measured {
  const gpusPerNode = parameters.whole('measured-gpus', 1, 128) ?? usualGpusPerNode;
  const label = parameters.text('measured-gpu');
  if (label === null) return { gpus: [], gpusPerNode, measuredOn: null };
  const id = store.words.readGpu(label);
  const meant = store.gpus.filter((one) => one.id === id || one.family === id);
  // Of a family whose form is not said, the board with links of its own: that is what stands in nodes of several.
  const gpu = meant.find((one) => one.nodeLink !== null && one.nodeLink.value.kind !== 'pcie') ?? meant[0];
  const machine = gpu === undefined ? null : machineOf(gpu);
  if (gpu === undefined || machine === null) {
    const names = store.gpus.map((one) => one.id);
    throw new Fault('query/unknown-value', {
      key: 'measured-gpu',
      given: shortened(label),
      nearest: nearestWord(shortened(label), names) ?? '',
    });
  }
  const { links } = linksOf(
    {
      gpu,
      gpusPerNode,
      nodes: 1,
      nvlinkDomainGpus: null,
      nodeLinkGBytePerSBidirectional: null,
      transport: null,
      nodeGbitPerS: null,
      gpudirect: 'unknown',
      oversubscription: null,
      congestionShare: null,
    },
    store.forecast().network,
  );
  return { gpus: meant.map((one) => one.id), gpusPerNode, measuredOn: { machine, links } };
}

/** "1:10,2:19,4:35": throughput by number of nodes, as a CSV of the two. */
function readCurve(text: string): ReturnType<typeof readPoints> {
  const lines = text.split(',').map((pair) => pair.trim().replace(':', ','));
  return readPoints(`nodes,throughput\n${lines.join('\n')}`);
}

function readMeasuredCurve(parameters: JobParameters, points: string, { gpus, gpusPerNode }: Measured): MeasuredJob {
  if (gpus.length === 0) throw new Fault('job/figure-not-given', { key: 'measured-gpu' });
  const scaling = scalingOf(readCurve(points));
  return { kind: 'measured-curve', scaling, hoursOneNode: parameters.needed('hours-one-node', 1e-6, 1e9), gpus, gpusPerNode };
}

/**
 * The job of a question whose time rests on a measurement. Throws `Fault` `job/figure-not-given` for a figure without which
 * it is no job, `query/…` for one that is none, `points/…` for measurements that make no curve.
 */
export function readMeasuredJob(
  kind: Exclude<JobKind, 'training'>,
  parameters: JobParameters,
  store: CatalogueStore,
): { readonly job: MeasuredJob; readonly assumed: readonly string[] } {
  const measured = readMeasured(parameters, store);
  const { gpusPerNode, measuredOn } = measured;
  const everyGpu = measuredOn === null ? ['every GPU as fast as the one measured'] : [];
  const nodeSize = parameters.text('measured-gpus') === null ? [`measured on ${gpusPerNode} GPUs`] : [];
  switch (kind) {
    case 'data-parallel':
      return {
        job: {
          kind,
          stepSecondsOneNode: parameters.needed('step-seconds', 1e-6, 1e7),
          gpusPerNode,
          samplesPerStepPerNode: parameters.needed('samples-per-step', 1, 1e12),
          gradientBytes: parameters.needed('gradient-bytes', 1, 1e15),
          totalSamples: parameters.needed('samples', 1, most),
          measuredOn,
        },
        assumed: [...everyGpu, ...nodeSize],
      };
    case 'mpi': {
      const points = parameters.text('points');
      if (points !== null)
        return {
          job: readMeasuredCurve(parameters, points, measured),
          assumed: [...nodeSize, "all loss of scaling counted as the network's"],
        };
      return {
        job: {
          kind,
          secondsPerStepOneNode: parameters.needed('step-seconds', 1e-9, 1e7),
          gpusPerNode,
          steps: parameters.needed('steps', 1, most),
          haloBytesPerNode: parameters.amount('halo-bytes', 0, most) ?? 0,
          haloNodes: 1,
          allToAllBytes: parameters.amount('all-to-all-bytes', 0, most) ?? 0,
          allReduceCount: parameters.amount('all-reduces', 0, 1e6) ?? 0,
          allReduceBytes: parameters.amount('all-reduce-bytes', 0, most) ?? 8,
          measuredOn,
        },
        assumed: [...everyGpu, ...nodeSize],
      };
    }
    case 'independent':
      return {
        job: {
          kind,
          jobs: Math.ceil(parameters.needed('jobs', 1, 1e12)),
          hoursPerJob: parameters.needed('hours-per-job', 1e-6, 1e6),
          gpusPerJob: parameters.whole('gpus-per-job', 1, 128) ?? 1,
          startupSeconds: parameters.amount('startup-seconds', 0, 1e6) ?? 0,
          dataBytesPerJob: parameters.amount('data-bytes-per-job', 0, most) ?? 0,
          generalGBytePerS: null,
          measuredOn,
        },
        assumed: everyGpu,
      };
  }
}
