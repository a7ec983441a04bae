import { describe, expect, it } from 'vitest';
import { aConflict, aDay, aFact, anOffer, aSilentOffer } from '../fixtures/an-offer.ts';
import type { Offer } from '../offer.ts';
import { judgeOffer } from './judge.ts';

const judged = (offer: Offer, nodes: number | null = null) => judgeOffer(offer, { nodes, start: null, termHours: null }, aDay);
const nobodySays = { sources: [], confidence: 'unconfirmed' } as const;

describe('the check of topology and locality', () => {
  const ruleOf = (offer: Offer, nodes: number | null = null) => judged(offer, nodes).topology.rule;

  it('is good for non-blocking or 1:1 with the nodes of a job in one rack, pod or named fabric', () => {
    for (const locality of ['rack', 'pod', 'fabric'] as const) expect(judged(anOffer({ locality })).topology.verdict).toBe('good');
    expect(ruleOf(anOffer({ topology: null, oversubscription: '1:1' }))).toBe('topology/close-and-non-blocking');
  });

  it('is weak where oversubscribed, with the number where there is one, even beside the word "non-blocking"', () => {
    expect(judged(anOffer({ oversubscription: '2:1' })).topology).toMatchObject({ verdict: 'weak', because: { params: { ratio: '2:1' } } });
    expect(ruleOf(anOffer({ topology: 'oversubscribed' }))).toBe('topology/oversubscribed');
  });

  it('is weak where only the zone or region is promised, though the rest is not published', () => {
    expect(ruleOf(aSilentOffer({ locality: 'zone' }))).toBe('topology/loose-placement');
    expect(judged(aSilentOffer({ locality: 'region' })).topology.verdict).toBe('weak');
  });

  it('is unknown where either half is not published, and says which', () => {
    expect(ruleOf(aSilentOffer())).toBe('topology/unpublished');
    expect(ruleOf(anOffer({ topology: null }))).toBe('topology/blocking-unpublished');
    expect(ruleOf(anOffer({ locality: null }))).toBe('topology/placement-unpublished');
  });

  it('is good inside one NVLink domain, even where the network between the racks is oversubscribed', () => {
    const rack = anOffer({ gpusPerNode: 4, nvlinkDomainGpus: 72, locality: 'rack', topology: 'oversubscribed' });
    expect(ruleOf(rack, 16)).toBe('topology/one-nvlink-domain');
    expect(ruleOf(rack, 36)).toBe('topology/oversubscribed');
  });

  it('is in conflict or unsourced by the same rules as the network', () => {
    expect(ruleOf(anOffer({ locality: aFact('pod' as const, { conflicts: [aConflict()] }) }))).toBe('topology/disputed');
    expect(ruleOf(anOffer({ topology: aFact('non-blocking' as const, nobodySays) }))).toBe('topology/unsourced');
  });
});

describe('the check of orchestration', () => {
  const ruleOf = (offer: Offer) => judged(offer).orchestration.rule;

  it('is good for Slurm or Kubernetes that the provider runs, or with drivers and NCCL set up', () => {
    expect(ruleOf(anOffer())).toBe('orchestration/nccl-ready');
    expect(ruleOf(anOffer({ managed: null }))).toBe('orchestration/nccl-ready');
    expect(ruleOf(anOffer({ ncclReady: null }))).toBe('orchestration/managed');
  });

  it('does not punish who says that NCCL is left to the customer', () => {
    expect(judged(anOffer({ ncclReady: 'no' })).orchestration).toMatchObject({ verdict: 'good', rule: 'orchestration/managed-nccl-yours' });
  });

  it('is weak for VMs and bare metal alone, for a launcher without a scheduler, and for one that the customer runs', () => {
    expect(ruleOf(anOffer({ orchestration: ['vm', 'bare-metal'] }))).toBe('orchestration/raw');
    expect(ruleOf(anOffer({ orchestration: ['vm', 'ray'] }))).toBe('orchestration/launcher-only');
    expect(ruleOf(anOffer({ managed: 'no' }))).toBe('orchestration/self-run');
  });

  it('is unknown where Slurm is named but not how it is handed over', () => {
    expect(ruleOf(anOffer({ managed: null, ncclReady: null }))).toBe('orchestration/handover-unsaid');
    expect(ruleOf(aSilentOffer())).toBe('orchestration/unpublished');
  });

  it('needs a source for the part that makes it good, and only for that', () => {
    expect(ruleOf(anOffer({ managed: aFact('yes' as const, nobodySays), ncclReady: null }))).toBe('orchestration/unsourced');
    expect(ruleOf(anOffer({ managed: aFact('yes' as const, nobodySays) }))).toBe('orchestration/nccl-ready');
    expect(ruleOf(anOffer({ managed: aFact('yes' as const, { conflicts: [aConflict()] }) }))).toBe('orchestration/disputed');
  });
});
