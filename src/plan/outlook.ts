import { intervalClassOf } from '../forecast/interval.ts';
import type { ForecastTables } from '../forecast/predict-run.ts';
import { fewestNodes, layoutOnNodes } from '../forecast/predict-run.ts';
import { type PreparedTraining, peakMemoryOf } from '../forecast/prepared-run.ts';
import { flopsOfStep, stepTimeOf, throughputOf } from '../forecast/quantities.ts';
import { emptyStepTime } from '../forecast/step-time.ts';
import { linksOf, linksWithIdealFabric } from '../network/links.ts';
import type { FastestPlan, PreparedJob } from './fastest-plans.ts';
import type { HardwareClass } from './hardware-class.ts';
import type { Outlook } from './job-model.ts';

/** Points by which 80% of 115 pairs of published runs missed the scaling efficiency, as a share (docs/methodology, accuracy). */
export const efficiencyMiss = 0.06;

const scratch = emptyStepTime();

/** A plan as a run that is forecast like any other. */
export function asRun(job: PreparedJob, hardware: HardwareClass, plan: FastestPlan, tables: ForecastTables): PreparedTraining {
  const facts = { ...hardware.facts, nodes: plan.layout.nodes };
  return {
    kind: 'training',
    shape: job.job.shape,
    work: job.work,
    memoryShape: job.memoryShape,
    machine: hardware.machine,
    facts,
    cluster: linksOf(facts, tables.network),
    layout: plan.layout,
    globalBatch: plan.globalBatch,
    assumed: [],
  };
}

/** Throughput per GPU over that on the fewest nodes that hold one replica of the plan, at the same work per GPU. */
function scalingEfficiencyOf(run: PreparedTraining, step: number, tables: ForecastTables): number {
  const nodes = fewestNodes(run, peakMemoryOf(run.memoryShape, tables.memory));
  const smaller = nodes === run.layout.nodes ? null : layoutOnNodes(run.layout, nodes);
  return smaller === null ? 1 : Math.min(1, stepTimeOf({ ...run, layout: smaller }, tables.step, scratch).step / step);
}

/**
 * Forecasts a chosen plan in full, with the interval that calibration and unknown facts leave. `bestIdealRunTimeS`: run time of
 * the best plan on as many nodes over a network that costs nothing. A poor network takes twice: what the plan waits for it, and
 * what a better plan would have gained that the network does not allow.
 */
export function outlookOf(
  job: PreparedJob,
  hardware: HardwareClass,
  plan: FastestPlan,
  bestIdealRunTimeS: number,
  tables: ForecastTables,
): Outlook {
  const run = asRun(job, hardware, plan, tables);
  const time = stepTimeOf(run, tables.step, scratch);
  const { step } = time;
  const breakdown = {
    compute: time.compute / step,
    tensor: time.tensor / step,
    pipeline: time.pipeline / step,
    data: time.data / step,
    other: time.other / step,
  };
  const ideal = { ...run, cluster: { ...run.cluster, links: linksWithIdealFabric(run.cluster.links) } };
  const single = plan.layout.nodes === 1;
  const samePlan = single ? 1 : stepTimeOf(ideal, tables.step, scratch).step / step;
  const left = Math.min(1, samePlan, bestIdealRunTimeS / plan.runTimeS);
  const worstFacts = { ...hardware.worstFacts, nodes: plan.layout.nodes };
  const worst = single
    ? step
    : Math.max(step, stepTimeOf({ ...run, cluster: linksOf(worstFacts, tables.network) }, tables.step, scratch).step);
  const { low, high } = tables.intervals[intervalClassOf(run) ?? 'plan stated'] ?? { low: -0.4, high: 0.4 };
  // Two causes that have nothing to do with one another: their logarithms add up as squares.
  const slower = Math.hypot(Math.max(0, -low), Math.log(worst / step));
  return {
    memoryGiB: peakMemoryOf(job.memoryShape, tables.memory)(plan.layout),
    mfu: throughputOf(run, step, flopsOfStep(run)).mfu,
    scalingEfficiency: scalingEfficiencyOf(run, step, tables),
    networkEfficiency: left,
    breakdown,
    runTimeFactors: [Math.exp(-Math.max(0, high)), Math.exp(slower)],
    worstNetworkEfficiency: left * (step / worst),
  };
}
