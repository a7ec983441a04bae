import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goodputOnFile, gpusOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { shapeOnFile } from '../../tests/setup/models-on-file.ts';
import { aDay, aFact, aPrice, aSighting, aSilentOffer, aSource } from '../catalogue/fixtures/an-offer.ts';
import type { Offer } from '../catalogue/offer.ts';
import type { SourceDate } from '../units/date.ts';
import type { Currency } from '../units/money.ts';
import type { FastestPlan } from './fastest-plans.ts';
import { aCluster, aJob, someLimits } from './fixtures/a-job.ts';
import type { TrainingJob } from './job.ts';
import { compareRanked, isRejection, Planner, type RankedOffer, type Rejection } from './rank-offers.ts';
import { trainingModel } from './training-model.ts';

const tables = { goodput: goodputOnFile, gpuById: gpusOnFile };
const small = aJob(shapeOnFile('llama-3-8b'));
const mostNodes = 16;
const modelOf = (job: TrainingJob, checkpointBytes: number | null = null) =>
  trainingModel(job, mostNodes, checkpointBytes, goodputOnFile.checkpointBytesPerParameter, tablesOnFile);
const ofSmall = modelOf(small);

type Limits = Parameters<typeof someLimits>[0];

const plannerOf = (limits: Limits = {}, model = ofSmall): Planner<FastestPlan> =>
  new Planner(model, someLimits({ maxNodes: mostNodes, ...limits }), tables, aDay, 'USD' as Currency);

function place(offer: Offer, limits: Limits = {}, onNodes: number | null = null, model = ofSmall): RankedOffer<FastestPlan> {
  const placed = plannerOf(limits, model).place(offer, onNodes);
  if (isRejection(placed)) throw new Error(`rejected: ${JSON.stringify(placed)}`);
  return placed;
}

function reject(offer: Offer, limits: Limits = {}, model = ofSmall): Rejection {
  const placed = plannerOf(limits, model).place(offer);
  if (!isRejection(placed)) throw new Error(`placed on ${placed.nodes} nodes`);
  return placed;
}

const totalOf = (ranked: RankedOffer): number => Number(ranked.fare.total);
/** An offer that is billed by the second, so that nothing is rounded. */
const fine = (about: Parameters<typeof aCluster>[0] = {}): Offer => aCluster({ billingUnit: 'second', ...about });

describe('a place in an offer', () => {
  it('holds every value inside its interval, whatever is known of the offer', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('infiniband', 'roce', 'ethernet', null),
        fc.constantFrom(100, 800, 3_200, null),
        fc.constantFrom('1:1', '2:1', null),
        fc.constantFrom('yes', 'no', null),
        fc.constantFrom('second', 'hour', 'month', null),
        fc.constantFrom(null, 100, 5_000),
        (fabric, nodeBandwidthGbitPerS, oversubscription, gpudirectRdma, billingUnit, minTermHours) => {
          const unsaid = { topology: null, fabric, nodeBandwidthGbitPerS, oversubscription, gpudirectRdma } as const;
          const ranked = place(aCluster({ ...unsaid, billingUnit, minTermHours }));
          const [least, most] = ranked.totalInterval;
          expect(totalOf(ranked)).toBeGreaterThanOrEqual(least);
          expect(totalOf(ranked)).toBeLessThanOrEqual(most);
          expect(ranked.wallHours).toBeGreaterThan(ranked.wallHoursInterval[0]);
          expect(ranked.wallHours).toBeLessThan(ranked.wallHoursInterval[1]);
          expect(ranked.outlook.worstNetworkEfficiency).toBeLessThanOrEqual(ranked.outlook.networkEfficiency);
          for (const share of [ranked.outlook.networkEfficiency, ranked.outlook.scalingEfficiency]) {
            expect(share).toBeGreaterThan(0);
            expect(share).toBeLessThanOrEqual(1);
          }
          const sum = Object.values(ranked.outlook.breakdown ?? {}).reduce((total, share) => total + share, 0);
          expect(sum).toBeCloseTo(1, 9);
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);

  it('is done within the deadline, failures and the first start included', () => {
    for (const deadlineHours of [200, 400, 1_000]) expect(place(fine(), { deadlineHours }).wallHours).toBeLessThanOrEqual(deadlineHours);
  });

  it('keeps to the nodes that the offer and the renter allow', () => {
    expect(place(fine({ minNodes: 4 })).nodes).toBeGreaterThanOrEqual(4);
    const hurried = { objective: 'time' } as const;
    expect(place(fine({ maxNodes: 3 }), hurried).nodes).toBeLessThanOrEqual(3);
    expect(place(fine({ maxNodes: 64 }), { ...hurried, maxNodes: 5 }).nodes).toBeLessThanOrEqual(5);
    // A maximum for one order is no maximum for a job.
    expect(place(fine({ maxNodes: 3, maxNodesScope: 'per order' }), hurried).nodes).toBeGreaterThan(3);
  });

  it('takes the way of paying that is cheapest for the whole job, not for the hour', () => {
    const prices = [aPrice({ amount: '3.00' }), aPrice({ amount: '1.50', model: 'reserved', termHours: 8_760 })];
    expect(place(fine({ prices }), { objective: 'time' }).option.model).toBe('on-demand');
    const long = modelOf({ ...small, tokens: 3e12 });
    expect(place(fine({ prices, maxNodes: 2 }), { deadlineHours: 3 * 8_760 }, null, long).option.model).toBe('reserved');
  });

  it('takes the price of the quantity that the plan rents', () => {
    const prices = [aPrice({ amount: '3.00' }), aPrice({ amount: '1.00', minGpus: 64 })];
    const ranked = place(fine({ prices }));
    expect([ranked.nodes >= 8, ranked.option.perGpuHour]).toEqual([true, 1]);
    expect(place(fine({ prices, maxNodes: 4 })).option.perGpuHour).toBe(3);
  });

  it('stores the data and the checkpoints that are kept, at the cheapest shared storage', () => {
    const storage = [
      { name: 'a', kind: 'weka', throughput: null, pricePerGibMonth: { amount: '0.20', currency: 'USD' } },
      { name: 'b', kind: 'lustre', throughput: null, pricePerGibMonth: { amount: '0.10', currency: 'USD' } },
      { name: 'c', kind: 'local', throughput: null, pricePerGibMonth: { amount: '0.01', currency: 'USD' } },
      { name: 'd', kind: 'vast', throughput: null, pricePerGibMonth: { amount: '0.01', currency: 'EUR' } },
    ] as never;
    const ranked = place(fine({ storage }), { datasetBytes: 2 ** 40 });
    expect(ranked.use.storagePerGiBMonth).toBe(0.1);
    expect(ranked.use.storedGiB).toBeCloseTo(1_024 + (3 * ofSmall.checkpointBytes) / 2 ** 30, 6);
    const line = ranked.fare.lines.find(({ what }) => what === 'storage');
    expect(Number(line?.amount)).toBeCloseTo((ranked.use.storedGiB * 0.1 * ranked.wallHours) / 730, 1);
  });

  it('counts checkpoints as asked for, else 14 bytes for each parameter that learns', () => {
    expect(ofSmall.checkpointBytes).toBe(8_030_261_248 * 14);
    expect(modelOf({ ...small, method: 'lora' }).checkpointBytes).toBeLessThan(ofSmall.checkpointBytes / 20);
    expect(modelOf(small, 1e12).checkpointBytes).toBe(1e12);
  });
});

describe('unknown facts', () => {
  const widthOf = (about: Parameters<typeof aCluster>[0]): number => {
    // On the same nodes, so that nothing but the interval differs.
    const { wallHours, wallHoursInterval } = place(fine(about), {}, 8);
    return wallHoursInterval[1] / wallHours;
  };

  it.each([
    ['oversubscription', { oversubscription: null, topology: null }, { oversubscription: '1:1' }],
    ['gpudirect', { gpudirectRdma: null }, { gpudirectRdma: 'yes' }],
    ['node-bandwidth', { nodeBandwidthGbitPerS: null }, { nodeBandwidthGbitPerS: 3_200 }],
    ['fabric', { fabric: null }, { fabric: 'infiniband' }],
  ] as const)('widen the interval and are named: %s', (fact, unsaid, said) => {
    expect(place(fine(unsaid), {}, 8).unknown).toContain(fact);
    expect(place(fine(said), {}, 8).unknown).not.toContain(fact);
    expect(widthOf(unsaid)).toBeGreaterThan(widthOf(said));
  });

  it('of the network do not matter on one node', () => {
    const silent = { fabric: null, nodeBandwidthGbitPerS: null, oversubscription: null, topology: null } as const;
    expect(place(fine(silent), {}, 1).unknown).toEqual([]);
    expect(place(fine(silent), {}, 1).wallHoursInterval).toEqual(place(fine(), {}, 1).wallHoursInterval);
  });

  it('are named where a price of storage is missing that would be seen', () => {
    expect(place(fine()).unknown).not.toContain('storage-price');
    expect(place(fine(), { datasetBytes: 1e16 }).unknown).toContain('storage-price');
  });

  it('are named where the form of the GPU or the size of the node is not published', () => {
    const family = fine({ gpu: 'h100', gpus: [{ ...anyH100, candidates: ['nvidia-h100-pcie-80gb', 'nvidia-h100-sxm5-80gb'] }] });
    const placed = place(family);
    expect(placed.unknown).toContain('gpu-form');
    expect(placed.hardware.gpu.id).toBe('nvidia-h100-sxm5-80gb');
    expect(place(fine({ gpusPerNode: null })).unknown).toContain('gpus-per-node');
  });
});

const anyH100 = {
  id: null,
  family: 'h100',
  shortName: 'H100',
  vendor: 'NVIDIA',
  formFactor: null,
  memoryGB: null,
  nvlinkDomainGpus: null,
  nodeLink: null,
  candidates: [],
} as const;

describe('the fare of the best place', () => {
  it('never rises with a faster network at the same price', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(25, 50, 100, 200, 400, 800, 1_600),
        fc.constantFrom(2, 4, 8),
        fc.constantFrom('infiniband', 'roce', 'efa', 'ethernet'),
        fc.integer({ min: 1, max: mostNodes }),
        (gbit, times, fabric, minNodes) => {
          const at = (nodeBandwidthGbitPerS: number): number => totalOf(place(fine({ fabric, nodeBandwidthGbitPerS, minNodes })));
          expect(at(gbit * times)).toBeLessThanOrEqual(at(gbit) + 0.05);
        },
      ),
      { numRuns: 30 },
    );
  }, 60_000);

  it('never rises where the network is less shared, or where GPUs reach it directly', () => {
    for (const minNodes of [2, 8, 16]) {
      const at = (about: Parameters<typeof aCluster>[0]): number =>
        totalOf(place(fine({ minNodes, nodeBandwidthGbitPerS: 800, ...about })));
      expect(at({ oversubscription: '1:1' })).toBeLessThanOrEqual(at({ oversubscription: '4:1' }));
      expect(at({ gpudirectRdma: 'yes' })).toBeLessThanOrEqual(at({ gpudirectRdma: 'no' }));
    }
  });

  it('never rises with a longer deadline or with more nodes to choose from', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 170, max: 2_000 }),
        fc.integer({ min: 0, max: 2_000 }),
        fc.constantFrom('second', 'hour', 'month'),
        (deadlineHours, more, billingUnit) => {
          const offer = aCluster({ billingUnit, maxNodes: null });
          const strict = plannerOf({ deadlineHours }).place(offer);
          const patient = plannerOf({ deadlineHours: deadlineHours + more }).place(offer);
          if (isRejection(strict)) return;
          if (isRejection(patient)) throw new Error('a longer deadline left the offer out');
          expect(totalOf(patient)).toBeLessThanOrEqual(totalOf(strict) + 0.05);
          const fewer = plannerOf({ deadlineHours, maxNodes: 12 }).place(offer);
          if (!isRejection(fewer)) expect(totalOf(strict)).toBeLessThanOrEqual(totalOf(fewer) + 0.05);
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);

  it('is never lower on two nodes than on the one that holds the job without repeating work', () => {
    for (const name of ['llama-3-8b', 'llama-3.2-1b', 'mistral-7b'] as const)
      for (const gpu of ['nvidia-h100-sxm5-80gb', 'nvidia-h200-sxm5-141gb', 'nvidia-a100-sxm4-80gb'])
        for (const method of ['pretrain', 'lora'] as const) {
          const model = modelOf(aJob(shapeOnFile(name), { method }));
          const [one, two] = [1, 2].map((nodes) => place(fine({ gpu }), { deadlineHours: 1e5 }, nodes, model));
          if (one === undefined || two === undefined || one.plan.layout.recompute !== 'none') continue;
          expect(totalOf(two), `${name} ${gpu} ${method}`).toBeGreaterThanOrEqual(totalOf(one));
        }
  }, 60_000);
});

describe('the order of offers', () => {
  const order = (offers: readonly Offer[], objective: 'cost' | 'time' | 'certainty'): string[] => {
    const planner = plannerOf({ objective });
    return offers
      .flatMap((offer) => {
        const placed = planner.place(offer);
        return isRejection(placed) ? [] : [placed];
      })
      .sort(compareRanked(objective))
      .map(({ offer }) => offer.slug);
  };
  const cheap = fine({ slug: 'cheap', prices: [aPrice({ amount: '1.00' })], nodeBandwidthGbitPerS: 400, provisioning: ['on-demand'] });
  const fast = fine({ slug: 'fast', prices: [aPrice({ amount: '2.00' })], gpu: 'nvidia-b200-sxm6-180gb', provisioning: ['on-demand'] });
  const seen = fine({ slug: 'seen', prices: [aPrice({ amount: '4.00' })], sightings: [aSighting()], provisioning: ['on-demand'] });
  const asked = fine({ slug: 'asked', prices: [aPrice({ amount: '0.50' })], provisioning: ['waitlist'], maxNodes: null });

  it('is that of money, of time, or of what can be had at the worst price', () => {
    const offers = [seen, fast, asked, cheap];
    expect(order(offers, 'cost')).toEqual(['asked', 'cheap', 'fast', 'seen']);
    expect(order(offers, 'time')[0]).toBe('fast');
    expect(order(offers, 'certainty').at(-1)).toBe('asked');
  });

  it('puts the smaller end of the worst first where certainty is asked for, not the smaller expectation', () => {
    const certain = fine({ slug: 'certain', prices: [aPrice({ amount: '1.05' })] });
    const vague = fine({ slug: 'vague', prices: [aPrice({ amount: '1.00' })], fabric: null, nodeBandwidthGbitPerS: null });
    const [a, b] = [certain, vague].map((offer) => place({ ...offer, facts: { ...offer.facts, minNodes: aFact(8) } }));
    if (a === undefined || b === undefined) throw new Error('rejected');
    expect(totalOf(b)).toBeLessThan(totalOf(a));
    expect(b.totalInterval[1]).toBeGreaterThan(a.totalInterval[1]);
    expect([a, b].sort(compareRanked('cost'))[0]).toBe(b);
    expect([b, a].sort(compareRanked('certainty'))[0]).toBe(a);
  });

  it('never puts an offer further back for a lower price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 400 }),
        fc.integer({ min: 0, max: 49 }),
        fc.constantFrom('cost', 'certainty'),
        (price, less, objective) => {
          const others = [cheap, fast, seen];
          const at = (amount: number): Offer => fine({ slug: 'mine', prices: [aPrice({ amount: (amount / 100).toFixed(2) })] });
          const rankOf = (amount: number): number => order([...others, at(amount)], objective).indexOf('mine');
          expect(rankOf(price - less)).toBeLessThanOrEqual(rankOf(price));
        },
      ),
      { numRuns: 30 },
    );
  }, 60_000);

  it('of equals is that of their ids', () => {
    const twins = ['b', 'a', 'c'].map((slug) => fine({ slug }));
    for (const objective of ['cost', 'time', 'certainty'] as const) expect(order(twins, objective)).toEqual(['a', 'b', 'c']);
  });

  it('keeps a plan within the deadline even at the worst end where certainty is asked for', () => {
    const deadlineHours = 300;
    const certain = place(fine(), { deadlineHours, objective: 'certainty' });
    expect(certain.wallHoursInterval[1]).toBeLessThanOrEqual(deadlineHours);
    const cost = place(fine(), { deadlineHours, objective: 'cost' });
    expect(cost.nodes).toBeLessThanOrEqual(certain.nodes);
  });
});

describe('an offer is left out', () => {
  const old = aSource({ asOf: '2024-01' as SourceDate });
  const large = modelOf(aJob(shapeOnFile('llama-3.1-405b'), { batchTokens: 512 * 8_192 }));

  it.each<[string, Rejection, Offer, Limits?]>([
    ['whose price is by quote', { code: 'price-by-quote' }, aCluster({ prices: [], priceStatus: 'quote' })],
    ['without a price', { code: 'price-not-published' }, aCluster({ prices: [] })],
    ['with a price for spot alone', { code: 'price-not-published' }, aCluster({ prices: [aPrice({ model: 'spot' })] })],
    ['in another currency', { code: 'other-currency', currency: 'EUR' as Currency }, aCluster({ prices: [aPrice({ currency: 'EUR' })] })],
    ['whose GPU is not published', { code: 'gpu-not-published' }, aCluster({ gpu: null })],
    ['whose GPU has no data sheet on file', { code: 'gpu-not-modelled' }, aCluster({ gpu: 'nvidia-x9000-sxm9-80gb' })],
    [
      'that rents more nodes than the renter allows',
      { code: 'too-few-nodes', leastNodes: 8, mostNodes: 4 },
      aCluster({ minNodes: 8 }),
      { maxNodes: 4 },
    ],
    [
      'that rents fewer nodes than its least',
      { code: 'too-few-nodes', leastNodes: 4, mostNodes: 2 },
      aCluster({ minNodes: 4, maxNodes: 2 }),
    ],
  ])('%s', (_, rejection, offer, limits) => {
    expect(reject(offer, limits)).toEqual(rejection);
  });

  it('that cannot be done by the deadline, with the hours that it takes on its most nodes', () => {
    const rejection = reject(fine(), { deadlineHours: 10 });
    expect(rejection).toMatchObject({ code: 'deadline', nodes: mostNodes });
    if (rejection.code === 'deadline') expect(rejection.hours).toBeCloseTo(place(fine(), { deadlineHours: 1e5 }, mostNodes).wallHours, 6);
  });

  it('whose GPUs hold no plan, with what is needed and had', () => {
    const rejection = reject(aCluster({ gpu: 'nvidia-l4-24gb', maxNodes: 2 }), { maxNodes: 2 }, large);
    expect(rejection.code).toBe('memory');
    if (rejection.code === 'memory') expect(rejection.needGiB).toBeGreaterThan(rejection.haveGiB);
  });

  it('where plans fit but none divides', () => {
    // One sequence a batch, and 48 replicas at least.
    const one = modelOf(aJob(shapeOnFile('llama-3.2-1b'), { batchTokens: 8_192 }));
    expect(reject(aCluster({ minNodes: 13, maxNodes: 13 }), {}, one)).toEqual({ code: 'no-plan' });
  });

  it('whose nodes are taken back before the job is done', () => {
    const flex = fine({ prices: [aPrice({ model: 'flex-start' })], maxNodes: 2 });
    const longer = modelOf({ ...small, tokens: 5e11 });
    const rejection = reject(flex, { deadlineHours: 5_000 }, longer);
    expect(rejection.code).toBe('taken-back');
    if (rejection.code === 'taken-back') expect(rejection.hours).toBeGreaterThan(168);
    expect(reject(flex, { deadlineHours: 100 }, longer).code).toBe('deadline');
    const short = modelOf({ ...small, tokens: 1e9 });
    expect(place(flex, {}, null, short).option.model).toBe('flex-start');
  });

  it('not for a price that is old: it is stale, and said to be', () => {
    const ranked = place(fine({ prices: [aPrice({ asOf: '2024-01', source: old })] }));
    expect(ranked.option.current.stale).toBe(true);
  });

  it('not for what it does not say: a silent offer with a GPU and a price is placed', () => {
    const silent = aSilentOffer({ gpu: 'nvidia-h100-sxm5-80gb', multiNode: 'yes', prices: [aPrice()] });
    const unsaid = ['fabric', 'node-bandwidth', 'oversubscription', 'gpudirect'];
    expect(place(silent, {}, 2).unknown).toEqual(['gpus-per-node', ...unsaid]);
  });
});
