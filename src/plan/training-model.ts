import type { ForecastTables } from '../forecast/predict-run.ts';
import { linksWithIdealFabric } from '../network/links.ts';
import { countTrainingState } from '../workload/training-state.ts';
import { type FastestPlan, type NodePlans, nodeKeyOf, PlanSearch, type PreparedJob, plansOnNodes, prepareJob } from './fastest-plans.ts';
import type { HardwareClass } from './hardware-class.ts';
import type { TrainingJob } from './job.ts';
import type { JobModel, JobOnHardware } from './job-model.ts';
import { outlookOf } from './outlook.ts';

/** Training of a known model: the planner searches parallelism, sharding, recomputation and micro-batches. */
export interface TrainingModel extends JobModel<FastestPlan> {
  readonly job: PreparedJob;
  /** Least memory per GPU that any plan needs on at most so many nodes as the model was made for, GiB. */
  readonly leastMemoryGiB: (hardware: HardwareClass) => number;
  /** Plans that were timed and sized so far. */
  readonly evaluations: () => number;
}

/** Bytes of a checkpoint: what learns, with its optimizer state. */
const checkpointBytesOf = (job: TrainingJob, bytesPerParameter: number): number =>
  countTrainingState(job.shape, job.method).learningParameters * bytesPerParameter;

/**
 * `mostNodes`: beyond which nothing is asked. `checkpointBytes`: null to count them, at `bytesPerParameter`. Classes of
 * hardware are searched once, however many offers share them.
 */
export function trainingModel(
  job: TrainingJob,
  mostNodes: number,
  checkpointBytes: number | null,
  bytesPerParameter: number,
  tables: ForecastTables,
): TrainingModel {
  const prepared = prepareJob(job);
  const nodePlans = new Map<string, NodePlans>();
  const searches = new Map<string, { search: PlanSearch; onHardware: JobOnHardware<FastestPlan> }>();
  const plansOf = (hardware: HardwareClass): NodePlans => {
    const key = nodeKeyOf(hardware);
    const plans = nodePlans.get(key) ?? plansOnNodes(prepared, hardware, tables, mostNodes);
    nodePlans.set(key, plans);
    return plans;
  };
  const open = (hardware: HardwareClass): { search: PlanSearch; onHardware: JobOnHardware<FastestPlan> } => {
    const search = new PlanSearch(prepared, hardware, tables, plansOf(hardware));
    // The same nodes joined by a network that costs nothing: what the network is measured against.
    const ideal = new PlanSearch(prepared, hardware, tables, plansOf(hardware), linksWithIdealFabric(search.links));
    const outlooks = new Map<FastestPlan, ReturnType<typeof outlookOf>>();
    return {
      search,
      onHardware: {
        leastRunTimeS: (nodes) => search.leastRunTimeS(nodes),
        fastestOn: (nodes) => search.fastestOn(nodes),
        outlookOf: (plan) => {
          const outlook =
            outlooks.get(plan) ?? outlookOf(prepared, hardware, plan, ideal.fastestOn(plan.nodes)?.runTimeS ?? plan.runTimeS, tables);
          outlooks.set(plan, outlook);
          return outlook;
        },
        whyNot: () => {
          const { plans, leastMemoryGiB } = plansOf(hardware);
          return plans.length > 0
            ? { code: 'no-plan' }
            : { code: 'memory', needGiB: leastMemoryGiB, haveGiB: search.usableGiB, nodes: mostNodes };
        },
      },
    };
  };
  return {
    job: prepared,
    checkpointBytes: checkpointBytes ?? checkpointBytesOf(job, bytesPerParameter),
    survivesFailures: false,
    on: (hardware) => {
      const known = searches.get(hardware.key) ?? open(hardware);
      searches.set(hardware.key, known);
      return known.onHardware;
    },
    leastMemoryGiB: (hardware) => plansOf(hardware).leastMemoryGiB,
    evaluations: () => [...searches.values()].reduce((sum, { search }) => sum + search.evaluations, 0),
  };
}
