import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aSmallStore } from '../../src/answers/fixtures/a-store.ts';
import { createApi } from '../../src/api/app.ts';
import { type DocumentName, schemas } from '../../src/api/schemas.ts';
import { filters, viewKeys } from '../../src/catalogue/filters.ts';
import { addDays, dayOf, openTestStore } from './catalogue.ts';

const store = openTestStore();
const today = dayOf(store);
const failures: unknown[] = [];
const knownKeys: readonly string[] = [...filters.map((filter) => filter.key), ...viewKeys];
const api = createApi(store, () => today, { report: (_, error) => failures.push(error) });
const ids = store.catalogue.offers.map((offer) => offer.id);
const [firstId = '', secondId = ''] = ids;

const get = (path: string, headers: Record<string, string> = {}) => api.request(`/api/v1${path}`, { headers });

async function problemOf(path: string) {
  const response = await get(path);
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const problem = schemas.Problem.parse(await response.json());
  expect(problem.status).toBe(response.status);
  expect(problem.type).toBe(`/problems/${problem.code}`);
  expect(problem.detail, 'no value of the message was left open').not.toMatch(/undefined|\{\w+\}/);
  return problem;
}

describe('documents', () => {
  const documents: readonly (readonly [string, DocumentName])[] = [
    ['/offers', 'OffersAnswer'],
    ['/offers?multi-node=any&limit=500', 'OffersAnswer'],
    ['/offers?fabric=infiniband&fabric=unknown&min-gpu-gbit=200&nodes=8&term=30d&sort=-price', 'OffersAnswer'],
    [`/offers/${firstId}`, 'ShowAnswer'],
    [`/compare?offer=${firstId}&offer=${secondId}`, 'CompareAnswer'],
    ['/providers?multi-node=any', 'ProvidersAnswer'],
    [`/providers/${firstId.split('/')[0]}`, 'ProviderAnswer'],
    ['/changes?limit=500&multi-node=any', 'ChangesAnswer'],
    ['/data', 'DataAnswer'],
    ['/methodology', 'MethodologyAnswer'],
    ['/size?model=llama-3-8b', 'SizeAnswer'],
    ['/size?model=Meta-Llama-3-8B&method=lora', 'SizeAnswer'],
    ['/models', 'ModelsAnswer'],
  ];

  test.each(documents)('%s has the published form', async (path, name) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const body = await response.json();
    expect(schemas[name].parse(body), 'no key that the schema does not name').toEqual(body);
  });

  test('every offer can be shown', async () => {
    for (const id of ids) expect((await get(`/offers/${id}`)).status, id).toBe(200);
  });

  test('a former id leads to the present one', async () => {
    const small = createApi(aSmallStore(), () => today);
    const response = await small.request('/api/v1/offers/acme/hgx-h100');
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe('/api/v1/offers/acme/h100');
  });

  test('pages cover the answer once, and each names its neighbours', async () => {
    const { total } = schemas.OffersAnswer.parse(await (await get('/offers?multi-node=any')).json());
    const seen: string[] = [];
    let next: string | undefined = '/offers?multi-node=any&limit=2';
    while (next !== undefined) {
      const response: Response = await get(next);
      seen.push(...schemas.OffersAnswer.parse(await response.json()).offers.map((offer) => offer.id));
      next = /<\/api\/v1([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toHaveLength(total);
    expect(new Set(seen).size).toBe(total);
  });
});

describe('entity tags', () => {
  test('spare the body where it has not changed', async () => {
    const tag = (await get('/offers')).headers.get('etag') ?? '';
    const again = await get('/offers', { 'If-None-Match': `"other", W/${tag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('etag')).toBe(tag);
    expect(again.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(again.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('change with the question, the data and the day', async () => {
    const tagOf = async (path: string, from = api) => (await from.request(`/api/v1${path}`)).headers.get('etag');
    const tags = [
      await tagOf('/offers'),
      await tagOf('/offers?fabric=roce'),
      await tagOf(
        '/offers',
        createApi(store, () => addDays(today, 1)),
      ),
      await tagOf(
        '/offers',
        createApi({ ...store, catalogue: { ...store.catalogue, dataVersion: '2027-01-01' } }, () => today),
      ),
    ];
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe('methods and headers', () => {
  test('HEAD is GET without its body', async () => {
    const [head, whole] = await Promise.all([api.request('/api/v1/offers', { method: 'HEAD' }), get('/offers')]);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'));
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is refused with what is allowed', async (method) => {
    const response = await api.request('/api/v1/offers', { method, body: method === 'DELETE' ? null : '{}' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(schemas.Problem.parse(await response.json())).toMatchObject({ code: 'request/method-not-allowed', params: { method } });
  });

  test('scripts of any site may read, without cookies', async () => {
    const preflight = await api.request('/api/v1/offers', {
      method: 'OPTIONS',
      headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    for (const response of [
      preflight,
      await get('/offers', { Origin: 'https://a.example' }),
      await get('/offers?x=1', { Origin: 'https://a.example' }),
    ]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  test('bodies are compressed for who asks, and keep their tag', async () => {
    const response = await get('/offers', { 'Accept-Encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('vary')).toMatch(/Accept-Encoding/);
    expect(JSON.parse(gunzipSync(await response.arrayBuffer()).toString())).toEqual(await (await get('/offers')).json());
    expect((await get('/offers', { 'Accept-Encoding': 'gzip', 'If-None-Match': response.headers.get('etag') ?? '' })).status).toBe(304);
  });
});

describe('refusals', () => {
  const bad: readonly (readonly [string, number, string])[] = [
    ['/offers?fabrik=roce', 400, 'query/unknown-filter'],
    ['/offers?fabric=infinband', 400, 'query/unknown-value'],
    ['/offers?gpu=h1000x', 400, 'query/unknown-value'],
    ['/offers?provider=nobody-at-all', 400, 'query/unknown-value'],
    ['/offers?region=middle-earth', 400, 'query/unknown-value'],
    ['/offers?sort=colour', 400, 'query/unknown-value'],
    ['/offers?min-node-gbit=fast', 400, 'query/not-a-number'],
    ['/offers?min-node-gbit=-1', 400, 'query/not-a-number'],
    ['/offers?max-price=1e999', 400, 'query/not-a-number'],
    ['/offers?nodes=0', 400, 'query/not-a-number'],
    ['/offers?nodes=2.5', 400, 'query/not-a-number'],
    ['/offers?limit=501', 400, 'query/not-a-number'],
    ['/offers?page=0', 400, 'query/not-a-number'],
    ['/offers?min-node-gbit=400GB/s', 400, 'query/unknown-unit'],
    ['/offers?max-price=2.50EUR', 400, 'query/unknown-unit'],
    ['/offers?currency=EUR', 400, 'query/no-rate-on-file'],
    ['/offers?start=tomorrow', 400, 'query/not-a-date'],
    ['/offers?start=2026-02-30', 400, 'query/not-a-date'],
    ['/offers?start=2020-01-01', 400, 'query/date-in-the-past'],
    ['/offers?term=soon', 400, 'query/not-a-duration'],
    ['/offers?page=999999', 404, 'query/page-out-of-range'],
    [`/offers?${'fabric=roce&'.repeat(101)}`, 400, 'query/too-many-values'],
    [`/offers?q=${'a'.repeat(300)}`, 400, 'query/too-long'],
    [`/offers?q=${'a'.repeat(10_000)}`, 414, 'address/too-long'],
    ['/offers?__proto__=1', 400, 'query/unknown-filter'],
    ['/offers?constructor=x', 400, 'query/unknown-filter'],
    ['/offers?toString', 400, 'query/unknown-filter'],
    ['/offers?fabric=__proto__', 400, 'query/unknown-value'],
    ['/offers?provider=constructor', 400, 'query/unknown-value'],
    ['/offers?q=%FF', 400, 'address/malformed'],
    ['/offers/%FF/x', 400, 'address/malformed'],
    ['/offers/%', 400, 'address/malformed'],
    ['/offers/acme/no-such-offer-here', 404, 'offer/not-found'],
    ['/offers/__proto__/constructor', 404, 'offer/not-found'],
    ['/offers/..%2f..%2fetc/passwd', 404, 'offer/not-found'],
    ['/offers/../../../etc/passwd', 404, 'page/not-found'],
    [`/offers/${firstId}?fabric=roce`, 400, 'query/unknown-filter'],
    ['/providers/__proto__', 404, 'provider/not-found'],
    ['/providers/%00', 404, 'provider/not-found'],
    ['/providers?page=x', 400, 'query/not-a-number'],
    ['/compare', 400, 'compare/wrong-count'],
    [`/compare?offer=${firstId}`, 400, 'compare/wrong-count'],
    [`/compare?offer=${firstId}&offer=${firstId}`, 400, 'compare/wrong-count'],
    [
      `/compare?${ids
        .slice(0, 2)
        .map((id) => `offer=${id}`)
        .join('&')}&offer=no/such`,
      404,
      'offer/not-found',
    ],
    [`/compare?ofer=${firstId}`, 400, 'query/unknown-filter'],
    ['/changes?fabrik=roce', 400, 'query/unknown-filter'],
    ['/changes?page=999999', 404, 'query/page-out-of-range'],
    ['/data?fabric=roce', 400, 'query/unknown-filter'],
    ['/size', 400, 'model/not-given'],
    ['/size?model=', 400, 'model/not-given'],
    ['/size?model=lama-3-8b', 404, 'model/not-found'],
    ['/size?model=__proto__', 404, 'model/not-found'],
    ['/size?model=llama-3-8b&model=gpt2', 400, 'query/too-many-values'],
    ['/size?model=llama-3-8b&method=prune', 400, 'query/unknown-value'],
    ['/size?model=llama-3-8b&fabric=roce', 400, 'query/unknown-filter'],
    ['/models?model=gpt2', 400, 'query/unknown-filter'],
    ['/nothing', 404, 'page/not-found'],
    ['/', 404, 'page/not-found'],
  ];

  test.each(bad)('%.60s: %i %s', async (path, status, code) => {
    expect(await problemOf(path)).toMatchObject({ status, code });
  });

  test('name the word that was probably meant', async () => {
    expect(await problemOf('/offers?fabrik=roce')).toMatchObject({
      params: { given: 'fabrik', nearest: 'fabric' },
      hint: 'Did you mean “fabric”?',
    });
    expect(await problemOf('/offers?fabric=infinband')).toMatchObject({ params: { key: 'fabric', nearest: 'infiniband' } });
    expect(await problemOf(`/offers/${firstId}x`)).toMatchObject({ params: { nearest: firstId } });
    expect((await problemOf('/offers?xyzzyx=1')).params['nearest']).toBeNull();
  });

  test('say what, where and what to do', async () => {
    expect((await problemOf('/offers?currency=EUR')).detail).toBe(
      'No exchange rate to EUR is on file. Available: USD. Prices in other currencies are shown as published.',
    );
    expect((await problemOf('/offers?page=999999')).detail).toMatch(
      /^The list has no page 999,999; the last is \d+\. Go back to page 1\.$/,
    );
  });

  test('of our own making tell a reference and nothing of the machine', async () => {
    const broken = createApi(
      {
        ...store,
        indexOn: () => {
          throw new Error('/home/secret/path');
        },
      },
      () => today,
      { report: (reference, error) => failures.push(reference, error) },
    );
    const response = await broken.request('/api/v1/offers');
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toContain('secret');
    const [reference, error] = failures.splice(0);
    expect(schemas.Problem.parse(JSON.parse(text))).toMatchObject({ code: 'fault/internal', params: { reference } });
    expect(error).toBeInstanceOf(Error);
  });
});

describe('a question that is sent along', () => {
  const config = {
    model_type: 'llama',
    hidden_size: 4096,
    num_hidden_layers: 32,
    num_attention_heads: 32,
    num_key_value_heads: 8,
    intermediate_size: 14336,
    vocab_size: 128256,
  };
  const post = (body: string, path = '/size') =>
    api.request(`/api/v1${path}`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });

  test('is answered like one that names the model, and kept by nobody', async () => {
    const response = await post(JSON.stringify(config), '/size?method=finetune');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const sent = schemas.SizeAnswer.parse(await response.json());
    const named = schemas.SizeAnswer.parse(await (await get('/size?model=llama-3-8b&method=finetune')).json());
    expect(sent).toEqual({ ...named, model: 'config.json', preset: null, sources: [], note: null });
  });

  test.each([
    ['', 400, 'model/empty'],
    ['{', 400, 'model/not-json'],
    ['[]', 400, 'model/not-an-object'],
    [JSON.stringify({ ...config, model_type: 'retnet' }), 400, 'model/unknown-architecture'],
    [JSON.stringify({ ...config, hidden_size: -1 }), 400, 'model/not-a-size'],
    ['[['.repeat(1_000), 400, 'model/nested-too-deep'],
    [' '.repeat(5_000_001), 413, 'model/too-long'],
  ])('%.20j is refused: %i %s', async (body, status, code) => {
    const response = await post(body);
    const problem = schemas.Problem.parse(await response.json());
    expect([response.status, problem.status, problem.code]).toEqual([status, status, code]);
    expect(problem.detail).not.toMatch(/undefined|\{\w+\}/);
  });

  test('with a model named beside it is two questions', async () => {
    expect((await post(JSON.stringify(config), '/size?model=gpt2')).status).toBe(400);
  });

  test('is allowed where it is taken, to scripts of any site too, and nowhere else', async () => {
    const preflight = (path: string) =>
      api.request(`/api/v1${path}`, {
        method: 'OPTIONS',
        headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' },
      });
    const taking = await preflight('/size');
    expect(taking.headers.get('access-control-allow-methods')).toContain('POST');
    expect(taking.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    expect((await preflight('/models')).headers.get('access-control-allow-methods')).not.toContain('POST');
    const refused = await api.request('/api/v1/size', { method: 'PUT', body: '{}' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });
});

describe('any question at all', () => {
  const keys = fc.constantFrom(
    'fabric',
    'gpu',
    'nodes',
    'start',
    'term',
    'max-price',
    'min-gpu-gbit',
    'sort',
    'page',
    'limit',
    'q',
    'region',
    'currency',
    'multi-node',
  );
  const words = fc.constantFrom(
    'infiniband',
    'unknown',
    'any',
    'h100',
    '1',
    '8',
    '2027-01-01',
    '30d',
    '3200',
    '3.2 Tbit/s',
    '-price',
    'eu',
    'USD',
    '',
    '0',
    '-1',
  );
  const anyText = fc.string({ unit: 'binary', maxLength: 20 });
  const aQuery = fc.oneof(
    fc
      .array(fc.tuple(fc.oneof(keys, anyText), fc.oneof(words, anyText)), { maxLength: 6 })
      .map((pairs) => new URLSearchParams(pairs).toString()),
    fc.webQueryParameters(),
    fc.string({ maxLength: 40 }).map((text) => text.replaceAll('#', '')),
  );
  // One row a page where there are pages: what is fuzzed is the question, not the size of its answer.
  const aPath = fc.constantFrom(
    '/offers?limit=1&',
    '/changes?limit=1&',
    '/providers?q=acme&',
    '/compare?',
    '/data?',
    `/offers/${firstId}?`,
    '/size?',
    '/models?',
  );

  test('is answered or refused, never failed at', async () => {
    await fc.assert(
      fc.asyncProperty(aPath, aQuery, async (path, query) => {
        const response = await get(path + query);
        expect([200, 400, 404]).toContain(response.status);
        await response.json();
      }),
      { numRuns: 300 },
    );
    expect(failures).toEqual([]);
  });

  test('that holds a key nobody knows is refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 30 }).filter((key) => !knownKeys.includes(key)),
        anyText,
        async (key, value) => {
          expect((await get(`/offers?${new URLSearchParams([[key, value]])}`)).status).toBe(400);
        },
      ),
      { numRuns: 100 },
    );
  });
});
