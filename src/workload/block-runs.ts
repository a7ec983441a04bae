import type { AttentionShape, BlockRun, DenseFeedForward } from './model-shape.ts';

/** One block, before equal neighbours are put together. */
export type Block = Omit<BlockRun, 'count'>;

/** One run of `count` equal blocks. */
export const repeat = (count: number, block: Block): readonly BlockRun[] => [{ count, ...block }];

/** Puts equal neighbours together: the same object is an equal block. */
function toRuns(blocks: readonly Block[]): readonly BlockRun[] {
  const runs: { block: Block; count: number }[] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    if (last !== undefined && last.block === block) last.count += 1;
    else runs.push({ block, count: 1 });
  }
  return runs.map(({ block, count }) => ({ count, ...block }));
}

/** The blocks of `layers` layers, each made once for its kind. `kindOf` names the kind of a layer, counted from 0. */
export function layOut<Kind extends string>(
  layers: number,
  kindOf: (layer: number) => Kind,
  blockOf: (kind: Kind) => Block,
): readonly BlockRun[] {
  const known = new Map<Kind, Block>();
  const blocks = Array.from({ length: layers }, (_, layer) => {
    const kind = kindOf(layer);
    const block = known.get(kind) ?? blockOf(kind);
    known.set(kind, block);
    return block;
  });
  return toRuns(blocks);
}

/** Width of all query heads, and of all key or value heads. */
export const queryWidthOf = ({ heads, headWidth }: AttentionShape): number => heads * headWidth;
export const keyWidthOf = ({ keyValueHeads, headWidth }: AttentionShape): number => keyValueHeads * headWidth;

/** Biases of the three products into attention. */
export const inputBiases = (attention: AttentionShape): number => queryWidthOf(attention) + 2 * keyWidthOf(attention);

/** Biases of a dense feed-forward part: up, gate where there is one, and down. */
export const feedForwardBiases = ({ width, gated }: DenseFeedForward, hidden: number): number => width * (gated ? 2 : 1) + hidden;
