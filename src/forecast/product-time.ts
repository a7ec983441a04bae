import type { ForecastConstants } from './constants.ts';
import type { Layout } from './layout.ts';
import type { Machine } from './machine.ts';
import type { Product } from './model-work.ts';

/** Bytes of one value of activations, weights and gradients as they travel and are kept: 16 bits. */
export const bytesPerValue = 2;
/** Share of the memory bandwidth of the data sheet that copies reach on the GPUs of the table (0.80 to 0.92). */
const memoryReach = 0.85;

/** The larger of two times, without the corner where they cross: overlapped limits are never both met exactly. */
export const smoothMax = (a: number, b: number): number => {
  const a2 = a * a;
  const b2 = b * b;
  return Math.sqrt(Math.sqrt(a2 * a2 + b2 * b2));
};

/** What a GPU reaches in one layout, made once for each step. */
export interface Rates {
  /** Operations per second of a large product in the format of the layers, and of one in 16 bits. */
  product: number;
  halfProduct: number;
  attention: number;
  memory: number;
  valueBytes: number;
  multiprocessors: number;
}

function productShare(machine: Machine, constants: ForecastConstants): number {
  if (machine.generation === 'hopper') return constants.productShareHopper;
  if (machine.generation === 'blackwell') return constants.productShareBlackwell;
  if (machine.generation === 'ampere') return constants.productShareAmpere;
  return constants.productShareOther;
}

function attentionShare(machine: Machine, layout: Layout, constants: ForecastConstants): number {
  if (machine.generation === 'blackwell') return constants.attentionShareBlackwell;
  if (machine.generation !== 'hopper') return constants.attentionShareAmpere;
  return layout.stack === 'fsdp' ? constants.attentionShareHopperPlain : constants.attentionShareFused;
}

/** Rates of a layout on a machine (rates: overwritten), operations and bytes per second. */
export function setRates(rates: Rates, machine: Machine, layout: Layout, constants: ForecastConstants): void {
  const { reachableTflops, peakTflops } = machine;
  const half = (reachableTflops.bf16 as number) * 1e12;
  const power = machine.powerShare === 1 ? 1 : machine.powerShare ** constants.powerExponent;
  const halfShare = productShare(machine, constants) * power;
  rates.halfProduct = half * halfShare;
  rates.valueBytes = bytesPerValue;
  rates.multiprocessors = machine.multiprocessors;
  if (layout.format === 'fp8' && reachableTflops.fp8 !== null) {
    const share =
      machine.generation === 'blackwell'
        ? constants.productShareFp8Blackwell
        : machine.generation === 'hopper'
          ? constants.productShareFp8Hopper
          : constants.productShareOther;
    rates.product = reachableTflops.fp8 * 1e12 * share * power;
    rates.valueBytes = 1.5;
  } else if (layout.format === 'fp4' && reachableTflops.fp4 !== null) {
    rates.product = reachableTflops.fp4 * 1e12 * constants.productShareFp4 * power;
    rates.valueBytes = 1.25;
  } else if (layout.format === 'fp32' || layout.format === 'tf32') {
    const rate = reachableTflops[layout.format] ?? reachableTflops.fp32 ?? (reachableTflops.bf16 as number) / 8;
    rates.product = rate * 1e12 * halfShare;
    rates.halfProduct = rates.product;
    rates.valueBytes = 4;
  } else rates.product = rates.halfProduct;
  rates.attention = (peakTflops.bf16 as number) * 1e12 * attentionShare(machine, layout, constants) * power;
  rates.memory = machine.memoryBandwidthGBytePerS * 1e9 * memoryReach;
}

/** Values of one output tile that a multiprocessor works on at a time: 128 rows of 256 (CUTLASS, default of its large kernels). */
const tileValues = 128 * 256;

/**
 * Seconds of one product of `rows × inner` by `inner × outer`. Roofline (Williams, Waterman and Patterson 2009) with a
 * rate that falls when the output fills few waves of tiles over the multiprocessors, and when the inner side is short:
 * rate / ((1 + w · tile · multiprocessors / (rows · outer)) (1 + k₀ / inner)). Wave quantisation: NVIDIA, Matrix
 * Multiplication Background User's Guide, section 4.
 */
function productTime(rows: number, inner: number, outer: number, rates: Rates, constants: ForecastConstants): number {
  const seconds = (2 * rows * inner * outer) / rates.product;
  const waves = (rows * outer) / (tileValues * rates.multiprocessors);
  const shape = (1 + constants.halfRateWaves / waves) * (1 + constants.halfRateInner / inner);
  const bytes = (rows * (inner + outer) + inner * outer) * rates.valueBytes;
  return smoothMax(seconds * shape, bytes / rates.memory);
}

/** Where `addProducts` adds up; whoever reads it sets it to 0 before. */
export const scratchProducts = { forward: 0, inputs: 0, weights: 0 };

/** Adds the seconds of a list of products to the scratch: forward, gradient of the inputs, gradient of the weights. */
export function addProducts(
  products: readonly Product[],
  rows: number,
  tensor: number,
  times: number,
  rates: Rates,
  constants: ForecastConstants,
): void {
  for (let index = 0; index < products.length; index++) {
    const { inner, outer, split } = products[index] as Product;
    const cutInner = split === 'rows' ? inner / tensor : inner;
    const cutOuter = split === 'columns' ? outer / tensor : outer;
    const aligned = times * (cutInner % 64 === 0 && cutOuter % 64 === 0 ? 1 : constants.misalignedSlowdown);
    scratchProducts.forward += aligned * productTime(rows, cutInner, cutOuter, rates, constants);
    scratchProducts.inputs += aligned * productTime(rows, cutOuter, cutInner, rates, constants);
    scratchProducts.weights += aligned * productTime(cutInner, rows, cutOuter, rates, constants);
  }
}
