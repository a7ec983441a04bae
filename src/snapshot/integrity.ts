import path from 'node:path';
import { goodputConstantNames } from '../fare/goodput.ts';
import { forecastConstantNames } from '../forecast/constants.ts';
import { findFabricProblems } from '../hardware/fabric-table.ts';
import { buildGpuTable, findGpuProblems } from '../hardware/gpu-table.ts';
import { findAmbiguousNames } from '../hardware/names.ts';
import { networkConstantNames } from '../network/constants.ts';
import { isDay, type SourceDate } from '../units/date.ts';
import { memoryConstantNames } from '../workload/memory.ts';
import { findPresetProblems } from '../workload/presets.ts';
import { checkProviderFile, type RuleContext } from './provider-rules.ts';
import type { DataFiles } from './read-data.ts';
import type { Problem } from './yaml-file.ts';

/** Counts that the check prints, so that a change of the catalogue's worth shows in review. */
export interface DataCounts {
  readonly providers: number;
  readonly offers: number;
  readonly multiNode: { readonly yes: number; readonly no: number; readonly unknown: number };
  /** Values with a source on file, and values without. */
  readonly confirmed: number;
  readonly unconfirmed: number;
  readonly prices: number;
  readonly observations: number;
  readonly models: number;
}

function checkAcrossFiles(files: DataFiles): readonly Problem[] {
  const problems: Problem[] = [];
  const owners = new Map<string, string>();
  const claim = (id: string, file: DataFiles['providers'][number], at: readonly (string | number)[]): void => {
    const owner = owners.get(id);
    if (owner !== undefined) problems.push(file.problem(at, `"${id}" stands in ${owner} already`));
    owners.set(id, file.file);
  };
  for (const file of files.providers) {
    const { id, offers } = file.value;
    if (path.basename(file.file, '.yaml') !== id)
      problems.push(file.problem(['id'], `is "${id}", but the file is called ${path.basename(file.file)}`));
    for (const [number, offer] of offers.entries()) {
      claim(`${id}/${offer.slug}`, file, ['offers', number, 'slug']);
      for (const [index, former] of offer.formerIds.entries()) claim(former, file, ['offers', number, 'formerIds', index]);
    }
  }
  return problems;
}

function checkHardware(files: DataFiles): readonly Problem[] {
  const gpuFiles = files.gpus.map((file) => file.value);
  const broken = findGpuProblems(gpuFiles).map((problem) =>
    (files.gpus[problem.file] as DataFiles['gpus'][number]).problem(problem.path, problem.says),
  );
  const fabrics = findFabricProblems(files.fabrics.value).map((problem) => files.fabrics.problem(problem.path, problem.says));
  if (broken.length + fabrics.length > 0) return [...broken, ...fabrics];
  return findAmbiguousNames(buildGpuTable(gpuFiles)).map(({ label, gpus }) => ({
    file: 'data/gpus',
    line: 1,
    field: 'aliases',
    says: `"${label}" names ${gpus.join(' and ')}: keep it for one, or list it under ambiguousAliases of all`,
  }));
}

function checkModels(files: DataFiles): readonly Problem[] {
  return findPresetProblems(files.models.map((file) => file.value)).map((problem) =>
    (files.models[problem.file] as DataFiles['models'][number]).problem(problem.path, problem.says),
  );
}

/** The models of network, memory, step time and failures read these constants and no others. */
function checkCalibration({ calibration: { network, memory, forecast, goodput } }: DataFiles): readonly Problem[] {
  const read = [
    [network, networkConstantNames],
    [memory, memoryConstantNames],
    [forecast, forecastConstantNames],
    [goodput, goodputConstantNames],
  ] as const;
  return read.flatMap(([file, names]) => {
    const { constants } = file.value;
    const missing = names.filter((name) => !Object.hasOwn(constants, name));
    const unread = Object.keys(constants).filter((name) => !(names as readonly string[]).includes(name));
    return [
      ...missing.map((name) => file.problem(['constants'], `constant "${name}" is missing`)),
      ...unread.map((name) => file.problem(['constants', name], 'is a constant that no model reads')),
    ];
  });
}

function contextOf(files: DataFiles): RuleContext {
  const table = buildGpuTable(files.gpus.map((file) => file.value));
  const rates = (name: string): readonly number[] => {
    const gpus = table.gpuById.has(name) ? [table.gpuById.get(name)] : (table.familyById.get(name)?.gpus ?? []);
    return gpus.flatMap((gpu) => gpu?.denseTflops.bf16?.value ?? []);
  };
  return {
    dataVersion: files.about.value.dataVersion as SourceDate,
    isKnownGpu: (name) => table.gpuById.has(name) || table.familyById.has(name),
    denseBf16Tflops: (name) => {
      const known = rates(name);
      return known.length === 0 ? null : Math.max(...known);
    },
  };
}

/** Every place in the data that breaks a rule. `today` only guards the data version itself against the future. */
export function findProblems(files: DataFiles, today: string): readonly Problem[] {
  const { dataVersion } = files.about.value;
  const problems: Problem[] = [];
  if (!isDay(dataVersion)) problems.push(files.about.problem(['dataVersion'], 'must be a whole day: 2026-11-30'));
  else if (dataVersion > today) problems.push(files.about.problem(['dataVersion'], `${dataVersion} is in the future: today is ${today}`));
  const hardware = checkHardware(files);
  problems.push(...hardware, ...checkAcrossFiles(files), ...checkModels(files), ...checkCalibration(files));
  if (hardware.length > 0) return problems;
  const context = contextOf(files);
  for (const file of files.providers) problems.push(...checkProviderFile(file, context));
  const known = new Set(files.providers.map((file) => file.value.id));
  for (const file of files.observations) {
    if (!known.has(file.value.provider))
      problems.push(file.problem(['provider'], `"${file.value.provider}" has no file in data/providers`));
  }
  return problems;
}

/** Counts the data for the summary of the check. A value is a field of an offer that is not null. */
export function countData(files: DataFiles): DataCounts {
  const offers = files.providers.flatMap((file) => file.value.offers);
  const answers = offers.map((offer) => offer.facts.multiNode?.value ?? 'unknown');
  const values = offers.flatMap((offer) => Object.values(offer.facts).filter((fact) => fact !== undefined && fact.value !== null));
  const isUnconfirmed = (fact: (typeof values)[number]): boolean => fact?.confidence === 'unconfirmed';
  const countOf = (answer: string): number => answers.filter((given) => given === answer).length;
  return {
    providers: files.providers.length,
    offers: offers.length,
    multiNode: { yes: countOf('yes'), no: countOf('no'), unknown: countOf('unknown') },
    confirmed: values.filter((fact) => !isUnconfirmed(fact)).length,
    unconfirmed: values.filter(isUnconfirmed).length,
    prices: offers.reduce((sum, offer) => sum + offer.prices.length, 0),
    observations: files.observations.reduce((sum, file) => sum + file.value.rows.length, 0),
    models: files.models.reduce((sum, file) => sum + file.value.models.length, 0),
  };
}
