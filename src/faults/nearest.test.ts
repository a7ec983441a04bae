import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestWord } from './nearest.ts';

const words = ['fabric', 'provider', 'min-node-gbit', 'gpu', 'region'];

describe('the nearest word', () => {
  it('is the one that a slip of the finger was meant to be', () => {
    expect(nearestWord('fabrik', words)).toBe('fabric');
    expect(nearestWord('porvider', words)).toBe('provider');
    expect(nearestWord('node-gbit', words)).toBe('min-node-gbit');
    expect(nearestWord('GPU', words)).toBe('gpu');
  });

  it('is none where nothing is close, and never for input of any length', () => {
    expect(nearestWord('__proto__', words)).toBeNull();
    expect(nearestWord('x'.repeat(100_000), words)).toBeNull();
    expect(nearestWord('', words)).toBeNull();
  });

  it('is the word itself where it is on the list', () => {
    fc.assert(
      fc.property(fc.constantFrom(...words), (word) => {
        expect(nearestWord(word, words)).toBe(word);
      }),
    );
  });
});
