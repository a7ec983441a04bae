import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publishedOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { presetsOnFile, shapeOnFile } from '../../tests/setup/models-on-file.ts';
import { prepareRun } from '../forecast/prepared-run.ts';
import { shapeOfDescription } from './described-model.ts';
import { emptyMemoryParts, type MemoryConstants, type MemoryPlan, memoryOf, prepareMemory } from './memory.ts';
import type { ModelShape } from './model-shape.ts';

/** What the formulas count and nothing beside: no buffers, no fragments. */
const plainConstants: MemoryConstants = {
  residentBytes: 4,
  wideGradientBytes: 2,
  pipelinedShardBytes: 0,
  optimizerBytes: 12,
  shardedBytes: 16,
  gatheredLayers: 0,
  activationScale: 1,
  selectiveKeep: 0.5,
  logitBytes: 0,
  overheadGiB: 0,
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
  const models: readonly (readonly [string, number, number, number, number])[] = [
    ['22B', 48, 6144, 64, 4],
    ['175B', 96, 12_288, 96, 1],
    ['530B', 105, 20_480, 128, 1],
    ['1T', 128, 25_600, 160, 1],
  ];

  // Table 2 of the paper, bytes of one layer; within 2%, since norms are counted with their inputs here.
  test.each(models)(
    'of one layer of GPT %s are sbh (34 + 5as/h), cut as tensor and sequence parallelism cut them',
    (_name, layers, hidden, heads, b) => {
      const shape = gpt(layers, hidden, heads);
      const perLayer = (over: Partial<MemoryPlan>): number => (partsOf(shape, { microBatch: b, ...over }).activations * gibibyte) / layers;
      const sbh = 2048 * b * hidden;
      const scores = (5 * heads * 2048) / hidden;
      expect(perLayer({}) / (sbh * (34 + scores))).toBeCloseTo(1, 1);
      expect(Math.abs(perLayer({}) / (sbh * (34 + scores)) - 1)).toBeLessThan(0.02);
      expect(Math.abs(perLayer({ tensor: 8 }) / (sbh * (10 + (24 + scores) / 8)) - 1)).toBeLessThan(0.02);
      expect(Math.abs(perLayer({ tensor: 8, sequenceParallel: true }) / ((sbh * (34 + scores)) / 8) - 1)).toBeLessThan(0.02);
    },
  );

  test('of full recomputation are the inputs of layers, and what one layer works with', () => {
    const shape = gpt(48, 6144, 64);
    const sbh = 2048 * 6144;
    const scores = (5 * 64 * 2048) / 6144;
    const expected = 48 * 2 * sbh + sbh * (34 + scores);
    expect(Math.abs((partsOf(shape, { recompute: 'full' }).activations * gibibyte) / expected - 1)).toBeLessThan(0.02);
  });

  test('of interleaved stages are kept for more micro-batches than those of plain ones', () => {
    const shape = gpt(96, 12_288, 96);
    const of = (virtualStages: number): number => partsOf(shape, { pipeline: 8, virtualStages, microBatches: 64 }).activations;
    // 1 + (p - 1) / (p m) of section 4.2.3, for three chunks a stage.
    expect(of(3) / of(1)).toBeCloseTo(1 + 7 / 24, 6);
  });

  // Their analytic totals are on file as estimates, and were part of no fit.
  const totals = publishedOnFile.filter(
    ({ run, quality, measured }) =>
      /^korthikanti-fig1/.test(run.id) && quality === 'analytic-or-estimate' && measured.peakMemoryGiB !== undefined,
  );
  test('add up, with states, to their own totals within a tenth where nothing is added for libraries', () => {
    expect(totals).toHaveLength(8);
    for (const { run, measured } of totals) {
      const prepared = prepareRun(run, tablesOnFile);
      if (prepared.kind !== 'training') throw new Error('refused');
      const { peak } = memoryOf(prepared.memoryShape, prepared.layout, { ...plainConstants, logitBytes: 4 }, emptyMemoryParts());
      expect(Math.abs(peak / (measured.peakMemoryGiB ?? 1) - 1), `${run.id} ${peak}`).toBeLessThan(0.1);
    }
  });
});

describe('states', () => {
  const bytes = (over: Partial<MemoryPlan>): number => partsOf(shapeOnFile('llama-3-8b'), over).states * gibibyte;
  const parameters = 8_030_261_248;

  test('are 16 bytes a parameter in fp16, 18 where gradients are added up in 32 bits', () => {
    expect(bytes({}) / parameters).toBeCloseTo(16, 2);
    expect(bytes({ format: 'bf16' }) / parameters).toBeCloseTo(18, 2);
  });

  test('are cut as ZeRO cuts them', () => {
    expect(bytes({ data: 8, sharding: 1 }) / parameters).toBeCloseTo(4 + 12 / 8, 2);
    expect(bytes({ data: 8, sharding: 3, shardGroup: 8, stack: 'fsdp' }) / parameters).toBeCloseTo(16 / 8, 2);
    expect(bytes({ tensor: 8 }) / parameters).toBeCloseTo(2, 2);
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
  const peak = (shape: ModelShape, of: MemoryPlan): number => partsOf(shape, of, tablesOnFile.memory).peak;
  const slack = 1 + 1e-9;

  test('is a number above what the libraries take, and the sum of its parts', () => {
    fc.assert(
      fc.property(anyShape, anyPlan, (shape, of) => {
        const { peak: total, states, activations, logits, overhead } = partsOf(shape, of, tablesOnFile.memory);
        expect(Number.isFinite(total)).toBe(true);
        expect(total).toBeGreaterThan(overhead);
        expect(total).toBeCloseTo(states + activations + logits + overhead, 6);
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
