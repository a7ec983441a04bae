import type { Run } from '../run.ts';
import type { MeasurementsFile, RunFile, RunResults } from './measurement-schema.ts';

/** A run that somebody measured: what `predict` may read of it, and what came out. */
export interface PublishedRun {
  readonly run: Run;
  readonly source: { readonly title: string; readonly url: string | null };
  readonly quality: MeasurementsFile['sources'][string]['quality'];
  readonly measured: RunResults;
  readonly derived: RunResults;
  readonly healthy: boolean;
  readonly predictable: boolean;
}

function toRun(run: RunFile, file: MeasurementsFile): Run {
  const model = run.model === undefined ? undefined : file.models[run.model];
  const cluster = run.cluster === undefined ? undefined : file.clusters[run.cluster];
  const parallel = run.parallel ?? {};
  return {
    id: run.id,
    kind: run.kind,
    model: {
      name: model?.name ?? null,
      params: model?.parameters ?? null,
      layers: model?.layers ?? null,
      hidden: model?.hidden ?? null,
      heads: model?.heads ?? null,
      kv_heads: model?.keyValueHeads ?? null,
      ffn: model?.feedForwardWidth ?? null,
      vocab: model?.vocabulary ?? null,
      seq: run.sequence ?? null,
      moe: model?.mixtureOfExperts ?? null,
    },
    gpu: cluster?.gpu ?? null,
    gpus: run.gpus ?? null,
    nodes: run.nodes ?? null,
    gpus_per_node: cluster?.gpusPerNode ?? null,
    intra: cluster?.intra ?? null,
    fabric: cluster?.fabric ?? null,
    node_gbps: cluster?.nodeGbitPerS ?? null,
    precision: run.precision ?? null,
    parallel: {
      tp: parallel.tensor ?? null,
      pp: parallel.pipeline ?? null,
      dp: parallel.data ?? null,
      cp: parallel.context ?? null,
      ep: parallel.expert ?? null,
      zero: parallel.sharding ?? null,
      sp: parallel.sequenceParallel ?? null,
      vpp: parallel.virtualStages ?? null,
    },
    global_batch: run.globalBatch ?? null,
    micro_batch: run.microBatch ?? null,
    recompute: run.recompute ?? null,
    measured: {
      collective: run.measured?.collective ?? null,
      size_bytes: run.measured?.bytes ?? null,
      baseline_nodes: run.measured?.baselineNodes ?? null,
    },
  };
}

/** Opens the files of `data/measurements`, in their order. Trusts them: `findMeasurementProblems` was asked before. */
export function publishedRuns(files: readonly MeasurementsFile[]): readonly PublishedRun[] {
  return files.flatMap((file) =>
    file.runs.map((run): PublishedRun => {
      const source = file.sources[run.source];
      return {
        run: toRun(run, file),
        source: { title: source?.title ?? '', url: source?.url ?? null },
        quality: source?.quality ?? 'analytic-or-estimate',
        measured: run.measured ?? {},
        derived: run.derived ?? {},
        healthy: run.healthy ?? true,
        predictable: run.predictable ?? true,
      };
    }),
  );
}
