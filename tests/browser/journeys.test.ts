import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { otherOffer, plainOffer } from '../contract/site-pages.ts';
import { beginVisit, describeInBrowser, type Visit } from './browser.ts';

/** What a reader does, with and without JavaScript: the pages hold none, so both must come out the same. */

const box = (page: Page, name: RegExp) => page.locator('#filters').getByRole('checkbox', { name });
const showOffers = (page: Page) => page.getByRole('button', { name: 'Show offers' }).click();
const offersOf = (page: Page) => page.locator('tbody th[scope=row] > a');
const hrefsOf = (page: Page): Promise<readonly string[]> =>
  offersOf(page).evaluateAll((links) => links.map((link) => String(link.getAttribute('href'))));
const addressOf = (page: Page): string => page.url().replace(new URL(page.url()).origin, '');

/** True where a part of an element stands on the screen. */
const isOnScreen = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < element.ownerDocument.defaultView.innerHeight;
  });

/** Prices of the rows in order, as far as they are in US dollars. */
async function pricesOf(page: Page): Promise<readonly number[]> {
  const texts = await page.locator('td.c-price a.figure').allTextContents();
  return texts.filter((text) => /^[\d,.]+$/.test(text)).map((text) => Number(text.replaceAll(',', '')));
}

const rising = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);

describeInBrowser('journeys', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await beginVisit();
  });
  afterAll(() => visit.end());

  describe.each([
    { javaScriptEnabled: false, how: 'without JavaScript' },
    { javaScriptEnabled: true, how: 'with JavaScript' },
  ])('$how', ({ javaScriptEnabled }) => {
    let page: Page;
    beforeEach(async () => {
      page = await visit.open({ javaScriptEnabled });
    });
    afterEach(() => page.context().close());

    test('ticked boxes and a bound make a question whose address holds nothing else', async () => {
      await page.goto('/offers');
      await box(page, /^InfiniBand/).check();
      await box(page, /^RoCE/).check();
      await page.getByLabel('Gbit/s per node').fill('3200');
      await showOffers(page);
      expect(addressOf(page)).toBe('/offers?fabric=infiniband&fabric=roce&min-node-gbit=3200');
      expect(await offersOf(page).count()).toBeGreaterThan(10);
      expect(await box(page, /^InfiniBand/).isChecked()).toBe(true);
      expect(await page.getByLabel('Gbit/s per node').inputValue()).toBe('3200');
    });

    test('unticking "yes, rented as one unit" asks for all offers', async () => {
      await page.goto('/offers');
      await box(page, /^yes, rented as one unit/).uncheck();
      await showOffers(page);
      expect(addressOf(page)).toBe('/offers?multi-node=any');
      const [shown, all] = /(\d+) of (\d+) offers/.exec((await page.locator('main').textContent()) ?? '')?.slice(1) ?? [];
      expect(shown).toBe(all);
    });

    test('a filter in force is dropped by its chip, and all of them by "Reset"', async () => {
      await page.goto('/offers?fabric=efa&gpu=h100');
      await page.locator('.chips a', { hasText: 'EFA' }).click();
      expect(addressOf(page)).toBe('/offers?gpu=h100');
      await page.getByRole('link', { name: 'Reset' }).click();
      expect(addressOf(page)).toBe('/offers');
    });

    test('an order and a word are added to the filters that are set', async () => {
      await page.goto('/offers?gpu=h100');
      await page.getByLabel('Sort').selectOption('price');
      await page.getByRole('searchbox').fill('coreweave');
      await page.getByRole('button', { name: 'Search' }).click();
      expect(new URL(page.url()).searchParams.toString()).toBe('gpu=h100&q=coreweave&sort=price');
    });

    test('the head of a column sorts by it, and a second time the other way', async () => {
      await page.goto('/offers?gpu=h200');
      const head = page.getByRole('columnheader', { name: 'US$' });
      await head.getByRole('link').click();
      expect(addressOf(page)).toBe('/offers?gpu=h200&sort=price');
      expect(await head.getAttribute('aria-sort')).toBe('ascending');
      const prices = await pricesOf(page);
      expect(prices.length).toBeGreaterThan(5);
      expect(prices).toEqual(rising(prices));
      await head.getByRole('link').click();
      expect(addressOf(page)).toBe('/offers?gpu=h200&sort=-price');
      expect(await head.getAttribute('aria-sort')).toBe('descending');
      const falling = await pricesOf(page);
      expect([...falling].reverse()).toEqual(rising(falling));
    });

    test('two ticked offers stand side by side', async () => {
      await page.goto('/offers?gpu=h100&limit=100');
      const names: string[] = [];
      for (const id of [plainOffer, otherOffer]) {
        const row = page.getByRole('row').filter({ has: page.locator(`input[value="${id}"]`) });
        // By the mouse, at the middle of the target, which is larger than the box.
        await row.locator('.choose').click();
        expect(await row.getByRole('checkbox').isChecked()).toBe(true);
        names.push((await row.locator('th > a').textContent()) ?? '');
      }
      await page.getByRole('button', { name: 'Compare selected' }).click();
      expect(new Set(new URL(page.url()).searchParams.getAll('offer'))).toEqual(new Set([plainOffer, otherOffer]));
      const heads = (await page.locator('thead th a').allTextContents()).filter((text) => names.includes(text));
      expect(heads.sort()).toEqual(names.sort());
    });

    test('one ticked offer alone is answered with how many it takes', async () => {
      await page.goto('/offers');
      await page.locator('tbody .choose').first().click();
      await page.getByRole('button', { name: 'Compare selected' }).click();
      expect(await page.getByRole('main').textContent()).toContain('2 to 4');
    });

    test('a figure leads to its row on the page of its offer, and from there to who says so', async () => {
      await page.goto(`/offers?gpu=h100&provider=${plainOffer.split('/')[0]}`);
      await page.locator(`a.figure[href="/offers/${plainOffer}#nodeBandwidthGbitPerS"]`).click();
      expect(addressOf(page)).toBe(`/offers/${plainOffer}#nodeBandwidthGbitPerS`);
      const row = page.locator('#nodeBandwidthGbitPerS');
      expect(await isOnScreen(row)).toBe(true);
      expect(await row.textContent()).toMatch(/\d{4}(-\d\d)?/);
      const source = row.locator('td.sources a[href^="https://"]').first();
      // Nothing is fetched from the outside: what is asked for is recorded and answered here.
      const asked: string[] = [];
      await page.context().route(/^https:/, (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: 'text/html', body: '<title>source</title>' });
      });
      const href = await source.getAttribute('href');
      await source.click();
      await page.waitForURL(/^https:/);
      expect(asked).toEqual([href]);
    });

    test('another language is the same question', async () => {
      await page.goto('/offers?fabric=efa&sort=price');
      const hrefs = await hrefsOf(page);
      expect(hrefs.length).toBeGreaterThan(5);
      await page.getByRole('link', { name: 'DE', exact: true }).click();
      expect(addressOf(page)).toBe('/de/offers?fabric=efa&sort=price');
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      expect(await hrefsOf(page)).toEqual(hrefs.map((href) => `/de${href}`));
      await page.getByRole('link', { name: '中文', exact: true }).click();
      expect(addressOf(page)).toBe('/zh/offers?fabric=efa&sort=price');
      expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans');
    });

    test('colours once chosen are in the first byte of every page, until the system is to decide again', async () => {
      const paper = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto('/offers?fabric=efa');
      const light = await paper();
      await page.locator('header').getByRole('link', { name: 'Dark', exact: true }).click();
      expect(addressOf(page)).toBe('/offers?fabric=efa');
      expect(await paper()).not.toBe(light);
      const response = await page.goto('/de/providers');
      expect(await response?.text()).toMatch(/^<!doctype html>\s*<html lang="de" data-theme="dark">/);
      expect(await paper()).not.toBe(light);
      await page.locator('footer').getByRole('link', { name: 'Wie das System' }).click();
      expect(addressOf(page)).toBe('/de/providers');
      expect(await page.locator('html').getAttribute('data-theme')).toBeNull();
      expect(await paper()).toBe(light);
    });

    test('filters are one tap away on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/offers');
      expect(await box(page, /^InfiniBand/).isVisible()).toBe(false);
      await page.locator('summary', { hasText: /^\s*Filters/ }).click();
      await box(page, /^InfiniBand/).check();
      await showOffers(page);
      expect(addressOf(page)).toBe('/offers?fabric=infiniband');
    });
  });
});
