/** A set of row positions, one bit each, 32 to a word. */
export type Bitset = Uint32Array;

/** An empty set with room for `size` positions. */
export const emptyBitset = (size: number): Bitset => new Uint32Array((size + 31) >>> 5);

/** The set of all positions below `size`. */
export function fullBitset(size: number): Bitset {
  const set = emptyBitset(size).fill(0xffffffff);
  const used = size & 31;
  if (used !== 0) set[set.length - 1] = 0xffffffff >>> (32 - used);
  return set;
}

/** Adds a position in place. */
export function addPosition(set: Bitset, position: number): void {
  const word = position >>> 5;
  set[word] = (set[word] ?? 0) | (1 << (position & 31));
}

/** True where the set holds the position. */
export const hasPosition = (set: Bitset, position: number): boolean => (((set[position >>> 5] ?? 0) >>> (position & 31)) & 1) === 1;

/** Narrows `set` in place to the positions that `other` holds too. */
export function intersectInPlace(set: Bitset, other: Bitset): void {
  for (let word = 0; word < set.length; word++) set[word] = (set[word] as number) & (other[word] as number);
}

/** The positions that any of the sets holds, as a new set of room `size`. */
export function unite(sets: readonly Bitset[], size: number): Bitset {
  const union = emptyBitset(size);
  for (const set of sets) {
    for (let word = 0; word < union.length; word++) union[word] = (union[word] as number) | (set[word] as number);
  }
  return union;
}

/** Bits set in a 32-bit word: the parallel sum of Hacker's Delight, section 5-1. */
function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many positions the set holds. */
export function countPositions(set: Bitset): number {
  let total = 0;
  for (let word = 0; word < set.length; word++) total += countBits(set[word] as number);
  return total;
}

/** How many positions both sets hold, without building their intersection. */
export function countShared(a: Bitset, b: Bitset): number {
  let total = 0;
  for (let word = 0; word < a.length; word++) {
    const shared = (a[word] as number) & (b[word] as number);
    if (shared !== 0) total += countBits(shared);
  }
  return total;
}

/** Calls `visit` for each position, lowest first, until it returns false. */
export function visitPositions(set: Bitset, visit: (position: number) => boolean): void {
  for (let word = 0; word < set.length; word++) {
    let bits = set[word] as number;
    while (bits !== 0) {
      const lowest = 31 - Math.clz32(bits & -bits);
      if (!visit(word * 32 + lowest)) return;
      bits &= bits - 1;
    }
  }
}

/** Positions number `skip` to `skip + take - 1` in rising order, passing over whole words that are skipped. */
export function takePositions(set: Bitset, skip: number, take: number): number[] {
  const taken: number[] = [];
  let seen = 0;
  for (let word = 0; word < set.length && taken.length < take; word++) {
    let bits = set[word] as number;
    if (bits === 0) continue;
    const here = countBits(bits);
    if (seen + here <= skip) {
      seen += here;
      continue;
    }
    while (bits !== 0 && taken.length < take) {
      if (seen >= skip) taken.push(word * 32 + (31 - Math.clz32(bits & -bits)));
      seen++;
      bits &= bits - 1;
    }
  }
  return taken;
}
