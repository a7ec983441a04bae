import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OffersDocument } from '../../src/answers/documents.ts';
import { localeFacts, locales } from '../../src/words/locales.ts';
import { type RunningServer, startServer } from './built-product.ts';
import { allElementsOf, elementsOf, readPage } from './page-reading.ts';
import { ask, forEachOf, type RawAnswer } from './raw-http.ts';
import { addressIn, sitePages } from './site-pages.ts';

/** The site as one who follows every link of it sees it, or a search engine that reads its map. */

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
}, 60_000);
afterAll(() => server.stop());

/** Path and query of an address, from the page that names it; null where it leads to another site. */
function targetOf(href: string, from: string): { readonly address: string; readonly fragment: string } | null {
  const url = new URL(href, server.origin + from);
  return url.origin === server.origin ? { address: url.pathname + url.search, fragment: decodeURIComponent(url.hash.slice(1)) } : null;
}

const idsOf = (html: string): ReadonlySet<string> => new Set(allElementsOf(html).flatMap(({ id }) => (id === undefined ? [] : [id])));

describe('links', () => {
  test('of every page, in every language, lead to a page that is there, and to a place on it', { timeout: 180_000 }, async () => {
    /** Addresses that are named, each with the page that names it and, by fragment, the page that names the place. */
    const places = new Map<string, { from: string; fragments: Map<string, string> }>();
    await forEachOf(
      sitePages.filter(({ status }) => status === 200).flatMap(({ address }) => locales.map((locale) => addressIn(locale, address))),
      async (from) => {
        const { text } = await ask(server.origin, from);
        for (const { href } of elementsOf(text, 'a')) {
          if (href === undefined) throw new Error(`a link without an address on ${from}`);
          const target = targetOf(href, from);
          if (target === null) continue;
          const place = places.get(target.address) ?? { from, fragments: new Map() };
          places.set(target.address, place);
          if (target.fragment !== '') place.fragments.set(target.fragment, from);
        }
      },
    );
    expect(places.size).toBeGreaterThan(500);
    const broken: string[] = [];
    await forEachOf(places, async ([address, { from, fragments }]) => {
      const { status, text } = await ask(server.origin, address);
      // The one link that does something: it sets a cookie and leads back. All others are to be the canonical address.
      const wanted = address.startsWith('/theme?') ? 303 : 200;
      if (status !== wanted) broken.push(`${address} (${status}), named on ${from}`);
      if (fragments.size === 0) return;
      const ids = idsOf(text);
      for (const [fragment, page] of fragments) if (!ids.has(fragment)) broken.push(`${address}#${fragment}, named on ${page}`);
    });
    expect(broken).toEqual([]);
  });

  test('are plain: of a kind that every browser knows, and none opens a window', async () => {
    await forEachOf(sitePages, async ({ address }) => {
      for (const link of elementsOf((await ask(server.origin, address)).text, 'a')) {
        expect(link['target'], `${address} ${link['href']}`).toBeUndefined();
        expect(link['href'] ?? '', address).toMatch(/^(https:\/\/|mailto:|\/|#|\?)/);
      }
    });
  });
});

describe('the map of the site', () => {
  let map: RawAnswer;
  let listed: readonly string[];
  let offers: OffersDocument['offers'];
  const pages = new Map<string, RawAnswer>();
  beforeAll(async () => {
    map = await ask(server.origin, '/sitemap.xml');
    listed = [...map.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => (address ?? '').replaceAll('&amp;', '&'));
    offers = (JSON.parse((await ask(server.origin, '/offers.json?multi-node=any&limit=500')).text) as OffersDocument).offers;
    await forEachOf(listed, async (address) => {
      pages.set(address, await ask(server.origin, address.replace(server.origin, '') || '/'));
    });
  }, 180_000);

  test('is where robots.txt says', async () => {
    const { status, text } = await ask(server.origin, '/robots.txt');
    expect(status).toBe(200);
    expect(text).toContain(`Sitemap: ${server.origin}/sitemap.xml`);
    expect([map.status, map.headers['content-type']]).toEqual([200, expect.stringMatching(/^application\/xml\b/)]);
  });

  test('names every offer and provider in every language, and each page once', () => {
    const wanted = new Set([...offers.map(({ id }) => `/offers/${id}`), ...offers.map(({ provider }) => `/providers/${provider}`)]);
    const names = new Set(listed);
    expect(names.size).toBe(listed.length);
    for (const path of wanted) for (const locale of locales) expect(names).toContain(server.origin + addressIn(locale, path));
  });

  test('names no page that is not there, is kept from search engines or goes by another address', () => {
    for (const address of listed) {
      const answer = pages.get(address);
      expect(answer?.status, address).toBe(200);
      const { canonical, robots } = readPage(answer?.text ?? '');
      expect([canonical, robots], address).toEqual([address, undefined]);
    }
  });

  test('leads to pages of which no two in a language have the same title or description', () => {
    for (const locale of locales) {
      const lang = localeFacts[locale].htmlLang;
      const own = listed.map((address) => readPage(pages.get(address)?.text ?? '')).filter((page) => page.lang === lang);
      for (const key of ['title', 'description'] as const) {
        const seen = new Map<string | undefined, string | undefined>();
        for (const page of own) {
          const earlier = seen.get(page[key]);
          expect(earlier, `${key} of ${page.canonical}: ${page[key]}`).toBeUndefined();
          seen.set(page[key], page.canonical);
        }
      }
    }
  });

  test('every offer tells search engines its price if it has one, and nothing if it has none', () => {
    for (const { id, price } of offers) {
      for (const locale of locales) {
        const page = readPage(pages.get(server.origin + addressIn(locale, `/offers/${id}`))?.text ?? '');
        const product = page.data.find((block) => block['@type'] === 'Product');
        if (price === null) expect(product, id).toBeUndefined();
        else expect(product, id).toMatchObject({ sku: id, offers: { price: price.amount, priceCurrency: price.currency } });
      }
    }
  });

  test('every page has one heading, and leaves no message open and no value unnamed', () => {
    for (const address of listed) {
      const page = readPage(pages.get(address)?.text ?? '');
      expect(page.headings, address).toHaveLength(1);
      expect(page.html.replaceAll(/<script[\s\S]*?<\/script>/g, ''), address).not.toMatch(
        />[^<]*(\bundefined\b|\[object |\{\w+\}|\bNaN\b)/,
      );
    }
  });
});
