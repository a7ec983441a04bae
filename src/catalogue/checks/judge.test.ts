import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDay } from '../../units/date.ts';
import type { Hours } from '../../units/duration.ts';
import { aConflict, aDay, aFact, anOffer, aPrice, aSilentOffer } from '../fixtures/an-offer.ts';
import { anyAsk, anyOffer } from '../fixtures/any-offer.ts';
import { fitsAsk, judgeObtainability, obtainableRules } from '../obtainability.ts';
import type { Offer } from '../offer.ts';
import type { Ask } from '../query.ts';
import { checkNames } from '../vocabulary.ts';
import { checkRules, judgeOffer } from './judge.ts';
import { verdicts } from './rule.ts';

describe('every offer', () => {
  it('gets one of four verdicts from a rule of the table on each of six points, with a reason and a question', () => {
    fc.assert(
      fc.property(anyOffer, anyAsk, (offer, ask) => {
        const checks = judgeOffer(offer, ask, aDay);
        expect(Object.keys(checks)).toEqual([...checkNames]);
        for (const name of checkNames) {
          const { verdict, rule, because, ask: question } = checks[name];
          expect(verdicts).toContain(verdict);
          const ids: readonly string[] = checkRules[name].map(({ id }) => id);
          expect(ids).toContain(rule);
          expect([because.code, question.code]).toEqual([rule, rule]);
          for (const value of Object.values({ ...because.params, ...question.params })) {
            expect(value).not.toBe(Number.POSITIVE_INFINITY);
            expect(value).not.toBe('');
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('can be had, perhaps, or by asking, and nothing that contradicts the ask can be had', () => {
    fc.assert(
      fc.property(anyOffer, anyAsk, (offer, ask) => {
        const { verdict, rule } = judgeObtainability(offer, ask, aDay);
        expect(obtainableRules.find(({ id }) => id === rule)?.verdict).toBe(verdict);
        if (fitsAsk(offer, ask) === false) expect(verdict).toBe('ask');
      }),
      { numRuns: 400 },
    );
  });

  it('never loses a good network by more bandwidth', () => {
    fc.assert(
      fc.property(anyOffer, anyAsk, fc.double({ min: 1, max: 8, noNaN: true }), (offer, ask, factor) => {
        const before = offer.facts.nodeBandwidthGbitPerS;
        if (before?.value == null) return;
        const faster: Offer = { ...offer, facts: { ...offer.facts, nodeBandwidthGbitPerS: { ...before, value: before.value * factor } } };
        const [slow, fast] = [offer, faster].map((each) => judgeOffer(each, ask, aDay).network.verdict);
        if (slow === 'good') expect(fast).toBe('good');
        if (fast === 'weak') expect(slow).toBe('weak');
      }),
      { numRuns: 400 },
    );
  });

  it('is neither good nor weak by what no source supports', () => {
    const nobodySays = Object.fromEntries(
      Object.entries(anOffer().facts).map(([name, fact]) => [name, { ...fact, sources: [], confidence: 'unconfirmed' }]),
    );
    const offer: Offer = { ...anOffer({ prices: [aPrice({ source: null })] }), facts: nobodySays as Offer['facts'] };
    const checks = judgeOffer(offer, { nodes: null, start: null, termHours: null }, aDay);
    for (const name of checkNames) expect(checks[name].verdict).toBe('unknown');
  });

  it('is good nowhere while everything about it is disputed', () => {
    const conflicts = [aConflict()];
    const disputed = Object.fromEntries(Object.entries(anOffer().facts).map(([name, fact]) => [name, { ...fact, conflicts }]));
    const offer: Offer = { ...anOffer({ priceConflicts: conflicts }), facts: disputed as Offer['facts'] };
    const checks = judgeOffer(offer, { nodes: null, start: null, termHours: null }, aDay);
    for (const name of checkNames) expect(checks[name].verdict).toBe('conflict');
  });
});

describe('whether the published terms admit what is asked', () => {
  const ask = (about: Partial<Ask>): Ask => ({ nodes: null, start: null, termHours: null, ...about });
  const hours = (count: number) => ({ termHours: count as Hours });
  const start = { start: toDay('2026-12-24') };

  it('is yes where nothing is asked', () => {
    expect(fitsAsk(aSilentOffer(), ask({}))).toBe(true);
  });

  it('is no only where a fact contradicts it, and not known where nothing is published', () => {
    expect(fitsAsk(anOffer({ minNodes: 2, maxNodes: 64 }), ask({ nodes: 16 }))).toBe(true);
    expect(fitsAsk(anOffer({ minNodes: 18 }), ask({ nodes: 16 }))).toBe(false);
    expect(fitsAsk(anOffer({ maxNodes: 8 }), ask({ nodes: 16 }))).toBe(false);
    expect(fitsAsk(anOffer({ maxNodes: null }), ask({ nodes: 16 }))).toBeNull();
    expect(fitsAsk(aSilentOffer(), ask({ nodes: 16, ...hours(24), ...start }))).toBeNull();
  });

  it('is not no above a maximum that holds for one order, nor by a bound that is disputed or has no source', () => {
    expect(fitsAsk(anOffer({ maxNodes: 64, maxNodesScope: 'per block' }), ask({ nodes: 100 }))).toBeNull();
    expect(fitsAsk(anOffer({ maxNodes: aFact(8, { conflicts: [aConflict()] }) }), ask({ nodes: 16 }))).toBeNull();
    expect(
      fitsAsk(anOffer({ minNodes: aFact(18, { sources: [], confidence: 'unconfirmed' }), maxNodes: null }), ask({ nodes: 16 })),
    ).toBeNull();
  });

  it('is no for a term shorter than the minimum; on demand means none', () => {
    expect(fitsAsk(anOffer({ minTermHours: 336 }), ask(hours(72)))).toBe(false);
    expect(fitsAsk(anOffer({ minTermHours: 336 }), ask(hours(336)))).toBe(true);
    expect(fitsAsk(anOffer({ provisioning: ['on-demand'] }), ask(hours(72)))).toBe(true);
    expect(fitsAsk(anOffer({ provisioning: ['reserved'] }), ask(hours(72)))).toBeNull();
  });

  it('is no for a start date where only a waitlist or a quote is on offer', () => {
    expect(fitsAsk(anOffer({ provisioning: ['waitlist', 'quote'] }), ask(start))).toBe(false);
    expect(fitsAsk(anOffer({ provisioning: ['reserved', 'quote'] }), ask(start))).toBeNull();
    expect(fitsAsk(anOffer({ provisioning: ['on-demand'] }), ask(start))).toBe(true);
  });
});
