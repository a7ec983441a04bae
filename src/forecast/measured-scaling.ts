import type { ThroughputPoint } from './knee.ts';
import { leastSquares, type Squares, solveSquares, spreadOf } from './linear-squares.ts';

/**
 * The Universal Scalability Law through a user's own measurements: X(n) = n X₁ / (1 + σ (n − 1) + κ n (n − 1)) (Gunther,
 * "A General Theory of Computational Scalability Based on Rational Functions", arXiv 0808.1431, equation for C(N)). σ is
 * what waits for its turn, as in Amdahl 1967, κ what every node settles with every other. Neither is negative.
 *
 * The time that each node owes to one unit of work, n / X, is a + b (n − 1) + c n (n − 1) with X₁ = 1 / a, σ = b / a and
 * κ = c / a: linear, so that the fit with least squares of relative deviations is unique and needs no first guess.
 */
export interface ScalingLaw {
  /** Throughput of one node, in the unit of the points. */
  readonly x1: number;
  readonly sigma: number;
  readonly kappa: number;
}

export interface ScalingFit extends ScalingLaw {
  /** Two numbers of nodes tell the share that waits, and no more. */
  readonly name: 'universal-scalability-law' | 'amdahl';
  readonly fewestNodes: number;
  readonly mostNodes: number;
  /** Root of the mean square of relative deviations per degree of freedom; null where the curve has none left. */
  readonly residualShare: number | null;
  /** Relative error of one measurement that intervals count with. */
  readonly errorShare: number;
  /** Measurements say that nodes gain from company, which the law leaves out. */
  readonly superlinear: boolean;
}

/** Why points have no curve. */
export type NoScalingFit = 'one-node-count' | 'falls-too-fast';

/** Relative error of a throughput that was measured once, where the points do not show a larger one: our convention. */
export const usualMeasurementError = 0.03;
/** Numbers of nodes up to which the knee is searched, and beyond which nobody extrapolates for a decision. */
export const searchedNodes = 1_024;

/** Quantile of the normal distribution for 80% between two ends, and of Student's for 1 to 10 degrees of freedom. */
export const normalQuantile = 1.2816;
const studentQuantiles = [3.078, 1.886, 1.638, 1.533, 1.476, 1.44, 1.415, 1.397, 1.383, 1.372];

/** Student's quantile for many degrees of freedom: the first term of its expansion around the normal one. */
const studentQuantile = (freedom: number): number =>
  studentQuantiles[freedom - 1] ?? normalQuantile * (1 + (normalQuantile ** 2 + 1) / (4 * freedom));

/** Relative deviations that are nothing but rounding: a simpler curve that is no further off is the better one. */
const roundingSquare = 1e-20;

const termsAt = (nodes: number): readonly [number, number, number] => [1, nodes - 1, nodes * (nodes - 1)];

type Times = readonly [number, number, number];

const timeAt = (times: Times, nodes: number): number => times[0] + times[1] * (nodes - 1) + times[2] * nodes * (nodes - 1);

const lawOf = ([a, b, c]: Times): ScalingLaw => ({ x1: 1 / a, sigma: b / a, kappa: c / a });

/** Design of the fit: each row divided by the measured n / X, so that a residual is a relative deviation. */
function designOf(points: readonly ThroughputPoint[], terms: readonly number[]): readonly Float64Array[] {
  return terms.map((term) => Float64Array.from(points, ({ nodes, throughput }) => ((termsAt(nodes)[term] as number) * throughput) / nodes));
}

interface Candidate {
  readonly times: Times;
  readonly terms: readonly number[];
  readonly square: number;
}

/** The least squares on some of the three terms; null where a coefficient is not positive. */
function candidate(points: readonly ThroughputPoint[], terms: readonly number[]): Candidate | null {
  const solved = solveSquares(leastSquares(designOf(points, terms)), new Float64Array(points.length).fill(1));
  if (solved === null || !solved.coefficients.every((value) => value > 0)) return null;
  const times: [number, number, number] = [0, 0, 0];
  for (const [index, term] of terms.entries()) times[term] = solved.coefficients[index] as number;
  return { times, terms, square: solved.square };
}

/**
 * Non-negative least squares (Lawson and Hanson 1974): the optimum is the ordinary one on some of the terms, of which there
 * are so few that all are tried, the simplest first.
 */
function bestOf(points: readonly ThroughputPoint[], choices: readonly (readonly number[])[]): Candidate | null {
  let best: Candidate | null = null;
  for (const terms of choices) {
    const found = candidate(points, terms);
    if (found !== null && (best === null || found.square < best.square - roundingSquare * points.length)) best = found;
  }
  return best;
}

const choicesOfTwo = [[0], [1], [0, 1]] as const;
const choicesOfThree = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]] as const;

/**
 * Upper end over the value where n / X may be less by `spread`: 1 / (1 − spread), which knows no bound where that reaches 1.
 * Where nothing else bounds the interval it goes on along its slope at one half.
 */
function upperFactor(spread: number, isBounded: boolean): number {
  if (spread < 0.5 || (isBounded && spread < 1)) return 1 / (1 - spread);
  return isBounded ? Number.POSITIVE_INFINITY : 4 * spread;
}

/** A fitted curve: the law, its intervals and its knee. */
export class MeasuredScaling {
  readonly fit: ScalingFit;
  readonly #points: readonly ThroughputPoint[];
  readonly #times: Times;
  /** The other reading of two numbers of nodes: all loss from κ. Null where the points tell the two apart. */
  readonly #other: Times | null;
  readonly #squares: Squares;
  /** What 80% of single measurements keep to, over the error that intervals count with. */
  readonly #reach: number;
  /** The most that one node ever brought. */
  readonly #bestPerNode: number;
  /** Spread relative to the value for each number of nodes, as far as it was asked for. */
  readonly #spreads: number[] = [];

  constructor(
    fit: ScalingFit,
    points: readonly ThroughputPoint[],
    times: Times,
    other: Times | null,
    squares: Squares,
    reach: number,
    bestPerNode: number,
  ) {
    this.fit = fit;
    this.#points = points;
    this.#times = times;
    this.#other = other;
    this.#squares = squares;
    this.#reach = reach;
    this.#bestPerNode = bestPerNode;
  }

  throughputAt(nodes: number): number {
    return nodes / timeAt(this.#times, nodes);
  }

  /**
   * Ends of 80% for one further measurement: the delta method, exact for n / X, which is linear in what was fitted. All terms
   * that the points can tell apart count, those at zero too. Away from the points the interval never narrows; above them
   * it ends where every node would bring the most that any brought.
   */
  intervalAt(nodes: number): readonly [number, number] {
    const spread = this.#spreadAt(nodes);
    const { mostNodes } = this.fit;
    const isAbove = nodes > mostNodes;
    const cap = isAbove ? nodes * this.#bestPerNode * upperFactor(this.#spreadAt(mostNodes), false) : Number.POSITIVE_INFINITY;
    const endsOf = (times: Times): readonly [number, number] => {
      const value = nodes / timeAt(times, nodes);
      return [value / (1 + spread), Math.min(cap, value * upperFactor(spread, isAbove))];
    };
    const ends = endsOf(this.#times);
    if (this.#other === null) return ends;
    const others = endsOf(this.#other);
    return [Math.min(ends[0], others[0]), Math.max(ends[1], others[1])];
  }

  #spreadAt(nodes: number): number {
    const { fewestNodes, mostNodes } = this.fit;
    const own = (count: number): number =>
      this.#reach * Math.sqrt(1 + (spreadOf(this.#squares, termsAt(count)) / timeAt(this.#times, count)) ** 2);
    if (nodes >= fewestNodes && nodes <= mostNodes) return own(nodes);
    let widest = 0;
    if (nodes < fewestNodes) {
      for (let count = fewestNodes; count >= nodes; count--) widest = Math.max(widest, own(count));
      return widest;
    }
    const spreads = this.#spreads;
    for (let count = mostNodes + spreads.length; count <= nodes; count++) spreads.push(Math.max(spreads.at(-1) ?? 0, own(count)));
    return spreads[nodes - mostNodes] as number;
  }

  /** Throughput per node over that of one node. */
  efficiencyAt(nodes: number): number {
    return this.throughputAt(nodes) / nodes / this.fit.x1;
  }

  /** What the last of so many nodes brings. */
  marginalAt(nodes: number): number {
    return nodes === 1 ? this.fit.x1 : this.throughputAt(nodes) - this.throughputAt(nodes - 1);
  }

  /** Nodes up to which the knee is searched. */
  get searchedTo(): number {
    return Math.max(searchedNodes, this.fit.mostNodes);
  }

  kneeAt(share: number): number | null {
    return kneeOfTimes(this.#times, share, this.searchedTo);
  }

  /**
   * Ends of 80% of the knee, null for an end beyond what is searched: the mean of each measured number of nodes is moved by
   * its error, up and down, the law fitted anew, and the changes in ln(knee) added as squares.
   */
  kneeIntervalAt(share: number): readonly [number | null, number | null] {
    const most = this.searchedTo;
    const knee = this.kneeAt(share);
    const centre = knee ?? most + 1;
    let [down, up] = [0, 0];
    for (const count of new Set(this.#points.map(({ nodes }) => nodes))) {
      let [lower, upper] = [0, 0];
      for (const way of [-1, 1]) {
        const moved = this.#timesWhereMoved(count, way);
        const change = moved === null ? 0 : Math.log((kneeOfTimes(moved, share, most) ?? Number.POSITIVE_INFINITY) / centre);
        lower = Math.max(lower, -change);
        upper = Math.max(upper, change);
      }
      down += lower ** 2;
      up += upper ** 2;
    }
    const others = this.#other === null ? [] : [kneeOfTimes(this.#other, share, most) ?? Number.POSITIVE_INFINITY];
    const high = Math.max(knee === null ? Number.POSITIVE_INFINITY : Math.ceil(centre * Math.exp(Math.sqrt(up))), ...others);
    const low = Math.max(2, Math.min(Math.floor(centre * Math.exp(-Math.sqrt(down))), ...others));
    return [low > most ? null : low, high > most ? null : high];
  }

  #timesWhereMoved(count: number, way: number): Times | null {
    const repeats = this.#points.filter(({ nodes }) => nodes === count).length;
    const factor = 1 + (way * this.#reach) / Math.sqrt(repeats);
    const moved = this.#points.map((point) => (point.nodes === count ? { nodes: count, throughput: point.throughput * factor } : point));
    const best = factor > 0 ? bestOf(moved, this.fit.name === 'amdahl' ? choicesOfTwo : choicesOfThree) : null;
    return best === null || best.times[0] <= 0 ? null : best.times;
  }

  /** The number of nodes from which on more make it slower, ⌊√((1 − σ) / κ)⌋ (Gunther, as above); null where none does. */
  get peakNodes(): number | null {
    const { sigma, kappa } = this.fit;
    if (kappa === 0 && sigma <= 1) return null;
    if (sigma >= 1) return 1;
    const peak = Math.max(1, Math.floor(Math.sqrt((1 - sigma) / kappa)));
    // The larger of the whole numbers on both sides of the smooth peak.
    return this.throughputAt(peak + 1) > this.throughputAt(peak) ? peak + 1 : peak;
  }
}

/**
 * The knee of a law by the rule of any curve (`kneeOf`), found by halving: what a further node brings falls up to the peak of
 * the curve and stays below zero after it, so that once it is too little it stays so.
 */
function kneeOfTimes(times: Times, share: number, most: number): number | null {
  const brings = (nodes: number): number => nodes / timeAt(times, nodes) - (nodes - 1) / timeAt(times, nodes - 1);
  const least = share / times[0];
  if (most < 2 || brings(most) >= least) return null;
  let [enough, tooLittle] = [1, most];
  while (tooLittle - enough > 1) {
    const middle = Math.floor((enough + tooLittle) / 2);
    if (brings(middle) < least) tooLittle = middle;
    else enough = middle;
  }
  return tooLittle;
}

/**
 * Fits the law to measurements: numbers of nodes are whole and at least 1, throughputs positive and of one unit; a number
 * of nodes may be measured several times. Two different ones decide X₁ and σ, three or more κ as well.
 */
export function fitScaling(points: readonly ThroughputPoint[]): MeasuredScaling | NoScalingFit {
  const counts = [...new Set(points.map(({ nodes }) => nodes))].sort((a, b) => a - b);
  const [fewestNodes] = counts;
  const mostNodes = counts.at(-1);
  if (fewestNodes === undefined || mostNodes === undefined || fewestNodes === mostNodes) return 'one-node-count';
  const two = counts.length === 2;
  const best = bestOf(points, two ? choicesOfTwo : choicesOfThree);
  // Without the first term one node would be infinitely fast.
  if (best === null || best.times[0] <= 0) return 'falls-too-fast';
  const freedom = points.length - best.terms.length;
  const residualShare = freedom === 0 ? null : Math.sqrt(best.square / freedom);
  const usualReach = normalQuantile * usualMeasurementError;
  const ownReach = residualShare === null ? 0 : studentQuantile(freedom) * residualShare;
  const free = two ? [0, 1] : [0, 1, 2];
  const squares = leastSquares(designOf(points, free));
  const law = lawOf(best.times);
  const perNode = points.map(({ nodes, throughput }) => throughput / nodes);
  const bestPerNode = Math.max(law.x1, ...perNode);
  const fit: ScalingFit = {
    ...law,
    name: two ? 'amdahl' : 'universal-scalability-law',
    fewestNodes,
    mostNodes,
    residualShare,
    errorShare: Math.max(usualMeasurementError, residualShare ?? 0),
    superlinear: law.sigma === 0 && isSuperlinear(points, counts, law),
  };
  const other = two && best.times[1] > 0 ? (candidate(points, [0, 2])?.times ?? null) : null;
  return new MeasuredScaling(fit, points, best.times, other, squares, Math.max(usualReach, ownReach), bestPerNode);
}

/** Whether some number of nodes brings more per node than a smaller one does, on average and by more than the usual error. */
function isSuperlinear(points: readonly ThroughputPoint[], counts: readonly number[], { x1 }: ScalingLaw): boolean {
  let least = Number.POSITIVE_INFINITY;
  for (const count of counts) {
    const own = points.filter(({ nodes }) => nodes === count);
    const perNode = own.reduce((sum, { throughput }) => sum + throughput, 0) / own.length / count;
    if (perNode > least + usualMeasurementError * x1) return true;
    least = Math.min(least, perNode);
  }
  return false;
}
