/** Memory that a job needs against what nodes have, as shares of the longest bar. */
export interface MemoryShapes {
  /** Where the need ends, 0 to 100. */
  readonly need: number;
  readonly bars: readonly { readonly width: number; readonly isEnough: boolean }[];
}

const round = (value: number): number => Math.round(value * 10) / 10;

export function memoryShapes(neededGb: number, nodes: readonly { readonly memoryGb: number }[]): MemoryShapes {
  const longest = Math.max(neededGb, ...nodes.map(({ memoryGb }) => memoryGb), 1);
  const share = (gb: number): number => round((gb / longest) * 100);
  return {
    need: share(neededGb),
    bars: nodes.map(({ memoryGb }) => ({ width: share(memoryGb), isEnough: memoryGb >= neededGb })),
  };
}
