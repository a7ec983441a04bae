import { describe, expect, it } from 'vitest';
import { aConflict, aDay, aFact, anOffer, aSilentOffer } from '../fixtures/an-offer.ts';
import type { Offer } from '../offer.ts';
import type { Ask } from '../query.ts';
import { judgeOffer } from './judge.ts';

const noAsk: Ask = { nodes: null, start: null, termHours: null };
const network = (offer: Offer, ask: Partial<Ask> = {}) => judgeOffer(offer, { ...noAsk, ...ask }, aDay).network;
const ruleOf = (offer: Offer, ask: Partial<Ask> = {}) => network(offer, ask).rule;

describe('the network check', () => {
  it('is good for RDMA with 200 Gbit/s per GPU and more, and tells whether GPUDirect RDMA is published', () => {
    expect(network(anOffer())).toMatchObject({ verdict: 'good', rule: 'network/gpudirect-rdma' });
    expect(network(anOffer({ gpudirectRdma: null }))).toMatchObject({ verdict: 'good', rule: 'network/rdma' });
    expect(network(anOffer({ nodeBandwidthGbitPerS: 1600 })).verdict).toBe('good');
  });

  it('judges per GPU: 1,600 Gbit/s for 4 GPUs is what 3,200 is for 8', () => {
    expect(network(anOffer({ gpusPerNode: 4, nodeBandwidthGbitPerS: 800 }))).toMatchObject({
      verdict: 'good',
      because: { params: { gpuGbit: 200 } },
    });
    expect(ruleOf(anOffer({ gpusPerNode: 8, nodeBandwidthGbitPerS: 800 }))).toBe('network/middling');
  });

  it('is weak below 100 Gbit/s per GPU whatever the fabric, and from 100 to 200 under a name of its own', () => {
    expect(ruleOf(anOffer({ nodeBandwidthGbitPerS: 400 }))).toBe('network/slow');
    expect(ruleOf(aSilentOffer({ nodeBandwidthGbitPerS: 400, gpusPerNode: 8 }))).toBe('network/slow');
    expect(ruleOf(anOffer({ nodeBandwidthGbitPerS: 1599 }))).toBe('network/middling');
    expect(network(anOffer({ nodeBandwidthGbitPerS: 799 })).verdict).toBe('weak');
  });

  it('is weak for a node of unknown size with less than 100 Gbit/s in all', () => {
    expect(ruleOf(anOffer({ gpusPerNode: null, nodeBandwidthGbitPerS: 40 }))).toBe('network/slow-node');
    expect(ruleOf(anOffer({ gpusPerNode: null }))).toBe('network/node-size-unpublished');
  });

  it('takes InfiniBand, RoCE and eRDMA as RDMA by nature', () => {
    for (const fabric of ['infiniband', 'roce', 'erdma'] as const) {
      expect(ruleOf(anOffer({ fabric, rdma: null, gpudirectRdma: null }))).toBe('network/rdma');
    }
  });

  it('takes EFA by what is published for the instance', () => {
    expect(ruleOf(anOffer({ fabric: 'efa', gpudirectRdma: null }))).toBe('network/rdma');
    expect(ruleOf(anOffer({ fabric: 'efa', rdma: 'no', gpudirectRdma: 'no' }))).toBe('network/no-rdma');
    expect(ruleOf(anOffer({ fabric: 'efa', rdma: null, gpudirectRdma: null }))).toBe('network/rdma-unsaid');
  });

  it('counts TCPXO as GPUDirect without RDMA, though a source says "no RDMA"', () => {
    const mega = anOffer({ fabric: 'gpudirect-tcpxo', rdma: 'no', gpudirectRdma: 'no', nodeBandwidthGbitPerS: 1600 });
    expect(network(mega)).toMatchObject({ verdict: 'good', rule: 'network/gpudirect-without-rdma' });
  });

  it('does not read "no" from a page that names Ethernet and says nothing of RDMA', () => {
    expect(network(anOffer({ fabric: 'ethernet', rdma: null, gpudirectRdma: null }))).toMatchObject({
      verdict: 'unknown',
      rule: 'network/rdma-unsaid',
    });
    expect(ruleOf(anOffer({ fabric: 'ethernet', rdma: 'no', gpudirectRdma: null }))).toBe('network/no-rdma');
  });

  it('is weak for RDMA that a source says goes without GPUDirect', () => {
    expect(ruleOf(anOffer({ gpudirectRdma: 'no' }))).toBe('network/rdma-without-gpudirect');
  });

  it('is good for one of several fabrics only where all of them carry RDMA', () => {
    const several = { fabric: 'multiple', rdma: null, gpudirectRdma: null } as const;
    expect(ruleOf(anOffer({ ...several, fabricOptions: ['infiniband', 'roce'] }))).toBe('network/rdma');
    expect(ruleOf(anOffer({ ...several, fabricOptions: ['infiniband', 'ethernet'] }))).toBe('network/fabric-varies');
    expect(ruleOf(anOffer(several))).toBe('network/fabric-varies');
  });

  it('is unknown where fabric or bandwidth is not published, and says which', () => {
    expect(ruleOf(aSilentOffer())).toBe('network/unpublished');
    expect(ruleOf(anOffer({ fabric: null }))).toBe('network/fabric-unpublished');
    expect(ruleOf(anOffer({ nodeBandwidthGbitPerS: null }))).toBe('network/bandwidth-unpublished');
  });

  it('is weak where a source says that the offer is no cluster, with the reason', () => {
    const lone = anOffer({ multiNode: 'no', multiNodeReason: 'isolated-server' });
    expect(network(lone)).toMatchObject({
      verdict: 'weak',
      rule: 'network/not-one-unit',
      because: { params: { reason: 'isolated-server' } },
    });
  });

  it('is good in one NVLink domain, whatever joins the racks, when the nodes asked for fit in one', () => {
    const rack = anOffer({ gpusPerNode: 4, nvlinkDomainGpus: 72, locality: 'rack', nodeBandwidthGbitPerS: null });
    expect(ruleOf(rack, { nodes: 18 })).toBe('network/one-nvlink-domain');
    expect(ruleOf(rack, { nodes: 19 })).toBe('network/bandwidth-unpublished');
    expect(ruleOf(rack)).toBe('network/bandwidth-unpublished');
    expect(ruleOf(anOffer({ nvlinkDomainGpus: 8, locality: 'rack' }), { nodes: 1 })).toBe('network/gpudirect-rdma');
  });

  it('keeps an "up to" apart from a plain figure', () => {
    expect(network(anOffer({ bandwidthIsUpTo: true }))).toMatchObject({ verdict: 'good', rule: 'network/up-to' });
  });

  it('is in conflict where sources disagree about what it rests on, and names the fields', () => {
    const disputed = anOffer({ nodeBandwidthGbitPerS: aFact(3200, { conflicts: [aConflict()] }) });
    expect(network(disputed)).toMatchObject({ verdict: 'conflict', because: { params: { fields: ['nodeBandwidthGbitPerS'] } } });
    expect(network(anOffer({ nodeBandwidthGbitPerS: aFact(3200, { conflicts: [aConflict({ status: 'resolved' })] }) })).verdict).toBe(
      'good',
    );
  });

  it('stays weak under a conflict about another fact, and is in conflict where the weak fact itself is disputed', () => {
    const conflicts = [aConflict()];
    expect(network(anOffer({ nodeBandwidthGbitPerS: 100, fabric: aFact('roce' as const, { conflicts }) })).verdict).toBe('weak');
    expect(network(anOffer({ nodeBandwidthGbitPerS: aFact(100, { conflicts }) })).verdict).toBe('conflict');
  });

  it('rests on no value without a source, for good or ill, and says which one lacks it', () => {
    const nobodySays = { sources: [], confidence: 'unconfirmed' } as const;
    expect(network(anOffer({ nodeBandwidthGbitPerS: aFact(3200, nobodySays) }))).toMatchObject({
      verdict: 'unknown',
      rule: 'network/unsourced',
      because: { params: { fields: ['nodeBandwidthGbitPerS'] } },
    });
    expect(network(anOffer({ nodeBandwidthGbitPerS: aFact(10, nobodySays) })).verdict).toBe('unknown');
    expect(network(anOffer({ rdma: aFact('yes' as const, nobodySays), gpudirectRdma: null })).verdict).toBe('good');
  });
});
