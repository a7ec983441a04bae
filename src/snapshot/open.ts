import { assembleOffers, type Tables } from '../catalogue/assemble.ts';
import { collectObservedPrices } from '../catalogue/observed-prices.ts';
import type { Catalogue, OfferedGpu } from '../catalogue/offer.ts';
import type { QueryWords } from '../catalogue/query.ts';
import { buildRegionTable, regionKeysOf } from '../catalogue/regions.ts';
import type { ForecastTables } from '../forecast/predict-run.ts';
import { buildForecastTables } from '../forecast/tables.ts';
import type { AccuracyFile, CalibrationFiles } from '../hardware/calibration-schema.ts';
import { buildGpuTable, type Gpu, type GpuTable } from '../hardware/gpu-table.ts';
import { buildGpuNames } from '../hardware/names.ts';
import { type ModelPresets, openPresets } from '../workload/presets.ts';
import type { Snapshot } from './snapshot.ts';

function toOfferedGpu(gpu: Gpu): OfferedGpu {
  return {
    id: gpu.id,
    family: gpu.family,
    shortName: gpu.shortName,
    vendor: gpu.vendor,
    formFactor: gpu.formFactor,
    memoryGB: gpu.memoryGB?.value ?? null,
    nvlinkDomainGpus: gpu.nvlinkDomainGpus?.value ?? null,
    nodeLink: gpu.nodeLink?.value.kind ?? null,
    candidates: [],
  };
}

/** A name in a file is an exact id or a family; a family says only what all its GPUs share. */
function findOfferedGpu(table: GpuTable, name: string): OfferedGpu | null {
  const gpu = table.gpuById.get(name);
  if (gpu !== undefined) return toOfferedGpu(gpu);
  const family = table.familyById.get(name);
  if (family === undefined) return null;
  const candidates = family.gpus.map((one) => one.id);
  return {
    id: null,
    family: family.id,
    shortName: family.shortName,
    vendor: family.vendor,
    formFactor: null,
    memoryGB: null,
    nvlinkDomainGpus: null,
    nodeLink: null,
    candidates,
  };
}

/** What a snapshot holds, in memory. */
export interface OpenedSnapshot {
  readonly catalogue: Catalogue;
  readonly gpuNames: Pick<QueryWords, 'gpus' | 'readGpu'>;
  readonly gpus: readonly Gpu[];
  /** Read when first asked for: most questions are about offers alone. */
  readonly models: () => ModelPresets;
  /** Put together when first asked for, as above. */
  readonly forecast: () => ForecastTables;
  readonly calibration: CalibrationFiles;
  readonly accuracy: AccuracyFile;
}

/** Makes the catalogue and its table of GPU names out of a snapshot. Trusts it: it was checked when it was compiled. */
export function openSnapshot(snapshot: Snapshot): OpenedSnapshot {
  const gpuTable = buildGpuTable(snapshot.gpus);
  const resolveGpu = buildGpuNames(gpuTable);
  const regions = buildRegionTable(snapshot.regions);
  const tables: Tables = {
    offeredGpu: (name) => findOfferedGpu(gpuTable, name),
    regionKeysOf: (providerId, region) => regionKeysOf(regions, providerId, region),
    observedPrices: collectObservedPrices(snapshot.observations),
  };
  const { providers, offers } = assembleOffers(snapshot.providers, tables);
  let presets: ModelPresets | undefined;
  const models = (): ModelPresets => {
    presets ??= openPresets(snapshot.models);
    return presets;
  };
  let tablesOfForecast: ForecastTables | undefined;
  return {
    catalogue: { dataVersion: snapshot.dataVersion, contentHash: snapshot.contentHash, providers, offers },
    gpuNames: {
      gpus: new Set([...gpuTable.gpuById.keys(), ...gpuTable.familyById.keys()]),
      readGpu: (label) => {
        const resolved = resolveGpu(label);
        if (resolved.kind === 'exact') return resolved.gpu.id;
        return resolved.kind === 'family' ? resolved.family : null;
      },
    },
    gpus: gpuTable.gpus,
    models,
    forecast: () => {
      tablesOfForecast ??= buildForecastTables(snapshot.calibration, resolveGpu, models());
      return tablesOfForecast;
    },
    calibration: snapshot.calibration,
    accuracy: snapshot.accuracy,
  };
}
