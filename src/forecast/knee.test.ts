import { describe, expect, it } from 'vitest';
import { kneeOf } from './knee.ts';

const points = [
  { nodes: 1, throughput: 100 },
  { nodes: 2, throughput: 190 },
  { nodes: 4, throughput: 280 },
  { nodes: 8, throughput: 300 },
];

describe('the knee of a curve', () => {
  it('is where a further node brings less than half of what the first did', () => {
    expect(kneeOf(points)).toBe(4);
    expect(kneeOf(points.slice(0, 2))).toBeNull();
    expect(kneeOf([])).toBeNull();
  });

  it('comes earlier the more a node is asked to bring', () => {
    expect(kneeOf(points, 0.95)).toBe(2);
    expect(kneeOf(points, 0.1)).toBe(8);
  });

  it('is held against the first point, whatever number of nodes that has', () => {
    expect(kneeOf(points.slice(1))).toBe(4);
  });
});
