/** A linear least-squares problem in triangular form, columns orthogonal: modified Gram-Schmidt (Björck 1967). */
export interface Squares {
  /** Orthonormal columns. */
  readonly columns: readonly Float64Array[];
  /** Upper triangle R, by row. */
  readonly triangle: readonly (readonly number[])[];
  /** Columns of R⁻¹: the covariance of the coefficients for residuals of deviation 1 is the sum of their outer products. */
  readonly directions: readonly (readonly number[])[];
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] as number) * (b[index] as number);
  return sum;
};

/** Takes `share` of one column off another. */
function subtract(from: Float64Array, column: Float64Array, share: number): void {
  for (let index = 0; index < from.length; index++) from[index] = (from[index] as number) - share * (column[index] as number);
}

const at = (rows: readonly (readonly number[])[], row: number, column: number): number => rows[row]?.[column] ?? 0;

/** R x = right, from the last row up. */
function backward(triangle: Squares['triangle'], right: readonly number[]): readonly number[] {
  const solved = [...right];
  for (let row = solved.length - 1; row >= 0; row--) {
    let rest = solved[row] as number;
    for (let column = row + 1; column < solved.length; column++) rest -= at(triangle, row, column) * (solved[column] as number);
    solved[row] = rest / at(triangle, row, row);
  }
  return solved;
}

export function leastSquares(design: readonly Float64Array[]): Squares {
  const columns: Float64Array[] = [];
  const triangle = design.map(() => design.map(() => 0));
  for (const [index, given] of design.entries()) {
    const column = Float64Array.from(given);
    for (const [row, before] of columns.entries()) {
      const share = dot(before, column);
      (triangle[row] as number[])[index] = share;
      subtract(column, before, share);
    }
    const length = Math.sqrt(dot(column, column));
    (triangle[index] as number[])[index] = length;
    columns.push(column.map((value) => value / length));
  }
  const directions = design.map((_, index) =>
    backward(
      triangle,
      design.map((__, row) => (row === index ? 1 : 0)),
    ),
  );
  return { columns, triangle, directions };
}

/** Coefficients and the sum of squared residuals; null where the columns do not tell the coefficients apart. */
export function solveSquares(
  { columns, triangle }: Squares,
  target: Float64Array,
): { readonly coefficients: readonly number[]; readonly square: number } | null {
  const rest = Float64Array.from(target);
  const parts = columns.map((column) => {
    const part = dot(column, rest);
    subtract(rest, column, part);
    return part;
  });
  const coefficients = backward(triangle, parts);
  return coefficients.every(Number.isFinite) ? { coefficients, square: dot(rest, rest) } : null;
}

/** Standard deviation of `terms` · coefficients for residuals of deviation 1: the length of R⁻ᵀ terms. */
export function spreadOf({ directions }: Squares, terms: readonly number[]): number {
  let sum = 0;
  for (const direction of directions) {
    let along = 0;
    for (let index = 0; index < direction.length; index++) along += (direction[index] as number) * (terms[index] ?? 0);
    sum += along * along;
  }
  return Math.sqrt(sum);
}
