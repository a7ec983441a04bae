import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addPosition,
  countPositions,
  countShared,
  emptyBitset,
  fullBitset,
  hasPosition,
  intersectInPlace,
  takePositions,
  unite,
  visitPositions,
} from './bitset.ts';

const size = 200;
const positions = fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }));

function setOf(members: readonly number[]) {
  const set = emptyBitset(size);
  for (const member of members) addPosition(set, member);
  return set;
}

const rising = (members: readonly number[]) => [...members].sort((a, b) => a - b);

describe('a bitset', () => {
  it('holds what was put in, counts it and visits it in rising order', () => {
    fc.assert(
      fc.property(positions, (members) => {
        const set = setOf(members);
        expect(countPositions(set)).toBe(members.length);
        const visited: number[] = [];
        visitPositions(set, (position) => visited.push(position) > 0);
        expect(visited).toEqual(rising(members));
        expect(members.every((member) => hasPosition(set, member))).toBe(true);
      }),
    );
  });

  it('unites, intersects and counts shared members as sets do', () => {
    fc.assert(
      fc.property(positions, positions, (a, b) => {
        const shared = a.filter((member) => b.includes(member));
        expect(countShared(setOf(a), setOf(b))).toBe(shared.length);
        expect(countPositions(unite([setOf(a), setOf(b)], size))).toBe(new Set([...a, ...b]).size);
        const narrowed = setOf(a);
        intersectInPlace(narrowed, setOf(b));
        expect(takePositions(narrowed, 0, size)).toEqual(rising(shared));
      }),
    );
  });

  it('takes any page of its members', () => {
    fc.assert(
      fc.property(positions, fc.nat(220), fc.nat(60), (members, skip, take) => {
        expect(takePositions(setOf(members), skip, take)).toEqual(rising(members).slice(skip, skip + take));
      }),
    );
  });

  it('is full up to its size and no further', () => {
    for (const room of [0, 1, 31, 32, 33, 64, 200]) expect(countPositions(fullBitset(room))).toBe(room);
  });
});
