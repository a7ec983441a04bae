import { collectiveTimeS, operations } from '../network/collective-time.ts';
import type { ClusterLinks } from '../network/links.ts';
import type { ForecastConstants } from './constants.ts';
import { exposedTime } from './gradient-time.ts';
import type { Machine } from './machine.ts';
import type { StepTime } from './step-time.ts';

/** A convolutional network as arithmetic, per image of its usual size. */
export interface ImageModel {
  readonly name: RegExp;
  readonly multiplyAddsPerImage: number;
  /** Values that the layers put out, all together. */
  readonly activationsPerImage: number;
  readonly parameters: number;
}

/**
 * Sizes counted by pytorch-image-models, `results/benchmark-infer-amp-nhwc-pt112-cu113-rtx3090.csv` (columns
 * infer_gmacs, infer_macts, param_count), github.com/huggingface/pytorch-image-models, 2022-07.
 */
export const imageModels: readonly ImageModel[] = [
  { name: /resnet-?50/i, multiplyAddsPerImage: 4.11e9, activationsPerImage: 11.11e6, parameters: 25.56e6 },
  { name: /resnet-?101/i, multiplyAddsPerImage: 7.83e9, activationsPerImage: 16.23e6, parameters: 44.55e6 },
  { name: /inception[ -_]?v?3/i, multiplyAddsPerImage: 5.73e9, activationsPerImage: 8.97e6, parameters: 23.83e6 },
  { name: /vgg-?16/i, multiplyAddsPerImage: 15.47e9, activationsPerImage: 13.56e6, parameters: 138.36e6 },
];

export const imageModelOf = (name: string): ImageModel | null => imageModels.find((model) => model.name.test(name)) ?? null;

/**
 * Seconds of one data-parallel step of a convolutional network: products at a share of the 16-bit peak plus passes over
 * its activations, plus the all-reduce of its gradients after what the backward pass hides.
 */
export function imageStepTime(
  model: ImageModel,
  machine: Machine,
  links: ClusterLinks,
  run: { readonly gpus: number; readonly nodes: number; readonly imagesPerGpu: number },
  constants: ForecastConstants,
  out: StepTime,
): StepTime {
  const { gpus, nodes, imagesPerGpu } = run;
  // Forward once, backward twice; two operations to a multiply-add.
  const flops = imagesPerGpu * model.multiplyAddsPerImage * 2 * 3;
  const products = flops / ((machine.peakTflops.bf16 as number) * 1e12 * constants.imageProductShare);
  const bytes = imagesPerGpu * model.activationsPerImage * 2 * constants.imagePasses;
  const memory = bytes / (machine.memoryBandwidthGBytePerS * 1e9);
  out.compute = products + memory;
  out.tensor = 0;
  out.pipeline = 0;
  const perNode = gpus / nodes;
  const traffic =
    gpus === 1
      ? 0
      : collectiveTimeS(links, operations.allReduce, model.parameters * 2, {
          ranks: gpus,
          ranksPerNode: Math.min(gpus, perNode),
          ranksPerDomain: Math.min(gpus, links.domainGpus),
          groupsPerNode: 1,
        }) / constants.betweenShare;
  out.data = exposedTime(traffic, 0.5 * out.compute, constants);
  const overhead = constants.imageStepMs * 1e-3;
  out.other = overhead + (out.compute + out.data + overhead) * constants.stragglerPerDoubling * Math.log2(nodes);
  out.step = out.compute + out.data + out.other;
  return out;
}
