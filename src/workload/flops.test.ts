import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { presetsOnFile, shapeOnFile } from '../../tests/setup/models-on-file.ts';
import { shapeOfDescription } from './described-model.ts';
import { forwardFlops, type TrainingQuestion, trainingFlops } from './flops.ts';
import type { ModelShape } from './model-shape.ts';
import { countParameters } from './parameters.ts';

const plain: TrainingQuestion = { sequence: 8192, mask: 'full', method: 'pretrain', recompute: 'none' };
const perToken = (shape: ModelShape, question: TrainingQuestion): number => trainingFlops(shape, question).model / question.sequence;

describe('floating-point operations of one token', () => {
  test('of Llama 3 8B are these, to the digit', () => {
    const attentionWeights = 2 * 4096 * 4096 + 2 * 4096 * 1024;
    const feedForwardWeights = 3 * 4096 * 14_336;
    const products = 2 * 32 * (attentionWeights + feedForwardWeights);
    expect(products).toBe(13_958_643_712);
    const logits = 2 * 4096 * 128_256;
    expect(logits).toBe(1_050_673_152);
    const scores = 32 * (2 * 8192 * 4096 + 2 * 8192 * 4096);
    expect(scores).toBe(4_294_967_296);
    const flops = forwardFlops(shapeOnFile('llama-3-8b'), plain);
    expect(flops).toEqual({ products: products * 8192, logits: logits * 8192, scores: scores * 8192, scans: 0 });
    expect(perToken(shapeOnFile('llama-3-8b'), plain)).toBe(57_912_852_480);
    expect(perToken(shapeOnFile('llama-3-8b'), { ...plain, mask: 'causal' })).toBe(51_470_401_536);
  });

  test('of Llama 3 70B are these, to the digit', () => {
    const attentionWeights = 2 * 8192 * 8192 + 2 * 8192 * 1024;
    const feedForwardWeights = 3 * 8192 * 28_672;
    const products = 2 * 80 * (attentionWeights + feedForwardWeights);
    expect(products).toBe(136_902_082_560);
    const logits = 2 * 8192 * 128_256;
    const scores = 80 * (2 * 8192 * 8192 + 2 * 8192 * 8192);
    expect(scores).toBe(21_474_836_480);
    expect(perToken(shapeOnFile('llama-3-70b'), plain)).toBe(3 * (products + logits + scores));
    expect(perToken(shapeOnFile('llama-3-70b'), plain)).toBe(481_434_796_032);
  });

  test('of a model of experts are those of the experts it passes', () => {
    const shape = shapeOnFile('mixtral-8x7b');
    const weights = 32 * (2 * 4096 * 4096 + 2 * 4096 * 1024 + 8 * 4096 + 2 * 3 * 4096 * 14_336);
    expect(forwardFlops(shape, plain).products).toBe(2 * weights * 8192);
  });

  test('of latent attention count queries, keys and values at their own widths', () => {
    const shape = shapeOnFile('deepseek-v3');
    expect(forwardFlops(shape, { sequence: 4096, mask: 'full' }).scores / 4096).toBe(61 * 2 * 4096 * 128 * (128 + 64 + 128));
  });

  test('of a block with a window are those of the window', () => {
    const scoresAt = (sequence: number): number => forwardFlops(shapeOnFile('mistral-7b'), { sequence, mask: 'full' }).scores / sequence;
    expect(scoresAt(8192)).toBe(scoresAt(4096));
    expect(scoresAt(4096)).toBe(2 * scoresAt(2048));
  });

  test('of an encoder and decoder count each stack over its own tokens', () => {
    const flops = forwardFlops(shapeOnFile('t5-11b'), { sequence: 128, encoderSequence: 512, mask: 'full' });
    const inner = 128 * 128;
    const own = 4 * 1024 * inner;
    const wide = 2 * 1024 * 65_536;
    const cross = 2 * 1024 * inner;
    expect(flops.products).toBe(24 * 2 * (512 * (own + wide) + 128 * (own + wide + cross) + 512 * cross));
    expect(flops.scores).toBe(24 * 4 * inner * (512 * 512 + 128 * 128 + 128 * 512));
  });
});

describe('published formulas', () => {
  const gpt = (): ModelShape => {
    const described = shapeOfDescription(
      {
        name: 'GPT',
        params: 174.6e9,
        layers: 96,
        hidden: 12288,
        heads: 96,
        keyValueHeads: 96,
        feedForwardWidth: 49152,
        vocabulary: 51200,
        mixtureOfExperts: null,
        sequence: 2048,
      },
      presetsOnFile,
    );
    if ('refused' in described) throw new Error(described.refused);
    return described.shape;
  };
  const [s, l, h, v] = [2048, 96, 12288, 51200];

  test('equation 2 of Narayanan et al. 2021 is full recomputation of GPT', () => {
    const published = 96 * s * l * h * h * (1 + s / (6 * h) + v / (16 * l * h));
    const own = trainingFlops(gpt(), { sequence: s, mask: 'full', method: 'pretrain', recompute: 'full' }).hardware;
    expect(own / published).toBeCloseTo(1, 12);
  });

  test('appendix A of Korthikanti et al. 2022 is the model without recomputation', () => {
    const published = 72 * s * l * h * h * (1 + s / (6 * h) + v / (12 * l * h));
    const own = trainingFlops(gpt(), { sequence: s, mask: 'full', method: 'pretrain', recompute: 'selective' });
    expect(own.model / published).toBeCloseTo(1, 12);
    expect(own.hardware - own.model).toBe(4 * l * s * s * h);
  });

  test('six per parameter (Kaplan et al. 2020) is near where the tables are small and the sequence short', () => {
    const shape = shapeOnFile('llama-3-70b');
    const six = 6 * (countParameters(shape).total - countParameters(shape).embedding);
    const own = perToken(shape, { ...plain, sequence: 128, mask: 'causal' });
    expect(own / six).toBeCloseTo(1, 2);
  });

  test('LLM Foundry counts 3·(2Ns + 4·l·h·s²) a sequence', () => {
    const shape = shapeOnFile('llm-foundry-7b');
    const published = 3 * (2 * 6_658_859_008 * 2048 + 2 * 2 * 32 * 4096 * 2048 ** 2);
    const own = trainingFlops(shape, { ...plain, sequence: 2048 }).model;
    expect(own / published).toBeCloseTo(1, 2);
  });

  test('frozen weights take four per parameter instead of six', () => {
    const shape = shapeOnFile('llama-2-70b');
    const question: TrainingQuestion = { sequence: 8192, mask: 'causal', method: 'lora', recompute: 'none' };
    const { products, logits, scores } = forwardFlops(shape, question);
    expect(trainingFlops(shape, question).model).toBe(2 * (products + logits) + 3 * scores);
    expect(trainingFlops(shape, { ...question, method: 'qlora' })).toEqual(trainingFlops(shape, question));
  });
});

describe('operations of training', () => {
  const anyShape = fc.constantFrom(...presetsOnFile.all.map((preset) => preset.shape));
  const anySequence = fc.integer({ min: 1, max: 1_000_000 });

  test('never fall as sequences grow, masks are counted or more is recomputed', () => {
    fc.assert(
      fc.property(anyShape, anySequence, anySequence, (shape, a, b) => {
        const [short, long] = [Math.min(a, b), Math.max(a, b)];
        const at = (question: Partial<TrainingQuestion>) => trainingFlops(shape, { ...plain, ...question });
        expect(at({ sequence: long }).model).toBeGreaterThanOrEqual(at({ sequence: short }).model);
        expect(at({ sequence: long }).model).toBeGreaterThanOrEqual(at({ sequence: long, mask: 'causal' }).model);
        const [none, selective, full] = (['none', 'selective', 'full'] as const).map((recompute) => at({ recompute }).hardware);
        expect(selective).toBeGreaterThanOrEqual(none ?? Number.NaN);
        expect(full).toBeGreaterThanOrEqual(selective ?? Number.NaN);
        expect(at({ method: 'lora' }).model).toBeLessThan(at({}).model);
      }),
    );
  });

  test('of a deeper model are those of its blocks, added up', () => {
    fc.assert(
      fc.property(anyShape, fc.integer({ min: 2, max: 9 }), (shape, times) => {
        const deeper = { ...shape, blocks: shape.blocks.map((run) => ({ ...run, count: run.count * times })) };
        const [one, many] = [forwardFlops(shape, plain), forwardFlops(deeper, plain)];
        expect(many.products).toBe(times * one.products);
        expect(many.logits).toBe(one.logits);
        expect(countParameters(deeper).blocks).toBe(times * countParameters(shape).blocks);
      }),
    );
  });
});
