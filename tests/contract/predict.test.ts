import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PredictionDocument, predictDocument, predictionDocument } from '../../src/answers/predict-documents.ts';
import { runCommand, startServer } from './built-product.ts';

/** Llama 3 70B on 32 nodes of H100, and the same on one slow link: planned runs, not published ones. */
const run = (changes: object = {}): Record<string, unknown> => ({
  id: 'llama-70b',
  kind: 'training',
  model: { name: 'Llama 3 70B', params: 7.06e10, layers: 80, hidden: 8192, heads: 64, kv_heads: 8, ffn: 28672, vocab: 128256, seq: 8192 },
  gpu: 'H100-80',
  gpus: 256,
  nodes: 32,
  gpus_per_node: 8,
  intra: 'NVLink4 900GB/s',
  fabric: 'infiniband',
  node_gbps: 3200,
  precision: 'bf16',
  parallel: { tp: 4, pp: 4, dp: 16, cp: 1, zero: 1, vpp: 5 },
  global_batch: 512,
  micro_batch: 1,
  recompute: 'none',
  ...changes,
});

const asLines = (runs: readonly object[]): string => runs.map((one) => JSON.stringify(one)).join('\n');

async function predict(runs: readonly object[], expected = 0): Promise<readonly PredictionDocument[]> {
  const { code, out } = await runCommand(['predict', '-', '--json'], {}, asLines(runs));
  expect(code).toBe(expected);
  return out
    .trim()
    .split('\n')
    .map((line) => {
      const answer: unknown = JSON.parse(line);
      expect(predictionDocument.parse(answer)).toEqual(answer);
      return answer as PredictionDocument;
    });
}

describe('clusterfare predict', () => {
  it('answers one line for each run, in order', async () => {
    const answers = await predict([run(), run({ id: 2 }), { id: 'ring', kind: 'collective', gpu: 'H100-80', gpus: 16, nodes: 2 }]);
    expect(answers.map(({ id }) => id)).toEqual(['llama-70b', '2', 'ring']);
    expect(answers[2]?.predicted).toMatchObject({ iter_s: null, busbw_GBps: expect.any(Number) });
  });

  it('holds every quantity inside its interval, and shares that add up', async () => {
    const [answer] = await predict([run()]);
    const { predicted, interval, breakdown, refused } = answer as PredictionDocument;
    expect(refused).toBeNull();
    for (const [name, ends] of Object.entries(interval)) {
      const value = predicted[name as keyof typeof interval];
      if (ends === null) expect(value).toBeNull();
      else expect((value ?? 0) >= ends[0] && (value ?? 0) <= ends[1], name).toBe(true);
    }
    expect(Object.values(breakdown ?? {}).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
    expect(predicted.mfu).toBeGreaterThan(0.3);
    expect(predicted.mfu).toBeLessThan(0.65);
  });

  it('prices a slow network in both efficiencies, and keeps them apart', async () => {
    const [fast, slow] = await predict([run(), run({ fabric: 'tcp', node_gbps: 100 })]);
    expect(fast?.predicted.network_efficiency).toBeGreaterThan(0.85);
    expect(slow?.predicted.network_efficiency).toBeLessThan(fast?.predicted.network_efficiency ?? 0);
    expect(slow?.predicted.iter_s).toBeGreaterThan(fast?.predicted.iter_s ?? Number.POSITIVE_INFINITY);
    expect(slow?.predicted.efficiency).toBeLessThan(1);
  });

  it('says what it fills in where a run leaves something open', async () => {
    const [answer] = await predict([run({ fabric: null, node_gbps: null, micro_batch: null, recompute: null })]);
    expect(answer?.assumed).toEqual(expect.arrayContaining(['fabric infiniband', 'node 3200 Gbit/s', 'micro-batch 1', 'recompute none']));
  });

  it.each([
    ['a parallelism that does not divide', { parallel: { tp: 3 } }, /tensor 3.*use \d+ GPUs/],
    ['a batch smaller than the replicas', { global_batch: 8 }, /batch of 8.*16.*use a batch of 16/],
    ['more nodes than GPUs', { gpus: 16, nodes: 20, parallel: null }, /20 nodes cannot share 16 GPUs/],
    ['a GPU that nobody knows', { gpu: 'Voodoo 2' }, /unknown GPU/],
    ['a model without a shape', { model: { name: 'secret', seq: 2048 } }, /neither known by name nor described/],
  ])('refuses %s with the reason and what would work', async (_, changes, says) => {
    const [answer] = await predict([run(changes)], 3);
    expect(answer?.refused).toMatch(says);
    expect(Object.values(answer?.predicted ?? {}).every((value) => value === null)).toBe(true);
  });

  it.each([
    ['no file', ['predict'], '', /No runs are given/],
    ['a file that is not there', ['predict', '/no/such/file'], '', /ENOENT/],
    ['nothing at all', ['predict', '-'], '  \n', /no run/],
    ['what is no JSON', ['predict', '-'], `${asLines([run()])}\nnope`, /Line 2/],
    ['a list', ['predict', '-'], '[1]', /Line 1/],
    ['no kind', ['predict', '-'], '{"id":"x"}', /kind/],
    ['0 nodes', ['predict', '-'], asLines([run({ nodes: 0 })]), /nodes/],
    ['a negative batch', ['predict', '-'], asLines([run({ global_batch: -8 })]), /global_batch/],
    ['a fraction of a layer', ['predict', '-'], asLines([run({ model: { layers: 1.5 } })]), /model\.layers/],
    ['deep nesting', ['predict', '-'], '{"a":'.repeat(20_000), /nested/],
    ['a line without end', ['predict', '-'], ' '.repeat(10) + 'x'.repeat(200_000), /longer than/],
  ])('refuses %s with exit 2 and one line, and forecasts nothing', async (_, args, input, says) => {
    const { code, out, err } = await runCommand([...args, '--json'], {}, input);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(says);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('prints a table with intervals for readers, and what it assumed beside it', async () => {
    const { code, out, err } = await runCommand(['predict', '-'], {}, asLines([run({ micro_batch: null })]));
    expect(code).toBe(0);
    expect(out).toMatch(/llama-70b .* to /);
    expect(err).toMatch(/assumed .*micro-batch 1/);
  });
});

describe('clusterfare predict over numbers of nodes', () => {
  const curves = async (...args: readonly string[]): Promise<PredictionDocument> => {
    const { code, out } = await runCommand(['predict', '-', ...args, '--json'], {}, asLines([run()]));
    expect(code).toBe(0);
    const answer: unknown = JSON.parse(out);
    expect(predictionDocument.parse(answer)).toEqual(answer);
    return answer as PredictionDocument;
  };

  it('draws the curve of the run, and of the same nodes over the fabric asked about', async () => {
    const { curve, what_if: other, predicted } = await curves('--nodes', '8,16,32', '--what-if', 'tcp:100');
    expect([curve?.fabric, curve?.node_gbps, other?.fabric, other?.node_gbps]).toEqual(['infiniband', 3_200, 'tcp', 100]);
    expect(curve?.points.map(({ nodes }) => nodes)).toEqual([8, 16, 32]);
    expect(curve?.points[0]?.efficiency).toBe(1);
    expect(curve?.points.at(-1)?.network_efficiency).toBe(predicted.network_efficiency);
    for (const [index, point] of (curve?.points ?? []).entries()) {
      expect(point.iter_s >= point.interval[0] && point.iter_s <= point.interval[1]).toBe(true);
      expect(other?.points[index]?.network_efficiency).toBeLessThan(point.network_efficiency);
      expect(other?.points[index]?.iter_s).toBeGreaterThan(point.iter_s);
    }
  });

  it('leaves out numbers of nodes that hold no replica of the plan', async () => {
    // 4 · 4 GPUs hold one replica: two nodes.
    const { curve } = await curves('--nodes', '1,2,4');
    expect(curve?.points.map(({ nodes }) => nodes)).toEqual([2, 4]);
  });

  it('takes usual numbers of nodes where a fabric alone is asked about, and a share of it', async () => {
    const [whole, half] = [await curves('--what-if', 'ethernet:100'), await curves('--what-if', 'ethernet:100:0.5')];
    expect(whole.curve?.points.length).toBeGreaterThan(3);
    expect(half.what_if?.points.at(-1)?.iter_s).toBeGreaterThan(whole.what_if?.points.at(-1)?.iter_s ?? Number.POSITIVE_INFINITY);
  });

  it('says nothing of curves where none is asked for', async () => {
    const [answer] = await predict([run()]);
    expect(answer).not.toHaveProperty('curve');
  });

  it.each([
    [['--nodes', '0'], /"?0/],
    [['--nodes', '1,two'], /two/],
    [['--nodes', '-4'], /nodes/],
    [['--nodes', '1000000'], /1000000/],
    [['--nodes', Array.from({ length: 65 }, (_, index) => index + 1).join(',')], /64/],
    [['--what-if', 'nonsense'], /nonsense/],
    [['--what-if', 'tcp:100:2'], /tcp:100:2/],
    [['--what-if', 'tcp:100:0'], /tcp:100:0/],
    [['--what-if', 'tcp:-1'], /tcp:-1/],
    [['--what-if', 'tcp:fast'], /tcp:fast/],
    [['--what-if', 'tcp:100:0.5:9'], /tcp/],
  ])('refuses %s with exit 2 and one line, and draws nothing', async (args, says) => {
    const { code, out, err } = await runCommand(['predict', '-', ...args, '--json'], {}, asLines([run()]));
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(says);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('prints curves side by side for readers', async () => {
    const { out } = await runCommand(['predict', '-', '--nodes', '2,8,64', '--what-if', 'tcp:100'], {}, asLines([run()]));
    expect(out).toMatch(/infiniband 3200G: step s .* tcp 100G: step s/);
  });
});

describe('/api/v1/predict of the server', () => {
  it('gives what the command gives, for one run and for several', async () => {
    const server = await startServer();
    const post = (body: string): Promise<Response> =>
      fetch(`${server.origin}/api/v1/predict`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
    try {
      const runs = [run(), run({ id: 'other', fabric: 'roce' })];
      const several = await post(asLines(runs));
      expect(several.status).toBe(200);
      const answer: unknown = await several.json();
      expect(predictDocument.parse(answer)).toEqual(answer);
      expect((answer as { predictions: unknown }).predictions).toEqual(await predict(runs));
      const one = await post(JSON.stringify(run(), null, 2));
      expect(((await one.json()) as { predictions: unknown[] }).predictions).toEqual(await predict([run()]));
      const bad = await post('{"id":"x","kind":"training","nodes":0}');
      expect([bad.status, ((await bad.json()) as { code: string }).code]).toEqual([400, 'run/not-a-run']);
      const asked = await fetch(`${server.origin}/api/v1/predict`);
      expect([asked.status, ((await asked.json()) as { code: string }).code]).toEqual([400, 'run/not-given']);
    } finally {
      await server.stop();
    }
  });
});

describe('published rows, where they are at hand', () => {
  const rows = path.resolve('../shared/validation/rows.jsonl');
  const text = ((): string | null => {
    try {
      return readFileSync(rows, 'utf8');
    } catch {
      return null;
    }
  })();

  it.skipIf(text === null)('are all answered, and at most 3% of those that can be scored refused', async () => {
    const { code, out } = await runCommand(['predict', rows, '--json']);
    expect(code).toBe(0);
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as PredictionDocument);
    const published = (text ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; kind: string; predictable?: boolean; quality: string });
    expect(answers.map(({ id }) => id)).toEqual(published.map(({ id }) => id));
    const scored = published.filter((row) => row.predictable !== false && row.quality !== 'analytic-or-estimate' && row.kind !== 'hpc');
    const refused = new Set(answers.filter(({ refused: why }) => why !== null).map(({ id }) => id));
    expect(scored.filter(({ id }) => refused.has(id)).length / scored.length).toBeLessThanOrEqual(0.03);
  });
});
