import type { CalibrationFile } from '../../hardware/calibration-schema.ts';
import { type ForecastConstants, forecastConstantNames } from '../constants.ts';
import { intervalClassOf } from '../interval.ts';
import { type Fitted, fitConstants } from './least-squares.ts';
import { logTimeError, type StepCase } from './step-cases.ts';

/** A relative error of 8% is ordinary between two careful measurements of one configuration. */
const ordinaryError = 0.08;

/** A publisher's runs repeat one another: their weight grows with the fourth root of their number, as that of correlated readings. */
const weightExponent = -0.25;

export function weightsByPublisher(cases: readonly { readonly publisher: string }[], exponent = weightExponent): Float64Array {
  const counts = new Map<string, number>();
  for (const { publisher } of cases) counts.set(publisher, (counts.get(publisher) ?? 0) + 1);
  return Float64Array.from(cases, ({ publisher }) => (counts.get(publisher) ?? 1) ** exponent);
}

export const fittedOf = (file: CalibrationFile, names: readonly string[]): readonly Fitted[] =>
  names.map((name) => {
    const constant = file.constants[name];
    if (constant === undefined) throw new RangeError(`constant "${name}" is missing`);
    const { prior, spread, within } = constant;
    return { name, prior, spread, lower: within[0], upper: within[1] };
  });

/** Constants of the step model from published runs. `start`: where to begin, for the many fits of leaving sources out. */
export function fitStepConstants(
  cases: readonly StepCase[],
  file: CalibrationFile,
  start?: ForecastConstants,
  rounds = 60,
): ForecastConstants {
  const constants = fittedOf(file, forecastConstantNames);
  const toConstants = (values: readonly number[]): ForecastConstants =>
    Object.fromEntries(forecastConstantNames.map((name, index) => [name, values[index] as number])) as ForecastConstants;
  const { values } = fitConstants({
    constants,
    residuals: (point) => {
      const tried = toConstants(point);
      return Float64Array.from(cases, (one) => logTimeError(one, tried));
    },
    weights: weightsByPublisher(cases),
    scale: ordinaryError,
    rounds,
    ...(start === undefined ? {} : { start: forecastConstantNames.map((name) => start[name]) }),
  });
  return toConstants(values);
}

/** For each publisher, the constants that a fit without its runs gives. */
export function leaveOnePublisherOut<C>(
  cases: readonly { readonly publisher: string }[],
  fitWithout: (publisher: string) => C,
): ReadonlyMap<string, C> {
  return new Map([...new Set(cases.map(({ publisher }) => publisher))].map((publisher) => [publisher, fitWithout(publisher)]));
}

export interface ClassError {
  readonly of: string;
  /** ln(predicted / measured). */
  readonly error: number;
  readonly weight: number;
}

/** Ends that hold the middle 80% of the errors of each class, by weight. A class of few errors borrows from all of them. */
export function intervalWidthsOf(errors: readonly ClassError[]): CalibrationFile['intervals'] {
  const classes = [...new Set(errors.map(({ of }) => of))].sort();
  return Object.fromEntries(
    classes.map((of) => {
      const own = errors.filter((error) => error.of === of).sort((a, b) => a.error - b.error);
      const total = own.reduce((sum, { weight }) => sum + weight, 0);
      const quantile = (share: number): number => {
        let passed = 0;
        for (const { error, weight } of own) {
          passed += weight;
          if (passed >= share * total) return error;
        }
        return own.at(-1)?.error ?? 0;
      };
      const rounded = (value: number): number => Number(value.toFixed(3));
      return [of, { low: rounded(Math.min(-0.02, quantile(0.1))), high: rounded(Math.max(0.02, quantile(0.9))), cases: own.length }];
    }),
  );
}

export const classOfStep = (one: StepCase): string => intervalClassOf(one.prepared) ?? 'plan assumed';
