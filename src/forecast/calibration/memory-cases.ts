import type { CalibrationFile } from '../../hardware/calibration-schema.ts';
import { type MemoryConstants, memoryConstantNames } from '../../workload/memory.ts';
import type { PublishedRun } from '../measurements/published-run.ts';
import { publisherOf } from '../measurements/score.ts';
import { type PreparedTraining, peakMemoryOf, prepareRun, type RunTables } from '../prepared-run.ts';
import { fittedOf, weightsByPublisher } from './fits.ts';
import { fitConstants } from './least-squares.ts';

/** A published reading of peak memory. */
export interface MemoryCase {
  readonly prepared: PreparedTraining;
  readonly peakMemoryGiB: number;
  readonly publisher: string;
}

export function memoryCases(runs: readonly PublishedRun[], tables: RunTables): readonly MemoryCase[] {
  return runs.flatMap((published): MemoryCase[] => {
    const { measured, quality } = published;
    if (measured.peakMemoryGiB === undefined || quality === 'analytic-or-estimate') return [];
    const prepared = prepareRun(published.run, tables);
    if (prepared.kind !== 'training') return [];
    return [{ prepared, peakMemoryGiB: measured.peakMemoryGiB, publisher: publisherOf(published.source.title) }];
  });
}

const ordinaryError = 0.05;

/** ln(predicted / measured) of the peak. */
export const logMemoryError = ({ prepared, peakMemoryGiB }: MemoryCase, constants: MemoryConstants): number =>
  Math.log(peakMemoryOf(prepared.memoryShape, constants)(prepared.layout) / peakMemoryGiB);

export function fitMemoryConstants(cases: readonly MemoryCase[], file: CalibrationFile): MemoryConstants {
  const toConstants = (point: readonly number[]): MemoryConstants =>
    Object.fromEntries(memoryConstantNames.map((name, index) => [name, point[index] as number])) as unknown as MemoryConstants;
  const { values } = fitConstants({
    constants: fittedOf(file, memoryConstantNames),
    residuals: (point) => {
      const constants = toConstants(point);
      return Float64Array.from(cases, (one) => logMemoryError(one, constants));
    },
    weights: weightsByPublisher(cases),
    scale: ordinaryError,
  });
  return toConstants(values);
}
