import { describe, expect, it } from 'vitest';
import { goodputOnFile, gpusOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { shapeOnFile } from '../../tests/setup/models-on-file.ts';
import { aDay, aPrice } from '../catalogue/fixtures/an-offer.ts';
import type { Offer } from '../catalogue/offer.ts';
import type { Currency } from '../units/money.ts';
import type { FastestPlan } from './fastest-plans.ts';
import { aClass, aCluster, aJob, someLimits } from './fixtures/a-job.ts';
import type { TrainingJob } from './job.ts';
import { Planner } from './rank-offers.ts';
import { nodesToShow, type SingleNode, singleNodeOf } from './single-node.ts';
import { trainingModel } from './training-model.ts';

function alone(job: TrainingJob, offers: readonly Offer[], limits: Parameters<typeof someLimits>[0] = {}): SingleNode<FastestPlan> {
  const model = trainingModel(job, 1, null, goodputOnFile.checkpointBytesPerParameter, tablesOnFile);
  const plannerOf = (deadlineHours: number) =>
    new Planner(model, someLimits({ ...limits, deadlineHours }), { goodput: goodputOnFile, gpuById: gpusOnFile }, aDay, 'USD' as Currency);
  return singleNodeOf(plannerOf(limits.deadlineHours ?? 2_160), plannerOf(Number.POSITIVE_INFINITY), offers);
}

const adapters = aJob(shapeOnFile('llama-3-8b'), { method: 'qlora', tokens: 2e7, sequence: 4_096, batchTokens: 64 * 4_096 });
const pretraining = aJob(shapeOnFile('llama-2-13b'), { tokens: 1e12, sequence: 4_096 });
const h100 = aCluster({ slug: 'h100' });
const h200 = aCluster({ slug: 'h200', gpu: 'nvidia-h200-sxm5-141gb', prices: [aPrice({ amount: '3.80' })] });

describe('whether one node does the job', () => {
  it('is answered "no" to several nodes where one does it in time, with the cheapest such node', () => {
    const { verdict, best } = alone(adapters, [h200, h100]);
    expect([verdict, best?.offer.slug, best?.nodes]).toEqual(['no', 'h100', 1]);
  });

  it('takes the fastest node where time is wanted most', () => {
    expect(alone(adapters, [h100, h200], { objective: 'time' }).best?.wallHours).toBeLessThanOrEqual(
      alone(adapters, [h100], { objective: 'time' }).best?.wallHours ?? 0,
    );
  });

  it('is answered "for time" where a node holds the job and takes too long, with the one that is done first', () => {
    const { verdict, best } = alone(pretraining, [h100, h200], { deadlineHours: 1_440 });
    expect([verdict, best?.offer.slug]).toEqual(['for-time', 'h200']);
    expect(best?.wallHours).toBeGreaterThan(1_440);
  });

  it('is answered "for memory" where no node holds the job, in whatever time', () => {
    const job = { ...pretraining, shape: shapeOnFile('llama-3.1-405b') };
    expect(alone(job, [h100, h200])).toEqual({ verdict: 'for-memory', best: null });
  });

  it('does not rest on a node whose size nobody publishes', () => {
    expect(alone(adapters, [aCluster({ gpusPerNode: null })]).best).toBeNull();
  });

  it('is not a node that comes in pairs alone, unless no other holds the job', () => {
    const pairs = aCluster({ slug: 'pairs', minNodes: 2, prices: [aPrice({ amount: '0.50' })] });
    expect(alone(adapters, [pairs, h100]).best?.offer.slug).toBe('h100');
    expect(alone(adapters, [pairs])).toMatchObject({ verdict: 'no', best: { offer: { slug: 'pairs' } } });
    const slow = alone(pretraining, [pairs, h100], { deadlineHours: 1_440 });
    expect([slow.verdict, slow.best?.offer.slug]).toEqual(['for-time', 'h100']);
  });
});

describe('nodes in a picture', () => {
  const classOf = (about: Parameters<typeof aCluster>[0]) => aClass(aCluster(about), gpusOnFile);

  it('are those with the most memory, each kind once, the largest last', () => {
    const classes = [
      classOf({ gpu: 'nvidia-h200-sxm5-141gb' }),
      classOf({ fabric: 'roce' }),
      classOf({}),
      classOf({ gpu: 'nvidia-b200-sxm6-180gb' }),
      classOf({ gpu: 'nvidia-l4-24gb' }),
    ];
    expect(nodesToShow(classes, 3).map(({ gpu }) => gpu.shortName)).toEqual(['H100', 'H200', 'B200']);
  });
});
