import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type PublishedRun, publishedRuns } from '../forecast/measurements/published-run.ts';
import type { CalibrationFile } from '../hardware/calibration-schema.ts';
import { buildGpuTable } from '../hardware/gpu-table.ts';
import { buildGpuNames, type ResolveGpu } from '../hardware/names.ts';
import { readDataFiles } from '../snapshot/read-data.ts';
import { areProblems, readMeasurements } from '../snapshot/read-measurements.ts';
import type { Problem } from '../snapshot/yaml-file.ts';
import { type ModelPresets, openPresets } from '../workload/presets.ts';

/** All that fits and reports of accuracy read. */
export interface CalibrationData {
  readonly runs: readonly PublishedRun[];
  readonly resolveGpu: ResolveGpu;
  readonly presets: ModelPresets;
  readonly calibration: Readonly<Record<CalibrationName, CalibrationFile>>;
}

export const calibrationNames = ['network', 'memory', 'forecast'] as const;
export type CalibrationName = (typeof calibrationNames)[number];

const failWith = (problems: readonly Problem[]): never => {
  for (const problem of problems) console.error(`${problem.file}:${problem.line} ${problem.field}: ${problem.says}`);
  process.exit(1);
};

/** Reads `data/` for a job; prints what is broken there and ends the process with 1. */
export function readCalibrationData(folder: string): CalibrationData {
  const files = readDataFiles(folder);
  if (!('about' in files)) return failWith(files);
  const measurements = readMeasurements(folder);
  if (areProblems(measurements)) return failWith(measurements);
  const { network, memory, forecast } = files.calibration;
  return {
    runs: publishedRuns(measurements),
    resolveGpu: buildGpuNames(buildGpuTable(files.gpus.map((file) => file.value))),
    presets: openPresets(files.models.map((file) => file.value)),
    calibration: { network: network.value, memory: memory.value, forecast: forecast.value },
  };
}

export const calibrationPath = (folder: string, name: CalibrationName | 'accuracy'): string =>
  path.join(folder, 'calibration', `${name}.yaml`);
export const readText = (file: string): string => readFileSync(file, 'utf8');
