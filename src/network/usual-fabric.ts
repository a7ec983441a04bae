import type { Gpu } from '../hardware/gpu-table.ts';
import type { Transport } from './vocabulary.ts';

/**
 * What clusters of a GPU usually have between their nodes, taken where nobody says. From the vendors' reference designs
 * and the offers on file: 8 x 200 Gbit/s InfiniBand beside A100, 8 x 400 beside H100 to B200, 8 x 800 beside B300, 4 x 400
 * and 4 x 800 in a tray of GB200 and GB300, 8 x 400 RoCE beside MI300X.
 */
const usualGbitPerGpu: readonly (readonly [RegExp, number])[] = [
  [/b300|gb300/, 800],
  [/h100-pcie|h100-nvl|h200-nvl|a100-pcie/, 100],
  [/h100|h200|h800|h20|b200|gb200|b100|mi3/, 400],
  [/gh200|a100|a800|gaudi|mi250/, 200],
  [/l40s|rtx-pro-6000/, 100],
];
/** Of a GPU that nobody names: between the usual V100 (50) and the usual A100 (200). */
const unnamedGbitPerGpu = 100;
/** V100 boards and cards in PCIe slots: two to four network cards of 100 Gbit/s for a node of eight. */
const otherGbitPerGpu = 50;
/** A node that says TCP and no rate: the network card of the host, Gbit/s. */
export const usualHostGbit = 40;
/** Omni-Path came with four ports of 100 Gbit/s to a node of eight GPUs. */
const usualOmniPathGbit = 400;

export const usualTransport = (gpu: Gpu | null): Transport => (/^(amd|intel|huawei)-/.test(gpu?.id ?? '') ? 'roce' : 'infiniband');

export function usualNodeGbitPerS(gpu: Gpu | null, gpusPerNode: number, transport: Transport): number {
  if (transport === 'tcp') return usualHostGbit;
  if (transport === 'omni-path') return usualOmniPathGbit;
  const perGpu = gpu === null ? unnamedGbitPerGpu : (usualGbitPerGpu.find(([pattern]) => pattern.test(gpu.id))?.[1] ?? otherGbitPerGpu);
  return perGpu * gpusPerNode;
}
