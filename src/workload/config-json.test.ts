import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelFiles } from '../../tests/setup/models-on-file.ts';
import { Fault } from '../faults/fault.ts';
import { knownArchitectures, nameOfConfig, parseConfigJson, partsLeftOut, shapeOfConfig } from './config-json.ts';
import type { ModelShape } from './model-shape.ts';
import { countParameters } from './parameters.ts';

type Config = Readonly<Record<string, unknown>>;

const configs: readonly Config[] = modelFiles.flatMap((file) => file.models.map((model) => model.config));
const llama: Config = {
  model_type: 'llama',
  hidden_size: 4096,
  intermediate_size: 14336,
  num_attention_heads: 32,
  num_hidden_layers: 32,
  num_key_value_heads: 8,
  vocab_size: 128256,
};
const totalOf = (config: Config): number => countParameters(shapeOfConfig(config, 'x')).total;

/** The shape of a text, or the code and values of the fault that refuses it. Anything else that is thrown, is thrown. */
function read(text: string): ModelShape | Fault {
  try {
    return parseConfigJson(text, 'x');
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}
const refusalOf = (config: unknown): [string, object] | null => {
  const result = read(typeof config === 'string' ? config : JSON.stringify(config));
  return result instanceof Fault ? [result.code, result.params] : null;
};

describe('a config', () => {
  test('may leave its type out where it names its class', () => {
    expect(totalOf({ ...llama, model_type: null, architectures: ['LlamaForCausalLM'] })).toBe(8_030_261_248);
    expect(refusalOf({ ...llama, model_type: null, architectures: ['RetNetForCausalLM'] })?.[1]).toMatchObject({
      given: 'RetNetForCausalLM',
    });
  });

  test('may hold what Python writes and JSON does not know', () => {
    const text = `\uFEFF${JSON.stringify({ ...llama, note: 'NaN and "Infinity" \\\\' }).slice(0, -1)}, "limit": [0.0, Infinity, -Infinity, NaN]}`;
    expect(countParameters(parseConfigJson(text, 'x')).total).toBe(8_030_261_248);
  });

  test('keeps the language part in a section of its own where the model sees or hears', () => {
    const seeing = { model_type: 'llava', text_config: llama, vision_config: { model_type: 'clip_vision_model' } };
    expect(totalOf(seeing)).toBe(8_030_261_248);
    expect(partsLeftOut(seeing)).toEqual(['vision']);
    expect(partsLeftOut({ ...llama, num_nextn_predict_layers: 1 })).toEqual(['further-token-prediction']);
    expect(partsLeftOut({ ...llama, num_nextn_predict_layers: 0 })).toEqual([]);
  });

  test('names its model on one line or not at all', () => {
    expect(nameOfConfig({ _name_or_path: ' a\n\u001b[31mb ' })).toBe('a [31mb');
    expect(nameOfConfig({ _name_or_path: '\n' })).toBeNull();
    expect(nameOfConfig({ _name_or_path: 'a'.repeat(200) })).toBeNull();
    expect(nameOfConfig({ _name_or_path: 7 })).toBeNull();
  });

  test('says which layers have experts, a window or an indexer of their own', () => {
    const kinds = (config: Config) =>
      shapeOfConfig(config, 'x').blocks.map(({ count, feedForward, mixer }) => [count, feedForward?.kind, mixer]);
    const moe = {
      ...llama,
      model_type: 'qwen3_moe',
      num_hidden_layers: 4,
      num_experts: 8,
      num_experts_per_tok: 2,
      moe_intermediate_size: 64,
      mlp_only_layers: [1],
    };
    expect(kinds(moe).map(([count, kind]) => [count, kind])).toEqual([
      [1, 'experts'],
      [1, 'dense'],
      [2, 'experts'],
    ]);
    const gemma = { ...llama, model_type: 'gemma3_text', num_hidden_layers: 7, sliding_window: 1024 };
    expect(shapeOfConfig(gemma, 'x').blocks.map(({ count, mixer }) => [count, mixer?.kind === 'attention' && mixer.window])).toEqual([
      [5, 1024],
      [1, null],
      [1, 1024],
    ]);
  });

  /** Hand-made: attention 4·h·h over 2 layers and so on, small enough to add up by eye. */
  test.each<[string, Config, number]>([
    [
      'biases where they are asked for',
      { ...llama, attention_bias: true, mlp_bias: true },
      8_030_261_248 + 32 * (4096 + 2 * 1024 + 4096 + 2 * 14336 + 4096),
    ],
    ['a tied output', { ...llama, tie_word_embeddings: true }, 8_030_261_248 - 128256 * 4096],
    ['heads wider than their share', { ...llama, head_dim: 256 }, 8_030_261_248 + 32 * (2 * 4096 * 4096 + 2 * 4096 * 1024)],
    [
      'two gated layers of GPT-J',
      { model_type: 'gptj', n_embd: 8, n_layer: 2, n_head: 2, vocab_size: 10 },
      2 * 10 * 8 + 10 + 2 * 8 + 2 * (4 * 64 + 2 * 8 * 32 + 32 + 8 + 2 * 8),
    ],
    [
      'Mamba-2 with two groups',
      {
        model_type: 'mamba2',
        hidden_size: 8,
        num_hidden_layers: 1,
        num_heads: 4,
        head_dim: 4,
        n_groups: 2,
        state_size: 3,
        conv_kernel: 4,
        vocab_size: 10,
      },
      2 * 10 * 8 + 8 + (8 * (2 * 16 + 2 * 2 * 3 + 4) + 16 * 8 + (16 + 12) * 5 + 3 * 4 + 16 + 8),
    ],
  ])('counts %s', (_, config, total) => {
    expect(totalOf(config)).toBe(total);
  });
});

describe('a config that cannot be right', () => {
  test.each<[string, unknown, string, object]>([
    ['empty', '  \n', 'model/empty', {}],
    ['cut off', '{"model_type": "llama",', 'model/not-json', { line: 1, column: 24 }],
    ['with a slip in its third line', '{\n"a": 1,\n"b": tru,\n"c": 2}', 'model/not-json', { line: 3 }],
    ['with a slip in the middle', `{"a": [${'1,'.repeat(99)} x]}`, 'model/not-json', { line: 1, column: 207 }],
    ['a list', [llama], 'model/not-an-object', {}],
    ['too deep', '['.repeat(40), 'model/nested-too-deep', { most: 32 }],
    ['too long', ' '.repeat(5_000_001), 'model/too-long', { mostMB: 5 }],
    ['without architecture', { hidden_size: 1 }, 'model/no-architecture', {}],
    ['of an unknown architecture', { ...llama, model_type: 'lama' }, 'model/unknown-architecture', { given: 'lama', nearest: 'llama' }],
    ['of an architecture that is a prototype key', { ...llama, model_type: 'constructor' }, 'model/unknown-architecture', {}],
    [
      'with sizes in its prototype',
      `{"model_type": "llama", "__proto__": ${JSON.stringify(llama)}}`,
      'model/missing-size',
      { field: 'hidden_size' },
    ],
    ['without a size', { ...llama, hidden_size: null }, 'model/missing-size', { field: 'hidden_size' }],
    ['with a negative size', { ...llama, hidden_size: -1 }, 'model/not-a-size', { field: 'hidden_size', given: '-1', least: 1 }],
    ['with a size of zero', { ...llama, num_hidden_layers: 0 }, 'model/not-a-size', { field: 'num_hidden_layers', given: '0' }],
    ['with a fraction', { ...llama, vocab_size: 1.5 }, 'model/not-a-size', { field: 'vocab_size', given: '1.5' }],
    ['with a text for a size', { ...llama, hidden_size: '4096' }, 'model/not-a-size', { field: 'hidden_size', given: '4096' }],
    ['with a list for a size', { ...llama, hidden_size: [4096] }, 'model/not-a-size', { given: '[4096]' }],
    ['with NaN for a size', JSON.stringify(llama).replace('4096', 'NaN'), 'model/not-a-size', { field: 'hidden_size', given: 'NaN' }],
    ['with an infinite size', JSON.stringify(llama).replace('4096', '1e999'), 'model/not-a-size', { field: 'hidden_size' }],
    ['with a size beyond whole numbers', JSON.stringify(llama).replace('4096', '9007199254740993'), 'model/not-a-size', {}],
    ['with too many layers', { ...llama, num_hidden_layers: 1_000_000 }, 'model/not-a-size', { most: 10_000 }],
    ['too large in all', { ...llama, hidden_size: 9_000_000, head_dim: 9_000_000, num_hidden_layers: 9_999 }, 'model/too-large', {}],
    [
      'with a word for a flag',
      { ...llama, tie_word_embeddings: 'no' },
      'model/not-yes-or-no',
      { field: 'tie_word_embeddings', given: 'no' },
    ],
    ['with a section that is none', { ...llama, text_config: 7 }, 'model/not-a-section', { field: 'text_config' }],
    [
      'with a wrong size in its section',
      { text_config: { ...llama, hidden_size: -1 } },
      'model/not-a-size',
      { field: 'text_config.hidden_size' },
    ],
    ['with heads that do not divide', { ...llama, num_key_value_heads: 5 }, 'model/indivisible', { given: 32, byGiven: 5 }],
    [
      'with a width that heads do not divide',
      { ...llama, num_attention_heads: 24, num_key_value_heads: 8 },
      'model/indivisible',
      { field: 'hidden_size' },
    ],
    [
      'with more key heads than heads',
      { ...llama, num_key_value_heads: 64 },
      'model/too-many',
      { field: 'num_key_value_heads', given: 64, byGiven: 32 },
    ],
    [
      'with more experts a token than experts',
      { ...llama, model_type: 'mixtral', num_local_experts: 8, num_experts_per_tok: 9 },
      'model/too-many',
      { field: 'num_experts_per_tok', given: 9, by: 'num_local_experts', byGiven: 8 },
    ],
    [
      'with kinds for too few layers',
      { ...llama, model_type: 'gpt_oss', num_local_experts: 2, num_experts_per_tok: 1, layer_types: ['full_attention'] },
      'model/unequal',
      { given: 1, byGiven: 32 },
    ],
    [
      'with a kind of layer that is not known',
      { ...llama, model_type: 'gemma2', num_hidden_layers: 1, layer_types: ['linear_attention'] },
      'model/unknown-variant',
      { given: 'linear_attention' },
    ],
    [
      'with a pattern of the wrong length',
      { ...llama, model_type: 'nemotron_h', hybrid_override_pattern: '*-' },
      'model/unequal',
      { given: 2, byGiven: 32 },
    ],
    [
      'with a letter that no pattern has',
      { ...llama, model_type: 'nemotron_h', hybrid_override_pattern: '*X' },
      'model/unknown-variant',
      { given: 'X' },
    ],
  ])('%s is refused with the place', (_, config, code, params) => {
    expect(refusalOf(config)).toEqual([code, expect.objectContaining(params)]);
  });

  test('is refused in no time, whatever it repeats', () => {
    const crawling = { ...llama, model_type: null, architectures: [`${'For'.repeat(1_000_000)}!`] };
    expect(refusalOf(crawling)?.[0]).toBe('model/no-architecture');
    expect(refusalOf({ ...llama, model_type: 'nemotron_h', hybrid_override_pattern: 'M'.repeat(1_000_000) })?.[0]).toBe('model/not-a-word');
  });
});

describe('any text at all', () => {
  const check = (result: ModelShape | Fault): void => {
    if (result instanceof Fault) {
      expect(result.code).toMatch(/^model\//);
      for (const value of Object.values(result.params)) {
        if (typeof value === 'string') expect(value.length).toBeLessThan(200);
      }
      return;
    }
    const counts = countParameters(result);
    for (const count of Object.values(counts)) expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
    expect(counts.active).toBeLessThanOrEqual(counts.total);
  };

  test('is read or refused with a fault, and never failed at', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.json().map((text) => `{"model_type":"llama","text_config":${text}}`),
        ),
        (text) => check(read(text)),
      ),
    );
  });

  const anyValue = fc.oneof(
    fc.integer({ min: -3, max: 70 }),
    fc.integer({ min: -(2 ** 53), max: 2 ** 53 }),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, '', 'auto', 'gated-gelu', 'none', [], {}, [1], ['full_attention'], { alibi: true }, '*-ME'),
    fc.jsonValue({ maxDepth: 2 }),
  );

  test('that was a good config before somebody changed it is read or refused too', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...configs),
        fc.array(fc.tuple(fc.nat(), anyValue), { minLength: 1, maxLength: 3 }),
        (config, changes) => {
          const keys = [...Object.keys(config), 'model_type', 'head_dim', 'text_config', 'layer_types', 'num_key_value_heads'];
          const changed = Object.fromEntries([...Object.entries(config), ...changes.map(([at, value]) => [keys[at % keys.length], value])]);
          check(read(JSON.stringify(changed)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('is counted alike in any order and with fields of no concern', () => {
    fc.assert(
      fc.property(fc.constantFrom(...configs), fc.infiniteStream(fc.nat()), (config, stream) => {
        const shuffled = Object.entries(config)
          .map((entry) => [stream.next().value, entry] as const)
          .sort(([a], [b]) => a - b)
          .map(([, entry]) => entry);
        expect(totalOf({ ...Object.fromEntries(shuffled), rope_theta: 1e6, use_cache: true, id2label_: {} })).toBe(totalOf(config));
      }),
    );
  });

  test('counts one more layer as one more of the same', () => {
    const layerFields = ['num_hidden_layers', 'n_layer', 'n_layers', 'num_layers', 'encoder_layers'];
    const uniform = configs.filter(
      (config) => !['layers_block_type', 'hybrid_override_pattern', 'indexer_types', 'layer_types'].some((field) => field in config),
    );
    fc.assert(
      fc.property(fc.constantFrom(...uniform), fc.integer({ min: 60, max: 200 }), (config, layers) => {
        const field = layerFields.find((name) => name in config);
        // Every other block of Llama 4 has experts, so that layers come in twos.
        const at = (more: number): number => (field === undefined ? 0 : totalOf({ ...config, [field]: layers + 2 * more }));
        expect(at(2) - at(1)).toBe(at(1) - at(0));
      }),
    );
  });
});

test('every architecture that is read has a model on file or a count above', () => {
  const counted = new Set([
    ...configs.map((config) => ((config['text_config'] as Config | undefined) ?? config)['model_type']),
    'mamba2',
    'ministral',
    'granite',
    'olmo',
  ]);
  expect(knownArchitectures.filter((type) => !counted.has(type))).toEqual([]);
});

/** The project's collection of published configs, where it lies beside the checkout. */
const collection = path.resolve(import.meta.dirname, '../../../shared/configs');

describe.skipIf(!existsSync(collection))('the collected configs', () => {
  const cases = existsSync(collection) ? readdirSync(collection) : [];
  /** Its count leaves out the indexer of sparse attention, 9,371,904 parameters in each of 78 layers; the published 744B has it. */
  const withoutIndexer: Readonly<Record<string, number>> = { '11-glm-5': 78 * 9_371_904 };

  test.each(cases)('%s is counted to the parameter', (folder) => {
    const expected = JSON.parse(readFileSync(path.join(collection, folder, 'expected.json'), 'utf8')) as {
      readonly total_params: number | null;
      readonly active_params_by_own_count: number | null;
    };
    const { total, active } = countParameters(parseConfigJson(readFileSync(path.join(collection, folder, 'config.json'), 'utf8'), folder));
    const more = withoutIndexer[folder] ?? 0;
    if (expected.total_params !== null) expect(total - more).toBe(expected.total_params);
    if (expected.active_params_by_own_count !== null) expect(active - more).toBe(expected.active_params_by_own_count);
  });
});
