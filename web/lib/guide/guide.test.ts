import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';
import { aDay, anOffer, aProvider, aSilentOffer } from '$src/catalogue/fixtures/an-offer.ts';
import { parseQuery, type QueryWords } from '$src/catalogue/query.ts';
import { type Locale, locales } from '$src/words/locales.ts';
import { wordsIn } from '$src/words/words.ts';
import { questions } from './faq.ts';
import { countFigures } from './figures.ts';
import { guideSections } from './sections.ts';

const files: Readonly<Record<Locale, string>> = { en: 'GuideEn.svelte', de: 'GuideDe.svelte', zh: 'GuideZh.svelte' };
const sourceOf = (locale: Locale): string => readFileSync(path.join(import.meta.dirname, files[locale]), 'utf8');

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((found) => found[1] as string);
const headingsOf = (locale: Locale): { id: string; text: string }[] =>
  [...sourceOf(locale).matchAll(/<h2 id="([^"]+)">([^<]+)<\/h2>/g)].map((found) => ({ id: found[1] as string, text: found[2] as string }));
const linksOf = (locale: Locale): string[] => all(sourceOf(locale), /href\('([^']+)'\)/g);
const figuresOf = (locale: Locale): string[] => all(sourceOf(locale), /figures\.(\w+)/g);
const proseOf = (locale: Locale): string =>
  sourceOf(locale)
    .replace(/<script[\s\S]*?<\/script>/, '')
    .replaceAll(/<[^>]+>/g, ' ');

/** Any provider, GPU and region: whether they are in the catalogue is for the pages to test. */
const words: QueryWords = {
  providers: new Set(),
  gpus: new Set(['h200', 'b200', 'b300', 'mi300x']),
  regions: new Set(),
  readGpu: () => null,
};

const isAnswerable = (href: string): boolean => {
  const { pathname, searchParams } = new URL(href, 'https://clusterfare.example');
  parseQuery(searchParams, words, aDay);
  return pathname === '/offers' || pathname === '/providers';
};

describe.each(locales)('the guide in %s', (locale) => {
  test('has a heading for each section of its table of contents, in that order and in the same words', () => {
    const sections = guideSections.filter((section) => section.id !== 'faq');
    expect(headingsOf(locale)).toEqual(sections.map(({ id, label }) => ({ id, text: wordsIn(locale)[label]() })));
  });

  test('links to what the guides in the other languages link to', () => {
    expect([...new Set(linksOf(locale))].sort()).toEqual([...new Set(linksOf('en'))].sort());
  });

  test('links only to pages that exist, with filters that are understood', () => {
    expect(linksOf(locale).filter((href) => !isAnswerable(href))).toEqual([]);
  });

  test('takes the same figures from the catalogue as the other guides', () => {
    expect(figuresOf(locale).sort()).toEqual(figuresOf('en').sort());
  });

  test('names every system that a renter has to know', () => {
    const prose = proseOf(locale);
    const systems = [
      'NVLink',
      'PCIe',
      'InfiniBand',
      'RoCE',
      'TCP/IP',
      'RDMA',
      'GPUDirect RDMA',
      'NCCL',
      'Slurm',
      'Kubernetes',
      'MPI',
      'EFA',
      'SRD',
      'TCPXO',
      'eRDMA',
    ];
    expect(systems.filter((system) => !prose.includes(system))).toEqual([]);
  });

  test('compiles without a warning, those about accessibility included', () => {
    const { warnings } = compile(sourceOf(locale), { generate: 'server', filename: files[locale] });
    expect(warnings.map((warning) => warning.message)).toEqual([]);
  });
});

describe('the Chinese guide', () => {
  test('keeps each paragraph on one line, since a line break would show as a space', () => {
    expect(all(sourceOf('zh'), /(\p{Script=Han}\n\s*\p{Script=Han})/gu)).toEqual([]);
  });

  test('sets no space between Chinese and Latin, and full-width punctuation beside Chinese', () => {
    const text = sourceOf('zh').replace(/<script[\s\S]*?<\/script>/, '');
    expect(all(text, /(\p{Script=Han} [A-Za-z0-9]|[A-Za-z0-9] \p{Script=Han}|\p{Script=Han}[,;:?()]|[,;:?()]\p{Script=Han})/gu)).toEqual(
      [],
    );
  });
});

describe('frequent questions', () => {
  test('are answered in two to four sentences, in every language', () => {
    for (const locale of locales) {
      for (const { answer } of questions) {
        const text = wordsIn(locale)[answer]();
        const sentences = locale === 'zh' ? all(text, /([。？])/g) : all(text, /([.?])(?:\s|$)/g);
        expect(sentences.length, `${locale} ${answer}`).toBeGreaterThanOrEqual(2);
        expect(sentences.length, `${locale} ${answer}`).toBeLessThanOrEqual(4);
      }
    }
  });

  test('are asked as questions and lead to a page that exists', () => {
    for (const { question, href } of questions) {
      for (const locale of locales) expect(wordsIn(locale)[question]()).toMatch(/[?？]$/);
      expect(isAnswerable(href), href).toBe(true);
    }
  });
});

describe('figures of the guide', () => {
  test('count offers and providers that say yes, and what those publish', () => {
    const figures = countFigures({
      dataVersion: '2026-11-30',
      providers: [aProvider({ id: 'a' }), aProvider({ id: 'b' }), aProvider({ id: 'c' })],
      offers: [
        anOffer({
          provider: 'a',
          provisioning: ['on-demand', 'reserved'],
          storage: [{ name: 'S', kind: 'lustre', throughput: '1 GB/s per TiB', pricePerGibMonth: null }],
        }),
        anOffer({ provider: 'a', gpudirectRdma: null, topology: null, oversubscription: '2:1', provisioning: ['quote'], prices: [] }),
        aSilentOffer({ provider: 'b', multiNode: 'no', gpudirectRdma: 'yes', nodeBandwidthGbitPerS: 100 }),
        aSilentOffer({ provider: 'c' }),
      ],
    });
    expect(figures).toMatchObject({
      offers: 4,
      providers: 3,
      multiNodeOffers: 2,
      providersYes: 1,
      withBandwidth: 2,
      gpudirectKnown: 1,
      topologyKnown: 2,
      onDemand: 1,
      asOf: '2026-11-30',
    });
  });

  test('do not count a price that a later one replaced', () => {
    const priced = anOffer({});
    const replaced = anOffer({ prices: priced.prices.map((price) => ({ ...price, superseded: true })) });
    expect(countFigures({ dataVersion: '2026-11-30', providers: [], offers: [priced, replaced] }).priced).toBe(
      priced.prices.length > 0 ? 1 : 0,
    );
  });
});
