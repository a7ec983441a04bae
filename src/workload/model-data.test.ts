import { describe, expect, test } from 'vitest';
import { modelFiles, presetsOnFile as presets } from '../../tests/setup/models-on-file.ts';
import { countParameters } from './parameters.ts';
import { findPresetProblems, modelKey } from './presets.ts';

/**
 * Counts of the tensors in the checkpoints themselves, as the page of each model on Hugging Face has them; the head for
 * 1,000 classes and BERT's pooler among them, MTP modules and image encoders not.
 */
const checkpointCounts: Readonly<Record<string, number>> = {
  'llama-2-7b': 6_738_415_616,
  'llama-2-13b': 13_015_864_320,
  'llama-2-70b': 68_976_648_192,
  'codellama-34b': 33_743_970_304,
  'llama-3-8b': 8_030_261_248,
  'llama-3-70b': 70_553_706_496,
  'llama-3.1-8b': 8_030_261_248,
  'llama-3.1-70b': 70_553_706_496,
  'llama-3.1-405b': 405_853_388_800,
  'llama-3.2-1b': 1_235_814_400,
  'llama-3.2-3b': 3_212_749_824,
  'deepseek-v2': 235_741_434_880,
  'deepseek-v2-lite': 15_706_484_224,
  'deepseek-v3': 671_026_419_200,
  'qwen1.5-moe-a2.7b': 14_315_784_192,
  'qwen2-1.5b': 1_543_714_304,
  'qwen2.5-7b': 7_615_616_512,
  'qwen2.5-14b': 14_770_033_664,
  'qwen2.5-32b': 32_763_876_352,
  'qwen2.5-72b': 72_706_203_648,
  'qwen3-0.6b': 596_049_920,
  'qwen3-8b': 8_190_735_360,
  'qwen3-32b': 32_762_123_264,
  'qwen3-30b-a3b': 30_532_122_624,
  'qwen3-235b-a22b': 235_093_634_560,
  'mistral-7b': 7_241_732_096,
  'mistral-7b-v0.3': 7_248_023_552,
  'mixtral-8x7b': 46_702_792_704,
  gpt2: 124_439_808,
  'gpt2-medium': 354_823_168,
  'gpt2-large': 774_030_080,
  'gpt2-xl': 1_557_611_200,
  'whisper-large-v3': 1_543_490_560,
  'bert-base': 109_482_240,
  'bert-large': 335_141_888,
  't5-3b': 2_851_598_336,
  't5-11b': 11_307_321_344,
  't5-v1.1-xxl': 11_135_332_352,
  'gemma-7b': 8_537_680_896,
  'gemma-2-9b': 9_241_705_984,
  'gemma-2-27b': 27_227_128_320,
  'gemma-3-27b': 27_009_346_304,
  'vit-base': 86_567_656,
  'vit-large': 304_326_632,
  'mpt-7b': 6_649_286_656,
  'gpt-j-6b': 6_050_882_784,
  'gpt-neox-20b': 20_554_567_680,
  'bloom-176b': 176_247_271_424,
  'opt-1.3b': 1_315_758_080,
  'opt-6.7b': 6_658_473_984,
  'opt-30b': 29_974_540_288,
  'falcon-7b': 6_921_720_704,
  'falcon-40b': 41_303_293_952,
  'falcon-180b': 179_522_565_120,
  'phi-3-mini': 3_821_079_552,
  'phi-4': 14_659_507_200,
  'olmo-2-7b': 7_298_617_344,
  'starcoder2-15b': 15_957_889_024,
  'mamba-2.8b': 2_768_345_600,
};

describe('the models on file', () => {
  test('break no rule', () => {
    expect(findPresetProblems(modelFiles)).toEqual([]);
  });

  test('are counted to the parameter', () => {
    const counts = Object.fromEntries(
      Object.keys(checkpointCounts).map((id) => {
        const preset = presets.find(id);
        return [id, preset === null ? null : countParameters(preset.shape).total];
      }),
    );
    expect(counts).toEqual(checkpointCounts);
  });

  test('pass as many parameters a token as their makers say', () => {
    const activeOf = (id: string): number => {
      const preset = presets.find(id);
      return preset === null ? Number.NaN : countParameters(preset.shape).active / 1e9;
    };
    expect(activeOf('mixtral-8x7b')).toBeCloseTo(12.9, 1);
    expect(activeOf('deepseek-v3')).toBeCloseTo(37.6, 1);
    expect(activeOf('kimi-k2')).toBeCloseTo(32.9, 1);
    expect(activeOf('qwen3-235b-a22b')).toBeCloseTo(22.2, 1);
    expect(activeOf('llama-4-scout')).toBeCloseTo(17.2, 1);
    expect(activeOf('nemotron-3-super')).toBeCloseTo(12.8, 0);
  });

  test.each([
    ['meta-llama/Llama-3.1-8B-Instruct', 'llama-3.1-8b'],
    ['Meta Llama 3 70B', 'llama-3-70b'],
    ['llama3-70b', 'llama-3-70b'],
    ['Llama 38B', null],
    ['DEEPSEEK V3', 'deepseek-v3'],
    ['gpt3 175b', 'gpt-3-175b'],
    ['Qwen/Qwen3-30B-A3B', 'qwen3-30b-a3b'],
    ['', null],
  ])('"%s" is %s', (name, id) => {
    expect(presets.find(name)?.id ?? null).toBe(id);
  });

  test('a name of any length is looked at in no time', () => {
    expect(modelKey('a1'.repeat(1_000_000)).length).toBeLessThan(400);
  });
});
