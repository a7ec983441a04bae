import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, entityTagOf, matchesEntityTag, PageCache, type StoredPage } from './page-cache.ts';

function aPage(text: string): StoredPage {
  const body = new TextEncoder().encode(text);
  return { headers: { 'content-type': 'text/html' }, entityTag: entityTagOf(body), body, compressed: {} };
}

describe('the page cache', () => {
  it('gives back what was stored, compressed forms made once', async () => {
    const cache = new PageCache();
    const page = aPage('timetable '.repeat(100));
    cache.store('/offers', page);
    const zipped = await cache.encode('/offers', page, 'gzip');
    expect(gunzipSync(zipped).toString()).toBe('timetable '.repeat(100));
    expect(await cache.encode('/offers', page, 'gzip')).toBe(zipped);
    expect(brotliDecompressSync(await cache.encode('/offers', page, 'br')).toString()).toBe('timetable '.repeat(100));
  });

  it('counts compressed forms and stays within its limit', async () => {
    const cache = new PageCache(3_000);
    for (let number = 0; number < 50; number++) {
      const page = aPage(`${number} `.padEnd(500, 'x'));
      cache.store(`/${number}`, page);
      await cache.encode(`/${number}`, page, 'gzip');
      expect(cache.bytes).toBeLessThanOrEqual(3_000);
    }
    expect(cache.read('/49')).not.toBeNull();
    expect(cache.read('/0')).toBeNull();
  });

  it('lets the page go that was read longest ago', () => {
    const cache = new PageCache(1_000);
    cache.store('/a', aPage('a'.repeat(400)));
    cache.store('/b', aPage('b'.repeat(400)));
    cache.read('/a');
    cache.store('/c', aPage('c'.repeat(400)));
    expect([cache.read('/a'), cache.read('/b'), cache.read('/c')].map((page) => page !== null)).toEqual([true, false, true]);
  });

  it('keeps no page that alone is larger than the limit', () => {
    const cache = new PageCache(100);
    cache.store('/a', aPage('a'.repeat(400)));
    expect(cache.read('/a')).toBeNull();
    expect(cache.bytes).toBe(0);
  });
});

describe('what the browser accepts', () => {
  it.each([
    [null, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.5, gzip;q=1', 'gzip'],
    ['*', 'br'],
    ['identity, *;q=0', 'identity'],
  ] as const)('%j gets %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
  });

  it('knows its own entity tag in every encoding', () => {
    expect(matchesEntityTag('"abc"', 'abc')).toBe(true);
    expect(matchesEntityTag('"x", W/"abc.br"', 'abc')).toBe(true);
    expect(matchesEntityTag('*', 'abc')).toBe(true);
    expect(matchesEntityTag('"abcd"', 'abc')).toBe(false);
    expect(matchesEntityTag(null, 'abc')).toBe(false);
  });
});
