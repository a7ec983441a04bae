import type { PublishedRun } from './published-run.ts';

/** What a forecast says of one run, as far as it is scored. Intervals are those of the same quantities. */
export interface ScoredPrediction {
  readonly refused: string | null;
  readonly values: Readonly<Partial<Record<ScoredQuantity, number | null>>>;
  readonly intervals: Readonly<Partial<Record<ScoredQuantity, readonly [number, number]>>>;
}

export const scoredQuantities = ['stepTimeS', 'tokensPerSPerGpu', 'tflopsPerGpu', 'mfu', 'busBandwidthGBytePerS', 'peakMemoryGiB'] as const;
export type ScoredQuantity = (typeof scoredQuantities)[number];

/** Errors of a group in percent of what was measured. */
export interface GroupScore {
  readonly cases: number;
  readonly meanPercent: number;
  readonly medianPercent: number;
  readonly p90Percent: number;
  readonly biasPercent: number;
  readonly within10Percent: number;
  /** Share of cases inside their 80% interval, in percent; null where none has one. */
  readonly coveragePercent: number | null;
}

export interface Score {
  readonly answered: { readonly rows: number; readonly predicted: number; readonly refused: number };
  readonly groups: Readonly<Record<string, GroupScore>>;
  /** Points of scaling efficiency. */
  readonly scaling: { readonly cases: number; readonly meanPoints: number; readonly medianPoints: number; readonly p90Points: number };
  /** How much slower the plan forecast best is than the one measured best, in percent. */
  readonly planChoice: {
    readonly contests: number;
    readonly meanPercent: number;
    readonly worstPercent: number;
    readonly spearman: number;
  };
}

const targetsOf: Readonly<Record<string, readonly ScoredQuantity[]>> = {
  training: ['stepTimeS', 'tokensPerSPerGpu', 'tflopsPerGpu', 'mfu'],
  ttt: ['stepTimeS', 'tokensPerSPerGpu'],
  collective: ['busBandwidthGBytePerS'],
  memory: ['peakMemoryGiB'],
  hpc: [],
};

/** Who published: one name for all releases and systems of a series. */
export const publisherOf = (title: string): string =>
  title
    .replace(/[,(].*/, '')
    .replace(/ results .*/, ' results')
    .trim();

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const measuredOf = ({ measured, derived }: PublishedRun, quantity: ScoredQuantity): number | null =>
  measured[quantity] ?? derived[quantity] ?? null;

interface Pair {
  readonly measured: number;
  readonly predicted: number;
  readonly interval: readonly [number, number] | null;
}

function scoreGroup(pairs: readonly Pair[]): GroupScore {
  const errors = pairs.map(({ measured, predicted }) => (100 * (predicted - measured)) / measured);
  const sizes = errors.map(Math.abs).sort((a, b) => a - b);
  const bounded = pairs.filter(({ interval }) => interval !== null);
  const inside = bounded.filter(({ measured, interval }) => interval !== null && measured >= interval[0] && measured <= interval[1]);
  return {
    cases: pairs.length,
    meanPercent: mean(sizes),
    medianPercent: quantile(sizes, 0.5),
    p90Percent: quantile(sizes, 0.9),
    biasPercent: mean(errors),
    within10Percent: (100 * sizes.filter((size) => size <= 10).length) / sizes.length,
    coveragePercent: bounded.length === 0 ? null : (100 * inside.length) / bounded.length,
  };
}

const smallBytes = 2 ** 20;

/** Names of the groups that a pair counts in: by kind of quantity and span, and by publisher. */
function groupNames(one: PublishedRun, quantity: ScoredQuantity): readonly string[] {
  const span = (one.run.nodes ?? 1) > 1 ? 'multi-node' : 'one node';
  const publisher = publisherOf(one.source.title);
  const isSmall = (one.measured.bytes ?? Number.POSITIVE_INFINITY) < smallBytes;
  // Below 1 MiB the same microseconds are a huge share, so such collectives are kept apart.
  const what = quantity !== 'busBandwidthGBytePerS' ? 'step time or throughput' : isSmall ? 'bus bandwidth below 1 MiB' : 'bus bandwidth';
  return [`${what} · ${span}`, `${what} · ${publisher}`];
}

function scoreScaling(runs: readonly PublishedRun[], predictionOf: (id: string) => ScoredPrediction | undefined): Score['scaling'] {
  const families = new Map<string, { nodes: number; measured: number; predicted: number }[]>();
  for (const one of runs) {
    const { run } = one;
    if (run.kind !== 'training' && run.kind !== 'ttt') continue;
    const measured = measuredOf(one, 'tokensPerSPerGpu');
    const predicted = predictionOf(run.id)?.values.tokensPerSPerGpu ?? null;
    if (measured === null || predicted === null || run.nodes == null || run.gpus == null) continue;
    const variant = run.id.replace(/-?\d+n\b|-n\d+|-g\d+|-\d+$|-dp\d+/g, '').replace(/\d+/g, '#');
    const { tp, pp, cp, ep, zero } = run.parallel ?? {};
    const name = JSON.stringify([
      one.source.title.replace(/[,(].*/, '').trim(),
      variant,
      run.model?.name,
      run.model?.seq,
      run.gpu,
      run.precision,
      run.fabric,
      run.recompute,
      tp,
      pp,
      cp,
      ep,
      zero,
      run.micro_batch,
    ]);
    families.set(name, [...(families.get(name) ?? []), { nodes: run.nodes, measured, predicted }]);
  }
  const errors: number[] = [];
  for (const family of families.values()) {
    family.sort((a, b) => a.nodes - b.nodes);
    const [base] = family;
    if (base === undefined) continue;
    for (const run of family)
      if (run.nodes > base.nodes) errors.push(Math.abs(100 * (run.predicted / base.predicted - run.measured / base.measured)));
  }
  errors.sort((a, b) => a - b);
  return { cases: errors.length, meanPoints: mean(errors), medianPoints: quantile(errors, 0.5), p90Points: quantile(errors, 0.9) };
}

const ranksOf = (values: readonly number[]): readonly number[] =>
  values.map((value) => (values.filter((other) => other < value).length + values.filter((other) => other <= value).length - 1) / 2);

/** Spearman's rank correlation. */
function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const first = ranksOf(a);
  const second = ranksOf(b);
  const middle = (a.length - 1) / 2;
  const spread = (ranks: readonly number[]): number => Math.sqrt(ranks.reduce((sum, rank) => sum + (rank - middle) ** 2, 0));
  const common = first.reduce((sum, rank, index) => sum + (rank - middle) * ((second[index] ?? 0) - middle), 0);
  return common / (spread(first) * spread(second));
}

function scorePlanChoice(runs: readonly PublishedRun[], predictionOf: (id: string) => ScoredPrediction | undefined): Score['planChoice'] {
  const contests = new Map<string, Map<string, { measured: number[]; predicted: number }>>();
  for (const one of runs) {
    const { run } = one;
    if (run.kind !== 'training' && run.kind !== 'ttt') continue;
    const measured = measuredOf(one, 'stepTimeS');
    const predicted = predictionOf(run.id)?.values.stepTimeS ?? null;
    if (measured === null || predicted === null || run.gpus == null || run.global_batch == null) continue;
    const name = JSON.stringify([
      one.source.title.replace(/[,(].*/, '').trim(),
      run.model?.name,
      run.model?.seq,
      run.gpu,
      run.gpus,
      run.global_batch,
      run.precision,
      run.fabric,
    ]);
    const contest = contests.get(name) ?? new Map<string, { measured: number[]; predicted: number }>();
    const plan = JSON.stringify([run.parallel, run.micro_batch, run.recompute]);
    const known = contest.get(plan);
    if (known === undefined) contest.set(plan, { measured: [measured], predicted });
    else known.measured.push(measured);
    contests.set(name, contest);
  }
  const regrets: number[] = [];
  const correlations: number[] = [];
  for (const contest of contests.values()) {
    const plans = [...contest.values()].map(({ measured, predicted }) => ({ measured: mean(measured), predicted }));
    if (plans.length < 3 || new Set(plans.map(({ predicted }) => predicted)).size < 3) continue;
    const chosen = plans.reduce((best, plan) => (plan.predicted < best.predicted ? plan : best));
    regrets.push(100 * (chosen.measured / Math.min(...plans.map(({ measured }) => measured)) - 1));
    correlations.push(
      rankCorrelation(
        plans.map(({ measured }) => measured),
        plans.map(({ predicted }) => predicted),
      ),
    );
  }
  return { contests: regrets.length, meanPercent: mean(regrets), worstPercent: Math.max(...regrets), spearman: mean(correlations) };
}

/**
 * Holds predictions against what was measured. One quantity is scored for each run, the first that it states of step
 * time, tokens, rate and MFU, so that restatements count once; memory beside it. Estimates, broken systems and runs that
 * leave out what decides them are not scored.
 */
export function scorePredictions(all: readonly PublishedRun[], predictionOf: (id: string) => ScoredPrediction | undefined): Score {
  const runs = all.filter((one) => one.quality !== 'analytic-or-estimate' && one.predictable && one.healthy);
  const groups = new Map<string, Pair[]>();
  const answered = { rows: 0, predicted: 0, refused: 0 };
  for (const one of runs) {
    const quantity = (targetsOf[one.run.kind] ?? []).find((name) => measuredOf(one, name) !== null);
    const memory = one.measured.peakMemoryGiB ?? null;
    if (quantity === undefined && memory === null) continue;
    answered.rows++;
    const prediction = predictionOf(one.run.id);
    if (prediction === undefined || prediction.refused !== null) {
      answered.refused++;
      continue;
    }
    answered.predicted++;
    const add = (name: string, measured: number, of: ScoredQuantity, interval: boolean): void => {
      const predicted = prediction.values[of] ?? 0;
      if (!(predicted > 0)) return;
      groups.set(name, [
        ...(groups.get(name) ?? []),
        { measured, predicted, interval: (interval ? prediction.intervals[of] : null) ?? null },
      ]);
    };
    if (quantity !== undefined && quantity !== 'peakMemoryGiB') {
      for (const name of groupNames(one, quantity)) add(name, measuredOf(one, quantity) as number, quantity, true);
    }
    if (memory !== null) add('peak memory', memory, 'peakMemoryGiB', quantity !== 'peakMemoryGiB');
  }
  return {
    answered,
    groups: Object.fromEntries([...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, pairs]) => [name, scoreGroup(pairs)])),
    scaling: scoreScaling(runs, predictionOf),
    planChoice: scorePlanChoice(runs, predictionOf),
  };
}
