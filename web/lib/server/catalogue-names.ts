import type { CatalogueNames } from '$lib/filter-form.ts';
import { catalogueStore } from './catalogue.ts';

let names: CatalogueNames | null = null;

/** Names of what only the catalogue knows: its providers, and its GPUs as offers name them. */
export function catalogueNames(): CatalogueNames {
  if (names !== null) return names;
  const { offers, providers } = catalogueStore().catalogue;
  const providerNames = new Map(providers.map((provider) => [provider.id, provider.name]));
  const gpuNames = new Map<string, string>();
  for (const gpu of offers.flatMap((offer) => offer.gpus)) {
    gpuNames.set(gpu.family, gpu.shortName);
    if (gpu.id !== null)
      gpuNames.set(gpu.id, [gpu.shortName, gpu.formFactor, gpu.memoryGB === null ? null : `${gpu.memoryGB} GB`].filter(Boolean).join(' '));
  }
  names = { provider: (id) => providerNames.get(id) ?? id, gpu: (id) => gpuNames.get(id) ?? id };
  return names;
}
