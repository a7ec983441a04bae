import { existsSync } from 'node:fs';
import path from 'node:path';
import { baseLocale, type Locale } from '../../src/words/locales.ts';

/** The pages that tests visit: one address for each page that there is, and one for each state that a page can be in. */
export interface SitePage {
  readonly name: string;
  /** Folder of the page in `web/routes/[[locale=locale]]`; null for an address that no page answers. */
  readonly route: string | null;
  /** Address in English. */
  readonly address: string;
  readonly status: 200 | 400 | 404;
}

const routes = path.resolve(import.meta.dirname, '../../web/routes/[[locale=locale]]');

/** Some offers known by heart: a plain one, one whose sources disagree, and one without connected nodes. */
export const plainOffer = 'coreweave/hgx-h100';
export const disputedOffer = 'aws/p6e-gb200-36xlarge';
export const otherOffer = 'aws/p5-48xlarge';
export const lonelyOffer = 'salad/container-engine';

const known: readonly SitePage[] = [
  { name: 'the start page', route: '', address: '/', status: 200 },
  { name: 'the comparison', route: 'offers', address: '/offers', status: 200 },
  {
    name: 'the comparison with filters',
    route: 'offers',
    address: '/offers?fabric=infiniband&orchestration=slurm&max-price=6&sort=price',
    status: 200,
  },
  { name: 'the comparison with all offers there are', route: 'offers', address: '/offers?multi-node=any&page=2', status: 200 },
  { name: 'the comparison without a match', route: 'offers', address: '/offers?gpu=h100&max-price=0.01', status: 200 },
  { name: 'a question that is not understood', route: 'offers', address: '/offers?fabrik=roce', status: 400 },
  { name: 'an offer', route: 'offers/[provider]/[slug]', address: `/offers/${plainOffer}`, status: 200 },
  { name: 'an offer about which sources disagree', route: 'offers/[provider]/[slug]', address: `/offers/${disputedOffer}`, status: 200 },
  { name: 'an offer of single nodes', route: 'offers/[provider]/[slug]', address: `/offers/${lonelyOffer}`, status: 200 },
  { name: 'an offer that does not exist', route: 'offers/[provider]/[slug]', address: '/offers/coreweave/hgx-h10', status: 404 },
  { name: 'the providers', route: 'providers', address: '/providers', status: 200 },
  { name: 'a provider', route: 'providers/[id]', address: '/providers/coreweave', status: 200 },
  { name: 'two offers side by side', route: 'compare', address: `/compare?offer=${plainOffer}&offer=${otherOffer}`, status: 200 },
  { name: 'nothing to set side by side', route: 'compare', address: '/compare', status: 200 },
  { name: 'the data', route: 'data', address: '/data', status: 200 },
  { name: 'the changes', route: 'changes', address: '/changes', status: 200 },
  { name: 'the changes of some offers', route: 'changes', address: '/changes?gpu=h100&rdma=yes&page=2', status: 200 },
  { name: 'the changes without a match', route: 'changes', address: '/changes?q=nothing-is-called-so', status: 200 },
  { name: 'a kind of problem', route: 'problems/[room]/[name]', address: '/problems/query/unknown-filter', status: 200 },
  { name: 'the methodology', route: 'methodology', address: '/methodology', status: 200 },
  { name: 'the plan', route: 'plan', address: '/plan', status: 200 },
  { name: 'a job that needs several nodes', route: 'plan', address: '/plan?model=llama-3-70b&tokens=1T&deadline=60d', status: 200 },
  { name: 'a job that fits in one node', route: 'plan', address: '/plan?model=llama-3-8b&tokens=200M&method=qlora', status: 200 },
  {
    name: 'a job that nothing on file can take',
    route: 'plan',
    address: '/plan?model=llama-3.1-405b&tokens=15T&deadline=7d',
    status: 200,
  },
  { name: 'a job that is not understood', route: 'plan', address: '/plan?model=llama-3-70b&tokens=many', status: 400 },
  { name: 'the launch files', route: 'launch', address: '/launch', status: 200 },
  { name: 'the verification', route: 'verify', address: '/verify', status: 200 },
  { name: 'an address without a page', route: null, address: '/nothing-here', status: 404 },
];

/** A page that is not built yet is left out; one that is built and not listed fails a test in pages.test.ts. */
export const sitePages: readonly SitePage[] = known.filter(
  ({ route }) => route === null || existsSync(path.join(routes, route, '+page.svelte')),
);

/** An address of the site in a language. */
export function addressIn(locale: Locale, address: string): string {
  if (locale === baseLocale) return address;
  return address === '/' || address.startsWith('/?') || address.startsWith('/#') ? `/${locale}${address.slice(1)}` : `/${locale}${address}`;
}
