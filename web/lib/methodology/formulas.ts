import type { PlainMessageKey, Words } from '$src/words/words.ts';
import { applied, bracketed, formula, fraction, indexed, letter, number, raised, root, row, sign, word } from './math-ml.ts';
import { sources } from './sources.ts';

type SourceName = keyof typeof sources;

/** One formula of the page: what it is of, how it is set, what its letters mean and where it is from. */
export interface ShownFormula {
  readonly id: string;
  readonly title: string;
  /** MathML, one block to a line. */
  readonly lines: readonly string[];
  readonly text: string;
  /** Empty: our own. */
  readonly sources: readonly (typeof sources)[SourceName][];
}

const [plus, minus, times, equals] = [sign('+'), sign('−'), sign('·'), sign('=')];
const of = (name: string): string => letter(name);

/** A heading, the lines and the literature of each formula; its text is the message called like it. */
const settings: readonly {
  readonly id: string;
  readonly title: PlainMessageKey;
  readonly text: PlainMessageKey;
  readonly lines: (words: Words) => readonly string[];
  readonly from: readonly SourceName[];
}[] = [
  {
    id: 'flops',
    title: 'method_f_flops_title',
    text: 'method_f_flops',
    lines: (words) => [
      formula(
        word(words.method_w_flops()),
        equals,
        number('3'),
        times,
        bracketed(number('2'), of('P'), plus, number('4'), '<mo>∑</mo>', of('a'), of('w'), of('s')),
      ),
    ],
    from: ['narayanan', 'korthikanti'],
  },
  {
    id: 'product',
    title: 'method_f_product_title',
    text: 'method_f_product',
    lines: (words) => [
      formula(of('t'), equals, raised(bracketed(raised(of('u'), number('4')), plus, raised(of('y'), number('4'))), number('1/4'))),
      formula(
        of('u'),
        equals,
        fraction(word(words.method_w_operations()), word(words.method_w_rate())),
        bracketed(number('1'), plus, fraction(indexed(of('q'), number('½')), of('q'))),
        bracketed(number('1'), plus, fraction(indexed(of('k'), number('½')), of('k'))),
      ),
      formula(of('y'), equals, fraction(word(words.method_w_bytes()), word(words.method_w_memory_rate()))),
    ],
    from: ['roofline', 'matrixGuide'],
  },
  {
    id: 'step',
    title: 'method_f_step_title',
    text: 'method_f_step',
    lines: (words) => [
      formula(word(words.method_w_step()), equals, of('m'), bracketed(word(words.method_w_stage()), plus, word(words.method_w_exchange()))),
      formula(plus, word(words.method_w_pipeline()), plus, word(words.method_w_data()), plus, word(words.method_w_other())),
    ],
    from: ['narayanan'],
  },
  {
    id: 'pipeline',
    title: 'method_f_pipeline_title',
    text: 'method_f_pipeline',
    lines: (words) => [
      formula(
        word(words.method_w_pipeline()),
        equals,
        fraction(row(of('p'), minus, number('1')), of('v')),
        bracketed(word(words.method_w_stage()), plus, word(words.method_w_exchange())),
      ),
      formula(plus, number('2'), of('v'), of('m'), of('x'), times, word(words.method_w_hand_over())),
    ],
    from: ['narayanan'],
  },
  {
    id: 'data',
    title: 'method_f_data_title',
    text: 'method_f_data',
    lines: (words) => [
      formula(word(words.method_w_data()), equals, applied('max', number('0'), row(word(words.method_w_traffic()), minus, of('H')))),
      formula(plus, of('φ'), times, applied('min', word(words.method_w_traffic()), of('H'))),
    ],
    from: ['zero', 'fsdp'],
  },
  {
    id: 'collective',
    title: 'method_f_collective_title',
    text: 'method_f_collective',
    lines: (words) => [
      formula(
        of('t'),
        equals,
        of('a'),
        plus,
        of('x'),
        plus,
        of('c'),
        root(fraction(row(of('a'), of('x')), row(number('1'), plus, fraction(of('x'), row(of('r'), of('a')))))),
      ),
      formula(
        of('x'),
        equals,
        fraction(row(number('2'), bracketed(of('n'), minus, number('1'))), of('n')),
        fraction(of('B'), word(words.method_w_rate())),
      ),
    ],
    from: ['hockney', 'thakur', 'sanders'],
  },
  {
    id: 'bus',
    title: 'method_f_bus_title',
    text: 'method_f_bus',
    lines: (words) => [
      formula(
        word(words.method_w_bus()),
        equals,
        fraction(of('B'), of('t')),
        times,
        fraction(row(number('2'), bracketed(of('n'), minus, number('1'))), of('n')),
      ),
    ],
    from: ['ncclTests'],
  },
  {
    id: 'memory',
    title: 'method_f_memory_title',
    text: 'method_f_memory',
    lines: (words) => [
      formula(word(words.method_w_peak()), equals, word(words.method_w_states()), plus, word(words.method_w_activations())),
      formula(plus, word(words.method_w_logits()), plus, word(words.method_w_reserve())),
    ],
    from: ['zero', 'korthikanti', 'fsdp'],
  },
  {
    id: 'mfu',
    title: 'method_f_mfu_title',
    text: 'method_f_mfu',
    lines: (words) => [
      formula(
        word('MFU'),
        equals,
        fraction(
          word(words.method_w_model_flops()),
          row(word('GPUs'), times, word(words.method_w_step()), times, word(words.method_w_peak_rate())),
        ),
      ),
    ],
    from: ['palm', 'korthikanti'],
  },
  {
    id: 'scaling',
    title: 'method_f_scaling_title',
    text: 'method_f_scaling',
    lines: (words) => [
      formula(fraction(word(words.method_w_throughput({ nodes: 'N' })), word(words.method_w_throughput({ nodes: 'N₀' })))),
    ],
    from: [],
  },
  {
    id: 'network',
    title: 'method_f_network_title',
    text: 'method_f_network',
    lines: (words) => [formula(fraction(word(words.method_w_step_ideal()), word(words.method_w_step_here())))],
    from: [],
  },
];

/** The formulas of the page in a language. */
export const formulasIn = (words: Words): readonly ShownFormula[] =>
  settings.map(({ id, title, text, lines, from }) => ({
    id,
    title: words[title](),
    lines: lines(words),
    text: words[text](),
    sources: from.map((name) => sources[name]),
  }));
