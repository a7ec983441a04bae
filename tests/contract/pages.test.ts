import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ConfigData, HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localeFacts, locales } from '../../src/words/locales.ts';
import { type RunningServer, startServer } from './built-product.ts';
import { allElementsOf, type DataBlock, elementsOf, type ReadPage, readPage, textOf } from './page-reading.ts';
import { ask, type RawAnswer } from './raw-http.ts';
import { addressIn, plainOffer, sitePages } from './site-pages.ts';

const strict = JSON.parse(readFileSync(path.join(import.meta.dirname, 'html-validate.json'), 'utf8')) as ConfigData & {
  readonly because: Readonly<Record<string, string>>;
};

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
}, 60_000);
afterAll(() => server.stop());

const answers = new Map<string, Promise<RawAnswer>>();

/** An answer, asked for once. */
function answerOf(address: string): Promise<RawAnswer> {
  const present = answers.get(address) ?? ask(server.origin, address);
  answers.set(address, present);
  return present;
}

const pageOf = async (address: string): Promise<ReadPage> => readPage((await answerOf(address)).text);
/** Path and query of an address of this server. */
const local = (address: string): string => address.replace(server.origin, '') || '/';

const cases = sitePages.flatMap((page) => locales.map((locale) => ({ ...page, locale, language: localeFacts[locale].name })));
const found = cases.filter(({ status }) => status === 200);

describe('the list of pages under test', () => {
  test('names every page that there is', () => {
    const routes = path.resolve(import.meta.dirname, '../../web/routes/[[locale=locale]]');
    const built = readdirSync(routes, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('+page.svelte'));
    const listed = new Set(sitePages.map(({ route }) => route));
    expect(built.map((file) => path.dirname(file).replace(/^\.$/, '')).filter((route) => !listed.has(route))).toEqual([]);
  });
});

describe.each(cases)('$name in $language', ({ address, locale, status }) => {
  const own = addressIn(locale, address);

  test('answers with its status, in its language, under one heading', async () => {
    const answer = await answerOf(own);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, expect.stringMatching(/^text\/html\b/)]);
    const page = readPage(answer.text);
    expect(page.lang).toBe(localeFacts[locale].htmlLang);
    expect(page.headings).toHaveLength(1);
    expect(page.headings[0]).not.toBe('');
    expect(page.title).toMatch(/\S.* · Clusterfare$/);
    expect(page.title.length).toBeLessThan(110);
    expect(page.description?.length).toBeGreaterThan(locale === 'zh' ? 10 : 25);
    expect(page.description?.length).toBeLessThan(300);
    expect(textOf(answer.text), 'no message was left open, no value unnamed').not.toMatch(
      /\bundefined\b|\[object |\{\w+\}|\bNaN\b|\bnull\b/,
    );
  });

  test('is HTML that a strict validator accepts', async () => {
    const { because, ...config } = strict;
    const report = await new HtmlValidate(config).validateString((await answerOf(own)).text);
    const said = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect([...new Set(said)]).toEqual([]);
  });

  test('holds no script, no style and no handler of its own', async () => {
    const { text } = await answerOf(own);
    expect(
      elementsOf(text, 'script')
        .map(({ type }) => type)
        .filter((type) => type !== 'application/ld+json'),
    ).toEqual([]);
    expect(elementsOf(text, 'style')).toEqual([]);
    expect(allElementsOf(text).flatMap((attributes) => Object.keys(attributes).filter((name) => /^on|^style$/.test(name)))).toEqual([]);
    expect(text).not.toMatch(/href="javascript:/i);
  });
});

describe.each(found)('$name in $language', ({ address, locale }) => {
  const own = addressIn(locale, address);

  test('names its address in every language, and these name it back', async () => {
    const page = await pageOf(own);
    if (page.robots === 'noindex') {
      expect([page.canonical, page.alternates]).toEqual([undefined, {}]);
      return;
    }
    const languages = locales.map((other) => localeFacts[other].htmlLang);
    expect(Object.keys(page.alternates).sort()).toEqual([...languages, 'x-default'].sort());
    expect(page.canonical).toBe(page.alternates[localeFacts[locale].htmlLang]);
    expect(page.alternates['x-default']).toBe(page.alternates['en']);
    for (const language of languages) {
      const other = await pageOf(local(page.alternates[language] ?? ''));
      expect(other.lang).toBe(language);
      expect(other.alternates).toEqual(page.alternates);
      expect(other.canonical).toBe(page.alternates[language]);
    }
  });

  test('is named without what only shapes the view', async () => {
    const { canonical } = await pageOf(own);
    if (canonical === undefined) return;
    const { pathname, searchParams } = new URL(canonical);
    expect(pathname).toBe(new URL(own, server.origin).pathname);
    expect(['sort', 'limit', 'currency'].filter((key) => searchParams.has(key))).toEqual([]);
  });
});

describe('pages that are not for search engines say so', () => {
  test.each(cases.filter(({ status }) => status !== 200))('$name in $language', async ({ address, locale }) => {
    const page = await pageOf(addressIn(locale, address));
    expect([page.robots, page.canonical]).toEqual(['noindex', undefined]);
  });
});

describe('structured data', () => {
  const ofType = (page: ReadPage, type: string): readonly DataBlock[] => page.data.filter((block) => block['@type'] === type);

  test.each(found)('of $name in $language says where it belongs', async ({ address, locale, name }) => {
    const page = await pageOf(addressIn(locale, address));
    for (const block of page.data) expect(block['@context']).toBe('https://schema.org');
    const [crumbs] = ofType(page, 'BreadcrumbList');
    const items = crumbs?.['itemListElement'] as readonly { position: number; name: string; item: string }[];
    expect(items.length).toBeGreaterThanOrEqual(name === 'the start page' ? 1 : 2);
    expect(items.map(({ position }) => position)).toEqual(items.map((_, place) => place + 1));
    for (const item of items) {
      expect(item.name).toMatch(/\S/);
      expect((await answerOf(local(item.item))).status, item.item).toBe(200);
    }
    const visible = /<ol class="crumbs">([\s\S]*?)<\/ol>/.exec(page.html)?.[1];
    if (visible !== undefined) {
      expect([...visible.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, crumb]) => textOf(crumb ?? ''))).toEqual(
        items.map((item) => item.name),
      );
    }
  });

  test.each(locales)('the frequent questions are those on the start page (%s)', async (locale) => {
    const page = await pageOf(addressIn(locale, '/'));
    const [faq] = ofType(page, 'FAQPage');
    const said = faq?.['mainEntity'] as readonly { '@type': string; name: string; acceptedAnswer: { '@type': string; text: string } }[];
    expect(page.questions.length).toBeGreaterThanOrEqual(8);
    expect(said.map(({ name, acceptedAnswer }) => ({ question: name, answer: acceptedAnswer.text }))).toEqual(page.questions);
    for (const entity of said) expect([entity['@type'], entity.acceptedAnswer['@type']]).toEqual(['Question', 'Answer']);
  });

  test.each(locales)('an offer has a price per unit, in %s as in its twin', async (locale) => {
    const { offer } = JSON.parse((await answerOf(`/offers/${plainOffer}.json`)).text) as {
      offer: { name: string; providerName: string; price: { amount: string; currency: string; asOf: string } };
    };
    const [product] = ofType(await pageOf(addressIn(locale, `/offers/${plainOffer}`)), 'Product');
    expect(product).toMatchObject({
      name: expect.stringContaining(offer.name) as string,
      sku: plainOffer,
      brand: { '@type': 'Brand', name: offer.providerName },
      offers: {
        '@type': 'Offer',
        url: server.origin + addressIn(locale, `/offers/${plainOffer}`),
        price: offer.price.amount,
        priceCurrency: offer.price.currency,
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: offer.price.amount,
          priceCurrency: offer.price.currency,
          unitText: 'GPU-hour',
          validFrom: offer.price.asOf,
        },
      },
    });
  });
});

describe('what a page weighs', () => {
  const kilobyte = 1_000;

  test.each(found)('$name in $language is at most 40 kB as it is sent', async ({ address, locale }) => {
    const { body, headers } = await ask(server.origin, addressIn(locale, address), { headers: { 'Accept-Encoding': 'gzip' } });
    expect(headers['content-encoding']).toBe('gzip');
    expect(body.byteLength).toBeLessThanOrEqual(40 * kilobyte);
  });

  test('a page brings one sheet, which is kept for good, and nothing else but its sign', async () => {
    const { text } = await answerOf('/offers');
    const links = elementsOf(text, 'link').filter(({ rel }) => rel !== 'alternate' && rel !== 'canonical');
    expect(links.map(({ rel }) => rel).sort()).toEqual(['icon', 'stylesheet']);
    expect([...elementsOf(text, 'img'), ...elementsOf(text, 'iframe'), ...elementsOf(text, 'object')]).toEqual([]);
    const sheet = links.find(({ rel }) => rel === 'stylesheet')?.['href'] ?? '';
    const { headers, body } = await ask(server.origin, new URL(sheet, `${server.origin}/offers`).pathname, {
      headers: { 'Accept-Encoding': 'br' },
    });
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['content-type']).toMatch(/^text\/css/);
    expect(body.byteLength).toBeLessThanOrEqual(15 * kilobyte);
  });
});

describe('keeping and sending', () => {
  const send = (address: string, headers: Record<string, string>) => ask(server.origin, address, { headers });

  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])('a page packed with %s is the page', async (encoding, unpack) => {
    const packed = await send('/offers', { 'Accept-Encoding': encoding });
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers['content-length']).toBe(String(packed.body.byteLength));
    expect(unpack(packed.body).toString()).toBe((await answerOf('/offers')).text);
    expect((await send('/offers', { 'Accept-Encoding': `${encoding};q=0` })).headers['content-encoding']).toBeUndefined();
  });

  test.each(['/', '/de/offers', `/zh/offers/${plainOffer}`, '/offers.json', '/offers.csv'])(
    '%s is not sent again to who has it',
    async (address) => {
      for (const encoding of ['identity', 'gzip', 'br']) {
        const first = await send(address, { 'Accept-Encoding': encoding });
        const tag = first.headers['etag'] ?? '';
        expect(tag).toMatch(/^"[^"]+"$/);
        const again = await send(address, { 'Accept-Encoding': encoding, 'If-None-Match': tag });
        expect([again.status, again.body.byteLength]).toEqual([304, 0]);
        expect(again.headers['etag']).toBe(tag);
        expect(again.headers['vary']).toBe(first.headers['vary']);
        expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
        expect((await send(address, { 'Accept-Encoding': encoding, 'If-None-Match': '"another"' })).status).toBe(200);
      }
    },
  );

  test('HEAD is GET without its body', async () => {
    const [head, get] = [await ask(server.origin, '/offers', { method: 'HEAD' }), await answerOf('/offers')];
    expect([head.status, head.body.byteLength]).toEqual([200, 0]);
    expect(head.headers['etag']).toBe(get.headers['etag']);
    expect(head.headers['content-length']).toBe(String(get.body.byteLength));
  });

  test('every language has a page of its own, whatever the browser prefers', async () => {
    const tags = new Set<string | undefined>();
    for (const locale of locales) {
      const plain = await send(addressIn(locale, '/offers'), {});
      const preferring = await send(addressIn(locale, '/offers'), { 'Accept-Language': 'fr, de;q=0.9' });
      expect(preferring.headers['etag']).toBe(plain.headers['etag']);
      expect(plain.headers['content-language']).toBe(localeFacts[locale].htmlLang);
      tags.add(plain.headers['etag']);
    }
    expect(tags.size).toBe(locales.length);
  });

  test('colours chosen by one reader are not sent to another', async () => {
    const of = (cookie: string) => send('/offers', { Cookie: cookie });
    const [dark, light, none, again] = [await of('theme=dark'), await of('theme=light'), await of('a=b'), await of('x=1; theme=dark')];
    expect([dark, light, none].map(({ text }) => readPage(text).theme)).toEqual(['dark', 'light', undefined]);
    expect(again.text).toBe(dark.text);
    expect(new Set([dark, light, none].map(({ headers }) => headers['etag'])).size).toBe(3);
    for (const { headers } of [dark, light, none]) expect(headers['vary']).toMatch(/\bCookie\b/);
    expect((await send('/offers', { Cookie: 'theme=dark', 'If-None-Match': light.headers['etag'] ?? '' })).status).toBe(200);
  });

  test('a page asked for by another name of the server names its links by that', async () => {
    const { text } = await send('/offers', { Host: 'clusters.example:8443' });
    expect(readPage(text).canonical).toBe('http://clusters.example:8443/offers');
    expect((await pageOf('/offers')).canonical).toBe(`${server.origin}/offers`);
  });
});

test('every exception from the strict rules of HTML has its reason', () => {
  expect(Object.keys(strict.because).sort()).toEqual(Object.keys(strict.rules ?? {}).sort());
});
