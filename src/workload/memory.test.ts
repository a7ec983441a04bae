import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { presetsOnFile, shapeOnFile } from '../../tests/setup/models-on-file.ts';
import { shapeOfDescription } from './described-model.ts';
import { emptyMemoryParts, type MemoryConstants, type MemoryPlan, memoryOf, prepareMemory } from './memory.ts';
import type { ModelShape } from './model-shape.ts';

/** What the formulas count and nothing beside: no buffers, no fragments, no gradients of the layer at work. */
const plainConstants: MemoryConstants = {
  stateScale: 1,
  activationScale: 1,
  workingScale: 1,
  selectiveKeep: 0.5,
  logitBytes: 12,
  gatheredLayers: 0,
  contextGiB: 0,
  communicatorGiB: 0,
};
const plan: MemoryPlan = {
  tensor: 1,
  pipeline: 1,
  virtualStages: 1,
  data: 1,
  context: 1,
  expert: 1,
  sequenceParallel: false,
  sharding: 0,
  shardGroup: 1,
  microBatch: 1,
  microBatches: 8,
  sequence: 2048,
  recompute: 'none',
  format: 'fp16',
  method: 'pretrain',
  stack: 'megatron-early',
};
const gibibyte = 2 ** 30;
const partsOf = (shape: ModelShape, over: Partial<MemoryPlan> = {}, constants = plainConstants) =>
  memoryOf(prepareMemory(shape), { ...plan, ...over }, constants, emptyMemoryParts());

function gpt(layers: number, hidden: number, heads: number): ModelShape {
  const described = shapeOfDescription(
    {
      name: 'GPT',
      params: null,
      layers,
      hidden,
      heads,
      keyValueHeads: heads,
      feedForwardWidth: 4 * hidden,
      vocabulary: 51_200,
      mixtureOfExperts: null,
      sequence: 2048,
    },
    presetsOnFile,
  );
  if ('refused' in described) throw new Error(described.refused);
  return described.shape;
}

describe('activations after Korthikanti et al. 2022', () => {
  // Figure 1 of the paper: GiB of activations and of states on the first stage, tensor parallelism of 8.
  const figures = [
    { name: '22B', layers: 48, hidden: 6144, heads: 64, microBatch: 4, pipeline: 1, virtualStages: 1, tensorOnly: 59.25, both: 9.5625 },
    {
      name: '175B',
      layers: 96,
      hidden: 12_288,
      heads: 96,
      microBatch: 1,
      pipeline: 8,
      virtualStages: 3,
      tensorOnly: 66.84375,
      both: 12.3515625,
    },
    {
      name: '530B',
      layers: 105,
      hidden: 20_480,
      heads: 128,
      microBatch: 1,
      pipeline: 35,
      virtualStages: 3,
      tensorOnly: 114.0234375,
      both: 23.076171875,
    },
    {
      name: '1T',
      layers: 128,
      hidden: 25_600,
      heads: 160,
      microBatch: 1,
      pipeline: 64,
      virtualStages: 1,
      tensorOnly: 131.25,
      both: 26.5625,
    },
  ] as const;

  test.each(figures)('of $name are those of the paper', ({ layers, hidden, heads, tensorOnly, both, ...over }) => {
    const shape = gpt(layers, hidden, heads);
    const on = { ...over, tensor: 8, microBatches: 512 };
    // DeepSpeed of that time kept what a stage hands on, 2 bytes for each micro-batch in flight; the paper counts it away.
    const sbh = 2048 * over.microBatch * hidden;
    const inFlight = over.pipeline * (over.virtualStages > 1 ? 1 + (over.pipeline - 1) / (over.pipeline * over.virtualStages) : 1);
    const handedOn = over.pipeline > 1 ? 2 * sbh * inFlight : 0;
    expect(partsOf(shape, on).activations - handedOn / gibibyte).toBeCloseTo(tensorOnly, 6);
    // With selective recomputation and sequence parallelism: the same, and one layer with its scores at work, gathered twice.
    const atWork = (sbh * (34 + (5 * heads * 2048) / hidden)) / 8 + 4 * sbh;
    const selective = partsOf(shape, { ...on, sequenceParallel: true, recompute: 'selective' }).activations;
    expect(selective - (handedOn / 8 + atWork) / gibibyte).toBeCloseTo(both, 6);
  });

  test('of full recomputation are the inputs of layers, and one layer at work', () => {
    const sbh = 2048 * 6144;
    const expected = 48 * 2 * sbh + sbh * (34 + (5 * 64 * 2048) / 6144);
    expect((partsOf(gpt(48, 6144, 64), { recompute: 'full' }).activations * gibibyte) / expected).toBeCloseTo(1, 9);
  });

  test('are written out no more where attention is fused, and have no masks of dropout', () => {
    const sbh = 2048 * 6144;
    const fused = partsOf(gpt(48, 6144, 64), { stack: 'megatron' }).activations;
    expect((fused * gibibyte) / (48 * sbh * 32)).toBeCloseTo(1, 9);
  });

  test('of interleaved stages are kept for more micro-batches than those of plain ones, and less on the last stage than on the first', () => {
    const of = (virtualStages: number): number =>
      partsOf(gpt(96, 12_288, 96), { stack: 'megatron', pipeline: 8, virtualStages, microBatches: 64 }).activations;
    // 1 + (p - 1) / (p m) of section 4.2.3, for three chunks a stage.
    expect(of(3) / of(1)).toBeCloseTo(1 + 7 / 24, 9);
  });
});

describe('states', () => {
  const bytes = (over: Partial<MemoryPlan>, name = 'llama-3-8b'): number => {
    const { weights, gradients, optimizer } = partsOf(shapeOnFile(name), { stack: 'megatron', ...over });
    return (weights + gradients + optimizer) * gibibyte;
  };
  const parameters = 8_030_261_248;

  test('are 16 bytes a parameter in fp16 and fp32, 18 where gradients are added up in 32 bits', () => {
    expect(bytes({}) / parameters).toBeCloseTo(16, 9);
    expect(bytes({ format: 'fp32' }) / parameters).toBeCloseTo(16, 9);
    expect(bytes({ format: 'bf16' }) / parameters).toBeCloseTo(18, 9);
  });

  test('of DeepSpeed are 4 more in fp16, a 32-bit part of the gradients, and 2 more in bf16, which keeps both', () => {
    expect(bytes({ stack: 'megatron-early' }) / parameters).toBeCloseTo(20, 9);
    expect(bytes({ stack: 'megatron-early', sharding: 1, data: 4 }) / parameters).toBeCloseTo(4 + 16 / 4, 9);
    expect(bytes({ stack: 'megatron-early', format: 'bf16' }) / parameters).toBeCloseTo(20, 9);
  });

  test('are cut as ZeRO cuts them', () => {
    const eight = { data: 8, shardGroup: 8, format: 'bf16' } as const;
    expect(bytes({ ...eight, sharding: 1 }) / parameters).toBeCloseTo(6 + 12 / 8, 9);
    expect(bytes({ ...eight, sharding: 2, stack: 'fsdp' }) / parameters).toBeCloseTo(2 + 14 / 8, 9);
    expect(bytes({ ...eight, sharding: 3, stack: 'fsdp' }) / parameters).toBeCloseTo(16 / 8, 9);
    expect(bytes({ ...eight, sharding: 3, shardGroup: 4, stack: 'fsdp' }) / parameters).toBeCloseTo(16 / 4, 9);
    expect(bytes({ tensor: 8 }) / parameters).toBeCloseTo(2, 9);
  });

  test('of a first and a last stage have a table each, and one layer less where layers alone do not divide', () => {
    // BLOOM, arXiv 2211.05100, section 3.1: 70 layers over 12 stages. 2.47 thousand million for each layer, 3.6 for the table.
    const bloom = prepareMemory(gpt(70, 14_336, 112));
    const layer = bloom.denseParameters / 70;
    const parts = partsOf(gpt(70, 14_336, 112), { pipeline: 12, stack: 'megatron', microBatches: 1, microBatch: 1, sequence: 16 });
    // The vocabulary here is small, so the fullest stage is one of six layers between the ends.
    expect(parts.stage).toBe(1);
    expect((parts.weights * gibibyte) / (2 * 6 * layer)).toBeCloseTo(1, 9);
  });

  test('of adapters leave the model frozen: 2 bytes a parameter, or about half a byte', () => {
    expect(bytes({ method: 'lora' }) / parameters).toBeGreaterThan(2);
    expect(bytes({ method: 'lora' }) / parameters).toBeLessThan(2.2);
    expect(bytes({ method: 'qlora' }) / parameters).toBeLessThan(0.85);
    const weightsAt = (stateScale: number): number =>
      partsOf(shapeOnFile('llama-3-8b'), { method: 'lora' }, { ...plainConstants, stateScale }).weights;
    expect(weightsAt(1.2)).toBe(weightsAt(1));
  });

  test('of experts go to the ranks of expert parallelism', () => {
    const name = 'deepseek-v3';
    const { expertParameters } = prepareMemory(shapeOnFile(name));
    const wide = { data: 64, sharding: 1, format: 'bf16' } as const;
    const saved = bytes({ ...wide, expert: 8 }, name) - bytes({ ...wide, expert: 64 }, name);
    // Weights and gradients fall with the experts held; the optimizer's part is 1/64 in both.
    expect(saved / (6 * expertParameters * (1 / 8 - 1 / 64))).toBeCloseTo(1, 9);
  });
});

describe('beside states and activations', () => {
  test('logits are 12 bytes for each token and word, cut by tensor parallelism, on the last stage alone', () => {
    const shape = shapeOnFile('llama-3-8b');
    expect((partsOf(shape).logits * gibibyte) / (2048 * 128_256 * 12)).toBeCloseTo(1, 9);
    expect((partsOf(shape, { tensor: 4 }).logits * gibibyte) / (512 * 128_256 * 12)).toBeCloseTo(1, 9);
    expect(partsOf(shape, { pipeline: 4, microBatches: 64, microBatch: 1 }).stage).toBe(0);
  });

  test('fully sharded training gathers layers of weights, and scatters their gradients from 32 bits', () => {
    const shape = shapeOnFile('llama-3-8b');
    const over = { stack: 'fsdp', sharding: 3, data: 8, shardGroup: 8, format: 'bf16' } as const;
    const twoLayers = (2 / 32) * 8_030_261_248;
    expect(
      (partsOf(shape, over, { ...plainConstants, gatheredLayers: 2 }).buffers * gibibyte) / (twoLayers * (2 + 4) * (7 / 8)),
    ).toBeCloseTo(1, 9);
    // Under a pipeline all of a stage stays gathered between micro-batches, and its gradients whole.
    const { buffers, weights } = partsOf(shape, { ...over, pipeline: 2 });
    expect(buffers / weights).toBeCloseTo(((2 + 4) * 7) / 4, 9);
  });

  test('libraries take memory of their own, and each kind of parallelism a communicator', () => {
    const constants = { ...plainConstants, contextGiB: 1.5, communicatorGiB: 0.5 };
    expect(partsOf(shapeOnFile('llama-3-8b'), {}, constants).overhead).toBe(1.5);
    expect(partsOf(shapeOnFile('llama-3-8b'), { tensor: 2, pipeline: 2, context: 2 }, constants).overhead).toBe(3);
  });
});

describe('peak memory', () => {
  const anyPlan: fc.Arbitrary<MemoryPlan> = fc
    .record({
      tensor: fc.constantFrom(1, 2, 4, 8),
      pipeline: fc.constantFrom(1, 2, 4),
      virtualStages: fc.constantFrom(1, 2),
      data: fc.constantFrom(2, 8, 64),
      context: fc.constantFrom(1, 2),
      sequenceParallel: fc.boolean(),
      sharding: fc.constantFrom(0, 1, 2, 3),
      microBatch: fc.constantFrom(1, 2, 8),
      sequence: fc.constantFrom(512, 4096, 131_072),
      recompute: fc.constantFrom('none', 'selective', 'full'),
      format: fc.constantFrom('fp16', 'bf16', 'fp8'),
      method: fc.constantFrom('pretrain', 'finetune', 'lora', 'qlora'),
      stack: fc.constantFrom('megatron', 'megatron-early', 'fsdp'),
    })
    .map((given) => ({ ...plan, microBatches: 64, ...given, shardGroup: given.data * given.context }) as MemoryPlan);
  const anyShape = fc.constantFrom(...presetsOnFile.all).map(({ shape }) => shape);
  /** Without what libraries take: a kind of parallelism that was not there costs a communicator. */
  const peak = (shape: ModelShape, of: MemoryPlan): number => {
    const parts = partsOf(shape, of, tablesOnFile.memory);
    return parts.peak - parts.overhead;
  };
  const slack = 1 + 1e-9;

  test('is a number above what the libraries take, and the sum of its parts', () => {
    fc.assert(
      fc.property(anyShape, anyPlan, (shape, of) => {
        const { peak: total, stage, ...parts } = partsOf(shape, of, tablesOnFile.memory);
        expect(Number.isFinite(total)).toBe(true);
        for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0);
        expect(total).toBeGreaterThan(parts.overhead);
        expect(total).toBeCloseTo(
          Object.values(parts).reduce((sum, part) => sum + part, 0),
          6,
        );
        expect(stage).toBeLessThan(of.pipeline);
      }),
    );
  });

  test('never rises with tensor parallelism, with more sharding over more GPUs, or with full recomputation', () => {
    fc.assert(
      fc.property(anyShape, anyPlan, (shape, of) => {
        const own = peak(shape, of) * slack;
        expect(peak(shape, { ...of, tensor: of.tensor * 2 })).toBeLessThanOrEqual(own);
        expect(peak(shape, { ...of, data: of.data * 2, shardGroup: of.shardGroup * 2 })).toBeLessThanOrEqual(own);
        if (of.sharding === 0) expect(peak(shape, { ...of, sharding: 1 })).toBeLessThanOrEqual(own);
        if (of.sharding === 2 && of.stack === 'fsdp') expect(peak(shape, { ...of, sharding: 3 })).toBeLessThanOrEqual(own);
      }),
      { numRuns: 300 },
    );
  });

  test('of dense models falls with pipeline stages that divide their layers, where a stage keeps few micro-batches', () => {
    for (const name of ['llama-3-8b', 'llama-3-70b']) {
      const of = (pipeline: number): number => peak(shapeOnFile(name), { ...plan, pipeline, microBatches: 1, tensor: 8 });
      expect(of(2)).toBeLessThan(of(1));
      expect(of(4)).toBeLessThan(of(2));
    }
  });

  test('never falls with the micro-batch, the sequence or less recomputation', () => {
    fc.assert(
      fc.property(anyShape, anyPlan, (shape, of) => {
        const own = peak(shape, of);
        expect(peak(shape, { ...of, microBatch: of.microBatch * 2 }) * slack).toBeGreaterThanOrEqual(own);
        expect(peak(shape, { ...of, sequence: of.sequence * 2 }) * slack).toBeGreaterThanOrEqual(own);
      }),
    );
  });

  test('falls with recomputation: full below none in a deep model', () => {
    for (const stack of ['megatron', 'megatron-early', 'fsdp'] as const) {
      const of = (recompute: MemoryPlan['recompute']): number =>
        peak(shapeOnFile('llama-3-8b'), { ...plan, stack, sharding: stack === 'fsdp' ? 3 : 1, microBatch: 4, recompute });
      expect(of('full')).toBeLessThan(of('none'));
      expect(of('full')).toBeLessThanOrEqual(of('selective'));
    }
  });
});
