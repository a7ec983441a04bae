const longestCompared = 40;

/** Number of single-letter insertions, deletions, exchanges and neighbour swaps between two words (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/**
 * The word of a list that a misspelt one was most likely meant to be, or null where none is close:
 * at most a third of its letters may differ. Over-long input is not compared at all.
 */
export function nearestWord(given: string, words: Iterable<string>): string | null {
  const asked = given.toLowerCase();
  if (asked.length === 0 || asked.length > longestCompared) return null;
  let nearest: string | null = null;
  let smallest = Number.POSITIVE_INFINITY;
  for (const word of words) {
    if (Math.abs(word.length - asked.length) > asked.length) continue;
    const distance = word.includes(asked) && asked.length > 2 ? 0.5 : editDistance(asked, word.toLowerCase());
    if (distance < smallest && distance <= Math.max(1, Math.ceil(Math.max(word.length, asked.length) / 3))) {
      smallest = distance;
      nearest = word;
    }
  }
  return nearest;
}
