import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkRules, judgeOffer } from '../catalogue/checks/judge.ts';
import { aConflict, aDay, aFact, anOffer, aPrice } from '../catalogue/fixtures/an-offer.ts';
import { anyAsk, anyOffer } from '../catalogue/fixtures/any-offer.ts';
import { judgeObtainability, obtainableRules } from '../catalogue/obtainability.ts';
import type { Offer } from '../catalogue/offer.ts';
import { checkNames } from '../catalogue/vocabulary.ts';
import { sayAsk, sayBecause, sayObtainable } from './checks.ts';
import { locales } from './locales.ts';
import { type MessageKey, wordsIn } from './words.ts';

const noAsk = { nodes: null, start: null, termHours: null };
const checksOf = (offer: Offer, nodes: number | null = null) => judgeOffer(offer, { ...noAsk, nodes }, aDay);
const inAll = <T>(say: (locale: (typeof locales)[number]) => T): T[] => locales.map(say);
const codes = checkNames.flatMap((name) => checkRules[name].map(({ id }) => id));
const keyOf = (code: string) => `check_${code.replaceAll(/[/-]/g, '_')}`;

describe('every rule', () => {
  test.each(locales)('has a reason and a question in %s, and no message is left over', (locale) => {
    const words = Object.keys(wordsIn(locale));
    const needed = [
      ...codes.flatMap((code) => [`${keyOf(code)}_because`, `${keyOf(code)}_ask`]),
      ...obtainableRules.map(({ id }) => `${id.replaceAll(/[/-]/g, '_')}_because`),
    ];
    expect(needed.filter((key) => !words.includes(key))).toEqual([]);
    expect(words.filter((key) => /^(?:check|obtainable)_.+_(?:because|ask)$/.test(key) && !needed.includes(key))).toEqual([]);
  });

  test.each(locales)('asks a question in %s', (locale) => {
    const words = wordsIn(locale) as unknown as Record<MessageKey, (inputs: object) => string>;
    const questions = codes.map((code) => words[`${keyOf(code)}_ask` as MessageKey]({}));
    expect(questions.filter((question) => !/[?？]$/.test(question))).toEqual([]);
  });
});

describe('a reason', () => {
  it('names figures with their units, in the form of the language', () => {
    expect(inAll((locale) => sayBecause(locale, checksOf(anOffer()).network))).toEqual([
      'InfiniBand, 400\u00a0Gbit/s per GPU (3,200\u00a0Gbit/s per node), GPUDirect RDMA.',
      'InfiniBand, 400\u00a0Gbit/s pro GPU (3.200\u00a0Gbit/s pro Node), GPUDirect RDMA.',
      'InfiniBand，每GPU 400\u00a0Gbit/s（每节点3,200\u00a0Gbit/s），支持GPUDirect RDMA。',
    ]);
  });

  it('gives a price with its model and date, and an old one with its age', () => {
    const { billing } = checksOf(anOffer({ prices: [aPrice({ amount: '6.155', asOf: '2026-08-19' })] }));
    expect(inAll((locale) => sayBecause(locale, billing))).toEqual([
      'US$\u00a06.155 per GPU-hour, on demand, 19\u00a0Aug\u00a02026: 103 days old, so it may have changed.',
      '6,155\u00a0US$ je GPU-Stunde, auf Abruf, 19.08.2026: Die Angabe ist 103 Tage alt und kann sich geändert haben.',
      '每GPU小时6.155美元（按需，2026年8月19日）：已过103天，可能有变。',
    ]);
  });

  it('names the fields that sources disagree about', () => {
    const offer = anOffer({
      fabric: aFact('roce' as const, { conflicts: [aConflict()] }),
      nodeBandwidthGbitPerS: aFact(3200, { conflicts: [aConflict()] }),
    });
    expect(sayBecause('en', checksOf(offer).network)).toBe('Sources disagree about: Fabric between nodes, Bandwidth per node.');
  });

  it('begins with a capital, save where a name does not', () => {
    expect(sayBecause('de', checksOf(anOffer({ maxNodes: null })).provisioning)).toMatch(/^Auf Abruf/);
    expect(sayBecause('de', checksOf(anOffer({ fabric: 'erdma', nodeBandwidthGbitPerS: null })).network)).toMatch(/^eRDMA/);
  });

  it('says so where a reason was not published', () => {
    expect(sayBecause('en', checksOf(anOffer({ multiNode: 'no' })).network)).toBe('Not rented as connected nodes: no reason published.');
  });
});

describe('a question', () => {
  it('names the nodes asked for, and otherwise those of one job', () => {
    const { storage } = checksOf(anOffer({ storage: null }), 54);
    expect(inAll((locale) => sayAsk(locale, storage))).toEqual([
      'Which shared file system can 54 nodes mount, at what read and write throughput, and at what price?',
      'Welches geteilte Dateisystem können 54 Nodes einbinden, mit welchem Lese- und Schreibdurchsatz, und zu welchem Preis?',
      '54个节点可挂载哪种共享文件系统？读写吞吐各多少？什么价格？',
    ]);
    expect(sayAsk('de', checksOf(anOffer({ storage: null })).storage)).toContain('alle Nodes eines Jobs');
  });

  it('is said alike from a judgement and from the code in a document', () => {
    const { topology } = checksOf(anOffer());
    expect(sayAsk('en', topology.ask)).toBe(sayAsk('en', topology));
    expect(sayBecause('en', topology.because)).toBe(sayBecause('en', topology));
  });
});

describe('whatever is on file', () => {
  it('is said without a gap', () => {
    fc.assert(
      fc.property(anyOffer, anyAsk, (offer, ask) => {
        const checks = judgeOffer(offer, ask, aDay);
        for (const locale of locales) {
          const texts = checkNames.flatMap((name) => [sayBecause(locale, checks[name]), sayAsk(locale, checks[name])]);
          texts.push(sayObtainable(locale, judgeObtainability(offer, ask, aDay)));
          for (const text of texts) expect(text).not.toMatch(/undefined|NaN|Infinity|\{|check_|obtainable_/);
        }
      }),
      { numRuns: 500 },
    );
  });
});
