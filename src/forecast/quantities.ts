import { trainingFlops } from '../workload/flops.ts';
import type { ForecastConstants } from './constants.ts';
import { imageStepTime } from './image-model.ts';
import type { MatrixFormat } from './machine.ts';
import type { PreparedImages, PreparedTraining } from './prepared-run.ts';
import { type StepTime, stepTime } from './step-time.ts';

/** Seconds of one step of a prepared run (out: overwritten). */
export function stepTimeOf(run: PreparedTraining | PreparedImages, constants: ForecastConstants, out: StepTime): StepTime {
  return run.kind === 'images'
    ? imageStepTime(run.model, run.machine, run.cluster.links, run, constants, out)
    : stepTime(run.work, run.machine, run.cluster.links, run.layout, constants, out);
}

/** Operations of one step on all GPUs. Scores count as the full square, as Megatron, NeMo and llm-foundry publish them. */
export interface StepFlops {
  /** Without anything that is computed again: what MFU counts. */
  readonly model: number;
  /** What publishers of rates count: early Megatron with the repeated forward pass. */
  readonly published: number;
}

export function flopsOfStep(run: PreparedTraining | PreparedImages): StepFlops {
  if (run.kind === 'images') {
    const flops = run.gpus * run.imagesPerGpu * run.model.multiplyAddsPerImage * 2 * 3;
    return { model: flops, published: flops };
  }
  const { layout, globalBatch } = run;
  // Rates are published for all parameters even where adapters alone learn, at two thirds of the operations.
  const { model, hardware } = trainingFlops(run.shape, {
    sequence: layout.sequence,
    mask: 'full',
    method: layout.method,
    recompute: layout.recompute,
  });
  const repeats =
    layout.stack === 'megatron-early' || (layout.stack === 'fsdp' && layout.recompute === 'full' && run.machine.generation === 'ampere');
  return { model: model * globalBatch, published: (repeats ? hardware : model) * globalBatch };
}

/** The peak that MFU is a share of: that of the format of the layers. */
export const peakTflopsOf = (peaks: Readonly<Record<MatrixFormat, number | null>>, format: MatrixFormat): number =>
  peaks[format] ?? peaks.bf16 ?? Number.NaN;

export interface Throughput {
  readonly stepTimeS: number;
  /** Null for images. */
  readonly tokensPerSPerGpu: number | null;
  readonly tflopsPerGpu: number;
  readonly mfu: number;
}

/** What a step time means per GPU. */
export function throughputOf(run: PreparedTraining | PreparedImages, stepTimeS: number, flops: StepFlops): Throughput {
  const gpus = run.kind === 'images' ? run.gpus : run.layout.gpus;
  const perGpuS = gpus * stepTimeS;
  const format = run.kind === 'images' ? 'bf16' : run.layout.format;
  return {
    stepTimeS,
    tokensPerSPerGpu: run.kind === 'images' ? null : (run.globalBatch * run.layout.sequence) / perGpuS,
    tflopsPerGpu: flops.published / perGpuS / 1e12,
    mfu: flops.model / perGpuS / 1e12 / peakTflopsOf(run.machine.peakTflops, format),
  };
}
