import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { aSmallStore } from '../../src/answers/fixtures/a-store.ts';
import { createApi } from '../../src/api/app.ts';
import { schemas } from '../../src/api/schemas.ts';
import { createTwins, isTwin } from '../../src/api/twins.ts';
import { offerColumns } from '../../src/export/columns.ts';
import { dayOf, openTestStore } from './catalogue.ts';

const store = openTestStore();
const today = dayOf(store);
const twins = createTwins(store, () => today);
const api = createApi(store, () => today);
const [first, second] = store.catalogue.offers;
const get = (path: string, headers: Record<string, string> = {}) => twins.request(path, { headers });

describe('twins', () => {
  test.each([
    ['/offers.json?fabric=infiniband&limit=7', '/offers?fabric=infiniband&limit=7'],
    [`/offers/${first?.id}.json`, `/offers/${first?.id}`],
    [`/compare.json?offer=${first?.id}&offer=${second?.id}`, `/compare?offer=${first?.id}&offer=${second?.id}`],
    ['/providers.json?multi-node=any', '/providers?multi-node=any'],
    [`/providers/${first?.provider.id}.json`, `/providers/${first?.provider.id}`],
    ['/changes.json?limit=20', '/changes?limit=20'],
    ['/data.json', '/data'],
    ['/methodology.json', '/methodology'],
  ])('%s is the answer of the interface, byte for byte', async (twin, path) => {
    const [own, its] = await Promise.all([get(twin), api.request(`/api/v1${path}`)]);
    expect(own.status).toBe(200);
    expect(await own.text()).toBe(await its.text());
    expect(own.headers.get('etag')).toBe(its.headers.get('etag'));
  });

  test('the table as CSV holds the offers of the same page in the same order', async () => {
    const query = 'multi-node=any&sort=-price&limit=30';
    const response = await get(`/offers.csv?${query}`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="clusterfare-offers-\d{4}-\d\d-\d\d\.csv"$/);
    const rows = parse(await response.text(), { columns: true }) as Record<string, string>[];
    const { offers } = schemas.OffersAnswer.parse(await (await get(`/offers.json?${query}`)).json());
    expect(rows.map((row) => row['id'])).toEqual(offers.map((offer) => offer.id));
    expect(Object.keys(rows[0] ?? {})).toEqual(offerColumns.map(({ name }) => name));
  });

  test.each(['/offers.atom', '/changes.atom'])('%s lists the newest changes with lasting ids', async (path) => {
    const response = await get(`${path}?multi-node=any`);
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const xml = await response.text();
    const { changes } = schemas.ChangesAnswer.parse(await (await get('/changes.json?multi-node=any&limit=100')).json());
    const ids = [...xml.matchAll(/<id>([^<]*)<\/id>/g)].map((found) => found[1]?.replaceAll('&amp;', '&'));
    expect(ids.slice(1)).toEqual(changes.map(({ id }) => `tag:clusterfare.github.io,2026:${id}`));
    expect(xml).toContain(`<link rel="self" type="application/atom+xml" href="http://localhost${path}?multi-node=any"/>`);
  });

  test('a feed follows the filters of its page and nothing that only shapes a table', async () => {
    const body = async (query: string) => (await (await get(`/offers.atom?${query}`)).text()).replace(/<link rel="self"[^>]*>/, '');
    expect(await body('multi-node=any&page=3&limit=2&sort=-price')).toBe(await body('multi-node=any'));
    expect(await body('multi-node=no')).not.toBe(await body('multi-node=any'));
    expect((await get('/offers.atom?sort=colour')).status).toBe(400);
    expect((await get('/offers.atom?page=x')).status).toBe(400);
  });

  test('a renamed offer leads on, ending and all', async () => {
    const response = await createTwins(aSmallStore(), () => today).request('/offers/acme/hgx-h100.json');
    expect([response.status, response.headers.get('location')]).toEqual([308, '/offers/acme/h100.json']);
  });

  test.each([
    '/offers.json?fabrik=1',
    '/offers.csv?fabrik=1',
    '/offers.atom?fabrik=1',
    '/offers/no/such.json',
    '/compare.json',
    '/data.json?x=1',
  ])('%s is refused as the interface would', async (path) => {
    const response = await get(path);
    expect([400, 404]).toContain(response.status);
    expect(schemas.Problem.parse(await response.json()).detail).toMatch(/\.$|\?$/);
  });

  test('are not compressed here, since the cache of pages does it once', async () => {
    expect((await get('/offers.json', { 'Accept-Encoding': 'gzip, br' })).headers.has('content-encoding')).toBe(false);
  });

  test('the whole data comes in three formats that agree, with its sizes and checksums', async () => {
    const described = (await (await get('/data/datapackage.json')).json()) as {
      resources: { name: string; path: string; bytes: number; hash: string; rows: number }[];
    };
    expect(described.resources.map(({ name }) => name)).toEqual(
      ['offers', 'prices'].flatMap((name) => ['csv', 'jsonl', 'parquet'].map((format) => `${name}-${format}`)),
    );
    for (const { path, bytes, hash } of described.resources) {
      const response = await twins.request(path);
      const body = Buffer.from(await response.arrayBuffer());
      expect(body.byteLength, path).toBe(bytes);
      expect(`sha256:${createHash('sha256').update(body).digest('hex')}`, path).toBe(hash);
      expect(response.headers.get('etag'), path).toBe(`"${hash.slice('sha256:'.length)}"`);
    }
    const bodyOf = async (name: string) => Buffer.from(await (await get(`/data/${name}`)).arrayBuffer());
    const ids = store.catalogue.offers.map((offer) => offer.id);
    const rows = parse(await bodyOf('offers.csv'), { columns: true }) as Record<string, string>[];
    const lines = (await bodyOf('offers.jsonl')).toString().trimEnd().split('\n');
    const { buffer, byteOffset, byteLength } = await bodyOf('offers.parquet');
    const table = await parquetReadObjects({ file: (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength) });
    expect(rows.map((row) => row['id'])).toEqual(ids);
    expect(lines.map((line) => schemas.Offer.parse(JSON.parse(line)).id)).toEqual(ids);
    expect(table.map((row) => row['id'])).toEqual(ids);
  });

  test('their addresses are told from those of pages', () => {
    for (const path of [
      '/offers.json',
      '/offers.csv',
      '/offers.atom',
      '/changes.atom',
      '/offers/a/b.json',
      '/providers/a.json',
      '/data.json',
    ]) {
      expect(isTwin(path), path).toBe(true);
    }
    for (const path of [
      '/offers',
      '/offers/a/b',
      '/offers/a.json',
      '/de/offers.json',
      '/offers.jsonl',
      '/offers/a/b/c.json',
      '/data/other.csv',
      '/robots.txt',
    ]) {
      expect(isTwin(path), path).toBe(false);
    }
  });
});
