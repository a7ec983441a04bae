import { type CalibrationFile, type CalibrationFiles, constantValues } from '../hardware/calibration-schema.ts';
import type { ResolveGpu } from '../hardware/names.ts';
import { networkConstants } from '../network/constants.ts';
import { type MemoryConstants, memoryConstantNames } from '../workload/memory.ts';
import type { ModelPresets } from '../workload/presets.ts';
import { type ForecastConstants, forecastConstantNames } from './constants.ts';
import type { ForecastTables } from './predict-run.ts';

/** Constants by model, as `data/calibration` holds them. */
export type Calibration = Pick<CalibrationFiles, 'network' | 'memory' | 'forecast'>;

function pick<N extends string>(names: readonly N[], values: Readonly<Record<string, number>>): Readonly<Record<N, number>> {
  return Object.fromEntries(
    names.map((name) => {
      const value = values[name];
      if (value === undefined) throw new RangeError(`constant "${name}" is missing`);
      return [name, value];
    }),
  ) as Readonly<Record<N, number>>;
}

/** The values of the memory model's file. Throws `RangeError` where one is missing. */
export const memoryConstants = (file: CalibrationFile): MemoryConstants => pick(memoryConstantNames, constantValues(file));

/** The values of the step model's file. Throws `RangeError` where one is missing. */
export const stepConstants = (file: CalibrationFile): ForecastConstants => pick(forecastConstantNames, constantValues(file));

/** Everything that a forecast rests on. Throws `RangeError` where a constant is missing. */
export function buildForecastTables(calibration: Calibration, resolveGpu: ResolveGpu, presets: ModelPresets): ForecastTables {
  return {
    resolveGpu,
    presets,
    network: networkConstants(constantValues(calibration.network)),
    memory: memoryConstants(calibration.memory),
    step: stepConstants(calibration.forecast),
    intervals: { ...calibration.network.intervals, ...calibration.memory.intervals, ...calibration.forecast.intervals },
  };
}
