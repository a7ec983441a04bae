/**
 * Robust least squares with priors and bounds: Levenberg (1944) and Marquardt (1963), with residuals weighed down by
 * soft-L1 (Charbonnier; Barron 2019, arXiv 1701.03077, α = 1) so that a broken measurement bends nothing.
 */
export interface Fitted {
  readonly name: string;
  /** What is believed before any measurement, and by how much that may be off: relative for `log`, absolute for `linear`. */
  readonly prior: number;
  readonly spread: number;
  readonly lower: number;
  readonly upper: number;
}

export interface FitProblem {
  readonly constants: readonly Fitted[];
  /** Residuals of all cases at these values (in the order of `constants`), in a unit where `scale` is one deviation. */
  readonly residuals: (values: readonly number[]) => Float64Array;
  /** Weight of each case; all 1 where left out. */
  readonly weights?: Float64Array;
  /** Size of a residual that counts as ordinary. */
  readonly scale: number;
  /** Where to begin; the priors where left out. */
  readonly start?: readonly number[];
  readonly rounds?: number;
}

export interface FitResult {
  readonly values: readonly number[];
  /** Half the sum of squares that is made small; lower is better, comparable only within one problem. */
  readonly cost: number;
  readonly rounds: number;
}

const step = 1e-3;
const longestMove = 1;

/** Solves A x = b by elimination with pivoting; A is symmetric and made positive by the damping. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const rows: Float64Array[] = matrix.map((row, index) => Float64Array.from([...row, right[index] as number]));
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(at(rows, row, column)) > Math.abs(at(rows, pivot, column))) pivot = row;
    }
    const held = rows[column] as Float64Array;
    rows[column] = rows[pivot] as Float64Array;
    rows[pivot] = held;
    const lead = rows[column] as Float64Array;
    const divisor = lead[column] as number;
    for (let index = column; index <= size; index++) lead[index] = (lead[index] as number) / divisor;
    for (let row = 0; row < size; row++) {
      const factor = at(rows, row, column);
      if (row === column || factor === 0) continue;
      const target = rows[row] as Float64Array;
      for (let index = column; index <= size; index++) target[index] = (target[index] as number) - factor * (lead[index] as number);
    }
  }
  return Float64Array.from(rows, (row) => row[size] as number);
}

const at = (rows: readonly Float64Array[], row: number, column: number): number => (rows[row] as Float64Array)[column] as number;

/**
 * Finds constants near their priors that make the residuals small. Works on ln(value / prior), so every prior and bound
 * must be positive (a lower bound of 0 stands for "as small as it likes"). Deterministic.
 */
export function fitConstants(problem: FitProblem): FitResult {
  const { constants, scale, rounds = 40 } = problem;
  const size = constants.length;
  const bounds = constants.map(({ prior, lower, upper }) => [lower > 0 ? Math.log(lower / prior) : -6, Math.log(upper / prior)] as const);
  const toValues = (point: Float64Array): number[] => constants.map(({ prior }, index) => prior * Math.exp(point[index] as number));
  const weightOf = (index: number): number => problem.weights?.[index] ?? 1;

  const costOf = (point: Float64Array): number => {
    let cost = 0;
    const residuals = problem.residuals(toValues(point));
    for (const [index, residual] of residuals.entries()) cost += weightOf(index) * (Math.sqrt(1 + (residual / scale) ** 2) - 1);
    for (const [index, { spread }] of constants.entries()) cost += 0.5 * ((point[index] as number) / spread) ** 2;
    return cost;
  };

  let point = Float64Array.from(constants, ({ prior }, index) => {
    const [low, high] = bounds[index] as readonly [number, number];
    return Math.min(high, Math.max(low, Math.log((problem.start?.[index] ?? prior) / prior)));
  });
  let cost = costOf(point);
  let damping = 1e-2;
  let round = 0;
  for (; round < rounds; round++) {
    const here = problem.residuals(toValues(point));
    const slopes = constants.map((_, index) => {
      const [, high] = bounds[index] as readonly [number, number];
      const towards = (point[index] as number) + step <= high ? step : -step;
      const moved = Float64Array.from(point);
      moved[index] = (moved[index] as number) + towards;
      const there = problem.residuals(toValues(moved));
      return there.map((residual, row) => (residual - (here[row] as number)) / towards);
    });
    const normal = constants.map(() => new Float64Array(size));
    const gradient = new Float64Array(size);
    for (let row = 0; row < here.length; row++) {
      const residual = here[row] as number;
      const weight = weightOf(row) / Math.sqrt(1 + (residual / scale) ** 2) / scale ** 2;
      for (let a = 0; a < size; a++) {
        const slope = at(slopes, a, row);
        if (slope === 0) continue;
        gradient[a] = (gradient[a] as number) + weight * slope * residual;
        const target = normal[a] as Float64Array;
        for (let b = 0; b < size; b++) target[b] = (target[b] as number) + weight * slope * at(slopes, b, row);
      }
    }
    for (const [index, { spread }] of constants.entries()) {
      const pull = 1 / spread ** 2;
      (normal[index] as Float64Array)[index] = at(normal, index, index) + pull;
      gradient[index] = (gradient[index] as number) + pull * (point[index] as number);
    }
    const better = tryMoves(point, cost, normal, gradient, damping, bounds, costOf);
    if (better === null) break;
    const gained = (cost - better.cost) / cost;
    point = better.point;
    cost = better.cost;
    damping = Math.max(1e-7, better.damping / 5);
    if (gained < 1e-6) break;
  }
  return { values: toValues(point), cost, rounds: round };
}

function tryMoves(
  point: Float64Array,
  cost: number,
  normal: readonly Float64Array[],
  gradient: Float64Array,
  damping: number,
  bounds: readonly (readonly [number, number])[],
  costOf: (point: Float64Array) => number,
): { readonly point: Float64Array<ArrayBuffer>; readonly cost: number; readonly damping: number } | null {
  for (let attempt = 0, tried = damping; attempt < 9; attempt++, tried *= 4) {
    const damped = normal.map((row, index) => row.map((value, column) => (column === index ? value * (1 + tried) + 1e-9 : value)));
    const move = solve(damped, gradient);
    const next = Float64Array.from(point, (value, index) => {
      const [low, high] = bounds[index] as readonly [number, number];
      const length = Math.max(-longestMove, Math.min(longestMove, move[index] as number));
      return Math.min(high, Math.max(low, value - length));
    });
    const nextCost = costOf(next);
    if (nextCost < cost) return { point: next, cost: nextCost, damping: tried };
  }
  return null;
}
