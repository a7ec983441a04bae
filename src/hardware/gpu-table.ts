import { findCitationProblems, type HardwareProblem } from './citations.ts';
import type { HardwareFact, SourceFile } from './fact-schema.ts';
import type { GpuFamilyFile, GpuFile, GpusFile } from './gpu-schema.ts';

/** One GPU type. A field that nobody is on file for is null, never a guess. */
export interface Gpu extends GpuFile {
  /** "H100": for a table cell. */
  readonly shortName: string;
  /** "SXM · 80 GB": what tells it from the others of its family; null where neither form nor memory is on file. */
  readonly shortForm: string | null;
}

/** GPUs that one name covers. */
export interface GpuFamily {
  readonly id: string;
  readonly vendor: GpuFile['vendor'];
  readonly shortName: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly note: string | null;
  /** In the order of the files; empty for a family of which no GPU is on file. */
  readonly gpus: readonly Gpu[];
}

export interface GpuTable {
  readonly gpus: readonly Gpu[];
  readonly gpuById: ReadonlyMap<string, Gpu>;
  readonly familyById: ReadonlyMap<string, GpuFamily>;
  readonly sourceByKey: ReadonlyMap<string, SourceFile>;
}

/** "SXM5" → "SXM": the generation is in the family already. */
const shortFormFactor = (gpu: GpuFile): string | null => gpu.variant ?? gpu.formFactor?.replace(/^(SXM)\d$/, '$1') ?? null;

/** Puts the files of `data/gpus` together. Trusts them: `findGpuProblems` was asked before they were compiled. */
export function buildGpuTable(files: readonly GpusFile[]): GpuTable {
  const families = files.flatMap((file) => file.families);
  const shortNameOf = new Map(families.map((family) => [family.id, family.shortName]));
  const gpus = files
    .flatMap((file) => file.gpus)
    .map((gpu): Gpu => {
      const parts = [shortFormFactor(gpu), gpu.memoryGB === null ? null : `${gpu.memoryGB.value} GB`].filter((part) => part !== null);
      return { ...gpu, shortName: shortNameOf.get(gpu.family) ?? gpu.name, shortForm: parts.length === 0 ? null : parts.join(' · ') };
    });
  return {
    gpus,
    gpuById: new Map(gpus.map((gpu) => [gpu.id, gpu])),
    familyById: new Map(families.map((family) => [family.id, toFamily(family, gpus)])),
    sourceByKey: new Map(files.flatMap((file) => Object.entries(file.sources))),
  };
}

function toFamily(family: GpuFamilyFile, gpus: readonly Gpu[]): GpuFamily {
  const covered = new Set(family.includes ?? [family.id]);
  return {
    id: family.id,
    vendor: family.vendor,
    shortName: family.shortName,
    name: family.name ?? family.shortName,
    aliases: family.aliases,
    note: family.note ?? null,
    gpus: gpus.filter((gpu) => covered.has(gpu.family)),
  };
}

/** The rules that one file alone cannot show: ids are unique, families and cited sources exist, ids tell the truth. */
export function findGpuProblems(files: readonly GpusFile[]): readonly HardwareProblem[] {
  const problems: HardwareProblem[] = [];
  const report = (file: number, path: HardwareProblem['path'], says: string): number => problems.push({ file, path, says });
  const sources = new Set<string>();
  const taken = new Set<string>();
  const families = files.flatMap((file) => file.families);
  const plainFamilies = new Set(families.filter((family) => family.includes === undefined).map((family) => family.id));

  for (const [file, { sources: own, families: named }] of files.entries()) {
    for (const key of Object.keys(own)) {
      if (sources.has(key)) report(file, ['sources', key], 'is a source of another file already');
      sources.add(key);
    }
    for (const [number, family] of named.entries()) {
      if (taken.has(family.id)) report(file, ['families', number, 'id'], `"${family.id}" is on file already`);
      taken.add(family.id);
      for (const id of family.includes ?? []) {
        if (!plainFamilies.has(id)) report(file, ['families', number, 'includes'], `"${id}" is no family of single GPUs`);
      }
    }
  }
  for (const [file, { gpus }] of files.entries()) {
    for (const [number, gpu] of gpus.entries()) {
      const path = ['gpus', number];
      if (taken.has(gpu.id)) report(file, [...path, 'id'], `"${gpu.id}" is on file already`);
      taken.add(gpu.id);
      if (!plainFamilies.has(gpu.family)) report(file, [...path, 'family'], `"${gpu.family}" is no family of single GPUs`);
      for (const says of findContradictions(gpu)) report(file, path, says);
      problems.push(...findCitationProblems(gpu, sources, file, path));
    }
  }
  return problems;
}

function findContradictions(gpu: GpuFile): readonly string[] {
  const memory = gpu.memoryGB?.value ?? null;
  const usable = gpu.memoryGiBUsable?.value ?? null;
  const domain = gpu.nvlinkDomainGpus?.value ?? 1;
  const link = gpu.nodeLink?.value.kind ?? 'pcie';
  return [
    gpu.id.startsWith(`${gpu.vendor}-`) ? null : `id must begin with "${gpu.vendor}-"`,
    memory === null || gpu.id.endsWith(`-${memory}gb`) ? null : `id must end with "-${memory}gb"`,
    domain === 1 || link !== 'pcie' ? null : `a domain of ${domain} GPUs needs a link between GPUs`,
    memory === null || usable === null || usable <= memory ? null : `${usable} GiB usable of ${memory} GB: MiB or bytes mistaken?`,
  ].filter((says) => says !== null);
}

/** Every value that somebody published for a figure: the one on file and those that contradict it. */
export function publishedValues(fact: HardwareFact<number> | null): readonly number[] {
  if (fact === null) return [];
  return [...new Set([fact.value, ...(fact.conflicts ?? []).flatMap((conflict) => conflict.values ?? [])])];
}
