import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { modelsDocument, type SizeDocument, sizeDocument } from '../../src/answers/size-documents.ts';
import { runCommand, startServer } from './built-product.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'clusterfare-size-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Shortened from the `config.json` of Llama 3.1 8B, 2024-07. */
const config = {
  architectures: ['LlamaForCausalLM'],
  model_type: 'llama',
  hidden_size: 4096,
  intermediate_size: 14336,
  num_attention_heads: 32,
  num_hidden_layers: 32,
  num_key_value_heads: 8,
  tie_word_embeddings: false,
  vocab_size: 128256,
};

const size = async (args: readonly string[], input = ''): Promise<SizeDocument> => {
  const { code, out, err } = await runCommand(['size', ...args, '--json'], {}, input);
  expect([code, err]).toEqual([0, '']);
  const answer: unknown = JSON.parse(out);
  expect(sizeDocument.parse(answer)).toEqual(answer);
  return answer as SizeDocument;
};

describe('clusterfare size', () => {
  it('counts a model on file to the parameter', async () => {
    expect(await size(['llama-3-8b'])).toMatchObject({
      model: 'Llama 3 8B',
      preset: 'llama-3-8b',
      paramsTotal: 8_030_261_248,
      paramsActive: 8_030_261_248,
      layers: 32,
      trainingBytesPerParameter: 18,
      leftOut: [],
    });
  });

  it('counts the same from a file, its folder and standard input', async () => {
    const file = path.join(folder, 'our-llama', 'config.json');
    mkdirSync(path.dirname(file));
    writeFileSync(file, JSON.stringify(config));
    const answers = [await size([file]), await size([path.dirname(file)]), await size(['-'], JSON.stringify(config))];
    for (const answer of answers) expect(answer).toMatchObject({ preset: null, paramsTotal: 8_030_261_248, layers: 32 });
    expect(answers.map(({ model }) => model)).toEqual(['our-llama', 'our-llama', 'config.json']);
  });

  it('tells experts that a token passes from those it does not, and what it left out', async () => {
    expect(await size(['deepseek-v3'])).toMatchObject({
      paramsTotal: 671_026_419_200,
      paramsActive: 37_552_297_472,
      leftOut: ['further-token-prediction'],
    });
  });

  it('says for each GPU that is rented in clusters what part of a node, or how many nodes, hold the training', async () => {
    const { fits } = await size(['llama-3-8b']);
    const h100 = fits.filter(({ gpu }) => gpu === 'nvidia-h100-sxm5-80gb');
    expect(h100.map(({ gpus, nodes }) => [gpus, nodes])).toEqual([
      [1, 1],
      [4, 1],
      [8, 1],
    ]);
    expect(h100.at(-1)).toMatchObject({ fits: true, haveGiB: 637.2 });
    for (const { needGiB, haveGiB, fits: holds } of fits) expect(holds).toBe(needGiB <= haveGiB);
    const large = (await size(['llama-3.1-405b'])).fits.filter(({ gpu }) => gpu === 'nvidia-h100-sxm5-80gb');
    expect(large.map(({ fits: holds }) => holds)).toEqual([false, false, false, true]);
    expect(large.at(-1)?.nodes).toBeGreaterThan(8);
  });

  it('needs less for adapters than for the whole, and least over 4-bit weights', async () => {
    const [full, lora, qlora] = await Promise.all(['finetune', 'lora', 'qlora'].map((method) => size(['llama-3-70b', '--method', method])));
    expect(full?.trainingBytesPerParameter).toBe(18);
    expect(lora?.trainingBytesPerParameter).toBeCloseTo(2.05, 1);
    expect(qlora?.trainingBytesPerParameter).toBeCloseTo(0.6, 1);
    expect(lora?.trainableParams).toBeLessThan(full?.trainableParams ?? 0);
    expect(lora?.trainingFlopsPerToken).toBeLessThan(full?.trainingFlopsPerToken ?? 0);
  });

  it('names the models on file with their aliases', async () => {
    const { out } = await runCommand(['size', '--list', '--json']);
    const { models, total } = modelsDocument.parse(JSON.parse(out));
    expect(models).toHaveLength(total);
    expect(models.map(({ id }) => id)).toEqual(expect.arrayContaining(['llama-3-8b', 'llama-3-70b', 'llama-3.1-405b']));
    for (const { sources } of models) expect(sources.length).toBeGreaterThan(0);
    const printed = await runCommand(['size', '--list']);
    expect(printed.out).toContain('meta-llama/Llama-3.1-8B');
  });

  it('prints data on stdout and talk on stderr', async () => {
    const { code, out, err } = await runCommand(['size', 'mixtral-8x7b']);
    expect(code).toBe(0);
    expect(out).toContain('46,702,792,704 parameters, 12,879,925,248 active a token');
    expect(err).toContain('4,096 tokens');
  });

  const changed = (changes: object): string => JSON.stringify({ ...config, ...changes });

  it.each([
    ['no model', [], '', /--list/],
    ['an unknown name', ['lama-3-8b'], '', /llama-3-8b/],
    ['an unknown method', ['llama-3-8b', '--method', 'lorra'], '', /lora/],
    ['nothing at all', ['-'], '', /empty/],
    ['what is no JSON', ['-'], '{"model_type": "llama",', /line 1/],
    ['a list', ['-'], '[1, 2]', /object/],
    ['an architecture without arithmetic', ['-'], changed({ model_type: 'retnet' }), /retnet/],
    ['no architecture', ['-'], '{"hidden_size": 8}', /model_type/],
    ['a missing size', ['-'], '{"model_type": "llama", "hidden_size": 8}', /num_hidden_layers/],
    ['a negative size', ['-'], changed({ hidden_size: -4096 }), /hidden_size.*-4096/],
    ['a fraction', ['-'], changed({ num_hidden_layers: 32.5 }), /num_hidden_layers.*32\.5/],
    ['zero', ['-'], changed({ vocab_size: 0 }), /vocab_size.*0/],
    ['a huge size', ['-'], changed({ intermediate_size: 1e300 }), /intermediate_size/],
    ['sizes that make too much', ['-'], changed({ hidden_size: 9_000_000, head_dim: 9_000_000, num_hidden_layers: 9_999 }), /exactly/],
    ['a text for a size', ['-'], changed({ hidden_size: '4096' }), /hidden_size/],
    ['heads that do not divide', ['-'], changed({ num_key_value_heads: 5 }), /num_attention_heads.*num_key_value_heads/],
    ['more key heads than heads', ['-'], changed({ num_key_value_heads: 64 }), /num_key_value_heads/],
    ['not a number', ['-'], '{"model_type": "llama", "hidden_size": NaN}', /NaN/],
    ['deep nesting', ['-'], '{"a":'.repeat(100_000), /32/],
    ['fifty megabytes', ['-'], ' '.repeat(50_000_000), /5 MB/],
  ])('refuses %s with exit 2 and one line, and counts nothing', async (_, args, input, says) => {
    const { code, out, err } = await runCommand(['size', ...args, '--json'], {}, input);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(says);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toMatch(/undefined|\{\w+\}|\bat [\w.<>]+ \(/);
  });
});

describe('/api/v1/size of the server', () => {
  it('takes a config, and refuses one that never ends while it is still being sent', async () => {
    const server = await startServer();
    const post = (body: string | ReadableStream<Uint8Array>): Promise<Response> =>
      fetch(`${server.origin}/api/v1/size`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json' },
        duplex: 'half',
      } as RequestInit);
    const piece = new TextEncoder().encode(' '.repeat(100_000));
    let pieces = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pieces += 1;
        // Long beyond what is read, yet not for ever: a server that reads on fails the test instead of hanging it.
        if (pieces > 400) controller.close();
        else controller.enqueue(piece);
      },
    });
    try {
      const counted = await post(JSON.stringify(config));
      expect(counted.status).toBe(200);
      expect(((await counted.json()) as SizeDocument).paramsTotal).toBe(8_030_261_248);
      const refused = await post(endless);
      expect(refused.status).toBe(413);
      expect(await refused.json()).toMatchObject({ code: 'model/too-long' });
    } finally {
      await server.stop();
    }
  });
});
