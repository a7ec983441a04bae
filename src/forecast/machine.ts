import type { Gpu } from '../hardware/gpu-table.ts';

/** Number formats in which the matrix products of a training step may run. */
export type MatrixFormat = 'fp32' | 'tf32' | 'fp16' | 'bf16' | 'fp8' | 'fp4';

/** Generations whose kernels and software differ enough to have an efficiency of their own. */
export type Generation = 'volta' | 'ampere' | 'ada' | 'hopper' | 'blackwell' | 'cdna' | 'gaudi';

/** What a forecast needs to know of one GPU: rates only, decimal units. */
export interface Machine {
  readonly generation: Generation;
  /** Dense matrix rate of the data sheet in 10¹² operations per second; null where the GPU has no such format. */
  readonly peakTflops: Readonly<Record<MatrixFormat, number | null>>;
  /** Best rate that a single large matrix product reached in a published measurement, or the usual share of the peak. */
  readonly reachableTflops: Readonly<Record<MatrixFormat, number | null>>;
  /** Units that work on one tile of a product each. */
  readonly multiprocessors: number;
  readonly memoryBandwidthGBytePerS: number;
  readonly memoryGB: number;
  /** Power limit of this board over that of the usual board of its generation: what sustained clocks depend on. */
  readonly powerShare: number;
}

/** Share of the data sheet's rate that measured GPUs of the table reach in one large product, bf16: 0.78 to 0.87. */
const usualReach = 0.8;

/** Power limits of the boards that most runs of a generation used, watts: A100 SXM, L40S, H100 SXM, B200, MI300X, Gaudi 2, V100. */
const usualWatt: Readonly<Record<Generation, number>> = {
  volta: 300,
  ampere: 400,
  ada: 350,
  hopper: 700,
  blackwell: 1000,
  cdna: 750,
  gaudi: 600,
};

/** Streaming multiprocessors, compute units or matrix engines of the usual board (architecture white papers of the vendors). */
const usualMultiprocessors: Readonly<Record<Generation, number>> = {
  volta: 80,
  ampere: 108,
  ada: 142,
  hopper: 132,
  blackwell: 148,
  cdna: 304,
  gaudi: 64,
};

const architectures: readonly (readonly [RegExp, Generation])[] = [
  [/blackwell/i, 'blackwell'],
  [/hopper/i, 'hopper'],
  [/ada/i, 'ada'],
  [/ampere/i, 'ampere'],
  [/cdna/i, 'cdna'],
  [/gaudi/i, 'gaudi'],
];

export function generationOf(gpu: Gpu): Generation {
  return architectures.find(([pattern]) => pattern.test(gpu.architecture))?.[1] ?? 'volta';
}

/**
 * The rates of a GPU of the table. `powerWatt`: a power limit that the run states, where it differs from the board's.
 * Gives null where the table lacks the matrix rate or the memory bandwidth, without which nothing can be forecast.
 */
export function machineOf(gpu: Gpu, powerWatt: number | null = null, memoryBandwidthGBytePerS: number | null = null): Machine | null {
  const { fp32, tf32, fp16, bf16, fp8, fp4 } = gpu.denseTflops;
  const half = bf16?.value ?? fp16?.value ?? null;
  const bandwidth = memoryBandwidthGBytePerS ?? gpu.memoryBandwidthGBytePerS?.value ?? null;
  if (half === null || bandwidth === null || gpu.memoryGB === null) return null;
  const peakTflops = {
    fp32: fp32?.value ?? null,
    tf32: tf32?.value ?? null,
    fp16: fp16?.value ?? half,
    bf16: half,
    fp8: fp8?.value ?? null,
    fp4: fp4?.value ?? null,
  };
  const measured = (format: string): number | null =>
    gpu.measured.flatMap((it) => (it.what === 'matmul' && it.precision === format ? [it.tflops] : [])).sort((a, b) => b - a)[0] ?? null;
  const halfReach = (measured('bf16') ?? half * usualReach) / half;
  const reach = (peak: number | null, format: string): number | null => (peak === null ? null : (measured(format) ?? peak * halfReach));
  const generation = generationOf(gpu);
  const watt = powerWatt ?? gpu.tdpWatt?.value ?? usualWatt[generation];
  return {
    generation,
    peakTflops,
    reachableTflops: {
      fp32: peakTflops.fp32,
      tf32: reach(peakTflops.tf32, 'tf32'),
      fp16: reach(peakTflops.fp16, 'fp16'),
      bf16: reach(half, 'bf16'),
      fp8: reach(peakTflops.fp8, 'fp8'),
      fp4: reach(peakTflops.fp4, 'fp4'),
    },
    multiprocessors: usualMultiprocessors[generation],
    memoryBandwidthGBytePerS: bandwidth,
    memoryGB: gpu.memoryGB.value,
    powerShare: watt / usualWatt[generation],
  };
}

/** Share of the marketed memory that a framework can fill before its allocator fails. */
const fillable = 0.94;

/** GiB of one GPU that a run can use. */
export const usableGiB = (machine: Machine): number => (machine.memoryGB * 1e9 * fillable) / 2 ** 30;
