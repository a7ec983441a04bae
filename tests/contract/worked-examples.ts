import type { Calibration } from '../../src/forecast/tables.ts';

/**
 * The worked examples of docs/methodology.md: published runs recomputed with the constants on file, in plain
 * arithmetic that shares no line with the model. What stands on the page is written from here, and methodology.test.ts
 * holds it to what the model says.
 */

const figure = (value: number): string => {
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  const text = Number(value.toPrecision(5));
  if (Math.abs(text) < 1e7 && Math.abs(text) >= 1e-3) return String(text);
  const [mantissa, exponent] = text.toExponential().split('e');
  return `${mantissa}·10^${Number(exponent)}`;
};

/** One line of an example: what, how, and the result, which is carried on unrounded. */
class Sheet {
  readonly #rows: string[] = ['| | by | is |', '|---|---|--:|'];

  line(name: string, by: string, value: number, unit = ''): number {
    this.#rows.push(`| ${name} | ${by} | ${figure(value)}${unit === '' ? '' : ` ${unit}`} |`);
    return value;
  }

  get text(): string {
    return this.#rows.join('\n');
  }
}

/** What an example ends with, for the test to hold to the model. */
export interface WorkedExample {
  readonly id: string;
  readonly markdown: string;
  readonly results: Readonly<Record<string, number>>;
}

const nth = (value: number, root: number): number => value ** (1 / root);
const larger = (a: number, b: number): number => nth(a ** 4 + b ** 4, 4);
const smaller = (a: number, b: number): number => a / nth(1 + (a / b) ** 8, 8);

/** The middle term of a collective, without its coefficient. */
const between = (start: number, transfer: number, reach: number): number =>
  Math.sqrt((start * transfer) / (1 + transfer / (reach * start)));

const valueIn =
  (file: Calibration[keyof Calibration]) =>
  (name: string): number => {
    const constant = file.constants[name];
    if (constant === undefined) throw new RangeError(`constant "${name}" is missing`);
    return constant.value;
  };

/** Data sheet and measured product of the A100 with 80 GB (data/gpus). */
const a100 = { product: 271.2e12, peak: 312e12, memory: 2039e9, link: 300e9, multiprocessors: 108 };

interface ProductTimes {
  readonly forward: number;
  readonly inputs: number;
  readonly weights: number;
  readonly table: string;
}

/** The matrix products of one block: rows of the table as inner → outer, after tensor parallelism. */
function productsOf(tokens: number, sizes: readonly (readonly [string, number, number])[], c: (name: string) => number): ProductTimes {
  const rate = a100.product * c('productShareAmpere');
  const memory = a100.memory * 0.85;
  const one = (rows: number, inner: number, outer: number): number => {
    const waves = (rows * outer) / (128 * 256 * a100.multiprocessors);
    const seconds = (2 * rows * inner * outer) / rate;
    const shape = (1 + c('halfRateWaves') / waves) * (1 + c('halfRateInner') / inner);
    return larger(seconds * shape, ((rows * (inner + outer) + inner * outer) * 2) / memory);
  };
  const rows = sizes.map(([name, inner, outer]) => ({
    name,
    inner,
    outer,
    plain: (2 * tokens * inner * outer) / rate,
    bytes: ((tokens * (inner + outer) + inner * outer) * 2) / memory,
    forward: one(tokens, inner, outer),
    inputs: one(tokens, outer, inner),
    weights: one(inner, tokens, outer),
  }));
  const sum = (key: 'forward' | 'inputs' | 'weights'): number => rows.reduce((total, row) => total + row[key], 0);
  const ms = (value: number): string => figure(value * 1e3);
  return {
    forward: sum('forward'),
    inputs: sum('inputs'),
    weights: sum('weights'),
    table: [
      '| product, ms | inner | outer | operations / rate | bytes / memory | forward | gradient of inputs | gradient of weights |',
      '|---|--:|--:|--:|--:|--:|--:|--:|',
      ...rows.map(
        (r) => `| ${[r.name, r.inner, r.outer, ms(r.plain), ms(r.bytes), ms(r.forward), ms(r.inputs), ms(r.weights)].join(' | ')} |`,
      ),
      `| together | | | | | ${ms(sum('forward'))} | ${ms(sum('inputs'))} | ${ms(sum('weights'))} |`,
    ].join('\n'),
  };
}

/** (a) MPT 7b, fully sharded, on one node of eight A100. */
export function shardedExample(calibration: Calibration): WorkedExample {
  const c = valueIn(calibration.forecast);
  const n = valueIn(calibration.network);
  const tokens = 6 * 2048;
  const products = productsOf(
    tokens,
    [
      ['queries, keys, values', 4096, 12288],
      ['attention output', 4096, 4096],
      ['feed-forward up', 4096, 16384],
      ['feed-forward down', 16384, 4096],
    ],
    c,
  );
  const s = new Sheet();
  const memory = s.line('memory rate M', '2039·10^9 · 0.85', a100.memory * 0.85, 'B/s');
  const rate = s.line('product rate P', '271.2·10^12 · productShareAmpere', a100.product * c('productShareAmpere'), 'FLOP/s');
  s.line('tokens T of a micro-batch', '6 · 2048', tokens);
  const attention = s.line(
    'attention, forward',
    '2 · T · 2048 · ½ · 8192 / (312·10^12 · attentionShareAmpere)',
    (tokens * 2048 * 8192) / (a100.peak * c('attentionShareAmpere')),
    's',
  );
  const passes = s.line(
    'memory-bound passes',
    'activationPassesPlain · (T · 4096 + ¼ · T · 49152) · 2 / M',
    (c('activationPassesPlain') * (tokens * 4096 + (tokens * 49152) / 4) * 2) / memory,
    's',
  );
  const launch = c('blockLaunchMs') / 1e3;
  const forward = s.line(
    'block forward',
    'smooth max of products + attention + passes, and blockLaunchMs',
    larger(products.forward + attention + passes, launch),
    's',
  );
  const backward = s.line(
    'block backward',
    'smooth max of products + 2.5 · attention + 1.6 · passes, and 2 · blockLaunchMs',
    larger(products.inputs + products.weights + 2.5 * attention + 1.6 * passes, 2 * launch),
    's',
  );
  const output = s.line(
    'output and loss',
    '3 · 2 · T · 4096 · 50368 / P + T · 50368 · lossBytesPerLogit / M',
    (6 * tokens * 4096 * 50368) / rate + (tokens * 50368 * c('lossBytesPerLogit')) / memory,
    's',
  );
  const compute = s.line(
    'compute',
    '2 micro-batches · (32 · (forward + backward) + output)',
    2 * (32 * (forward + backward) + output),
    's',
  );
  const parameters = s.line(
    'parameters of a rank before cutting',
    '32 · 201379840 + 50368 · 4096, less the norms of the end',
    6444154880 + 206307328,
  );
  const layerBytes = s.line('bytes of one gather', 'parameters / 32 · 2', (parameters / 32) * 2, 'B');
  const ring = s.line('ring', '300·10^9 · ringShare.ampere', a100.link * n('ringShare.ampere'), 'B/s');
  const start = s.line('start a', 'startUs + 7 · insideStepUs', (n('startUs') + 7 * n('insideStepUs')) * 1e-6, 's');
  const transfer = s.line('transfer t', 'bytes · 7/8 / ring', (layerBytes * 7) / 8 / ring, 's');
  const gather = s.line(
    'one gather g, or one reduce-scatter',
    '(a + t + insideMiddle · √(a t / (1 + t / (reach · a)))) / insideShare',
    (start + transfer + n('insideMiddle') * between(start, transfer, n('reach'))) / c('insideShare'),
    's',
  );
  const traffic = s.line('traffic of a step', '2 micro-batches · 32 layers · (2 g + g)', 64 * 3 * gather, 's');
  if (traffic > compute) throw new RangeError('the example is written for traffic that computation can hide');
  const data = s.line('exposed: all of it can hide', 'shardedExposed · traffic + g', c('shardedExposed') * traffic + gather, 's');
  const other = s.line(
    'optimizer and fixed time',
    'parameters / 8 · optimizerBytes / M + stepOverheadMs',
    ((parameters / 8) * c('optimizerBytes')) / memory + c('stepOverheadMs') / 1e3,
    's',
  );
  const step = s.line('**step**', 'compute + exposed + other', compute + data + other, 's');
  const tokensPerS = s.line('**tokens per second and GPU**', '96 · 2048 / 8 / step', (96 * 2048) / 8 / step);
  return {
    id: 'llm-foundry-a100-80-7b-s2048-g8',
    markdown: `${products.table}\n\n${s.text}`,
    results: { compute, data, other, step, tokensPerSPerGpu: tokensPerS },
  };
}

/** (b) GPT 175B with tensor and interleaved pipeline parallelism on 64 A100. */
export function pipelineExample(calibration: Calibration): WorkedExample {
  const c = valueIn(calibration.forecast);
  const n = valueIn(calibration.network);
  const tokens = 2048;
  const products = productsOf(
    tokens,
    [
      ['queries, keys, values', 12288, 4608],
      ['attention output', 1536, 12288],
      ['feed-forward up', 12288, 6144],
      ['feed-forward down', 6144, 12288],
    ],
    c,
  );
  const s = new Sheet();
  const memory = s.line('memory rate M', '2039·10^9 · 0.85', a100.memory * 0.85, 'B/s');
  const rate = s.line('product rate P', '271.2·10^12 · productShareAmpere', a100.product * c('productShareAmpere'), 'FLOP/s');
  const attention = s.line(
    'attention, forward, scores written out',
    '2 · 2048² · 24576 / 8 / (P / 2) + 2048² · 96 / 8 · unfusedBytesPerScore / M',
    (2 * 2048 ** 2 * 24576) / 8 / (rate / 2) + (2048 ** 2 * 12 * c('unfusedBytesPerScore')) / memory,
    's',
  );
  const passes = s.line(
    'memory-bound passes',
    'activationPassesPlain · (2048 / 8 · 12288 + ¼ · 2048 · 147456 / 8) · 2 / M',
    (c('activationPassesPlain') * ((2048 / 8) * 12288 + (2048 * 147456) / 4 / 8) * 2) / memory,
    's',
  );
  const launch = c('blockLaunchMs') / 1e3;
  const forward = s.line(
    'block forward',
    'smooth max of products + attention + passes, and blockLaunchMs',
    larger(products.forward + attention + passes, launch),
    's',
  );
  const backward = s.line(
    'block backward, scores computed again',
    'smooth max of products + 2.5 · attention + 1.6 · passes, and 2 · blockLaunchMs; + attention',
    larger(products.inputs + products.weights + 2.5 * attention + 1.6 * passes, 2 * launch) + attention,
    's',
  );
  const ring = s.line('ring', '300·10^9 · ringShare.ampere', a100.link * n('ringShare.ampere'), 'B/s');
  const start = s.line('start a', 'startUs + 14 · insideStepUs', (n('startUs') + 14 * n('insideStepUs')) * 1e-6, 's');
  const transfer = s.line('transfer t of an all-reduce', '2 · 7/8 · 2048 · 12288 · 2 B / ring', (2 * 7 * 2048 * 12288 * 2) / 8 / ring, 's');
  const reduce = s.line(
    'all-reduce of 8 ranks',
    '(a + t + insideMiddle · √(a t / (1 + t / (reach · a)))) / insideShare',
    (start + transfer + n('insideMiddle') * between(start, transfer, n('reach'))) / c('insideShare'),
    's',
  );
  const exchange = s.line(
    'exposed exchange of a stage of 12 layers',
    '12 · 4 · all-reduce · tensorExposedEarly',
    12 * 4 * reduce * c('tensorExposedEarly'),
    's',
  );
  const middle = s.line('middle stage', '12 · (forward + backward)', 12 * (forward + backward), 's');
  const output = s.line(
    'output and loss of the last stage',
    '3 · 2 · 2048 · 12288 · 6400 / P + 2048 · 6400 · lossBytesPerLogit / M',
    (6 * 2048 * 12288 * 6400) / rate + (2048 * 6400 * c('lossBytesPerLogit')) / memory,
    's',
  );
  const compute = s.line('compute', '64 micro-batches · (middle + output)', 64 * (middle + output), 's');
  const tensor = s.line('tensor', '64 · exchange', 64 * exchange, 's');
  const card = s.line('rate of one card', '25·10^9 · infiniband.share', 25e9 * n('infiniband.share'), 'B/s');
  const hopStart = s.line('start b of a hand-over', 'startUs + infiniband.hopUs', (n('startUs') + n('infiniband.hopUs')) * 1e-6, 's');
  const handed = s.line('transfer u', '2048 · 12288 · 2 B / 8 / card', (2048 * 12288 * 2) / 8 / card, 's');
  const send = s.line(
    'hand-over',
    '(b + u + infiniband.middle · √(b u / (1 + u / (reach · b)))) / betweenShare',
    (hopStart + handed + n('infiniband.middle') * between(hopStart, handed, n('reach'))) / c('betweenShare'),
    's',
  );
  const pipeline = s.line(
    'pipeline',
    '7 / 3 · (middle + exchange) + 2 · 3 · 64 · hand-over · pipelineExposed',
    (7 / 3) * (middle + exchange) + 2 * 3 * 64 * send * c('pipelineExposed'),
    's',
  );
  const own = s.line(
    'parameters of a rank',
    '(12 · 1812099072 + 51200 · 12288) / 8, less norms',
    ((173961510912 * 12) / 96 + 629145600) / 8,
  );
  const fixed = s.line(
    'optimizer and fixed time',
    'parameters · optimizerBytes / M + stepOverheadMs',
    (own * c('optimizerBytes')) / memory + c('stepOverheadMs') / 1e3,
    's',
  );
  const straggling = s.line(
    'stragglers',
    'log₂ 8 nodes · stragglerPerDoubling · (compute + tensor + pipeline + fixed)',
    3 * c('stragglerPerDoubling') * (compute + tensor + pipeline + fixed),
    's',
  );
  const step = s.line('**step**', 'sum of the five', compute + tensor + pipeline + fixed + straggling, 's');
  return {
    id: 'korthikanti-t5-175b-selective',
    markdown: `${products.table}\n\n${s.text}`,
    results: { compute, tensor, pipeline, other: fixed + straggling, step },
  };
}

/** (c) An all-reduce of 8 GiB over eight nodes of eight H100. */
export function collectiveExample(calibration: Calibration): WorkedExample {
  const n = valueIn(calibration.network);
  const s = new Sheet();
  const bytes = s.line('buffer B', '8 · 2^30', 8 * 2 ** 30, 'B');
  const node = s.line('node rate', '3200·10^9 / 8 · infiniband.share', 400e9 * n('infiniband.share'), 'B/s');
  const time = (start: number, transfer: number): number =>
    start + transfer + n('infiniband.middle') * between(start, transfer, n('reach'));
  const by = (start: string, transfer: string): string =>
    `${start} + ${transfer} + infiniband.middle · √(${start} ${transfer} / (1 + ${transfer} / (reach · ${start})))`;
  const a = s.line(
    'start a of the ring',
    'startUs + 2 · (7 · infiniband.hopUs + 56 · insideStepUs)',
    (n('startUs') + 14 * n('infiniband.hopUs') + 112 * n('insideStepUs')) * 1e-6,
    's',
  );
  const ring = s.line(
    'ring rate',
    'smooth min of 450·10^9 · ringShare.hopper and the node rate',
    smaller(450e9 * n('ringShare.hopper'), node),
    'B/s',
  );
  const t = s.line('ring transfer t', '2 · 63/64 · B / ring rate', (2 * 63 * bytes) / 64 / ring, 's');
  const inRing = s.line('time in the ring', by('a', 't'), time(a, t), 's');
  const levels = 6 * n('infiniband.hopUs');
  const b = s.line(
    'start b of the tree in the switch',
    'startUs + 2 · log₂ 8 · infiniband.hopUs + log₂ 8 · switchStepUs',
    (n('startUs') + levels + 3 * n('switchStepUs')) * 1e-6,
    's',
  );
  const inSwitch = s.line(
    'its rate',
    'smooth min of 450·10^9 · switchShare.hopper and half the node rate',
    smaller(450e9 * n('switchShare.hopper'), node / 2),
    'B/s',
  );
  const u = s.line('its transfer u', 'B / rate', bytes / inSwitch, 's');
  const switched = s.line('time in it', by('b', 'u'), time(b, u), 's');
  const d = s.line(
    'start d of the tree of chains',
    'startUs + 2 · log₂ 8 · infiniband.hopUs + 14 · insideStepUs',
    (n('startUs') + levels + 14 * n('insideStepUs')) * 1e-6,
    's',
  );
  const chain = s.line(
    'its rate',
    'smooth min of 450·10^9 · ringShare.hopper · treeShare and half the node rate',
    smaller(450e9 * n('ringShare.hopper') * n('treeShare'), node / 2),
    'B/s',
  );
  const w = s.line('its transfer w', 'B / rate', bytes / chain, 's');
  const chained = s.line('time in it', by('d', 'w'), time(d, w), 's');
  const fastest = s.line('the fastest counts', '', Math.min(inRing, switched, chained), 's');
  const bus = s.line('**bus bandwidth**', 'B / time · 2 · 63/64', ((bytes / fastest) * 2 * 63) / 64 / 1e9, 'GB/s');
  return { id: 'coreweave-h100-64-gpu-sharp-example-8589934592', markdown: s.text, results: { busBandwidthGBytePerS: bus } };
}

/** (d) Peak memory of GPT 181B on 48 nodes of A100: tensor 8, pipeline 6, data 8, early Megatron with DeepSpeed. */
export function memoryExample(calibration: Calibration): WorkedExample {
  const c = valueIn(calibration.memory);
  const s = new Sheet();
  const gib = 2 ** 30;
  const tokens = s.line('tokens T of a micro-batch', '2 · 2048', 2 * 2048);
  const blocks = s.line('parameters of the first stage: 12 blocks', '12 · (12 · 14336² + 13 · 14336)', 12 * (12 * 14336 ** 2 + 13 * 14336));
  const ends = s.line('and tables of tokens and positions, last norm', '(250000 + 2048 + 2) · 14336', 252050 * 14336);
  const own = s.line('of one GPU', '(blocks + tables) / 8', (blocks + ends) / 8);
  const weights = s.line('weights', 'stateScale · 2 · own / 2^30', (c('stateScale') * 2 * own) / gib, 'GiB');
  const gradients = s.line(
    'gradients, and the 32-bit copy of its part of them',
    'stateScale · (2 + 4 / 8) · own / 2^30',
    (c('stateScale') * 2.5 * own) / gib,
    'GiB',
  );
  const optimizer = s.line(
    'optimizer, cut over 8 replicas',
    'stateScale · 12 · own / 8 / 2^30',
    (c('stateScale') * 1.5 * own) / gib,
    'GiB',
  );
  const input = s.line('input of a layer', '2 · T · 14336', 2 * tokens * 14336, 'B');
  const kept = s.line('kept: 6 micro-batches in flight', '6 · (12 layers + 1 handed on) · input', 6 * 13 * input, 'B');
  const layer = s.line(
    'one layer, whole',
    'T · (10 · 14336 + (8 · 14336 + 4 · 57344) / 8 + 5 · 64 · 2048 / 8)',
    tokens * (10 * 14336 + (8 * 14336 + 4 * 57344) / 8 + (5 * 64 * 2048) / 8),
    'B',
  );
  const activations = s.line(
    'activations',
    '(activationScale · kept + workingScale · layer) / 2^30',
    (c('activationScale') * kept + c('workingScale') * layer) / gib,
    'GiB',
  );
  const overhead = s.line(
    'context and three communicators',
    'contextGiB + 3 · communicatorGiB',
    c('contextGiB') + 3 * c('communicatorGiB'),
    'GiB',
  );
  const peak = s.line('**peak**', 'sum of the five', weights + gradients + optimizer + activations + overhead, 'GiB');
  return { id: 'bloom-181b-n48-dp8tp8pp6mb2-02-21', markdown: s.text, results: { peakMemoryGiB: peak } };
}
