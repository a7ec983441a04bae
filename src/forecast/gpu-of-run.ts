import type { Gpu } from '../hardware/gpu-table.ts';
import type { ResolveGpu } from '../hardware/names.ts';
import { type Machine, machineOf } from './machine.ts';

/** The GPU that a run names, and what had to be assumed to know it. */
export interface GpuOfRun {
  readonly gpu: Gpu;
  readonly machine: Machine;
  readonly assumed: readonly string[];
}

/** Why there is no GPU: nothing named, a name that nobody knows, or no rates on file. */
export type NoGpu = { readonly refused: 'no GPU stated' | 'unknown GPU' | 'no rates on file for this GPU' };

/** Versions of memory that a label may name, with the bandwidth that a GPU of 80 to 96 GB has with it, GB/s (JEDEC JESD235D, five stacks). */
const bandwidthOfMemory: readonly (readonly [RegExp, number])[] = [[/hbm2e/i, 2_400]];

/** Prefers boards that clusters are made of: with a link between GPUs unless the run says PCIe, then the most memory. */
function likeliest(candidates: readonly Gpu[], linked: boolean): Gpu | undefined {
  const rank = (gpu: Gpu): number => (linked === !/^(PCIe|NVL)$/.test(gpu.formFactor ?? '') ? 0 : 1);
  return [...candidates].sort((a, b) => rank(a) - rank(b) || (b.memoryGB?.value ?? 0) - (a.memoryGB?.value ?? 0))[0];
}

/** Whether the board has the link that a text such as `NVLink4 900GB/s` speaks of; true where the text gives no figure. */
function hasLink(gpu: Gpu, intra: string | null): boolean {
  const stated = /(\d{3,4})\s*GB\/s/i.exec(intra ?? '')?.[1];
  const own = gpu.nodeLink?.value.gBytePerSBidirectionalPerGpu ?? null;
  return stated === undefined || own === null || Number(stated) === own;
}

/**
 * Reads labels such as `H100-80`, `A100` and `H100-96 (500W, HBM2e)`: name, memory, and in brackets a power limit or a
 * version of memory that differ from the board of the table. `intra` tells boards with a link from those without.
 */
export function gpuOfRun(label: string | null, intra: string | null, resolve: ResolveGpu): GpuOfRun | NoGpu {
  if (label === null || label.trim() === '') return { refused: 'no GPU stated' };
  const [, name = '', aside = ''] = /^([^(]*)(?:\((.*)\))?\s*$/.exec(label.trim()) ?? [];
  const memoryGB = Number(/-(\d{2,3})$/.exec(name.trim())?.[1] ?? Number.NaN);
  const watt = Number(/(\d{3,4})\s*W\b/i.exec(aside)?.[1] ?? Number.NaN);
  const bandwidth = bandwidthOfMemory.find(([pattern]) => pattern.test(aside))?.[1] ?? null;
  const linked = intra === null || !/pcie/i.test(intra);
  const assumed: string[] = [];
  let found = resolve(name.trim());
  if (found.kind === 'unknown') found = resolve(name.trim().replace(/-\d{2,3}$/, ''));
  if (found.kind === 'exact' && !hasLink(found.gpu, intra)) found = resolve(found.gpu.shortName);
  const gpu = found.kind === 'exact' ? found.gpu : found.kind === 'family' ? likeliest(found.candidates, linked) : undefined;
  if (gpu === undefined) return { refused: 'unknown GPU' };
  if (found.kind === 'family') assumed.push(`gpu ${gpu.id}`);
  const machine = machineOf(gpu, Number.isNaN(watt) ? null : watt, bandwidth);
  if (machine === null) return { refused: 'no rates on file for this GPU' };
  return { gpu, machine: Number.isNaN(memoryGB) ? machine : { ...machine, memoryGB }, assumed };
}
