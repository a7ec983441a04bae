import type { ProviderFile } from '../catalogue/file-schema.ts';
import type { ObservationFile } from '../catalogue/observation-schema.ts';
import type { RegionsFile } from '../catalogue/region-schema.ts';
import type { AccuracyFile, CalibrationFiles } from '../hardware/calibration-schema.ts';
import type { FabricsFile } from '../hardware/fabric-schema.ts';
import type { GpusFile } from '../hardware/gpu-schema.ts';
import type { ModelsFile } from '../workload/preset-schema.ts';

/** Raised when the shape below changes, so that a program never opens a snapshot it would misread. */
export const snapshotFormat = 5;

/** Everything in `data/`, checked and put into one file at build time. */
export interface Snapshot {
  readonly format: typeof snapshotFormat;
  /** Day of the data version, from `data/about.yaml`. */
  readonly dataVersion: string;
  /** SHA-256 over the content, hexadecimal. */
  readonly contentHash: string;
  readonly providers: readonly ProviderFile[];
  readonly gpus: readonly GpusFile[];
  readonly fabrics: FabricsFile;
  readonly regions: RegionsFile;
  readonly observations: readonly ObservationFile[];
  readonly models: readonly ModelsFile[];
  /** Constants of the models of network, memory, step time and failures, with what they rest on. */
  readonly calibration: CalibrationFiles;
  /** How well forecasts met published runs. */
  readonly accuracy: AccuracyFile;
}
