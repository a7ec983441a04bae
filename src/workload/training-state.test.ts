import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { presetsOnFile, shapeOnFile } from '../../tests/setup/models-on-file.ts';
import { countParameters } from './parameters.ts';
import { countAdapterParameters, countTrainingState, stateBytesPerParameter } from './training-state.ts';

describe('the state of training', () => {
  test('is 18 bytes a parameter in bf16', () => {
    expect(stateBytesPerParameter('bf16')).toEqual({ weights: 2, gradients: 4, masterWeights: 4, optimizer: 8, total: 18 });
    expect(countTrainingState(shapeOnFile('llama-3-8b'), 'pretrain').total).toBe(18 * 8_030_261_248);
    expect(countTrainingState(shapeOnFile('llama-3-8b'), 'finetune').total).toBe(18 * 8_030_261_248);
  });

  test('is 16 bytes a parameter in fp16 and fp32, and that of bf16 where products run in fewer bits', () => {
    expect(stateBytesPerParameter('fp16').total).toBe(16);
    expect(stateBytesPerParameter('fp32').total).toBe(16);
    expect(stateBytesPerParameter('fp8')).toEqual(stateBytesPerParameter('bf16'));
  });

  test('of adapters is theirs alone, beside frozen weights of two bytes', () => {
    const shape = shapeOnFile('llama-2-7b');
    const adapters = 32 * 16 * (4 * (4096 + 4096) + 3 * (4096 + 11_008));
    expect(countAdapterParameters(shape)).toBe(adapters);
    expect(countTrainingState(shape, 'lora')).toEqual({
      frozen: 2 * 6_738_415_616,
      learning: 18 * adapters,
      total: 2 * 6_738_415_616 + 18 * adapters,
      learningParameters: adapters,
    });
  });

  test('of a model of 65 thousand million in 4 bits fits 48 GB, as the authors of QLoRA say', () => {
    const shape = shapeOnFile('llama-2-70b');
    expect(countTrainingState(shape, 'qlora').frozen / 1e9).toBeCloseTo(36.3, 0);
    expect(countTrainingState(shape, 'qlora').total).toBeLessThan(48e9);
  });

  test('is smaller the less is learned and kept', () => {
    fc.assert(
      fc.property(fc.constantFrom(...presetsOnFile.all), ({ shape }) => {
        const [full, lora, qlora] = (['pretrain', 'lora', 'qlora'] as const).map((method) => countTrainingState(shape, method).total);
        expect(lora).toBeLessThan(full ?? 0);
        expect(qlora).toBeLessThan(lora ?? 0);
        expect(countAdapterParameters(shape)).toBeLessThan(countParameters(shape).total);
      }),
    );
  });
});
