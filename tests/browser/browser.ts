import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { type RunningServer, startServer } from '../contract/built-product.ts';

/** `npm test` finds the browser and names it; started by hand, a test looks where Debian puts it. */
const executablePath = process.env['CLUSTERFARE_CHROMIUM'] || '/usr/bin/chromium';

/** Nothing but what a test asks for: no look for updates, no sync, no graphics card, no sandbox that root cannot have. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Tests that need a browser. Without one they are skipped and say why; on a machine that calls itself CI they fail
 * instead, since nobody would read there that half of the tests did not run.
 */
export function describeInBrowser(name: string, declare: () => void): void {
  if (existsSync(executablePath)) {
    describe(name, declare);
    return;
  }
  const reason = `there is no Chromium at ${executablePath}; on Debian: apt-get install chromium`;
  if (process.env['CI'] !== 'true') {
    describe.skip(`${name} (${reason})`, declare);
    return;
  }
  test(`${name} needs a browser`, () => {
    throw new Error(reason);
  });
}

/** The built product and a browser that looks at it, for all tests of a file. */
export interface Visit {
  readonly origin: string;
  /** A new page with cookies and storage of its own. Give it back with `page.context().close()`. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>;
  readonly end: () => Promise<void>;
}

export async function beginVisit(): Promise<Visit> {
  const [server, browser]: [RunningServer, Browser] = await Promise.all([startServer(), chromium.launch({ executablePath, args: flags })]);
  const { origin } = server;
  return {
    origin,
    open: async (options = {}) => {
      const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 }, locale: 'en-US', ...options });
      // A test that waits longer than this for one thing waits in vain.
      context.setDefaultTimeout(15_000);
      return context.newPage();
    },
    end: async () => {
      await browser.close();
      await server.stop();
    },
  };
}
