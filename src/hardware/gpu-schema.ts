import { z } from 'zod';
import { count, factOrNull, noteFile, positive, slug, sourceFile, sourceKeys, text } from './fact-schema.ts';
import { formFactors, gpuVendors, nodeLinkKinds, nodeLinkLayouts, precisions } from './vocabulary.ts';

/**
 * The form of the files in `data/gpus/`. All of them together are one table: any file may hold sources, families and
 * GPUs, and cites those of the others by key. Unknown keys are errors, so a misspelt field cannot pass for a missing one.
 */

const label = z.string().trim().min(1).max(80);
const labels = z.array(label).max(60);
const byProvider = z.record(slug, labels.min(1));

const year = z.int().min(2010).max(2040);

/** What GPUs of one node, or of one rack-wide NVLink domain, talk over. */
const nodeLinkFile = z.strictObject({
  kind: z.enum(nodeLinkKinds),
  layout: z.enum(nodeLinkLayouts).optional(),
  generation: text.optional(),
  /** Both directions added up, per GPU, decimal GB/s; halve it for a one-way model. Left out where not on file. */
  gBytePerSBidirectionalPerGpu: positive.optional(),
  links: count.optional(),
});

/** One direction, nominal, decimal GB/s. */
const pcieFile = z.strictObject({ generation: z.int().min(3).max(8), lanes: count, gBytePerSPerDirection: positive });

const aboutMeasurement = { system: text.optional(), software: text.optional(), note: text.optional(), sources: sourceKeys.min(1) };

/**
 * The best published figure of its kind on real hardware. They age with the software, which is why it is named where
 * the publisher names it. `matmul`: maximum achievable matrix product, no sparsity.
 */
const measurementFile = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('matmul'),
    precision: z.enum(precisions),
    tflops: positive,
    shape: text.optional(),
    ...aboutMeasurement,
  }),
  /** Copy within the GPU's own memory, read plus write. */
  z.strictObject({ what: z.literal('memory-copy'), gBytePerS: positive, ...aboutMeasurement }),
  /** One direction between two GPUs of a node. */
  z.strictObject({ what: z.literal('peer-copy'), gBytePerS: positive, ...aboutMeasurement }),
  z.strictObject({ what: z.literal('host-to-device'), gBytePerS: positive, ...aboutMeasurement }),
  /** Bus bandwidth as nccl-tests defines it (algorithm bandwidth × 2(n-1)/n for all-reduce). */
  z.strictObject({
    what: z.literal('collective'),
    collective: z.enum(['all-reduce', 'all-gather', 'reduce-scatter', 'all-to-all']),
    library: z.enum(['nccl', 'rccl', 'hccl']),
    algorithm: z.enum(['ring', 'tree', 'nvls']).optional(),
    gpus: count,
    bytes: count.optional(),
    busBandwidthGBytePerS: positive,
    ...aboutMeasurement,
  }),
]);

export const gpuFile = z.strictObject({
  /** `<vendor>-<model>-<form>-<memory>gb` */
  id: slug,
  vendor: z.enum(gpuVendors),
  family: slug,
  name: text,
  /** Null where a source names the model but not how it is built in, or where it comes in two forms. */
  formFactor: z.enum(formFactors).nullable(),
  /** Edition within one form and memory size ("Server"); stands for the form in short names. */
  variant: text.optional(),
  architecture: text,

  /** Labels that mean this GPU and no other, whoever uses them. */
  aliases: labels.default([]),
  /** Labels that could mean this GPU among others: they need the memory, the form or the provider beside them. */
  ambiguousAliases: labels.default([]),
  /** Labels that mean this GPU when the named provider uses them. */
  providerAliases: byProvider.default({}),
  /** Machine types and shapes that hold this GPU, by provider; they resolve like aliases. */
  machines: byProvider.default({}),
  /** Who supports the names above, where a source was noted for them. */
  nameSources: sourceKeys.default([]),

  year: factOrNull(year),
  /** As marketed, per GPU. */
  memoryGB: factOrNull(positive),
  /** As the driver reports it, in units of 1,024³ bytes. */
  memoryGiBUsable: factOrNull(positive),
  memoryType: factOrNull(z.enum(['HBM2', 'HBM2e', 'HBM3', 'HBM3e', 'GDDR6', 'GDDR6X', 'GDDR7'])),
  memoryBandwidthGBytePerS: factOrNull(positive),
  /** Peak per GPU without sparsity; matrix rates with FP32 accumulation where the two differ. */
  denseTflops: z
    .strictObject({
      fp64: factOrNull(positive),
      fp64Tensor: factOrNull(positive),
      fp32: factOrNull(positive),
      tf32: factOrNull(positive),
      fp16: factOrNull(positive),
      bf16: factOrNull(positive),
      fp8: factOrNull(positive),
      fp4: factOrNull(positive),
    })
    .prefault({}),
  nodeLink: factOrNull(nodeLinkFile),
  pcie: factOrNull(pcieFile),
  tdpWatt: factOrNull(positive),
  /** GPUs that one job can reach at the speed of the node link in the standard product; 1 means none but itself. */
  nvlinkDomainGpus: factOrNull(count),
  measured: z.array(measurementFile).default([]),
  notes: z.array(noteFile).default([]),
});

/** GPUs that share a name ("H100"). Some names cover several families ("Blackwell"): those are listed in `includes`. */
export const gpuFamilyFile = z.strictObject({
  id: slug,
  vendor: z.enum(gpuVendors),
  /** For a table cell. */
  shortName: text,
  name: text.optional(),
  aliases: labels.default([]),
  includes: z.array(slug).min(2).optional(),
  note: text.optional(),
});

export const gpusFile = z.strictObject({
  sources: z.record(slug, sourceFile).default({}),
  families: z.array(gpuFamilyFile).default([]),
  gpus: z.array(gpuFile).default([]),
});

export type GpusFile = z.output<typeof gpusFile>;
export type GpuFile = z.output<typeof gpuFile>;
export type GpuFamilyFile = z.output<typeof gpuFamilyFile>;
export type GpuMeasurement = z.output<typeof measurementFile>;
