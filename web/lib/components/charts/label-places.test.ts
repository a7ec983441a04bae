import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeLabels } from './label-places.ts';

const block = (wanted: number, height = 26) => ({ wanted, height });

describe('labels at the ends of lines', () => {
  test('stay where they are wanted while they do not touch', () => {
    expect(placeLabels([block(50), block(100), block(200)], 0, 250, 4)).toEqual([50, 100, 200]);
  });

  test('that would cover each other move apart by the same distance', () => {
    expect(placeLabels([block(100), block(100)], 0, 250, 4)).toEqual([85, 115]);
  });

  test('keep the order of the points, whatever the order they are given in', () => {
    const [first = 0, second = 0, third = 0] = placeLabels([block(120), block(100), block(110)], 0, 250, 4);
    expect(second).toBeLessThan(third);
    expect(third).toBeLessThan(first);
  });

  test('are pushed back from the edges, and push their neighbours', () => {
    expect(placeLabels([block(2), block(10)], 0, 250, 4)).toEqual([13, 43]);
  });

  test('never overlap and never leave the drawing as long as there is room', () => {
    const blocks = fc.array(
      fc.record({ wanted: fc.double({ min: -20, max: 320, noNaN: true }), height: fc.integer({ min: 13, max: 39 }) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(blocks, (given) => {
        const placed = placeLabels(given, 0, 250, 5)
          .map((middle, index) => ({ top: middle - (given[index]?.height ?? 0) / 2, bottom: middle + (given[index]?.height ?? 0) / 2 }))
          .sort((a, b) => a.top - b.top);
        for (const [index, { top, bottom }] of placed.entries()) {
          expect(top).toBeGreaterThanOrEqual((placed[index - 1]?.bottom ?? -5) + 5 - 1e-6);
          expect(bottom).toBeLessThanOrEqual(250 + 1e-6);
        }
      }),
    );
  });
});
