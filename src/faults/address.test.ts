import { describe, expect, it } from 'vitest';
import { refuseAddress } from './address.ts';

const refusal = (path: string): string | null => refuseAddress(new URL(path, 'https://clusterfare.test'))?.code ?? null;

describe('addresses that are not looked at', () => {
  it('lets ordinary questions through, percent signs and Chinese included', () => {
    expect(refusal('/offers?q=%E5%8D%8E%E4%B8%BA&fabric=roce')).toBeNull();
  });

  it('refuses bytes that are not UTF-8, in path and query', () => {
    expect(refusal('/offers/%ff')).toBe('address/malformed');
    expect(refusal('/offers?q=%c3%28')).toBe('address/malformed');
    expect(refusal('/offers?q=100%')).toBe('address/malformed');
  });

  it('refuses an address longer than any page of ours makes', () => {
    expect(refusal(`/offers?q=${'x'.repeat(4_000)}`)).toBe('address/too-long');
  });

  it('refuses a heap of parameters before they are parsed', () => {
    expect(refusal(`/offers?${Array.from({ length: 101 }, () => 'gpu=h100').join('&')}`)).toBe('query/too-many-values');
    expect(refusal(`/offers?${Array.from({ length: 100 }, () => 'gpu=h100').join('&')}`)).toBeNull();
  });
});
