import { describe, expect, it } from 'vitest';
import type { CompareDocument, OffersDocument, ProvidersDocument, ShowDocument } from '../../src/answers/documents.ts';
import { filters } from '../../src/catalogue/filters.ts';
import { runCommand } from './built-product.ts';

const json = <T>(text: string): T => JSON.parse(text) as T;

describe('clusterfare offers', () => {
  it('prints one JSON document and nothing else with --json', async () => {
    const { code, out, err } = await runCommand(['offers', '--fabric', 'infiniband', '--min-node-gbit', '3200', '--json']);
    const answer = json<OffersDocument>(out);
    expect([code, err]).toEqual([0, '']);
    expect(answer.total).toBeGreaterThan(20);
    expect(answer.offers.every((offer) => offer.multiNode === 'yes' && (offer.nodeBandwidthGbitPerS ?? 0) >= 3_200)).toBe(true);
    expect(answer.query).toBe('fabric=infiniband&min-node-gbit=3200');
  });

  it('knows at least 140 offers that are rented as one unit', async () => {
    expect(json<OffersDocument>((await runCommand(['offers', '--json'])).out).total).toBeGreaterThanOrEqual(140);
  });

  it('prints data on stdout and talk on stderr', async () => {
    const { out, err } = await runCommand(['offers', '--gpu', 'h200', '--limit', '3']);
    expect(out.trim().split('\n')).toHaveLength(4);
    expect(err).toMatch(/offers, page 1 of \d+/);
  });

  it('prints one line for each offer with --csv', async () => {
    const { out } = await runCommand(['offers', '--limit', '5', '--csv']);
    expect(out.trim().split(/\r?\n/)).toHaveLength(6);
    expect(out).toMatch(/^id,/);
  });

  it('exits with 3 where no offer matches, still answering', async () => {
    const { code, out } = await runCommand(['offers', '--gpu', 'h100', '--max-price', '0.01', '--json']);
    expect(code).toBe(3);
    expect(json<OffersDocument>(out).total).toBe(0);
  });

  it.each([
    [['offers', '--fabric', 'infinband'], /infiniband/],
    [['offers', '--currency', 'EUR'], /rate/],
    [['offers', '--min-node-gbit', '400GB/s'], /Gbit/],
    [['offers', '--page', '99'], /page/i],
    [['offers', '--fabrik', 'roce'], /fabric/],
    [['offers', '--start', '2020-01-01'], /past|2020-01-01/],
    [['ofers'], /offers/],
    [['show', 'coreweave/hgx-h10'], /hgx-h100/],
    [['show', '../../etc/passwd'], /passwd/],
    [['compare', 'coreweave/hgx-h100'], /2/],
    [['serve', '--port', '99999'], /65535/],
  ])('refuses %j with exit 2 and one line that says what to do', async (args, says) => {
    const { code, out, err } = await runCommand(args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(says);
  });

  it('names every filter in its help', async () => {
    const { out } = await runCommand(['offers', '--help']);
    for (const filter of filters) expect(out).toContain(`--${filter.key}`);
  });
});

describe('clusterfare show, compare and providers', () => {
  it('shows an offer with who says each fact', async () => {
    const { offer } = json<ShowDocument>((await runCommand(['show', 'coreweave/hgx-h100', '--json'])).out);
    expect(offer).toMatchObject({ id: 'coreweave/hgx-h100', multiNode: 'yes', fabric: 'infiniband', gpu: 'nvidia-h100-sxm5-80gb' });
    expect(offer.facts['nodeBandwidthGbitPerS']?.sources.length).toBeGreaterThan(0);
    const printed = (await runCommand(['show', 'coreweave/hgx-h100'])).out;
    expect(printed).toContain('https://');
    expect(printed).toContain('network: ');
  });

  it('sets two to four offers side by side and says where they differ', async () => {
    const answer = json<CompareDocument>((await runCommand(['compare', 'coreweave/hgx-h100', 'aws/p5-48xlarge', '--json'])).out);
    expect(answer.offers.map((offer) => offer.id)).toEqual(['coreweave/hgx-h100', 'aws/p5-48xlarge']);
    expect(answer.differ).toContain('fabric');
    expect(answer.differ).not.toContain('gpusPerNode');
  });

  it('lists providers that rent connected nodes, and with multi-node=no the reason why not', async () => {
    const yes = json<ProvidersDocument>((await runCommand(['providers', '--json'])).out);
    expect(yes.providers.every((provider) => provider.multiNode === 'yes' && provider.multiNodeOfferCount > 0)).toBe(true);
    const no = json<ProvidersDocument>((await runCommand(['providers', '--multi-node', 'no', '--json'])).out);
    expect(no.total).toBeGreaterThan(0);
    expect(no.providers.every((provider) => provider.multiNode === 'no' && provider.multiNodeReasons.length > 0)).toBe(true);
  });

  it('prints a completion script for each shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) expect((await runCommand(['complete', shell])).out).toContain('clusterfare');
    expect((await runCommand(['complete', '--', 'offers', '--fabric', ''])).out).toContain('infiniband');
  });
});
