import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlacedDocument, type PlanDocument, planDocument } from '../../src/answers/plan-documents.ts';
import { type RunningServer, runCommand, startServer } from './built-product.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'clusterfare-plan-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Shortened from the `config.json` of Llama 3.1 8B, 2024-07. */
const config = JSON.stringify({
  architectures: ['LlamaForCausalLM'],
  model_type: 'llama',
  hidden_size: 4096,
  intermediate_size: 14336,
  num_attention_heads: 32,
  num_hidden_layers: 32,
  num_key_value_heads: 8,
  tie_word_embeddings: false,
  vocab_size: 128256,
});

const seventy = ['--model', 'llama-3-70b', '--tokens', '1e12', '--deadline', '60d'];
const adapters = ['--model', 'llama-3-8b', '--method', 'qlora', '--tokens', '20M'];

async function plan(args: readonly string[], expected = 0, input = ''): Promise<PlanDocument> {
  const { code, out, err } = await runCommand(['plan', ...args, '--json'], {}, input);
  expect([code, err]).toEqual([expected, '']);
  const answer: unknown = JSON.parse(out);
  expect(planDocument.parse(answer)).toEqual(answer);
  return answer as PlanDocument;
}

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
const inside = (value: number, [low, high]: readonly [number, number]): boolean => low <= value && value <= high;

/** What holds of every row, whatever the question. */
function expectSound({ offer, forecast, fare, interval, nodes, gpus, gpusPerNode, parallel, ...rest }: PlacedDocument): void {
  expect(
    fare.lines.reduce((sum, { amount }) => sum + cents(amount), 0n),
    offer,
  ).toBe(cents(fare.total.amount));
  expect(inside(Number(fare.total.amount), [Number(interval.total[0]), Number(interval.total[1])]), `${offer} total`).toBe(true);
  expect(inside(forecast.hours, interval.hours), `${offer} hours`).toBe(true);
  expect(inside(forecast.efficiency, interval.efficiency), `${offer} efficiency`).toBe(true);
  expect(inside(forecast.networkEfficiency, interval.networkEfficiency), `${offer} network`).toBe(true);
  expect(gpus, offer).toBe(nodes * gpusPerNode);
  expect(rest.idealNetwork.hours, offer).toBeLessThanOrEqual(forecast.hours);
  expect(Number(rest.idealNetwork.total.amount), offer).toBeLessThanOrEqual(Number(fare.total.amount) + 0.02);
  const leading = rest.leadsAtPricePerGpuHour;
  if (leading !== null) expect(Number(leading.amount), offer).toBeLessThan(Number(fare.pricePerGpuHour.amount));
  if (parallel === null) return;
  expect(parallel.tp * parallel.pp * parallel.cp * parallel.dp, offer).toBe(gpus);
  expect(parallel.dp * parallel.microBatch * parallel.microBatches, offer).toBe(parallel.globalBatch);
  expect(forecast.memoryGiB ?? 0, offer).toBeLessThanOrEqual(forecast.memoryHaveGiB ?? 0);
  const shares = Object.values(forecast.breakdown ?? {});
  expect(
    shares.reduce((sum, share) => sum + share, 0),
    offer,
  ).toBeCloseTo(1, 3);
}

describe('clusterfare plan', () => {
  it('ranks at least 20 offers for 70B in 60 days, each with plan, fare and intervals', async () => {
    const { needsMultiNode, ranked, rejected, curves, frontier, job } = await plan(seventy);
    expect(needsMultiNode.verdict).toBe('for-time');
    expect(needsMultiNode.because).toMatch(/\d/);
    expect(ranked.length).toBeGreaterThanOrEqual(20);
    for (const one of ranked) {
      expectSound(one);
      expect(one.forecast.hours).toBeLessThanOrEqual(1_440);
      expect(one.nodes).toBeGreaterThan(1);
    }
    expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, index) => index + 1));
    expect(ranked.map(({ stickerRank }) => stickerRank).sort((a, b) => a - b)).toEqual(ranked.map((_, index) => index + 1));
    const totals = ranked.map(({ fare }) => Number(fare.total.amount));
    expect(ranked[0]?.leadsAtPricePerGpuHour, 'it leads').toBeNull();
    for (const { oneMoreNode, nodes } of ranked) if (oneMoreNode !== null) expect(oneMoreNode.nodes).toBe(nodes + 1);
    expect(totals).toEqual([...totals].sort((a, b) => a - b));
    expect(rejected.every(({ because }) => because.length > 10)).toBe(true);
    expect(new Set([...ranked, ...rejected].map(({ offer }) => offer)).size).toBe(ranked.length + rejected.length);
    expect(curves.length).toBeGreaterThanOrEqual(2);
    expect(curves.at(-1)?.offer, 'the fabric held beside').toBeNull();
    const hours = frontier.map((point) => point.hours);
    expect(hours).toEqual([...hours].sort((a, b) => a - b));
    expect(job).toMatchObject({ model: 'Llama 3 70B', tokens: 1e12, deadlineHours: 1_440 });
  });

  it('ends with one node for adapters of an 8B: several are not needed, and what the one costs', async () => {
    const { needsMultiNode, oneNode } = await plan(adapters);
    expect(needsMultiNode).toMatchObject({ verdict: 'no' });
    expect([oneNode?.nodes, Number(oneNode?.fare.total.amount) > 0]).toEqual([1, true]);
    if (oneNode !== null) expectSound(oneNode);
  });

  it('says that memory asks for several nodes where no node holds the model', async () => {
    const { needsMultiNode, oneNode, oneNodeMemory } = await plan(['--model', 'llama-3.1-405b', '--tokens', '1T', '--deadline', '1y']);
    expect([needsMultiNode.verdict, oneNode]).toEqual(['for-memory', null]);
    for (const { needGiB, haveGiB } of oneNodeMemory) expect(needGiB).toBeGreaterThan(haveGiB);
  });

  it('plans a config.json from a file and from standard input as it plans the same model by name', async () => {
    const file = path.join(folder, 'our-llama', 'config.json');
    mkdirSync(path.dirname(file));
    writeFileSync(file, config);
    const rest = ['--tokens', '1e11', '--deadline', '30d', '--gpu', 'h200'];
    const named = await plan(['--model', 'llama-3-8b', ...rest]);
    const answers = [await plan(['--model', file, ...rest]), await plan(['--model', '-', ...rest], 0, config)];
    for (const answer of answers) expect(answer.ranked).toEqual(named.ranked);
    expect(answers[0]?.job.model).toBe('our-llama');
  });

  it('reads amounts and deadlines in all their spellings', async () => {
    const rest = ['--gpu', 'h200', '--model', 'llama-3-8b'];
    const [power, letter] = [
      await plan([...rest, '--tokens', '1e12', '--batch-tokens', '4e6']),
      await plan([...rest, '--tokens', '1T', '--batch-tokens', '4M']),
    ];
    expect(letter.ranked).toEqual(power.ranked);
    expect(letter.job).toEqual(power.job);
    expect((await plan([...rest, '--tokens', '300B', '--deadline', '4w'])).job.deadlineHours).toBe(672);
  });

  it('obeys what the renter knows better', async () => {
    const rest = [...seventy, '--provider', 'coreweave'];
    const before = await plan(rest);
    const id = before.ranked.at(-1)?.offer ?? '';
    const cheaper = await plan([...rest, '--override', `${id}:price=0.10`]);
    const changed = cheaper.ranked.find(({ offer }) => offer === id);
    expect([changed?.rank, changed?.fare.pricePerGpuHour.amount]).toEqual([1, '0.10']);
    expect(cheaper.ranked.length).toBe(before.ranked.length);
    const slower = await plan([...rest, '--override', `${id}:node-gbit=100,fabric=ethernet`]);
    const slow = slower.ranked.find(({ offer }) => offer === id);
    const fast = before.ranked.at(-1);
    if (slow !== undefined) expect(slow.forecast.networkEfficiency).toBeLessThan(fast?.forecast.networkEfficiency ?? 0);
    else expect(slower.rejected.map(({ offer }) => offer)).toContain(id);
    const fewer = await plan([...rest, '--override', `${id}:max-nodes=1`]);
    expect(fewer.rejected.find(({ offer }) => offer === id)?.becauseSaid.code).toMatch(
      /^rejected-(deadline|too-few-nodes|memory|no-plan)$/,
    );
  });

  it('orders by time, and by the worst end where certainty is asked for', async () => {
    const fast = await plan([...seventy, '--objective', 'time', '--max-nodes', '32']);
    const hours = fast.ranked.map(({ forecast }) => forecast.hours);
    expect(hours).toEqual([...hours].sort((a, b) => a - b));
    const sure = await plan([...seventy, '--objective', 'certainty', '--max-nodes', '64']);
    const order = { can: 0, maybe: 1, ask: 2 } as const;
    const keys = sure.ranked.map(({ obtainable, interval }) => [order[obtainable], Number(interval.total[1])] as const);
    expect(keys).toEqual([...keys].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
    for (const { interval } of sure.ranked) expect(interval.hours[1]).toBeLessThanOrEqual(1_440.5);
  });

  it('prints a table with intervals for readers, and why offers are left out beside it', async () => {
    const { code, out, err } = await runCommand(['plan', ...seventy, '--provider', 'coreweave']);
    expect(code).toBe(0);
    expect(out).toMatch(/One node would hold it/);
    expect(out).toMatch(/coreweave\/\S+ .* to /);
    expect(out).toMatch(/excellent|good|costly|mostly-waste/);
    expect(err).toMatch(/Assumed: .*sequence 8192/);
  });

  it('exits with 3 where nothing is possible, still answering', async () => {
    const answer = await plan(['--model', 'llama-3.1-405b', '--tokens', '1T', '--deadline', '1h'], 3);
    expect([answer.ranked, answer.oneNode]).toEqual([[], null]);
    expect(answer.rejected.some(({ becauseSaid }) => becauseSaid.code === 'rejected-deadline')).toBe(true);
  });

  const model = ['--model', 'llama-3-8b'];
  const job = [...model, '--tokens', '1e9'];
  it.each<[string, readonly string[], RegExp]>([
    ['no tokens', model, /tokens/i],
    ['no model', ['--tokens', '1e9'], /model/i],
    ['an unknown model', ['--model', 'lama-3-8b', '--tokens', '1e9'], /llama-3-8b/],
    ['a model that is no file', ['--model', './no/such/config.json', '--tokens', '1e9'], /config\.json/],
    ['a deadline in the past', [...job, '--deadline', '2020-01-01'], /2020-01-01/],
    ['a deadline that is none', [...job, '--deadline', 'soon'], /soon/],
    ['a deadline of nothing', [...job, '--deadline', '0d'], /0d/],
    ['no token at all', [...model, '--tokens', '0'], /tokens/],
    ['fewer tokens than none', [...model, '--tokens=-5'], /tokens/],
    ['more tokens than there are', [...model, '--tokens', '1e40'], /tokens/],
    ['tokens that are no number', [...model, '--tokens', 'many'], /many/],
    ['a batch below one sequence', [...job, '--sequence', '8192', '--batch-tokens', '100'], /8,?192/],
    ['a batch above the whole job', [...job, '--batch-tokens', '2e9'], /batch/i],
    ['a part of a token', [...job, '--sequence', '1.5'], /sequence/],
    ['no node', [...job, '--max-nodes', '0'], /max-nodes/],
    ['more nodes than the planner looks at', [...job, '--max-nodes', '2000'], /max-nodes/],
    ['an unknown precision', [...job, '--precision', 'fp12'], /fp12/],
    ['an unknown method', [...job, '--method', 'guess'], /guess/],
    ['an unknown objective', [...job, '--objective', 'luck'], /luck/],
    ['a currency without a rate', [...job, '--currency', 'EUR'], /EUR/],
    ['an override of an unknown offer', [...job, '--override', 'nobody/nothing:price=1'], /nobody\/nothing/],
    ['an override of nothing', [...job, '--override', 'coreweave/hgx-h100'], /override/],
    ['an override of an unknown key', [...job, '--override', 'coreweave/hgx-h100:prise=1'], /price/],
    ['an override with a value that is none', [...job, '--override', 'coreweave/hgx-h100:price=cheap'], /cheap/],
    ['an override with a negative value', [...job, '--override', 'coreweave/hgx-h100:node-gbit=-5'], /-5/],
    ['an override with an unknown fabric', [...job, '--override', 'coreweave/hgx-h100:fabric=infinband'], /infiniband/],
    ['an override with neither yes nor no', [...job, '--override', 'coreweave/hgx-h100:gpudirect=perhaps'], /perhaps/],
    ['a fabric that nobody knows', [...job, '--what-if', 'nonsense'], /nonsense/],
    ['an unknown filter value', [...job, '--fabric', 'string'], /string/],
  ])('refuses %s with exit 2 and one line, and plans nothing', async (_, args, says) => {
    const { code, out, err } = await runCommand(['plan', ...args, '--json']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(says);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('counts an empty value as not given', async () => {
    const { assumed } = await plan([...model, '--tokens', '1e9', '--deadline', '', '--provider', 'coreweave']);
    expect(assumed).toContain('deadline 90d');
  });
});

describe('/api/v1/plan of the server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  const ask = (query: string, init?: RequestInit): Promise<Response> => fetch(`${server.origin}/api/v1/plan?${query}`, init);

  it('gives what the command gives', async () => {
    const response = await ask('model=llama-3-70b&tokens=1e12&deadline=60d');
    expect(response.status).toBe(200);
    const answer: unknown = await response.json();
    expect(planDocument.parse(answer)).toEqual(answer);
    expect(answer).toEqual(await plan(seventy));
  });

  it('plans a config.json that is sent along as the command plans the file', async () => {
    const query = 'tokens=1e11&deadline=30d&provider=coreweave';
    const init = { method: 'POST', body: config, headers: { 'Content-Type': 'application/json' } };
    const response = await ask(query, init);
    expect(response.status).toBe(200);
    const own = await plan(['--model', '-', '--tokens', '1e11', '--deadline', '30d', '--provider', 'coreweave'], 0, config);
    const answer = (await response.json()) as PlanDocument;
    expect(answer.ranked).toEqual(own.ranked);
    expect(answer.needsMultiNode).toEqual(own.needsMultiNode);
  });

  it.each([
    ['model=llama-3-8b', 400, 'job/tokens-not-given'],
    ['tokens=1e9', 400, 'job/model-not-given'],
    ['model=lama&tokens=1e9', 404, 'model/not-found'],
    ['model=llama-3-8b&tokens=0', 400, 'query/not-a-number'],
    ['model=llama-3-8b&tokens=1e9&tokens=1e10', 400, 'query/too-many-values'],
    ['model=llama-3-8b&tokens=1e9&deadline=2020-01-01', 400, 'query/date-in-the-past'],
    ['model=llama-3-8b&tokens=1e9&precision=fp12', 400, 'query/unknown-value'],
    ['model=llama-3-8b&tokens=1e9&batch-tokens=100', 400, 'job/batch-below-sequence'],
    ['model=llama-3-8b&tokens=1e9&batch-tokens=2e9', 400, 'job/batch-above-job'],
    ['model=llama-3-8b&tokens=1e9&override=nobody/nothing:price=1', 404, 'offer/not-found'],
    ['model=llama-3-8b&tokens=1e9&currency=EUR', 400, 'query/no-rate-on-file'],
    ['model=llama-3-8b&tokens=1e9&speed=fast', 400, 'query/unknown-filter'],
    ['model=llama-3-8b&tokens=1e9&what-if=tcp:100:2', 400, 'query/not-a-number'],
  ])('refuses %s with %i and a problem', async (query, status, code) => {
    const response = await ask(query);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
    expect(response.headers.get('Content-Type')).toContain('application/problem+json');
  });
});
