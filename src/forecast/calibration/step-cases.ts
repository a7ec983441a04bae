import type { ForecastConstants } from '../constants.ts';
import type { PublishedRun } from '../measurements/published-run.ts';
import { publisherOf } from '../measurements/score.ts';
import { type PreparedImages, type PreparedTraining, prepareRun, type RunTables } from '../prepared-run.ts';
import { flopsOfStep, type StepFlops, stepTimeOf, throughputOf } from '../quantities.ts';
import { emptyStepTime } from '../step-time.ts';

const targets = ['stepTimeS', 'tokensPerSPerGpu', 'tflopsPerGpu', 'mfu'] as const;
type Target = (typeof targets)[number];

/** A published run that a forecast can be held against. */
export interface StepCase {
  readonly published: PublishedRun;
  readonly prepared: PreparedTraining | PreparedImages;
  readonly flops: StepFlops;
  readonly target: Target;
  readonly measured: number;
  readonly publisher: string;
}

/** Runs of which a step time or rate was measured, without estimates and without runs that lack what decides them. */
export function stepCases(runs: readonly PublishedRun[], tables: RunTables): readonly StepCase[] {
  return runs.flatMap((published): StepCase[] => {
    const { run, quality, predictable, healthy } = published;
    if (quality === 'analytic-or-estimate' || !predictable || !healthy) return [];
    if (run.kind !== 'training' && run.kind !== 'ttt') return [];
    const usable = run.kind === 'ttt' ? targets.slice(0, 2) : targets;
    const target = usable.find((name) => (published.measured[name] ?? published.derived[name]) !== undefined);
    if (target === undefined) return [];
    const prepared = prepareRun(run, tables);
    if (prepared.kind !== 'training' && prepared.kind !== 'images') return [];
    const measured = published.measured[target] ?? published.derived[target];
    if (measured === undefined) return [];
    return [{ published, prepared, flops: flopsOfStep(prepared), target, measured, publisher: publisherOf(published.source.title) }];
  });
}

const scratch = emptyStepTime();

/** ln(forecast time / measured time): positive where the forecast is too slow, whichever quantity was published. */
export function logTimeError(one: StepCase, constants: ForecastConstants): number {
  const { step } = stepTimeOf(one.prepared, constants, scratch);
  const predicted = throughputOf(one.prepared, step, one.flops)[one.target] ?? Number.NaN;
  const error = Math.log(predicted / one.measured);
  return one.target === 'stepTimeS' ? error : -error;
}
