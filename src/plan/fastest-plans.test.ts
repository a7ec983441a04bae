import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gpusOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { shapeOnFile } from '../../tests/setup/models-on-file.ts';
import type { Layout } from '../forecast/layout.ts';
import { usableGiB } from '../forecast/machine.ts';
import { emptyStepTime, stepTime } from '../forecast/step-time.ts';
import { linksOf } from '../network/links.ts';
import { emptyMemoryParts, memoryOf } from '../workload/memory.ts';
import {
  type FastestPlan,
  mostBatchGrowth,
  nodeCounts,
  nodeKeyOf,
  PlanSearch,
  type PreparedJob,
  plansOnNodes,
  prepareJob,
} from './fastest-plans.ts';
import { aClass, aCluster, aJob } from './fixtures/a-job.ts';
import { everyPlan } from './fixtures/every-plan.ts';
import type { HardwareClass } from './hardware-class.ts';

const h100 = aClass(aCluster(), gpusOnFile);
const classes: readonly (readonly [string, HardwareClass])[] = [
  ['H100 on InfiniBand', h100],
  ['A100 of 40 GB on EFA', aClass(aCluster({ gpu: 'nvidia-a100-sxm4-40gb', fabric: 'efa', nodeBandwidthGbitPerS: 400 }), gpusOnFile)],
  ['L40S over TCP', aClass(aCluster({ gpu: 'nvidia-l40s-48gb', fabric: 'ethernet', nodeBandwidthGbitPerS: 100, rdma: 'no' }), gpusOnFile)],
  [
    'trays of four in a rack-wide domain',
    aClass(aCluster({ gpu: 'nvidia-gb200-nvl72-186gb', gpusPerNode: 4, nvlinkDomainGpus: 72 }), gpusOnFile),
  ],
];

const jobs: readonly (readonly [string, PreparedJob])[] = [
  ['8B', prepareJob(aJob(shapeOnFile('llama-3-8b')))],
  ['70B', prepareJob(aJob(shapeOnFile('llama-3-70b'), { batchTokens: 50 * 8_192 }))],
  ['a mixture of experts', prepareJob(aJob(shapeOnFile('mixtral-8x7b'), { batchTokens: 128 * 8_192 }))],
  ['sequences of 128k', prepareJob(aJob(shapeOnFile('llama-3-8b'), { sequence: 131_072, batchTokens: 16 * 131_072 }))],
  ['adapters', prepareJob(aJob(shapeOnFile('llama-3-70b'), { method: 'lora', sequence: 4_096, batchTokens: 128 * 4_096 }))],
  ['4-bit adapters', prepareJob(aJob(shapeOnFile('llama-3-70b'), { method: 'qlora', sequence: 2_048, batchTokens: 60 * 2_048 }))],
  ['8-bit products', prepareJob(aJob(shapeOnFile('llama-3-8b'), { precision: 'fp8' }))],
];

const mostNodes = 16;

const searchOf = (job: PreparedJob, hardware: HardwareClass): PlanSearch =>
  new PlanSearch(job, hardware, tablesOnFile, plansOnNodes(job, hardware, tablesOnFile, mostNodes));

const memoryOfPlan = (job: PreparedJob, layout: Layout): number =>
  memoryOf(job.memoryShape, layout, tablesOnFile.memory, emptyMemoryParts()).peak;

/** Seconds for one sequence of the best of all plans: each is placed, sized and timed. */
function bestOfAll(job: PreparedJob, hardware: HardwareClass, nodes: number): number {
  const { links } = linksOf({ ...hardware.facts, nodes: 2 }, tablesOnFile.network);
  const times = everyPlan(job, hardware, nodes, tablesOnFile)
    .filter(({ layout }) => memoryOfPlan(job, layout) <= usableGiB(hardware.machine))
    .map(
      ({ layout, globalBatch }) =>
        stepTime(job.work, hardware.machine, links, layout, tablesOnFile.step, emptyStepTime()).step / globalBatch,
    );
  return times.reduce((best, time) => Math.min(best, time), Number.POSITIVE_INFINITY);
}

const perSequence = (plan: FastestPlan | null): number => (plan === null ? Number.POSITIVE_INFINITY : plan.stepTimeS / plan.globalBatch);

/** What holds of every plan that the search gives. */
function expectSound(job: PreparedJob, hardware: HardwareClass, plan: FastestPlan): void {
  const { layout, globalBatch } = plan;
  expect(layout.tensor * layout.pipeline * layout.context * layout.data).toBe(plan.nodes * hardware.facts.gpusPerNode);
  expect((layout.data * layout.context * layout.tensor) % layout.expert).toBe(0);
  expect(layout.data * layout.microBatch * layout.microBatches).toBe(globalBatch);
  expect(globalBatch).toBeGreaterThanOrEqual(job.batch);
  expect(globalBatch).toBeLessThanOrEqual(job.batch * mostBatchGrowth);
  if (layout.virtualStages > 1) expect(layout.microBatches % layout.pipeline).toBe(0);
  expect(memoryOfPlan(job, layout)).toBeLessThanOrEqual(usableGiB(hardware.machine));
  expect(plan.steps).toBe(Math.ceil(job.job.tokens / (globalBatch * job.job.sequence)));
  expect(plan.runTimeS).toBeCloseTo(plan.steps * plan.stepTimeS, 6);
}

describe('the search for the fastest plan', () => {
  for (const [jobName, job] of jobs)
    for (const [className, hardware] of classes)
      it(`finds what trying every plan finds: ${jobName}, ${className}`, () => {
        const search = searchOf(job, hardware);
        for (const nodes of [1, 2, 3, 8, 16]) {
          const plan = search.fastestOn(nodes);
          expect(perSequence(plan), `${nodes} nodes`).toBe(bestOfAll(job, hardware, nodes));
          if (plan !== null) expectSound(job, hardware, plan);
        }
      }, 60_000);

  it('finds what trying every plan finds, whatever the batch, the sequence and the network', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('llama-3-8b', 'mixtral-8x7b', 'llama-2-13b'),
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(512, 2_048, 8_192, 32_768),
        fc.integer({ min: 1, max: mostNodes }),
        fc.constantFrom(25, 100, 800, 3_200),
        fc.constantFrom('infiniband', 'roce', 'ethernet'),
        (model, batch, sequence, nodes, nodeBandwidthGbitPerS, fabric) => {
          const job = prepareJob(aJob(shapeOnFile(model), { sequence, batchTokens: batch * sequence }));
          const hardware = aClass(aCluster({ fabric, nodeBandwidthGbitPerS }), gpusOnFile);
          const plan = searchOf(job, hardware).fastestOn(nodes);
          expect(perSequence(plan)).toBe(bestOfAll(job, hardware, nodes));
          if (plan !== null) expectSound(job, hardware, plan);
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  it('says of no number of nodes a least time above what it finds', () => {
    for (const [name, job] of jobs) {
      const search = searchOf(job, h100);
      for (const nodes of [1, 2, 5, 8, 16]) {
        const plan = search.fastestOn(nodes);
        if (plan !== null) expect(search.leastRunTimeS(nodes), name).toBeLessThanOrEqual(plan.runTimeS);
      }
    }
  });

  it('does not time most plans: those whose computation alone takes longer are passed over', () => {
    const job = prepareJob(aJob(shapeOnFile('llama-3-8b')));
    const plans = plansOnNodes(job, h100, tablesOnFile, mostNodes);
    const search = new PlanSearch(job, h100, tablesOnFile, plans);
    search.fastestOn(8);
    expect(search.evaluations).toBeGreaterThan(0);
    expect(search.evaluations).toBeLessThan(plans.plans.length / 2);
    const before = search.evaluations;
    search.fastestOn(8);
    expect(search.evaluations, 'known the second time').toBe(before);
  });

  it('finds none where no GPU holds any plan, and says how much the least would need', () => {
    const job = prepareJob(aJob(shapeOnFile('llama-3.1-405b')));
    const { plans, leastMemoryGiB } = plansOnNodes(job, h100, tablesOnFile, 1);
    expect(plans).toEqual([]);
    expect(leastMemoryGiB).toBeGreaterThan(usableGiB(h100.machine));
    const search = new PlanSearch(job, h100, tablesOnFile, { plans, leastMemoryGiB });
    expect(search.fastestOn(1)).toBeNull();
    expect(search.leastRunTimeS(1)).toBe(Number.POSITIVE_INFINITY);
  });

  it('finds none where the batch has fewer sequences than the plans that fit have replicas', () => {
    const job = prepareJob(aJob(shapeOnFile('llama-3-8b'), { batchTokens: 8_192 }));
    expect(job.batch).toBe(1);
    expect(perSequence(searchOf(job, h100).fastestOn(16))).toBe(bestOfAll(job, h100, 16));
  });

  it('takes the next wider format where a GPU lacks the one asked for', () => {
    const job = prepareJob(aJob(shapeOnFile('llama-3-8b'), { precision: 'fp4' }));
    const formatOn = (gpu: string): string | undefined => searchOf(job, aClass(aCluster({ gpu }), gpusOnFile)).fastestOn(2)?.layout.format;
    expect(formatOn('nvidia-a100-sxm4-80gb')).toBe('bf16');
    expect(formatOn('nvidia-h100-sxm5-80gb')).toBe('fp8');
    expect(formatOn('nvidia-b200-sxm6-180gb')).toBe('fp4');
  });

  it('shares plans among classes that differ in their fabric alone', () => {
    const slow = aClass(aCluster({ fabric: 'ethernet', nodeBandwidthGbitPerS: 100 }), gpusOnFile);
    expect(slow.key).not.toBe(h100.key);
    expect(nodeKeyOf(slow)).toBe(nodeKeyOf(h100));
    expect(nodeKeyOf(aClass(aCluster({ gpusPerNode: 4 }), gpusOnFile))).not.toBe(nodeKeyOf(h100));
  });
});

describe('the numbers of nodes that are looked at', () => {
  it('are each up to 64, then in steps of at most 7%, and always the largest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_024 }), (most) => {
        const counts = nodeCounts(most);
        expect(counts.at(-1)).toBe(most);
        expect(counts.slice(0, 64)).toEqual(Array.from({ length: Math.min(64, most) }, (_, index) => index + 1));
        for (const [index, nodes] of counts.entries()) {
          const before = counts[index - 1] ?? 0;
          expect(nodes).toBeGreaterThan(before);
          if (before >= 64) expect(nodes / before).toBeLessThanOrEqual(1.07);
        }
      }),
    );
  });
});
