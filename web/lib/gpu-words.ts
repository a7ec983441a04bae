import type { OfferDocument } from '$src/answers/documents.ts';
import { formatList, formatWithUnit } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { wordsIn } from '$src/words/words.ts';

type Gpus = Pick<OfferDocument, 'gpus' | 'gpusPerNode' | 'gpuMemoryGB'>;

/** "8 × H100", or the types on offer where there are several; null where none is on file. */
export function sayGpus(locale: Locale, { gpus, gpusPerNode }: Gpus): string | null {
  if (gpus.length === 0) return null;
  const names = formatList(locale, [...new Set(gpus.map((gpu) => gpu.name))]);
  return gpusPerNode === null ? names : wordsIn(locale).compare_cell_gpus_per_node({ count: gpusPerNode, gpu: names });
}

/** "SXM5 · 80 GB"; null where neither form factor nor memory is on file, or where several types differ. */
export function sayGpuForm(locale: Locale, { gpus, gpuMemoryGB }: Gpus): string | null {
  const [gpu] = gpus;
  if (gpu === undefined || gpus.length > 1) return null;
  const memory = gpuMemoryGB ?? gpu.memoryGB;
  const parts = [gpu.formFactor, memory === null ? null : formatWithUnit(locale, memory, 'GB')];
  return parts.filter((part) => part !== null).join(' · ') || null;
}
