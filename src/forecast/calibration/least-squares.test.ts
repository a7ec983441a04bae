import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fitted, fitConstants } from './least-squares.ts';

const loose = (name: string, prior: number): Fitted => ({ name, prior, spread: 100, lower: 1e-6, upper: 1e6 });
const times = Array.from({ length: 30 }, (_, index) => 0.1 * index);

describe('fitting constants to measurements', () => {
  it('finds the constants of a curve that it was drawn with', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 5, noNaN: true }), fc.double({ min: 0.1, max: 3, noNaN: true }), (height, decay) => {
        const drawn = times.map((time) => height * Math.exp(-decay * time));
        const { values } = fitConstants({
          constants: [loose('height', 1), loose('decay', 1)],
          residuals: ([a = 0, b = 0]) => Float64Array.from(times, (time, index) => a * Math.exp(-b * time) - (drawn[index] as number)),
          scale: 1,
          rounds: 200,
        });
        expect(values[0]).toBeCloseTo(height, 2);
        expect(values[1]).toBeCloseTo(decay, 2);
      }),
      { numRuns: 40 },
    );
  });

  it('stays at the prior where no measurement speaks of a constant', () => {
    const { values } = fitConstants({
      constants: [loose('seen', 1), { name: 'unseen', prior: 3, spread: 0.2, lower: 1, upper: 9 }],
      residuals: ([seen = 0]) => Float64Array.of(seen - 2, seen - 2),
      scale: 0.1,
    });
    expect(values[0]).toBeCloseTo(2, 3);
    expect(values[1]).toBeCloseTo(3, 6);
  });

  it('weighs a prior against a measurement by their spreads', () => {
    const { values } = fitConstants({
      constants: [{ name: 'rate', prior: 1, spread: 0.1, lower: 0.1, upper: 10 }],
      residuals: ([rate = 1]) => Float64Array.of(Math.log(rate) - Math.log(1.2)),
      scale: 0.1,
    });
    expect(values[0]).toBeGreaterThan(1.05);
    expect(values[0]).toBeLessThan(1.15);
  });

  it('never leaves the bounds', () => {
    const { values } = fitConstants({
      constants: [{ name: 'share', prior: 0.8, spread: 1, lower: 0.5, upper: 1 }],
      residuals: ([share = 0]) => Float64Array.of(share - 7),
      scale: 0.1,
    });
    expect(values[0]).toBeCloseTo(1, 9);
  });

  it('lets one broken measurement among many bend the result little', () => {
    const readings = [...new Array(20).fill(2), 50];
    const { values } = fitConstants({
      constants: [loose('length', 1)],
      residuals: ([length = 0]) => Float64Array.from(readings, (reading) => length - reading),
      scale: 0.1,
      rounds: 200,
    });
    expect(values[0]).toBeGreaterThan(1.99);
    expect(values[0]).toBeLessThan(2.05);
  });
});
