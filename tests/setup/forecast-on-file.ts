import path from 'node:path';
import { goodputConstants } from '../../src/fare/goodput.ts';
import { publishedRuns } from '../../src/forecast/measurements/published-run.ts';
import { buildForecastTables } from '../../src/forecast/tables.ts';
import { constantValues } from '../../src/hardware/calibration-schema.ts';
import { buildGpuTable, type Gpu } from '../../src/hardware/gpu-table.ts';
import { buildGpuNames } from '../../src/hardware/names.ts';
import { readDataFiles } from '../../src/snapshot/read-data.ts';
import { areProblems, readMeasurements } from '../../src/snapshot/read-measurements.ts';
import { presetsOnFile } from './models-on-file.ts';

const folder = path.join(import.meta.dirname, '../../data');
const files = readDataFiles(folder);
if (!('about' in files)) throw new Error(`data/ cannot be read: ${files[0]?.file} ${files[0]?.says}`);
const { network, memory, forecast, goodput } = files.calibration;

/** Constants as `data/calibration` holds them, read as tests need them: without the build. */
export const calibrationOnFile = { network: network.value, memory: memory.value, forecast: forecast.value };

/** What failures and checkpoints cost, from `data/calibration/goodput.yaml`. */
export const goodputOnFile = goodputConstants(constantValues(goodput.value));

const gpuTable = buildGpuTable(files.gpus.map((file) => file.value));

/** Everything that a forecast rests on, from `data/`. */
export const tablesOnFile = buildForecastTables(calibrationOnFile, buildGpuNames(gpuTable), presetsOnFile);

/** The GPUs of `data/gpus` by their ids. */
export const gpusOnFile: ReadonlyMap<string, Gpu> = gpuTable.gpuById;

/** A GPU of `data/gpus` by its id. */
export function gpuOnFile(id: string): Gpu {
  const gpu = gpusOnFile.get(id);
  if (gpu === undefined) throw new Error(`no GPU "${id}" on file`);
  return gpu;
}

const measurements = readMeasurements(folder);
if (areProblems(measurements)) throw new Error(`data/measurements: ${measurements[0]?.file} ${measurements[0]?.says}`);

/** The files of `data/measurements`, and the runs in them. */
export const measurementsOnFile = measurements;
export const publishedOnFile = publishedRuns(measurements);
