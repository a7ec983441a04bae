import { describe, expect, test } from 'vitest';
import { aSmallStore } from '$src/answers/fixtures/a-store.ts';
import { formatSitemap, pathsOfCatalogue } from './sitemap.ts';

const { catalogue } = aSmallStore();
// The small store lists a provider once for each of its offers.
const paths = [...new Set(['/', '/offers', ...pathsOfCatalogue(catalogue)])];
const xml = formatSitemap({ origin: 'https://clusterfare.example', paths, changed: '2026-11-30' });
const all = (pattern: RegExp): readonly string[] => [...xml.matchAll(pattern)].map((found) => found[1] ?? '');

describe('the sitemap', () => {
  const addresses = all(/<loc>([^<]+)<\/loc>/g);

  test('names every page in every language once, by its whole address', () => {
    expect(addresses).toHaveLength(paths.length * 3);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses).toContain('https://clusterfare.example/');
    expect(addresses).toContain('https://clusterfare.example/zh');
    expect(addresses).toContain(`https://clusterfare.example/de/offers/${catalogue.offers[0]?.id}`);
    expect(addresses).toContain(`https://clusterfare.example/providers/${catalogue.providers[0]?.id}`);
  });

  test('names back every translation', () => {
    const translations = all(/hreflang="[^"]+" href="([^"]+)"/g);
    expect(translations).toHaveLength(addresses.length * 4);
    expect(new Set(translations)).toEqual(new Set(addresses));
    expect(new Set(all(/hreflang="([^"]+)"/g))).toEqual(new Set(['en', 'de', 'zh-Hans', 'x-default']));
  });

  test('dates every page by the data', () => {
    expect(all(/<lastmod>([^<]+)<\/lastmod>/g)).toEqual(addresses.map(() => '2026-11-30'));
  });

  test('keeps what XML reserves out of addresses', () => {
    expect(formatSitemap({ origin: 'https://a.example', paths: ['/x&y<z'], changed: '2026-11-30' })).toContain('/x&amp;y&lt;z');
  });
});
