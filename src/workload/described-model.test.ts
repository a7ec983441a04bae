import { describe, expect, test } from 'vitest';
import { presetsOnFile as presets } from '../../tests/setup/models-on-file.ts';
import { type ModelDescription, shapeOfDescription } from './described-model.ts';
import { countParameters } from './parameters.ts';

const nothing: ModelDescription = {
  name: null,
  params: null,
  layers: null,
  hidden: null,
  heads: null,
  keyValueHeads: null,
  feedForwardWidth: null,
  vocabulary: null,
  mixtureOfExperts: null,
};
const read = (said: Partial<ModelDescription>) => shapeOfDescription({ ...nothing, ...said }, presets);
const shapeOf = (said: Partial<ModelDescription>) => {
  const described = read(said);
  if ('refused' in described) throw new Error(described.refused);
  return described;
};
const totalOf = (said: Partial<ModelDescription>): number => countParameters(shapeOf(said).shape).total;

describe('a description with a known name', () => {
  test('takes what it does not say from the model on file', () => {
    const { shape, assumed } = shapeOf({
      name: 'DeepSeek-V3',
      params: 671e9,
      layers: 61,
      hidden: 7168,
      heads: 128,
      mixtureOfExperts: 'MLA',
    });
    expect(shape.blocks[1]?.mixer?.kind).toBe('latent-attention');
    expect(assumed).toEqual(['preset:deepseek-v3']);
  });

  test('is found behind what was done with the model', () => {
    expect(shapeOf({ name: 'Llama 3 8B LoRA (llama3_lora_sft_ds3)' }).assumed).toEqual(['preset:llama-3-8b']);
    expect(shapeOf({ name: 'Llama 2 70B LoRA', params: 69e9 }).assumed).toEqual(['preset:llama-2-70b']);
  });

  test('is not taken from file where its sizes say otherwise', () => {
    const { shape, assumed } = shapeOf({
      name: 'GPT-3 175B',
      params: 175e9,
      layers: 96,
      hidden: 12288,
      heads: 96,
      vocabulary: 51200,
      sequence: 2048,
    });
    expect(shape.vocabulary).toBe(51200);
    expect(assumed).toEqual(['feed-forward-width']);
  });

  test('keeps its experts when only its vocabulary was padded', () => {
    const { shape } = shapeOf({ name: 'Mixtral-8x7B', params: 46.7e9, layers: 32, hidden: 4096, vocabulary: 32_064 });
    expect(shape.vocabulary).toBe(32_064);
    expect(shape.blocks[0]?.feedForward?.kind).toBe('experts');
  });
});

describe('a description in sizes', () => {
  /** Narayanan et al. 2021 (arXiv 2104.04473), table 1. */
  test.each([
    [1.7e9, 24, 2304, 24],
    [3.6e9, 30, 3072, 32],
    [7.5e9, 36, 4096, 32],
    [18.4e9, 40, 6144, 48],
    [39.1e9, 48, 8192, 64],
    [76.1e9, 60, 10240, 80],
    [145.6e9, 80, 12288, 96],
    [310.1e9, 96, 16384, 128],
    [529.6e9, 105, 20480, 128],
    [1008e9, 128, 25600, 160],
  ])('of %d parameters is read as GPT', (params, layers, hidden, heads) => {
    const said = { name: 'GPT', params, layers, hidden, heads, vocabulary: 51200, sequence: 2048 };
    expect(shapeOf(said).shape).toMatchObject({ architecture: 'gpt', output: 'tied' });
    expect(Math.abs(totalOf(said) / params - 1)).toBeLessThan(0.03);
  });

  test('has an output of its own where only that explains the count', () => {
    // Megatron-LM, README of 2024: 1.7B with 131,072 tokens.
    const said = {
      name: 'GPT',
      params: 1.7e9,
      layers: 24,
      hidden: 2048,
      heads: 16,
      feedForwardWidth: 8192,
      vocabulary: 131072,
      sequence: 4096,
    };
    expect(shapeOf(said)).toMatchObject({ shape: { output: 'untied' }, assumed: ['untied-output'] });
  });

  test('to the last digit is met to the last digit', () => {
    // LLM Foundry, scripts/train/benchmarking: the count it prints for each length of sequence.
    const mpt = { name: 'MPT 125m', layers: 12, hidden: 768, heads: 12, keyValueHeads: 12, feedForwardWidth: 3072, vocabulary: 50368 };
    for (const [sequence, params] of [
      [512, 124_131_840],
      [2048, 125_311_488],
      [65536, 174_070_272],
    ] as const) {
      expect(totalOf({ ...mpt, sequence, params })).toBe(params);
    }
  });

  test('is gated where its family is, or the count says so', () => {
    const said = { layers: 32, hidden: 4096, heads: 32, feedForwardWidth: 11008, vocabulary: 32000 };
    expect(shapeOf({ ...said, name: 'Llama-like' }).shape.blocks[0]?.feedForward).toMatchObject({ gated: true });
    expect(shapeOf({ ...said, name: 'ours', params: 6.74e9 }).assumed).toContain('gated');
  });

  test('names the heads that it assumes', () => {
    const { shape, assumed } = shapeOf({ name: 'GPT', params: 183e9, layers: 72, hidden: 14400, vocabulary: 250000 });
    expect(assumed).toContain('heads');
    expect(shape.blocks[0]?.mixer).toMatchObject({ heads: 120, headWidth: 120 });
  });

  test('of a mixture finds the width of its experts in the count', () => {
    const said = {
      name: 'mixture',
      params: 46.7e9,
      layers: 32,
      hidden: 4096,
      heads: 32,
      keyValueHeads: 8,
      vocabulary: 32000,
      mixtureOfExperts: '8 experts top-2',
    };
    const { shape, assumed } = shapeOf(said);
    expect(assumed).toContain('expert-width');
    expect(shape.blocks[0]?.feedForward).toMatchObject({ kind: 'experts', experts: 8, active: 2, width: 14336 });
  });

  test('that speak of another network than the count is refused', () => {
    expect(read({ name: 'x', params: 500e9, layers: 2, hidden: 1024, heads: 8, vocabulary: 50000 })).toEqual({
      refused: 'model/contradicts-itself',
    });
    expect(read({ name: 'x', layers: 2, hidden: 1024, heads: 8, mixtureOfExperts: 'MoE' })).toEqual({
      refused: 'model/experts-not-described',
    });
  });
});

describe('a description that says a size alone', () => {
  test.each(['7B', '14B', '30B', '70B', 'Llama 34B', 'GPT 200B'])('"%s" is a typical model of that size', (name) => {
    const { assumed } = shapeOf({ name });
    expect(assumed[0]).toMatch(/^typical:/);
    const billions = Number(/\d+/.exec(name)?.[0]);
    expect(Math.abs(totalOf({ name }) / billions / 1e9 - 1)).toBeLessThan(0.02);
  });

  test.each([null, 'ResNet-50', 'not stated', 'Gemma 3 12B or GPT-OSS-120B (which one not visible)', 'IDEFICS-80B', '3000B'])(
    '%s is refused',
    (name) => {
      expect(read({ name, params: null })).toEqual({ refused: 'model/not-described' });
    },
  );
});
