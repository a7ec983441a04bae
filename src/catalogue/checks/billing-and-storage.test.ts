import { describe, expect, it } from 'vitest';
import type { Hours } from '../../units/duration.ts';
import { aConflict, aDay, aFact, anOffer, aPrice, aSilentOffer } from '../fixtures/an-offer.ts';
import type { Offer, StorageSystem } from '../offer.ts';
import { judgeOffer } from './judge.ts';
import { readThroughput } from './throughput.ts';

const judged = (offer: Offer, termHours: number | null = null, nodes: number | null = null) =>
  judgeOffer(offer, { nodes, start: null, termHours: termHours as Hours | null }, aDay);
const nobodySays = { sources: [], confidence: 'unconfirmed' } as const;

describe('the check of billing', () => {
  const billing = (offer: Offer, termHours: number | null = null) => judged(offer, termHours).billing;
  const ruleOf = (offer: Offer, termHours: number | null = null) => billing(offer, termHours).rule;
  const priced = (about: Parameters<typeof aPrice>[0]) => anOffer({ prices: [aPrice(about)] });

  it('is good for a dated price by the hour or finer without a term', () => {
    expect(billing(anOffer())).toMatchObject({
      verdict: 'good',
      rule: 'billing/by-the-hour',
      because: { params: { amount: '2.50', unit: 'hour' } },
    });
    expect(billing(anOffer({ billingUnit: 'second' })).verdict).toBe('good');
  });

  it('tells the price of a node that can join a cluster from that of the cluster', () => {
    expect(billing(priced({ scope: 'node' }))).toMatchObject({ verdict: 'good', rule: 'billing/node-price' });
  });

  it('is weak where paid in advance', () => {
    expect(ruleOf(anOffer({ prepaid: 'yes' }))).toBe('billing/prepaid');
  });

  it('is weak for a minimum term longer than the job, and without a job for any of more than an hour', () => {
    expect(ruleOf(anOffer({ minTermHours: 336 }), 72)).toBe('billing/term-beyond-job');
    expect(ruleOf(anOffer({ minTermHours: 336 }), 336)).toBe('billing/by-the-hour');
    expect(ruleOf(anOffer({ minTermHours: 336 }))).toBe('billing/minimum-term');
    expect(ruleOf(anOffer({ minTermHours: 1 }))).toBe('billing/by-the-hour');
  });

  it('is weak where the price needs a commitment longer than the job', () => {
    const year = priced({ model: 'reserved', termHours: 8760 });
    expect(ruleOf(year)).toBe('billing/committed-price');
    expect(ruleOf(year, 720)).toBe('billing/committed-price');
    expect(ruleOf(year, 8760)).toBe('billing/by-the-hour');
  });

  it('cannot say whether a reservation of unknown length outlasts the job, but without a job it is a commitment', () => {
    expect(ruleOf(priced({ model: 'reserved' }))).toBe('billing/committed-price');
    expect(billing(priced({ model: 'reserved' }), 720)).toMatchObject({ verdict: 'unknown', rule: 'billing/term-unpublished' });
  });

  it('is weak for a stale or undated price, and says how old it is', () => {
    expect(billing(priced({ asOf: '2026-08-19' }))).toMatchObject({
      rule: 'billing/stale-price',
      because: { params: { days: 103, date: '2026-08-19' } },
    });
    expect(ruleOf(priced({ asOf: null }))).toBe('billing/undated-price');
  });

  it('is weak where billed by the day or in longer steps', () => {
    expect(ruleOf(anOffer({ billingUnit: 'week' }))).toBe('billing/coarse-unit');
  });

  it('is unknown without a price, and says why there is none', () => {
    const without = (priceStatus: Offer['priceStatus']) => anOffer({ prices: [], priceStatus });
    expect((['quote', 'unread', 'range', 'none'] as const).map((status) => ruleOf(without(status)))).toEqual([
      'billing/by-quote',
      'billing/price-unread',
      'billing/range-only',
      'billing/no-price',
    ]);
    expect(ruleOf(priced({ model: 'spot' }))).toBe('billing/no-cluster-price');
    expect(ruleOf(priced({ scope: 'single-node' }))).toBe('billing/no-cluster-price');
  });

  it('is unknown for a starting price, for a step of billing that is not published, and for what no source supports', () => {
    expect(ruleOf(priced({ basis: 'starting' }))).toBe('billing/starting-price');
    expect(ruleOf(anOffer({ billingUnit: null }))).toBe('billing/unit-unpublished');
    expect(billing(priced({ source: null }))).toMatchObject({ rule: 'billing/unsourced', because: { params: { fields: ['price'] } } });
    expect(ruleOf(anOffer({ billingUnit: aFact('hour' as const, nobodySays) }))).toBe('billing/unsourced');
  });

  it('is in conflict where prices are disputed, but stays weak where it is weak anyway', () => {
    const priceConflicts = [aConflict()];
    expect(billing(anOffer({ priceConflicts }))).toMatchObject({ verdict: 'conflict', because: { params: { fields: ['price'] } } });
    expect(billing(anOffer({ priceConflicts, prepaid: 'yes' })).verdict).toBe('weak');
    expect(billing(anOffer({ prepaid: aFact('yes' as const, { conflicts: [aConflict()] }) })).verdict).toBe('conflict');
  });
});

describe('the check of storage', () => {
  const system = (kind: StorageSystem['kind'], throughput: string | null = null): StorageSystem => ({
    name: kind,
    kind,
    throughput,
    pricePerGibMonth: null,
  });
  const ruleOf = (...storage: StorageSystem[]) => judged(anOffer({ storage })).storage.rule;

  it('is good for a parallel file system with a figure', () => {
    expect(ruleOf(system('lustre', '125-1000 MB/s per TiB provisioned'))).toBe('storage/parallel-with-figure');
    expect(ruleOf(system('vast'), system('weka', '20 GB/s'))).toBe('storage/parallel-with-figure');
    expect(ruleOf(system('lustre', 'published benchmarks of hundreds of GB/s aggregate'))).toBe('storage/parallel-with-figure');
  });

  it('is weak for NFS, object, block and local storage, whatever their figures', () => {
    expect(ruleOf(system('nfs', '2.4 GB/s'), system('local', '10 GB/s'), system('object'))).toBe('storage/not-parallel');
  });

  it('is weak for a parallel file system slower than a plain file server, unless the figure grows with what is rented', () => {
    expect(ruleOf(system('ceph', 'about 150 MB/s'))).toBe('storage/slow');
    expect(ruleOf(system('lustre', '125 MB/s per TiB'))).toBe('storage/parallel-with-figure');
    expect(ruleOf(system('ceph', 'about 150 MB/s'), system('weka'))).toBe('storage/parallel-with-figure');
  });

  it('is unknown without a figure, without a kind, or without a name', () => {
    expect(ruleOf(system('weka'))).toBe('storage/figure-unpublished');
    expect(ruleOf(system('weka', 'up to 3x standard'))).toBe('storage/figure-unpublished');
    expect(ruleOf(system('shared', '200-400 MB/s'), system('object'))).toBe('storage/kind-unpublished');
    expect(judged(aSilentOffer()).storage.rule).toBe('storage/unpublished');
  });

  it('is unsourced or in conflict by the same rules as the others', () => {
    const storage = [system('weka', '20 GB/s')];
    expect(judged(anOffer({ storage: aFact(storage, nobodySays) })).storage.rule).toBe('storage/unsourced');
    expect(judged(anOffer({ storage: aFact(storage, { conflicts: [aConflict()] }) })).storage.rule).toBe('storage/disputed');
  });
});

describe('a published throughput', () => {
  it('is read with its unit, the largest figure of the text', () => {
    expect(readThroughput('200-400 MB/s, 10 GB/s peak')).toEqual({ gBytePerS: 10, grows: false });
    expect(readThroughput('1.2 TB/s')).toEqual({ gBytePerS: 1200, grows: false });
    expect(readThroughput('125 / 250 / 500 / 1000 MBps per TiB')).toEqual({ gBytePerS: 1, grows: true });
  });

  it('takes bits as bits', () => {
    expect(readThroughput('up to 1200 Gbit/s per client')).toEqual({ gBytePerS: 150, grows: true });
    expect(readThroughput('8 Gbps')).toEqual({ gBytePerS: 1, grows: false });
  });

  it('is none without a unit of throughput, and has no figure where only the order of magnitude is given', () => {
    expect(readThroughput('up to three times standard')).toBeNull();
    expect(readThroughput('100 PB')).toBeNull();
    expect(readThroughput('terabytes/s read per cluster')).toEqual({ gBytePerS: null, grows: false });
  });
});
