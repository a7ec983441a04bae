import { readdirSync } from 'node:fs';
import path from 'node:path';
import { findMeasurementProblems, type MeasurementsFile, measurementsFile } from '../forecast/measurements/measurement-schema.ts';
import type { Day } from '../units/date.ts';
import { isProblems, type Problem, readYamlFile, type YamlFile } from './yaml-file.ts';

/**
 * Reads `data/measurements`. Gives either all files or every place in them that breaks a rule. They are read by the fit,
 * the report of accuracy and the checks; the product answers without them. `today`: guards against dates after it.
 */
export function readMeasurements(folder: string, today: Day | null = null): readonly MeasurementsFile[] | readonly Problem[] {
  const problems: Problem[] = [];
  const files: YamlFile<MeasurementsFile>[] = [];
  for (const name of readdirSync(path.join(folder, 'measurements')).sort()) {
    if (!name.endsWith('.yaml')) {
      problems.push({ file: `data/measurements/${name}`, line: 1, field: '', says: 'is no .yaml file and would not be read' });
      continue;
    }
    const read = readYamlFile(path.join(folder, 'measurements', name), `data/measurements/${name}`, measurementsFile);
    if (isProblems(read)) problems.push(...read);
    else files.push(read);
  }
  if (problems.length > 0) return problems;
  const broken = findMeasurementProblems(
    files.map((file) => file.value),
    today,
  );
  if (broken.length > 0) return broken.map((one) => (files[one.file] as YamlFile<MeasurementsFile>).problem(one.path, one.says));
  return files.map((file) => file.value);
}

/** True where reading ended in problems instead of files. */
export const areProblems = (read: readonly MeasurementsFile[] | readonly Problem[]): read is readonly Problem[] =>
  read.length > 0 && 'says' in (read[0] as object);
