import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { localeFacts, locales } from '../../src/words/locales.ts';
import { addressIn, sitePages } from '../contract/site-pages.ts';
import { beginVisit, describeInBrowser, type Visit } from './browser.ts';

interface AccessibleNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value?: string };
}

/** What a screen reader is given: the browser's own tree, after styles have had their say about roles. */
async function accessibleNodes(page: Page): Promise<readonly AccessibleNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return (nodes as readonly AccessibleNode[]).filter(({ ignored }) => !ignored);
}

const countOf = (nodes: readonly AccessibleNode[], role: string): number => nodes.filter((node) => node.role?.value === role).length;

/** Everything on a page that reaches over its right edge, if the page then scrolls sideways. */
const readOverflow = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.parentElement.closest('.scroller'))
  .map((element) => element.localName + '.' + element.className + ': ' + element.textContent.trim().slice(0, 40))`;

describeInBrowser('every page', () => {
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    visit = await beginVisit();
  });
  afterAll(() => visit.end());
  afterEach(() => page.context().close());

  test.each(sitePages)('$name does not scroll sideways at 320 pixels, in any language', async ({ address }) => {
    page = await visit.open({ viewport: { width: 320, height: 640 } });
    for (const locale of locales) {
      await page.goto(addressIn(locale, address));
      expect(await page.evaluate('innerWidth'), 'the page was not made narrower to fit').toBe(320);
      expect(await page.evaluate(readOverflow), localeFacts[locale].name).toEqual([]);
    }
  });

  test.each([1248, 1440, 1680, 1920])(
    'the comparison shows all its columns without scrolling at %i pixels, in any language',
    async (width) => {
      page = await visit.open({ viewport: { width, height: 900 } });
      for (const locale of locales) {
        await page.goto(addressIn(locale, '/offers'));
        const [content, window] = await page.evaluate<[number, number]>(
          '(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector(".scroller"))',
        );
        expect(content, localeFacts[locale].name).toBeLessThanOrEqual(window);
      }
    },
  );

  test.each([
    ['/', 10],
    ['/offers?limit=20', 20],
    ['/providers', 20],
    ['/compare?offer=coreweave/hgx-h100&offer=aws/p5-48xlarge', 10],
  ])('the tables of %s stay tables for a screen reader, though a phone shows them as tickets', async (address, rows) => {
    page = await visit.open({ viewport: { width: 390, height: 844 } });
    await page.goto(address);
    const nodes = await accessibleNodes(page);
    const count = (selector: string): Promise<number> => page.locator(selector).count();
    expect(countOf(nodes, 'table')).toBe(await count('table'));
    expect(countOf(nodes, 'rowheader')).toBe(await count('tbody th'));
    expect(countOf(nodes, 'cell')).toBe(await count('tbody td'));
    expect(countOf(nodes, 'row')).toBeGreaterThanOrEqual(await count('tbody tr'));
    expect(await count('tbody tr')).toBeGreaterThanOrEqual(rows);
  });

  /** Policy, requests and console together: one visit of a page shows all three. */
  test.each(sitePages)('$name runs no script, asks no other site, breaks no policy and logs no error', async ({ address, status }) => {
    page = await visit.open();
    const requests: string[] = [];
    const scripts: string[] = [];
    const said: string[] = [];
    const session = await page.context().newCDPSession(page);
    session.on('Debugger.scriptParsed', ({ url }) => {
      // Playwright's own helpers have no address.
      if (url !== '') scripts.push(url);
    });
    await session.send('Debugger.enable');
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => said.push(error.message));
    page.on('console', (message) => said.push(message.text()));
    for (const locale of locales) {
      const response = await page.goto(addressIn(locale, address));
      const policy = (await response?.headerValue('content-security-policy')) ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/script-src|unsafe|\*|https?:/);
    }
    expect(scripts).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(`${visit.origin}/`))).toEqual([]);
    expect(requests.some((url) => url.endsWith('.css'))).toBe(true);
    // A browser logs the answer of a page that is rightly missing; anything else would be a fault of ours.
    expect(said.filter((text) => !(status >= 400 && text.includes(`status of ${status}`)))).toEqual([]);
  });

  test('a script would be noticed, so that its absence means something', async () => {
    page = await visit.open();
    const scripts: string[] = [];
    const said: string[] = [];
    const session = await page.context().newCDPSession(page);
    session.on('Debugger.scriptParsed', ({ url }) => {
      if (url !== '') scripts.push(url);
    });
    await session.send('Debugger.enable');
    page.on('console', (message) => said.push(message.text()));
    await page.route('**/offers', async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      const body = (await response.text()).replace('</main>', '<script>console.log("ran")</script></main>');
      await route.fulfill({ status: 200, headers: { ...headers, 'content-encoding': 'identity' }, body });
    });
    await page.goto('/offers');
    expect(scripts).toEqual([]);
    expect(said.join()).toContain('Content Security Policy');
    await page.unroute('**/offers');
    await page.route('**/offers', (route) => route.fulfill({ contentType: 'text/html', body: '<script>console.log("ran")</script>' }));
    await page.goto('/offers');
    expect(scripts).toEqual([`${visit.origin}/offers`]);
    expect(said).toContain('ran');
  });
});
