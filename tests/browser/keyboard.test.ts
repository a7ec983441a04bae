import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beginVisit, describeInBrowser, type Visit } from './browser.ts';

/** Where the focus is, and whether a reader can see that. */
interface Focus {
  readonly tag: string;
  readonly name: string;
  readonly href: string | null;
  /** A part of its first line, or all of it, is within the window. */
  readonly isOnScreen: boolean;
  /** What lies over the middle of that part, if it is something else. */
  readonly coveredBy: string | null;
  readonly hasOutline: boolean;
}

const readFocus = `(() => {
  const element = document.activeElement;
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isOwn = over === element || element.contains(over) || (over?.matches('label, summary, th, td, li') && over.contains(element));
  const style = getComputedStyle(element);
  return {
    tag: element.localName,
    name: (element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent).trim(),
    href: element.getAttribute('href'),
    isOnScreen: right - left >= 1 && bottom - top >= 1,
    coveredBy: over === null || isOwn ? null : over.localName + '.' + over.className,
    // Inside a date field the browser marks day, month, year and calendar by itself.
    hasOutline: element.type === 'date' || (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1),
  };
})()`;

const focusOf = (page: Page): Promise<Focus> => page.evaluate<Focus>(readFocus);

/** Presses a key until the focus is where it should be; a page that never gets there fails. */
async function pressUntil(page: Page, key: string, isThere: (focus: Focus) => boolean, most = 300): Promise<Focus> {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press(key);
    const focus = await focusOf(page);
    if (isThere(focus)) return focus;
  }
  throw new Error(`${most} times ${key} did not lead there; the focus is on ${JSON.stringify(await focusOf(page))}`);
}

const isSeen = ({ isOnScreen, coveredBy, hasOutline }: Focus): boolean => isOnScreen && coveredBy === null && hasOutline;

function describeUnseen({ tag, name, isOnScreen, coveredBy, hasOutline }: Focus): string {
  const reasons = [isOnScreen ? null : 'off screen', coveredBy === null ? null : `under ${coveredBy}`, hasOutline ? null : 'no outline'];
  return `${tag} "${name.slice(0, 40)}": ${reasons.filter((reason) => reason !== null).join(', ')}`;
}

/** Every stop of the focus from one end of a page to the other of which a reader does not see where it is. */
async function unseenStops(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<readonly string[]> {
  const unseen: string[] = [];
  for (let stops = 0; stops < 600; stops++) {
    await page.keyboard.press(key);
    const focus = await focusOf(page);
    if (focus.tag === 'body') return unseen;
    if (!isSeen(focus)) unseen.push(describeUnseen(focus));
  }
  throw new Error('the page has no end');
}

describeInBrowser('by keyboard alone', () => {
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    visit = await beginVisit();
  });
  afterAll(() => visit.end());
  afterEach(() => page.context().close());

  /** Without motion the page is where it scrolls to at once, and what is on screen can be told. */
  const open = (width: number, height: number): Promise<Page> =>
    visit.open({ javaScriptEnabled: false, reducedMotion: 'reduce', viewport: { width, height } });

  describe('on a wide screen', () => {
    beforeEach(async () => {
      page = await open(1440, 900);
      await page.goto('/offers');
    });

    test('the first stop leads past the head to what the page is about', async () => {
      await page.keyboard.press('Tab');
      const skip = await focusOf(page);
      expect(skip).toMatchObject({ href: '#main', name: 'Skip to content', isOnScreen: true, coveredBy: null });
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.querySelector("main").contains(document.activeElement)')).toBe(true);
    });

    test('a filter is reached, ticked and sent', async () => {
      const box = await pressUntil(page, 'Tab', ({ name, tag }) => tag === 'input' && name.startsWith('H100'));
      expect(isSeen(box)).toBe(true);
      await page.keyboard.press('Space');
      const button = await pressUntil(page, 'Tab', ({ name, tag }) => tag === 'button' && name === 'Show offers');
      expect(isSeen(button)).toBe(true);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/offers?gpu=h100');
    });

    test('a bound is typed and sent from its field', async () => {
      await pressUntil(page, 'Tab', ({ name }) => name.includes('Gbit/s per GPU'));
      await page.keyboard.type('400');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/offers?min-gpu-gbit=400');
    });

    test('two offers are ticked and set side by side', async () => {
      for (let ticked = 0; ticked < 2; ticked++) {
        await pressUntil(page, 'Tab', ({ name, tag }) => tag === 'input' && name.startsWith('Select '));
        await page.keyboard.press('Space');
      }
      await pressUntil(page, 'Tab', ({ name, tag }) => tag === 'button' && name === 'Compare selected');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/compare\?offer=[^&]+&offer=[^&]+$/);
    });
  });

  /** The head of a table stays at the top, the button for the comparison at the bottom: neither may hide where one is. */
  test.each([
    ['/offers?limit=12', 1440, 900],
    ['/offers?limit=12', 1300, 700],
    ['/offers?limit=12', 1000, 700],
    ['/de/offers?limit=12', 390, 844],
    ['/zh/offers/aws/p6e-gb200-36xlarge', 390, 844],
    ['/compare?offer=coreweave/hgx-h100&offer=aws/p5-48xlarge', 390, 844],
    ['/providers', 1440, 900],
  ])(
    'on %s, %i by %i pixels, the focus is seen at every stop, forwards and backwards',
    { timeout: 120_000 },
    async (address, width, height) => {
      page = await open(width, height);
      await page.goto(address);
      expect(await unseenStops(page, 'Tab')).toEqual([]);
      expect(await unseenStops(page, 'Shift+Tab')).toEqual([]);
    },
  );
});
