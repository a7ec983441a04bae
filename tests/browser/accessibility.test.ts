import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Locale, localeFacts, locales } from '../../src/words/locales.ts';
import { addressIn, type SitePage, sitePages } from '../contract/site-pages.ts';
import { beginVisit, describeInBrowser, type Visit } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const options = { runOnly: standards, resultTypes: ['violations'], preload: false };

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** How a page is looked at. On a wide screen the reader chose the colours, on a phone the system does. */
interface View {
  readonly theme: Theme;
  readonly width: 1440 | 390;
}

/** Every page wide in both themes; narrow in one, by turns, since colours do not change with the width. */
function viewsOf(place: number): readonly View[] {
  return [...themes.map((theme) => ({ theme, width: 1440 }) as const), { theme: themes[place % themes.length] ?? 'light', width: 390 }];
}

/** Drawn by the parts of a page that is looked at anyway: another offer, another list, another way to miss. */
const repeats = ['the comparison with all offers there are', 'an offer', 'an offer of single nodes', 'an offer that does not exist'];

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

describeInBrowser('accessibility', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await beginVisit();
  });
  afterAll(() => visit.end());

  async function openPage({ theme, width }: View): Promise<Page> {
    if (width === 390) return visit.open({ colorScheme: theme, viewport: { width, height: 844 }, hasTouch: true, isMobile: true });
    // The system says the opposite, so that a colour which follows it instead of the reader is found.
    const page = await visit.open({ colorScheme: theme === 'light' ? 'dark' : 'light' });
    await page.context().addCookies([{ name: 'theme', value: theme, url: visit.origin }]);
    return page;
  }

  async function faultsOf(page: Page, { address, status }: SitePage, locale: Locale): Promise<readonly string[]> {
    const response = await page.goto(addressIn(locale, address));
    expect(response?.status()).toBe(status);
    await page.evaluate(axe);
    const { violations } = await page.evaluate<{ violations: readonly Violation[] }>(`axe.run(document, ${JSON.stringify(options)})`);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  at ${target.join(' ')}\n  ${failureSummary}`),
    );
  }

  async function faultsIn(view: View, page: SitePage): Promise<readonly string[]> {
    const window = await openPage(view);
    const faults: string[] = [];
    for (const locale of locales) {
      const found = await faultsOf(window, page, locale);
      faults.push(...found.map((fault) => `${localeFacts[locale].name}, ${view.theme}, ${view.width} pixels: ${fault}`));
    }
    await window.context().close();
    return faults;
  }

  const cases = sitePages.filter(({ name }) => !repeats.includes(name)).map((page, place) => ({ page, name: page.name, place }));

  test.each(cases)('$name has no fault that axe knows, in any language, theme and width', { timeout: 180_000 }, async ({ page, place }) => {
    // Together, since each window has a process of its own and would leave a core idle.
    const faults = await Promise.all(viewsOf(place).map((view) => faultsIn(view, page)));
    expect(faults.flat()).toEqual([]);
  });
});
