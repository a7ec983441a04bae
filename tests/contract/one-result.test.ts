import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OffersDocument } from '../../src/answers/documents.ts';
import { type RunningServer, runCommand, startServer } from './built-product.ts';

/** Page, twin, API and CLI are four ways to print one answer. */

const questions = [
  '',
  'fabric=infiniband&min-node-gbit=3200',
  'gpu=h200&sort=price',
  'multi-node=any&fabric=unknown&page=2',
  'provisioning=spot&max-price=4&max-price=unknown',
  'region=eu&orchestration=slurm&orchestration=kubernetes&nodes=16',
];

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
}, 60_000);
afterAll(() => server.stop());

const toArguments = (question: string): string[] => [...new URLSearchParams(question)].flatMap(([key, value]) => [`--${key}`, value]);
const fetchJson = async (path: string): Promise<OffersDocument> =>
  (await fetch(`${server.origin}${path}`)).json() as Promise<OffersDocument>;
/** Ids in the order in which the page's table links them. */
const idsOfPage = (html: string): string[] => {
  const table = /<tbody[^>]*>([\s\S]*?)<\/tbody>/.exec(html)?.[1] ?? '';
  return [...new Set([...table.matchAll(/href="(?:\/de|\/zh)?\/offers\/([a-z0-9.-]+\/[a-z0-9.-]+)"/g)].map((match) => match[1] as string))];
};

describe.each(questions)('the question "%s"', (question) => {
  it('has one answer as twin, API and command', async () => {
    const suffix = question === '' ? '' : `?${question}`;
    const [twin, api, command] = await Promise.all([
      fetchJson(`/offers.json${suffix}`),
      fetchJson(`/api/v1/offers${suffix}`),
      runCommand(['offers', ...toArguments(question), '--json']).then(({ out }) => JSON.parse(out) as OffersDocument),
    ]);
    expect(twin).toEqual(command);
    expect(api).toEqual(command);
    expect(twin.offers.length).toBeGreaterThan(0);
  });

  it('shows the same offers in the same order on the page of each language', async () => {
    const suffix = question === '' ? '' : `?${question}`;
    const { offers } = await fetchJson(`/offers.json${suffix}`);
    for (const prefix of ['', '/de', '/zh']) {
      const html = await (await fetch(`${server.origin}${prefix}/offers${suffix}`)).text();
      expect(idsOfPage(html)).toEqual(offers.map((offer) => offer.id));
    }
  });
});
