import { nearestWord } from '../faults/nearest.ts';
import { type Gpu, type GpuFamily, type GpuTable, publishedValues } from './gpu-table.ts';
import { type GpuLabel, readGpuLabel } from './label.ts';

/** What stands beside a label in a feed, a log or a page. Each hint narrows; one that fits nothing makes the label unknown. */
export interface GpuHints {
  /** Per GPU, as labelled: marketed GB or the GiB of a driver. */
  readonly memoryGB?: number | null;
  /** Any text that names a form: "SXM5", "PCIe", or the machine type it stands in ("gpu-h100-sxm_8gpu"). */
  readonly formFactor?: string | null;
  /** Id of the provider whose label it is: some use a general name for one form only. */
  readonly provider?: string | null;
}

export type GpuResolution =
  | { readonly kind: 'exact'; readonly gpu: Gpu }
  /** The label covers several GPUs, or a family of which none is on file. */
  | { readonly kind: 'family'; readonly family: string; readonly candidates: readonly Gpu[] }
  /** `nearest`: what it may have been meant to be; empty where nothing is close. */
  | { readonly kind: 'unknown'; readonly label: string; readonly nearest: readonly Gpu[] };

export type ResolveGpu = (label: string, hints?: GpuHints) => GpuResolution;

/**
 * How far a labelled memory may be from a published one. ECC takes a sixteenth of a GDDR card (48 GB marketed, 44.99 GiB
 * usable), and B200 is labelled 180, 184 or 192 GB. Variants of one model differ by a sixth or more (80 and 94 GB).
 */
const memoryTolerance = 0.07;

/** Which labels lead to which GPUs and families. A key may have several GPUs only if all say that it is ambiguous. */
interface NameIndex {
  /** By every letter of a label. */
  readonly literal: ReadonlyMap<string, ReadonlySet<Gpu>>;
  /** By the model alone. */
  readonly model: ReadonlyMap<string, ReadonlySet<Gpu>>;
  /** Family whose name or alias a label is: tells "Blackwell" although no GPU has that name. */
  readonly family: ReadonlyMap<string, GpuFamily>;
  /** What the provider means by labels that others use for more. */
  readonly byProvider: ReadonlyMap<string, LabelMap>;
}

/**
 * The one reader of GPU names, for feeds, logs, pages and commands alike. Resolves to a GPU only where label and hints
 * leave exactly one; "H100" alone could be SXM, PCIe or NVL and says so.
 */
export function buildGpuNames(table: GpuTable): ResolveGpu {
  const index = buildIndex(table);
  const words = [...new Set([...index.literal.keys(), ...index.family.keys()])];
  const families = [...table.familyById.values()];

  return (label, hints = {}) => {
    const read = readWithMemory(label, index);
    if (read === null) return { kind: 'unknown', label, nearest: [] };
    const own = index.literal.get(read.literal);
    const habits = index.byProvider.get(hints.provider ?? '');
    const habit = habits?.literal.get(read.literal) ?? habits?.model.get(read.model);
    const found = [...(own ?? index.model.get(read.model) ?? habit ?? [])];
    const family = index.family.get(read.literal) ?? index.family.get(read.model);
    if (found.length === 0) {
      if (family !== undefined) return { kind: 'family', family: family.id, candidates: [] };
      return { kind: 'unknown', label, nearest: findNearest(read, words, index) };
    }
    const fitting = found.filter((gpu) => (own !== undefined || fitsLabel(gpu, read)) && fitsHints(gpu, hints));
    const habitual = fitting.filter((gpu) => habit?.has(gpu) ?? false);
    const candidates = habitual.length > 0 ? habitual : fitting;
    const [only] = candidates;
    if (only === undefined) return { kind: 'unknown', label, nearest: found.slice(0, 5) };
    if (candidates.length === 1) return { kind: 'exact', gpu: only };
    return { kind: 'family', family: narrowestFamily(candidates, families)?.id ?? only.family, candidates };
  };
}

/** The labels that break the promise of one GPU per label, with the ids that claim each. The data must have none. */
export function findAmbiguousNames(table: GpuTable): readonly { label: string; gpus: readonly string[] }[] {
  const claims = new Map<string, Set<string>>();
  const familyKeys = new Set(
    [...table.familyById.values()].filter((family) => family.gpus.length > 1).flatMap((family) => keysOf(familyLabels(family))),
  );
  for (const gpu of table.gpus) {
    for (const key of keysOf(exactLabels(gpu))) claims.set(key, (claims.get(key) ?? new Set()).add(gpu.id));
  }
  for (const gpu of table.gpus) for (const key of keysOf(gpu.ambiguousAliases)) claims.get(key)?.add(`ambiguous: ${gpu.id}`);
  return [...claims].filter(([key, gpus]) => gpus.size > 1 || familyKeys.has(key)).map(([label, gpus]) => ({ label, gpus: [...gpus] }));
}

const exactLabels = (gpu: Gpu): readonly string[] => [gpu.id, gpu.name, ...gpu.aliases, ...Object.values(gpu.machines).flat()];
const familyLabels = (family: GpuFamily): readonly string[] => [family.id, family.shortName, family.name, ...family.aliases];
const keysOf = (labels: readonly string[]): readonly string[] => labels.map((label) => readGpuLabel(label)?.literal ?? '');

class LabelMap {
  readonly literal = new Map<string, Set<Gpu>>();
  readonly model = new Map<string, Set<Gpu>>();

  add(label: string, gpus: Iterable<Gpu>, into: 'literal' | 'model' | 'both'): void {
    const read = readGpuLabel(label);
    if (read === null) return;
    if (into !== 'model') addAll(this.literal, read.literal, gpus);
    if (into !== 'literal' && read.model !== '') addAll(this.model, read.model, gpus);
  }
}

function addAll(map: Map<string, Set<Gpu>>, key: string, gpus: Iterable<Gpu>): void {
  const held = map.get(key) ?? new Set();
  for (const gpu of gpus) held.add(gpu);
  map.set(key, held);
}

function buildIndex(table: GpuTable): NameIndex {
  const all = new LabelMap();
  const byProvider = new Map<string, LabelMap>();
  const family = new Map<string, GpuFamily>();
  for (const gpu of table.gpus) {
    for (const label of exactLabels(gpu)) all.add(label, [gpu], 'literal');
    // A machine type is a name of its own: what is left of it without its numbers is no model.
    for (const label of [gpu.name, ...gpu.aliases, ...gpu.ambiguousAliases]) all.add(label, [gpu], 'model');
    for (const [provider, labels] of Object.entries(gpu.providerAliases)) {
      const own = byProvider.get(provider) ?? new LabelMap();
      for (const label of labels) own.add(label, [gpu], 'both');
      byProvider.set(provider, own);
    }
  }
  for (const named of table.familyById.values()) {
    for (const label of familyLabels(named)) {
      all.add(label, named.gpus, 'model');
      const read = readGpuLabel(label);
      if (read === null) continue;
      for (const key of [read.literal, read.model]) if (key !== '' && !family.has(key)) family.set(key, named);
    }
  }
  return { literal: all.literal, model: all.model, family, byProvider };
}

/** Takes the label apart; a bare number at the end is memory where that makes a known model of it ("H100-80"). */
function readWithMemory(label: string, index: NameIndex): GpuLabel | null {
  const read = readGpuLabel(label);
  const isKnown = (it: GpuLabel): boolean => index.literal.has(it.literal) || index.model.has(it.model) || index.family.has(it.model);
  if (read === null || isKnown(read) || !/[^\d]\d{1,3}$/.test(label)) return read;
  const again = readGpuLabel(`${label} GB`);
  return again !== null && isKnown(again) ? again : read;
}

const fitsMemory = (gpu: Gpu, memoryGB: number): boolean => {
  const published = [...publishedValues(gpu.memoryGB), ...publishedValues(gpu.memoryGiBUsable)];
  return published.length === 0 || published.some((size) => Math.abs(memoryGB - size) <= size * memoryTolerance);
};

const fitsForms = (gpu: Gpu, forms: readonly string[]): boolean => {
  const own = gpu.formFactor?.toLowerCase().replace(/^sxm\d$/, 'sxm') ?? null;
  return own === null || forms.every((form) => form === own);
};

function fitsLabel(gpu: Gpu, read: GpuLabel): boolean {
  const type = gpu.memoryType?.value.toLowerCase() ?? null;
  if (read.memoryType !== null && type !== null && read.memoryType !== type) return false;
  return (read.memoryGB === null || fitsMemory(gpu, read.memoryGB)) && fitsForms(gpu, read.forms);
}

function fitsHints(gpu: Gpu, hints: GpuHints): boolean {
  const forms = readGpuLabel(hints.formFactor ?? '')?.forms ?? [];
  const memoryGB = hints.memoryGB ?? null;
  return (memoryGB === null || fitsMemory(gpu, memoryGB)) && fitsForms(gpu, forms);
}

/** "RTX 6000" with 96 GB is a matter of RTX PRO 6000 alone. */
function narrowestFamily(candidates: readonly Gpu[], families: readonly GpuFamily[]): GpuFamily | undefined {
  return families.filter((family) => candidates.every((gpu) => family.gpus.includes(gpu))).sort((a, b) => a.gpus.length - b.gpus.length)[0];
}

function findNearest(read: GpuLabel, words: readonly string[], index: NameIndex): readonly Gpu[] {
  const word = nearestWord(read.literal, words) ?? nearestWord(read.model, words);
  if (word === null) return [];
  return [...(index.literal.get(word) ?? index.family.get(word)?.gpus ?? [])].slice(0, 5);
}
