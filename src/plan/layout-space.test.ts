import { describe, expect, it } from 'vitest';
import { gpusOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { shapeOnFile } from '../../tests/setup/models-on-file.ts';
import type { Layout } from '../forecast/layout.ts';
import { usableGiB } from '../forecast/machine.ts';
import { workOf } from '../forecast/model-work.ts';
import { emptyStepTime, stepTime } from '../forecast/step-time.ts';
import { linksOf } from '../network/links.ts';
import { emptyMemoryParts, memoryOf } from '../workload/memory.ts';
import { type PreparedJob, prepareJob } from './fastest-plans.ts';
import { aClass, aCluster, aJob } from './fixtures/a-job.ts';
import { everyPlan } from './fixtures/every-plan.ts';
import type { HardwareClass } from './hardware-class.ts';
import { type LayoutQuestion, replicaPlans } from './layout-space.ts';

const aQuestion = (about: Partial<LayoutQuestion> = {}): LayoutQuestion => ({
  work: workOf(shapeOnFile('llama-3-8b')),
  heads: 32,
  experts: 0,
  sequence: 8_192,
  batch: 64,
  gpusPerNode: 8,
  domainGpus: 8,
  adapters: false,
  mostGpus: 1_024,
  ...about,
});

const valuesOf = <K extends keyof ReturnType<typeof replicaPlans>[number]>(about: Partial<LayoutQuestion>, key: K) =>
  [...new Set(replicaPlans(aQuestion(about)).map((plan) => plan[key]))].sort((a, b) => Number(a) - Number(b));

describe('the plans that are tried', () => {
  it('name each plan once', () => {
    for (const about of [{}, { experts: 8 }, { sequence: 65_536 }, { adapters: true }, { domainGpus: 72 }]) {
      const plans = replicaPlans(aQuestion(about)).map((plan) => JSON.stringify(plan));
      expect(new Set(plans).size).toBe(plans.length);
    }
  });

  it('cut tensors in powers of two that divide the heads, inside a node or a wide domain', () => {
    expect(valuesOf({}, 'tensor')).toEqual([1, 2, 4, 8]);
    expect(valuesOf({ heads: 12 }, 'tensor')).toEqual([1, 2, 4]);
    expect(valuesOf({ domainGpus: 72 }, 'tensor')).toEqual([1, 2, 4, 8, 16]);
    expect(valuesOf({ gpusPerNode: 4, domainGpus: 4 }, 'tensor')).toEqual([1, 2, 4]);
  });

  it('cut stages of equal layers, or of layers that come out equal with embedding and output as one each', () => {
    // 32 layers, and 34 with embedding and output.
    expect(valuesOf({}, 'pipeline')).toEqual([1, 2, 4, 8, 16, 17, 32]);
    expect(valuesOf({}, 'virtualStages')).toEqual([1, 2, 4, 8, 16]);
  });

  it('cut long sequences alone, and leave each GPU 4,096 tokens', () => {
    expect(valuesOf({ sequence: 8_192 }, 'context')).toEqual([1]);
    expect(valuesOf({ sequence: 16_384 }, 'context')).toEqual([1, 2, 4]);
    expect(valuesOf({ sequence: 131_072 }, 'context')).toEqual([1, 2, 4, 8, 16]);
  });

  it('spread experts in groups that divide them, and keep them whole where parameters are sharded', () => {
    expect(valuesOf({ experts: 8 }, 'expert')).toEqual([1, 2, 4, 8]);
    expect(valuesOf({ experts: 6 }, 'expert')).toEqual([1, 2]);
    for (const { stack, expert } of replicaPlans(aQuestion({ experts: 8 }))) if (stack === 'fsdp') expect(expert).toBe(1);
  });

  it('take no more sequences at a time than the batch has, and sixteen at most', () => {
    expect(valuesOf({ batch: 3 }, 'microBatch')).toEqual([1, 2]);
    expect(valuesOf({ batch: 1_000 }, 'microBatch')).toEqual([1, 2, 4, 8, 16]);
  });

  it('are those of fewer GPUs where fewer may be rented, and no others', () => {
    const all = replicaPlans(aQuestion({ experts: 8 }));
    const gpusOf = (plan: (typeof all)[number]): number => Math.max(plan.tensor * plan.context, plan.expert) * plan.pipeline;
    for (const mostGpus of [1, 8, 24]) {
      expect(replicaPlans(aQuestion({ experts: 8, mostGpus }))).toEqual(all.filter((plan) => gpusOf(plan) <= mostGpus));
    }
  });
});

describe('what is left out of the plans', () => {
  const jobs: readonly (readonly [string, PreparedJob])[] = [
    ['1B', prepareJob(aJob(shapeOnFile('llama-3.2-1b')))],
    ['8B', prepareJob(aJob(shapeOnFile('llama-3-8b')))],
    ['70B', prepareJob(aJob(shapeOnFile('llama-3-70b'), { batchTokens: 256 * 8_192 }))],
    ['a mixture of experts', prepareJob(aJob(shapeOnFile('mixtral-8x7b'), { batchTokens: 128 * 8_192 }))],
    ['adapters', prepareJob(aJob(shapeOnFile('llama-3-8b'), { method: 'lora', sequence: 4_096, batchTokens: 128 * 4_096 }))],
  ];
  const classes: readonly HardwareClass[] = [
    aClass(aCluster(), gpusOnFile),
    aClass(aCluster({ fabric: 'ethernet', nodeBandwidthGbitPerS: 100 }), gpusOnFile),
    aClass(aCluster({ gpu: 'nvidia-a100-sxm4-40gb', fabric: 'efa', nodeBandwidthGbitPerS: 400 }), gpusOnFile),
  ];
  const leftOut: readonly (readonly [string, (layout: Layout) => Layout | null])[] = [
    ['whole optimizer states on each replica', (layout) => (layout.stack === 'megatron' ? { ...layout, sharding: 0 } : null)],
    ['repeating attention alone', (layout) => (layout.stack === 'megatron' ? { ...layout, recompute: 'selective' } : null)],
    ['whole parameters beside sharded gradients', (layout) => (layout.stack === 'fsdp' ? { ...layout, sharding: 2 } : null)],
    ['tensors without sequences', (layout) => (layout.tensor > 1 ? { ...layout, sequenceParallel: false } : null)],
  ];

  it.each(leftOut)(
    'is never faster, nor fits where nothing else does: %s',
    (_, change) => {
      for (const [name, job] of jobs)
        for (const hardware of classes) {
          const { links } = linksOf({ ...hardware.facts, nodes: 2 }, tablesOnFile.network);
          const timeOf = (layout: Layout, batch: number): number => {
            const { peak } = memoryOf(job.memoryShape, layout, tablesOnFile.memory, emptyMemoryParts());
            if (peak > usableGiB(hardware.machine)) return Number.POSITIVE_INFINITY;
            return stepTime(job.work, hardware.machine, links, layout, tablesOnFile.step, emptyStepTime()).step / batch;
          };
          for (const nodes of [1, 2, 8, 32]) {
            const plans = everyPlan(job, hardware, nodes, tablesOnFile);
            let best = Number.POSITIVE_INFINITY;
            let other = Number.POSITIVE_INFINITY;
            for (const { layout, globalBatch } of plans) {
              const changed = change(layout);
              best = Math.min(best, timeOf(layout, globalBatch));
              if (changed !== null) other = Math.min(other, timeOf(changed, globalBatch));
            }
            expect(other, `${name}, ${hardware.key}, ${nodes} nodes`).toBeGreaterThanOrEqual(best);
          }
        }
    },
    60_000,
  );
});
