/** A number of nodes and what all of them together achieve, in any unit that is the same throughout. */
export interface ThroughputPoint {
  readonly nodes: number;
  readonly throughput: number;
}

/** Share of the first point's throughput per node below which a further node counts as hardly worth adding. */
export const usualKneeShare = 0.5;

/**
 * The knee of a curve: the first number of nodes where each node that was added since the point before brings less than
 * `share` of what each node of the first point does. Null where the curve has no such point.
 */
export function kneeOf(points: readonly ThroughputPoint[], share = usualKneeShare): number | null {
  const [first] = points;
  if (first === undefined) return null;
  const perNode = first.throughput / first.nodes;
  for (let index = 1; index < points.length; index++) {
    const before = points[index - 1] ?? first;
    const here = points[index] ?? first;
    if ((here.throughput - before.throughput) / (here.nodes - before.nodes) < share * perNode) return here.nodes;
  }
  return null;
}
