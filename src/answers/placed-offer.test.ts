import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { efficiencyInterval } from './placed-offer.ts';

describe('the interval of an efficiency', () => {
  it('is six points on either side, and downwards what unknown facts may make of it', () => {
    expect(efficiencyInterval(0.8)).toEqual([0.74, 0.86]);
    expect(efficiencyInterval(0.8, 0.5)).toEqual([0.5, 0.86]);
    expect(efficiencyInterval(0.8, 0.79)).toEqual([0.74, 0.86]);
  });

  it('holds the value and stays inside 0 and 1, however poor the network', () => {
    const share = fc.double({ min: 0.0001, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, (value, worst) => {
        const [low, high] = efficiencyInterval(value, Math.min(value, worst));
        const shown = Number(value.toFixed(4));
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(shown);
        expect(high).toBeGreaterThanOrEqual(shown);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });
});
