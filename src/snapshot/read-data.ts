import { readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type ProviderFile, providerFile } from '../catalogue/file-schema.ts';
import { type ObservationFile, observationFile } from '../catalogue/observation-schema.ts';
import { type RegionsFile, regionsFile } from '../catalogue/region-schema.ts';
import {
  type AccuracyFile,
  accuracyFile,
  type CalibrationFile,
  type CalibrationFiles,
  calibrationFile,
} from '../hardware/calibration-schema.ts';
import { type FabricsFile, fabricsFile } from '../hardware/fabric-schema.ts';
import { type GpusFile, gpusFile } from '../hardware/gpu-schema.ts';
import { isSourceDate, type SourceDate } from '../units/date.ts';
import { type ModelsFile, modelsFile } from '../workload/preset-schema.ts';
import { isProblems, type Problem, readYamlFile, type YamlFile } from './yaml-file.ts';

const aboutFile = z.strictObject({
  dataVersion: z
    .string()
    .refine(isSourceDate, 'a day: 2026-11-30')
    .transform((date) => date as SourceDate),
  licence: z.string(),
});
export type AboutFile = z.infer<typeof aboutFile>;

/** All files of `data/`, each in the form its schema demands. Rules that need more than one field are not yet checked. */
export interface DataFiles {
  readonly about: YamlFile<AboutFile>;
  readonly providers: readonly YamlFile<ProviderFile>[];
  readonly gpus: readonly YamlFile<GpusFile>[];
  readonly fabrics: YamlFile<FabricsFile>;
  readonly regions: YamlFile<RegionsFile>;
  readonly observations: readonly YamlFile<ObservationFile>[];
  readonly models: readonly YamlFile<ModelsFile>[];
  /** Constants of the models of network, memory and step time. */
  readonly calibration: { readonly [N in keyof CalibrationFiles]: YamlFile<CalibrationFile> };
  /** How well forecasts met published runs. */
  readonly accuracy: YamlFile<AccuracyFile>;
}

/** Reads the folder. Gives either all files or every place in them that has not the right form. */
export function readDataFiles(folder: string): DataFiles | readonly Problem[] {
  const problems: Problem[] = [];
  const readOne = <S extends z.ZodType>(name: string, schema: S): YamlFile<z.output<S>> | null => {
    const read = readYamlFile(path.join(folder, name), `data/${name}`, schema);
    if (!isProblems(read)) return read;
    problems.push(...read);
    return null;
  };
  const readAll = <S extends z.ZodType>(subfolder: string, schema: S): YamlFile<z.output<S>>[] =>
    readdirSync(path.join(folder, subfolder))
      .sort()
      .flatMap((file) => {
        if (!file.endsWith('.yaml')) {
          problems.push({ file: `data/${subfolder}/${file}`, line: 1, field: '', says: 'is no .yaml file and would not be read' });
          return [];
        }
        const read = readOne(`${subfolder}/${file}`, schema);
        return read === null ? [] : [read];
      });

  const about = readOne('about.yaml', aboutFile);
  const regions = readOne('regions.yaml', regionsFile);
  const fabrics = readOne('fabrics.yaml', fabricsFile);
  const files = {
    providers: readAll('providers', providerFile),
    gpus: readAll('gpus', gpusFile),
    observations: readAll('observations', observationFile),
    models: readAll('models', modelsFile),
  };
  const network = readOne('calibration/network.yaml', calibrationFile);
  const memory = readOne('calibration/memory.yaml', calibrationFile);
  const forecast = readOne('calibration/forecast.yaml', calibrationFile);
  const goodput = readOne('calibration/goodput.yaml', calibrationFile);
  const accuracy = readOne('calibration/accuracy.yaml', accuracyFile);
  if (about === null || regions === null || fabrics === null || accuracy === null) return problems;
  if (network === null || memory === null || forecast === null || goodput === null) return problems;
  if (problems.length > 0) return problems;
  return { about, regions, fabrics, calibration: { network, memory, forecast, goodput }, accuracy, ...files };
}
