import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gpuOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { roundLinks } from '../network/fixtures/round-links.ts';
import type { ForecastConstants } from './constants.ts';
import type { Layout } from './layout.ts';
import { type Machine, machineOf } from './machine.ts';
import type { BlockWork, ModelWork, Product, Split } from './model-work.ts';
import { addProducts, type Rates, scratchProducts, setRates } from './product-time.ts';
import { emptyStepTime, stepTime } from './step-time.ts';

/** Round rates, so that a new fit changes no count by hand. */
const rates: Rates = { product: 1e15, halfProduct: 1e15, attention: 5e14, memory: 3e12, valueBytes: 2, multiprocessors: 100 };
/** Nothing is lost to shape, passes, starts or exposure. */
const ideal: ForecastConstants = {
  ...tablesOnFile.step,
  halfRateWaves: 0,
  halfRateInner: 0,
  misalignedSlowdown: 2,
  activationPasses: 0,
  activationPassesPlain: 0,
  blockLaunchMs: 0,
  stepOverheadMs: 0,
  stragglerPerDoubling: 0,
  productShareHopper: 1,
  attentionShareFused: 0.5,
};

const timeOf = (product: Product, rows: number, tensor = 1, of = ideal): typeof scratchProducts => {
  Object.assign(scratchProducts, { forward: 0, inputs: 0, weights: 0 });
  addProducts([product], rows, tensor, 1, rates, of);
  return { ...scratchProducts };
};
const square = (split: Split = 'whole'): Product => ({ inner: 8192, outer: 8192, split });

describe('the time of a matrix product', () => {
  test('of many rows is two operations to a multiply-add over the rate, three times a step', () => {
    const seconds = (2 * 65_536 * 8192 * 8192) / 1e15;
    const { forward, inputs, weights } = timeOf(square(), 65_536);
    for (const time of [forward, inputs, weights]) expect(time / seconds).toBeCloseTo(1, 3);
  });

  test('of one row is the time that its weights take from memory', () => {
    expect(timeOf(square(), 1).forward / ((2 * 8192 * 8192) / 3e12)).toBeCloseTo(1, 3);
  });

  test('is halved where its output fills as many waves as the constant says', () => {
    // One wave: 100 tiles of 128 × 256 values.
    const [rows, outer] = [3_200, 1_024];
    const product: Product = { inner: 65_536, outer, split: 'whole' };
    const half = timeOf(product, rows, 1, { ...ideal, halfRateWaves: 1 }).forward;
    expect(half / ((2 * rows * 65_536 * outer) / 1e15)).toBeCloseTo(2, 1);
  });

  test('is cut by tensor parallelism along its columns or rows, and slower where the cut is no multiple of 64', () => {
    const whole = timeOf(square(), 65_536).forward;
    for (const split of ['columns', 'rows'] as const) expect(timeOf(square(split), 65_536, 8).forward / whole).toBeCloseTo(1 / 8, 2);
    expect(timeOf(square('whole'), 65_536, 8).forward).toBe(whole);
    expect(timeOf({ inner: 8192, outer: 8200, split: 'whole' }, 65_536).forward / whole).toBeCloseTo(2, 1);
  });

  test('never falls with rows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (a, b) => {
        const [few, many] = [Math.min(a, b), Math.max(a, b)];
        const at = (rows: number): number => timeOf(square(), rows, 1, tablesOnFile.step).forward;
        expect(at(many)).toBeGreaterThanOrEqual(at(few) * (1 - 1e-12));
      }),
    );
  });
});

const h100 = machineOf(gpuOnFile('nvidia-h100-sxm5-80gb')) as Machine;
const layout: Layout = {
  gpus: 1,
  nodes: 1,
  tensor: 1,
  pipeline: 1,
  virtualStages: 1,
  data: 1,
  context: 1,
  expert: 1,
  sharding: 0,
  shardGroup: 1,
  sequenceParallel: false,
  microBatch: 1,
  microBatches: 1,
  sequence: 32_768,
  filled: 1,
  recompute: 'none',
  format: 'bf16',
  method: 'pretrain',
  stack: 'megatron',
  optimizes: false,
};

describe('rates', () => {
  const ratesOf = (over: Partial<Layout>, machine: Machine = h100): Rates => {
    const found: Rates = { ...rates };
    setRates(found, machine, { ...layout, ...over }, ideal);
    return found;
  };

  test('are those of the format of the layers, and 16 bits beside it', () => {
    const { bf16, fp8 } = h100.reachableTflops;
    expect(ratesOf({}).product).toBe((bf16 ?? 0) * 1e12);
    expect(ratesOf({ format: 'fp8' })).toMatchObject({
      product: (fp8 ?? 0) * 1e12 * ideal.productShareFp8Hopper,
      halfProduct: (bf16 ?? 0) * 1e12,
      valueBytes: 1.5,
    });
    expect(ratesOf({ format: 'fp32' }).product).toBeLessThan(ratesOf({ format: 'tf32' }).product);
    expect(ratesOf({ format: 'tf32' }).product).toBeLessThan(ratesOf({}).product);
  });

  test('fall with the power limit, by the power of the constant', () => {
    const [full, half] = [h100, { ...h100, powerShare: 0.5 }].map((machine) => ratesOf({}, machine).product) as [number, number];
    expect(half / full).toBeCloseTo(0.5 ** ideal.powerExponent, 12);
  });
});

describe('attention', () => {
  const block: BlockWork = {
    count: 1,
    share: 1,
    products: [],
    scoreWidth: 2 * 4096,
    headWidth: 128,
    heads: 32,
    causal: true,
    window: Number.POSITIVE_INFINITY,
    keyValueWidth: 2048,
    cutWidth: 0,
    scanWidth: 0,
    experts: null,
    denseParameters: 0,
    expertParameters: 0,
  };
  const work = (over: Partial<BlockWork>): ModelWork => ({
    hidden: 4096,
    layers: 1,
    vocabulary: 0,
    hasOutput: false,
    blocks: [{ ...block, ...over }],
    embeddingParameters: 0,
    outputParameters: 0,
    blockParameters: 0,
    expertParameters: 0,
    totalParameters: 0,
    activeParameters: 0,
  });
  const computeOf = (over: Partial<BlockWork>): number => stepTime(work(over), h100, roundLinks, layout, ideal, emptyStepTime()).compute;

  test('takes the half of its scores that a causal mask needs, and 2.5 times as long backward (arXiv 2307.08691)', () => {
    const scores = (2 * 32_768 * 32_768 * block.scoreWidth) / 2;
    const rate = (h100.peakTflops.bf16 ?? 0) * 1e12 * 0.5;
    expect(computeOf({}) / ((3.5 * scores) / rate)).toBeCloseTo(1, 9);
    expect(computeOf({ causal: false }) / computeOf({})).toBeCloseTo(2, 9);
    expect(computeOf({ window: 4096 }) / computeOf({ causal: false })).toBeCloseTo(1 / 8, 9);
  });

  test('of narrow heads leaves part of the matrix unit idle', () => {
    expect(computeOf({ headWidth: 64 }) / computeOf({})).toBeCloseTo(1.2, 9);
  });
});
