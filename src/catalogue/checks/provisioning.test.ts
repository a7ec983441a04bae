import { describe, expect, it } from 'vitest';
import type { SourceDate } from '../../units/date.ts';
import { toDay } from '../../units/date.ts';
import type { Hours } from '../../units/duration.ts';
import { aConflict, aDay, aFact, anOffer, aSighting, aSilentOffer, aSource } from '../fixtures/an-offer.ts';
import { judgeObtainability } from '../obtainability.ts';
import type { Offer } from '../offer.ts';
import type { Ask } from '../query.ts';
import { judgeOffer } from './judge.ts';

const askOf = (nodes: number | null, termHours: number | null = null, start: string | null = null): Ask => ({
  nodes,
  termHours: termHours as Hours | null,
  start: start === null ? null : toDay(start),
});
const judged = (offer: Offer, ask: Ask = askOf(null)) => judgeOffer(offer, ask, aDay).provisioning;
const ruleOf = (offer: Offer, ask: Ask = askOf(null)) => judged(offer, ask).rule;
const obtained = (offer: Offer, ask: Ask = askOf(null)) => judgeObtainability(offer, ask, aDay);
const onDemand = (about: Parameters<typeof anOffer>[0] = {}) =>
  anOffer({ provisioning: ['on-demand'], maxNodes: null, minNodes: null, ...about });

describe('the provisioning check', () => {
  it('is good on demand where no number of nodes is asked for', () => {
    expect(judged(onDemand())).toMatchObject({ verdict: 'good', rule: 'provisioning/on-demand' });
    expect(ruleOf(onDemand({ provisioning: ['flex-start'] }))).toBe('provisioning/on-demand');
    expect(ruleOf(onDemand({ provisioning: ['capacity-block'] }))).toBe('provisioning/dated');
  });

  it('does not take "on demand" for 54 nodes at once: without a maximum or a sighting that is unknown', () => {
    expect(judged(onDemand(), askOf(54))).toMatchObject({ verdict: 'unknown', rule: 'provisioning/maximum-unpublished' });
    expect(ruleOf(onDemand({ maxNodes: 64 }), askOf(54))).toBe('provisioning/within-maximum');
    expect(ruleOf(onDemand({ sightings: [aSighting({ nodes: 60 })] }), askOf(54))).toBe('provisioning/capacity-seen');
    expect(ruleOf(onDemand({ sightings: [aSighting({ nodes: 16 })] }), askOf(54))).toBe('provisioning/maximum-unpublished');
    expect(ruleOf(onDemand({ sightings: [aSighting({ nodes: null })] }), askOf(54))).toBe('provisioning/maximum-unpublished');
  });

  it('takes two nodes of a cluster, and the published minimum, as given', () => {
    expect(judged(onDemand(), askOf(2)).verdict).toBe('good');
    expect(ruleOf(onDemand(), askOf(3))).toBe('provisioning/maximum-unpublished');
    expect(judged(onDemand({ minNodes: 18 }), askOf(18)).verdict).toBe('good');
  });

  it('is weak above the maximum and below the minimum, but not above what one order may hold', () => {
    expect(ruleOf(onDemand({ maxNodes: 8 }), askOf(9))).toBe('provisioning/above-maximum');
    expect(ruleOf(onDemand({ minNodes: 18 }), askOf(16))).toBe('provisioning/below-minimum');
    expect(ruleOf(onDemand({ maxNodes: 64, maxNodesScope: 'per Capacity Block' }), askOf(100))).toBe('provisioning/maximum-unpublished');
    expect(ruleOf(onDemand({ maxNodes: 64, maxNodesScope: 'per Capacity Block' }), askOf(64))).toBe('provisioning/within-maximum');
  });

  it('is weak where all that is on offer is spot, a reservation, a quote or a waitlist', () => {
    expect(ruleOf(onDemand({ provisioning: ['spot', 'quote'] }))).toBe('provisioning/spot-only');
    expect(ruleOf(onDemand({ provisioning: ['reserved', 'quote'] }))).toBe('provisioning/reserved-only');
    expect(ruleOf(onDemand({ provisioning: ['waitlist'] }))).toBe('provisioning/by-arrangement');
  });

  it('takes a reservation from less than a month, or for no longer than the job, as a dated block', () => {
    const reserved = (minTermHours: number) => onDemand({ provisioning: ['reserved'], minTermHours });
    expect(ruleOf(reserved(336))).toBe('provisioning/short-reservation');
    expect(ruleOf(reserved(730))).toBe('provisioning/reserved-only');
    expect(ruleOf(reserved(2160), askOf(null, 2160))).toBe('provisioning/short-reservation');
  });

  it('is weak where somebody decides first, not where an account has a quota', () => {
    const gated = (kind: 'approval' | 'quota') => onDemand({ gates: [{ kind, says: 'See the page.' }] });
    expect(ruleOf(gated('approval'))).toBe('provisioning/approval-first');
    expect(judged(gated('quota'))).toMatchObject({
      verdict: 'good',
      rule: 'provisioning/on-demand-gated',
      ask: { params: { gates: ['quota'] } },
    });
  });

  it('is weak where the lead time ends after the start', () => {
    const slow = onDemand({ leadTimeDays: 14 });
    expect(ruleOf(slow, askOf(null, null, '2026-12-10'))).toBe('provisioning/too-late');
    expect(ruleOf(slow, askOf(null, null, '2026-12-14'))).toBe('provisioning/on-demand');
  });

  it('is weak on demand where nothing was seen free within a week, and forgets it after that', () => {
    const sightings = (asOf: string) => [aSighting({ state: 'not-seen', nodes: null, asOf })];
    expect(ruleOf(onDemand({ sightings: sightings('2026-11-23') }))).toBe('provisioning/nothing-free');
    expect(ruleOf(onDemand({ sightings: sightings('2026-11-22') }))).toBe('provisioning/on-demand');
    expect(ruleOf(onDemand({ sightings: [...sightings('2026-11-28'), aSighting()] }))).toBe('provisioning/capacity-seen');
  });

  it('is unknown where nobody says that the nodes come as one cluster', () => {
    expect(ruleOf(aSilentOffer({ provisioning: ['on-demand'] }))).toBe('provisioning/cluster-unsaid');
    expect(ruleOf(aSilentOffer({ provisioning: ['on-demand'] }), askOf(1))).toBe('provisioning/on-demand');
    expect(ruleOf(onDemand({ multiNode: 'no' }))).toBe('provisioning/not-one-unit');
    expect(ruleOf(onDemand({ multiNode: 'no' }), askOf(1))).toBe('provisioning/on-demand');
  });

  it('is unknown where the newest source for the terms is older than a year', () => {
    const old = aFact(['on-demand'] as const, { sources: [aSource({ asOf: '2025-06-01' as SourceDate })] });
    expect(ruleOf(onDemand({ provisioning: old }))).toBe('provisioning/outdated');
  });

  it('is unknown where nothing is published or no source supports it, and in conflict where sources disagree', () => {
    expect(ruleOf(aSilentOffer({ multiNode: 'yes' }))).toBe('provisioning/unpublished');
    expect(ruleOf(onDemand({ provisioning: aFact(['on-demand'] as const, { sources: [], confidence: 'unconfirmed' }) }))).toBe(
      'provisioning/unsourced',
    );
    expect(ruleOf(onDemand({ provisioning: aFact(['on-demand'] as const, { conflicts: [aConflict()] }) }))).toBe('provisioning/disputed');
  });

  it('minds a conflict about the maximum only where a number of nodes is asked for', () => {
    const disputed = onDemand({ maxNodes: aFact(64, { conflicts: [aConflict()] }) });
    expect(ruleOf(disputed)).toBe('provisioning/on-demand');
    expect(ruleOf(disputed, askOf(16))).toBe('provisioning/disputed');
  });
});

describe('what can be had', () => {
  it('can be had: on demand within a published maximum, or seen free within a week', () => {
    expect(obtained(onDemand({ maxNodes: 64 }), askOf(54))).toMatchObject({ verdict: 'can', rule: 'obtainable/within-maximum' });
    expect(obtained(onDemand({ sightings: [aSighting()] }), askOf(16))).toMatchObject({ verdict: 'can', rule: 'obtainable/capacity-seen' });
  });

  it('does not take the maximum of one block for what is had on demand', () => {
    const block = onDemand({ provisioning: ['on-demand', 'capacity-block'], maxNodes: 64, maxNodesScope: 'per Capacity Block' });
    expect(obtained(block, askOf(54)).rule).toBe('obtainable/nothing-seen');
    expect(judged(block, askOf(54))).toMatchObject({
      rule: 'provisioning/within-maximum',
      because: { params: { ways: ['capacity-block'] } },
    });
  });

  it('may be had: on demand with nothing seen, by date, spot, or when the last look found nothing', () => {
    expect(obtained(onDemand(), askOf(16))).toMatchObject({ verdict: 'maybe', rule: 'obtainable/nothing-seen' });
    expect(obtained(onDemand({ provisioning: ['capacity-block'], maxNodes: 64 }), askOf(16)).rule).toBe('obtainable/by-date');
    expect(obtained(onDemand({ provisioning: ['reserved'] })).rule).toBe('obtainable/by-date');
    expect(obtained(onDemand({ provisioning: ['spot'] })).rule).toBe('obtainable/spot-only');
    expect(obtained(onDemand({ maxNodes: 64, sightings: [aSighting({ state: 'not-seen' })] })).rule).toBe('obtainable/nothing-free');
  });

  it('has to be asked for: quote, waitlist, a reservation by quote, or nothing published', () => {
    expect(obtained(onDemand({ provisioning: ['quote'] }))).toMatchObject({ verdict: 'ask', rule: 'obtainable/by-arrangement' });
    expect(obtained(onDemand({ provisioning: ['reserved', 'quote'] })).rule).toBe('obtainable/by-arrangement');
    expect(obtained(aSilentOffer({ multiNode: 'yes' })).rule).toBe('obtainable/unpublished');
    expect(obtained(onDemand({ maxNodes: 64, priceStatus: 'quote', prices: [] })).rule).toBe('obtainable/price-by-quote');
    expect(obtained(onDemand({ gates: [{ kind: 'agreement', says: 'By contract.' }] })).rule).toBe('obtainable/approval-first');
  });

  it('has to be asked for where the published terms contradict what is asked', () => {
    expect(obtained(onDemand({ maxNodes: 8 }), askOf(9)).rule).toBe('obtainable/above-maximum');
    expect(obtained(onDemand({ minNodes: 18 }), askOf(16)).rule).toBe('obtainable/below-minimum');
    expect(obtained(onDemand({ minTermHours: 336 }), askOf(null, 72)).rule).toBe('obtainable/term-too-short');
    expect(obtained(onDemand({ leadTimeDays: 30 }), askOf(null, null, '2026-12-01')).rule).toBe('obtainable/too-late');
  });

  it('has to be asked for where it is not known to be a cluster, unless one node is enough', () => {
    expect(obtained(aSilentOffer({ provisioning: ['on-demand'] })).rule).toBe('obtainable/cluster-unsaid');
    expect(obtained(aSilentOffer({ provisioning: ['on-demand'] }), askOf(1)).rule).toBe('obtainable/nothing-seen');
    expect(obtained(onDemand({ multiNode: 'no' })).rule).toBe('obtainable/not-one-unit');
  });
});
