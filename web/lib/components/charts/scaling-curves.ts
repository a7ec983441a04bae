/** What a scaling chart is given. Fabrics have one colour and one dash each, the same in every chart. */
export const chartFabrics = ['infiniband', 'roce', 'efa', 'gpudirect-tcpxo', 'gpudirect-tcpx', 'ethernet', 'unknown'] as const;
export type ChartFabric = (typeof chartFabrics)[number];

export interface CurvePoint {
  readonly nodes: number;
  readonly value: number;
  /** Ends of the 80% interval. */
  readonly low: number;
  readonly high: number;
}

export interface ScalingCurve {
  /** Differs from curve to curve: it names the curve in labels, legend and table. */
  readonly label: string;
  readonly fabric: ChartFabric;
  readonly points: readonly CurvePoint[];
  readonly emphasised?: boolean;
  /** The number of nodes from which on a further one is hardly worth adding; null or left out where there is none. */
  readonly knee?: number | null;
}

/** `percent`: values are shares of 1, graded in words. `plain`: any quantity, drawn from zero. */
export type ChartUnit = 'percent' | 'plain';

/** The curve with its points in order of nodes, which lines and lookups rely on. */
export function inOrder(curve: ScalingCurve): ScalingCurve {
  return { ...curve, points: [...curve.points].sort((a, b) => a.nodes - b.nodes) };
}

/** Every number of nodes that some curve has a value for. */
export function nodesOf(curves: readonly ScalingCurve[]): readonly number[] {
  return [...new Set(curves.flatMap(({ points }) => points.map(({ nodes }) => nodes)))].sort((a, b) => a - b);
}

/** The largest number of nodes that all curves end at, by which one can compare them; null where they end apart. */
export function commonEnd(curves: readonly ScalingCurve[]): number | null {
  const ends = new Set(curves.map(({ points }) => points.at(-1)?.nodes ?? null));
  const [end = null] = ends;
  return ends.size === 1 ? end : null;
}

/**
 * Shapes for curves over the same fabric, which share colour and dash: each has its own marks at its points. A fabric that
 * occurs once needs none.
 */
export const markShapes = ['disc', 'square', 'triangle', 'diamond', 'ring'] as const;
export type MarkShape = (typeof markShapes)[number];

export function marksFor(curves: readonly ScalingCurve[]): readonly (MarkShape | null)[] {
  const seen = new Map<ChartFabric, number>();
  return curves.map(({ fabric }) => {
    if (curves.filter((other) => other.fabric === fabric).length === 1) return null;
    const before = seen.get(fabric) ?? 0;
    seen.set(fabric, before + 1);
    return markShapes[before % markShapes.length] ?? null;
  });
}
