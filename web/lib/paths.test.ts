import { describe, expect, it } from 'vitest';
import { inLocale, localeOf, withoutLocale } from './paths.ts';

describe('paths of a language', () => {
  it('puts German and Chinese under their prefix and English at the root', () => {
    expect(inLocale('en', '/offers')).toBe('/offers');
    expect(inLocale('de', '/offers')).toBe('/de/offers');
    expect(inLocale('zh', '/')).toBe('/zh');
  });

  it('reads the language back from any page', () => {
    expect([localeOf('/'), localeOf('/de'), localeOf('/zh/offers/aws/p5.48xlarge')]).toEqual(['en', 'de', 'zh']);
  });

  it('takes a word that only begins like a language for a page', () => {
    expect(localeOf('/demo')).toBe('en');
    expect(withoutLocale('/zhejiang')).toBe('/zhejiang');
  });

  it('gives one path for one page in all languages', () => {
    expect(['/offers', '/de/offers', '/zh/offers'].map(withoutLocale)).toEqual(['/offers', '/offers', '/offers']);
    expect(['/', '/de', '/de/'].map(withoutLocale)).toEqual(['/', '/', '/']);
  });
});
