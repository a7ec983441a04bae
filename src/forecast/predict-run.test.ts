import { describe, expect, test } from 'vitest';
import { publishedOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { shapeOnFile } from '../../tests/setup/models-on-file.ts';
import { countParameters } from '../workload/parameters.ts';
import { imageModelOf } from './image-model.ts';
import { intervalAround, intervalClassOf } from './interval.ts';
import { workOf } from './model-work.ts';
import { forecastRun } from './predict-run.ts';
import { prepareRun } from './prepared-run.ts';
import { flopsOfStep, throughputOf } from './quantities.ts';
import { type Run, runSchema } from './run.ts';

const planned: Run = {
  id: 'x',
  kind: 'training',
  model: { name: 'Llama 3 8B', seq: 8192 },
  gpu: 'H100-80',
  gpus: 64,
  nodes: 8,
  gpus_per_node: 8,
  intra: 'NVLink4 900GB/s',
  fabric: 'infiniband',
  node_gbps: 3200,
  precision: 'bf16',
  parallel: { tp: 1, pp: 1, cp: 1, dp: 64, zero: 3 },
  global_batch: 128,
  micro_batch: 2,
  recompute: 'full',
};
const forecast = (over: Partial<Run> = {}) => forecastRun({ ...planned, ...over }, tablesOnFile);
const refusal = (over: Partial<Run>): string | null => forecast(over).refused;
const trained = (over: Partial<Run> = {}) => {
  const prepared = prepareRun({ ...planned, ...over }, tablesOnFile);
  if (prepared.kind !== 'training') throw new Error('not a training run');
  return prepared;
};

describe('a forecast of a run', () => {
  test('of all that is stated assumes board and model of these names, and says time, rates, memory and efficiencies', () => {
    const found = forecast();
    expect(found.assumed).toEqual(['gpu nvidia-h100-sxm5-80gb', 'preset:llama-3-8b']);
    expect(found.refused).toBeNull();
    expect(found.stepTimeS).toBeCloseTo((128 * 8192) / 64 / (found.tokensPerSPerGpu ?? 0), 9);
    expect(found.mfu).toBeGreaterThan(0.2);
    expect(found.mfu).toBeLessThan(0.8);
    expect(found.networkEfficiency).toBeGreaterThan(0.85);
    expect(Object.values(found.breakdown ?? {}).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  test('never throws for a published run, and says only numbers that are', () => {
    for (const { run } of publishedOnFile) {
      const { intervals, breakdown, refused, assumed, id, ...values } = forecastRun(run, tablesOnFile);
      for (const value of Object.values(values)) if (value !== null) expect(value > 0 && Number.isFinite(value), id).toBe(true);
      for (const ends of Object.values(intervals)) if (ends !== null) expect(ends[0], id).toBeLessThan(ends[1]);
    }
  });

  test('scales with an efficiency of 1 on the fewest nodes that hold a replica, and less on more', () => {
    const one = forecast({ gpus: 8, nodes: 1, parallel: { tp: 1, pp: 1, cp: 1, dp: 8, zero: 3 }, global_batch: 16 });
    expect(one.scalingEfficiency).toBe(1);
    expect(one.networkEfficiency).toBe(1);
    expect(forecast().scalingEfficiency).toBeLessThan(1);
    expect(forecast({ measured: { baseline_nodes: 8 } }).scalingEfficiency).toBe(1);
  });

  test('of a collective is its bus bandwidth alone', () => {
    const found = forecast({ kind: 'collective', measured: { collective: 'all_reduce_perf', size_bytes: 8 * 2 ** 30 } });
    expect(found.busBandwidthGBytePerS).toBeGreaterThan(300);
    expect(found.busBandwidthGBytePerS).toBeLessThanOrEqual(400);
    expect(found.stepTimeS).toBeNull();
    expect(found.assumed).toEqual([]);
    expect(forecast({ kind: 'collective' }).assumed).toEqual(['size 8 GiB', 'collective all_reduce']);
    expect(refusal({ kind: 'collective', measured: { collective: 'gossip' } })).toBe('collective "gossip" is not known');
    expect(refusal({ kind: 'collective', gpus: 1, nodes: 1 })).toBe('one GPU alone has nothing to exchange');
  });

  test('of memory is the peak alone', () => {
    const found = forecast({ kind: 'memory' });
    expect(found.peakMemoryGiB).toBe(forecast().peakMemoryGiB);
    expect(found.stepTimeS).toBeNull();
    expect(found.intervals.peakMemoryGiB).not.toBeNull();
  });

  test('of images knows convolutional networks by name', () => {
    const found = forecast({ model: { name: 'ResNet-50' }, gpu: 'A100-80', gpus: 8, nodes: 1, parallel: null, global_batch: 2048 });
    expect(found.stepTimeS).toBeGreaterThan(0);
    expect(found.tokensPerSPerGpu).toBeNull();
    expect(imageModelOf('ResNet50 v1.5')?.parameters).toBe(25.56e6);
    expect(imageModelOf('Llama 3 8B')).toBeNull();
    expect(refusal({ model: { name: 'ResNet-50' }, global_batch: 8 })).toBe('a batch of 8 cannot feed 64 GPUs: use a batch of 64');
  });
});

describe('a run that nothing honest can be said of', () => {
  test.each<[string, Partial<Run>, string]>([
    ['names no GPU', { gpu: null }, 'no GPU stated'],
    ['names a GPU that nobody knows', { gpu: 'Voodoo 2' }, 'unknown GPU'],
    [
      'does not describe its model',
      { model: { name: 'our model', seq: 2048 } },
      'the model is neither known by name nor described by layers and hidden size',
    ],
    ['does not say how long its sequences are', { model: { name: 'Llama 3 8B' } }, 'sequence length not stated'],
    ['has no number of GPUs', { gpus: null }, 'number of GPUs not stated'],
    ['states no batch', { global_batch: null, micro_batch: null }, 'neither global nor micro-batch stated'],
    ['has more nodes than GPUs', { gpus: 4, nodes: 8 }, '8 nodes cannot share 4 GPUs: use at most 4 nodes'],
    ['cannot be cut as it says', { parallel: { tp: 3 } }, '64 GPUs cannot be cut into tensor 3 × pipeline 1 × context 1: use 66 GPUs'],
    [
      'has replicas that do not multiply to its GPUs',
      { parallel: { tp: 2, dp: 16 } },
      'tensor 2 × pipeline 1 × context 1 × data 16 is 32, not 64 GPUs: data 32 would fit',
    ],
    [
      'has a batch smaller than its replicas',
      { global_batch: 32 },
      'a batch of 32 cannot feed 64 data-parallel replicas: use a batch of 64 or fewer replicas',
    ],
  ])('is refused with what would work: it %s', (_what, over, refused) => {
    expect(refusal(over)).toBe(refused);
  });

  test('is kept out by the schema where a count is zero, negative or broken', () => {
    for (const over of [{ nodes: 0 }, { gpus: -8 }, { nodes: 1.5 }, { node_gbps: 0 }, { parallel: { tp: 0 } }, { parallel: { zero: 4 } }])
      expect(runSchema.safeParse({ ...planned, ...over }).success, JSON.stringify(over)).toBe(false);
    expect(runSchema.safeParse({ ...planned, notes: 'let through' }).success).toBe(true);
  });
});

describe('what a run leaves open', () => {
  test('is filled in and said, one by one', () => {
    const { assumed } = forecast({ precision: null, parallel: null, micro_batch: null, recompute: null, fabric: null, node_gbps: null });
    expect(assumed).toEqual(expect.arrayContaining(['fabric infiniband', 'node 3200 Gbit/s', 'precision bf16', 'recompute none']));
    expect(assumed.some((word) => /^tensor \d+, pipeline \d+, data \d+$/.test(word))).toBe(true);
    expect(assumed.some((word) => /^micro-batch \d+$/.test(word))).toBe(true);
  });

  test('takes the software of the time: full recomputation for tensor parallelism on A100, none on H100', () => {
    const parallel = { tp: 8, pp: 1, dp: 8 };
    expect(trained({ gpu: 'A100-80', intra: null, parallel, recompute: null }).layout).toMatchObject({
      stack: 'megatron-early',
      recompute: 'full',
    });
    expect(trained({ parallel, recompute: null }).layout).toMatchObject({ stack: 'megatron', recompute: 'none', sharding: 1 });
  });

  test('is cut so that one replica fits', () => {
    const { layout } = trained({ model: { name: 'Llama 3 70B', seq: 8192 }, parallel: null });
    expect(layout.tensor * layout.pipeline).toBeGreaterThan(4);
    expect(layout.tensor * layout.pipeline * layout.context * layout.data).toBe(64);
  });

  test('never names a format that the GPU has not', () => {
    const found = trained({ gpu: 'A100-80', intra: null, precision: 'fp8' });
    expect(found.layout.format).toBe('bf16');
    expect(found.assumed).toContain('precision bf16');
  });

  test('counts trays of four in a rack-wide domain, and eight elsewhere', () => {
    expect(trained({ gpu: 'GB200', intra: 'NVL72', nodes: null, gpus_per_node: null }).facts).toMatchObject({
      gpusPerNode: 4,
      nodes: 16,
      nvlinkDomainGpus: 72,
    });
    expect(trained({ nodes: null, gpus_per_node: null }).facts).toMatchObject({ gpusPerNode: 8, nodes: 8 });
  });
});

describe('the label of a GPU', () => {
  test('may say memory, a power limit and a version of memory', () => {
    const plain = trained().machine;
    const limited = trained({ gpu: 'H100-96 (500W, HBM2e)' }).machine;
    expect(limited.memoryGB).toBe(96);
    expect(limited.powerShare).toBeCloseTo(500 / 700, 6);
    expect(limited.memoryBandwidthGBytePerS).toBe(2_400);
    expect(plain.powerShare).toBe(1);
    expect(plain.memoryGB).toBe(80);
  });

  test('of a family takes the board that clusters are made of, and says so', () => {
    expect(trained({ gpu: 'H100', intra: null }).assumed).toContain('gpu nvidia-h100-sxm5-80gb');
    expect(trained({ gpu: 'H100', intra: 'PCIe' }).facts.gpu?.formFactor).toMatch(/PCIe|NVL/);
  });
});

describe('what is published of a step', () => {
  test('counts repeated operations in rates where their publishers do, and never in MFU', () => {
    const early = trained({ gpu: 'A100-80', intra: null, parallel: { tp: 8, pp: 1, dp: 8 }, recompute: 'full' });
    const flops = flopsOfStep(early);
    expect(flops.published / flops.model).toBeCloseTo(4 / 3, 1);
    const rates = throughputOf(early, 10, flops);
    expect(rates.tflopsPerGpu).toBeCloseTo(flops.published / 64 / 10 / 1e12, 9);
    expect(rates.mfu).toBeCloseTo(flops.model / 64 / 10 / 312e12, 9);
    const today = flopsOfStep(trained());
    expect(today.published).toBe(today.model);
  });

  test('has an interval that holds the forecast, wider for classes that err more', () => {
    const widths = { images: { low: -0.1, high: 0.2, cases: 3 } };
    expect(intervalAround(100, 'images', widths)).toEqual([100 * Math.exp(-0.2), 100 * Math.exp(0.1)]);
    expect(intervalAround(100, 'images', widths, true)).toEqual([100 * Math.exp(-0.1), 100 * Math.exp(0.2)]);
    const [low, high] = intervalAround(100, 'experts', widths);
    expect(high / low).toBeGreaterThan(2);
    expect(intervalClassOf(trained())).toBe('sharded');
    expect(intervalClassOf(trained({ parallel: { tp: 8, pp: 1, dp: 8 } }))).toBe('plan stated');
    expect(intervalClassOf(trained({ parallel: null }))).toBe('plan assumed');
  });
});

describe('a model as products', () => {
  test.each(['llama-2-7b', 'llama-3-70b', 'mixtral-8x7b', 'mistral-7b'])('of %s has matrices that add up to its blocks', (name) => {
    const shape = shapeOnFile(name);
    const work = workOf(shape);
    const counted = countParameters(shape);
    const weights = work.blocks.reduce((sum, { count, products, experts }) => {
      const own = products.reduce((all, { inner, outer }) => all + inner * outer, 0);
      const routed = experts === null ? 0 : experts.experts * experts.products.reduce((all, { inner, outer }) => all + inner * outer, 0);
      return sum + count * (own + routed);
    }, 0);
    expect(work.totalParameters).toBe(counted.total);
    // Norms are no products.
    expect(weights / counted.blocks).toBeGreaterThan(0.999);
    expect(weights).toBeLessThanOrEqual(counted.blocks);
  });
});
