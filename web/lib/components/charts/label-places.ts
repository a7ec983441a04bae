/** Puts labels beside their points without one covering another. */

export interface LabelBlock {
  /** Where the middle of the label would stand if it were alone. */
  readonly wanted: number;
  readonly height: number;
}

interface Cluster {
  readonly members: readonly number[];
  /** Middle of the cluster that moves its members least, before the edges. */
  readonly middle: number;
  readonly height: number;
}

/**
 * Middles of the labels, in the order given: as near to where each is wanted as the others let it be (least squares over the
 * labels that touch), within `top` and `bottom`. Where all of them do not fit they keep their order and run over the bottom.
 */
export function placeLabels(blocks: readonly LabelBlock[], top: number, bottom: number, gap: number): readonly number[] {
  const order = blocks.map((_, index) => index).sort((a, b) => (blocks[a]?.wanted ?? 0) - (blocks[b]?.wanted ?? 0));
  const kept = (middle: number, height: number): number => Math.max(top + height / 2, Math.min(bottom - height / 2, middle));
  const clusters: Cluster[] = [];
  for (const index of order) {
    const block = blocks[index];
    if (block === undefined) continue;
    let cluster: Cluster = {
      members: [index],
      middle: kept(block.wanted, block.height),
      height: block.height,
    };
    for (let above = clusters.at(-1); above !== undefined; above = clusters.at(-1)) {
      if (above.middle + above.height / 2 + gap <= cluster.middle - cluster.height / 2) break;
      clusters.pop();
      cluster = joined(above, cluster, blocks, gap, kept);
    }
    clusters.push(cluster);
  }
  const places = blocks.map(({ wanted }) => wanted);
  for (const { members, middle, height } of clusters) {
    let edge = middle - height / 2;
    for (const member of members) {
      const own = blocks[member]?.height ?? 0;
      places[member] = edge + own / 2;
      edge += own + gap;
    }
  }
  return places;
}

function joined(
  above: Cluster,
  below: Cluster,
  blocks: readonly LabelBlock[],
  gap: number,
  kept: (middle: number, height: number) => number,
): Cluster {
  const members = [...above.members, ...below.members];
  const height = above.height + gap + below.height;
  // Where the cluster's top edge would have to be for each member to stand where it wants to; their mean moves them least.
  let offset = 0;
  let sum = 0;
  for (const member of members) {
    const block = blocks[member];
    if (block === undefined) continue;
    sum += block.wanted - (offset + block.height / 2);
    offset += block.height + gap;
  }
  return { members, height, middle: kept(sum / members.length + height / 2, height) };
}
