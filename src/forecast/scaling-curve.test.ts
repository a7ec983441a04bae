import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildGpuTable } from '../hardware/gpu-table.ts';
import { buildGpuNames } from '../hardware/names.ts';
import { readDataFiles } from '../snapshot/read-data.ts';
import { openPresets } from '../workload/presets.ts';
import type { ForecastTables } from './predict-run.ts';
import { type PreparedTraining, prepareRun } from './prepared-run.ts';
import { stepTimeOf } from './quantities.ts';
import type { Run } from './run.ts';
import { asMeasured, onAnotherFabric, scalingCurve } from './scaling-curve.ts';
import { emptyStepTime } from './step-time.ts';
import { buildForecastTables } from './tables.ts';

const planned: Run = {
  id: 'llama-8b',
  kind: 'training',
  model: { name: 'Llama 3 8B', seq: 8192 },
  gpu: 'H100-80',
  gpus: 64,
  nodes: 8,
  gpus_per_node: 8,
  intra: 'NVLink4 900GB/s',
  fabric: 'infiniband',
  node_gbps: 3200,
  precision: 'bf16',
  parallel: { tp: 1, pp: 1, cp: 1, dp: 64, zero: 3 },
  global_batch: 256,
  micro_batch: 2,
  recompute: 'full',
};

describe('scaling curves', () => {
  let tables: ForecastTables;
  let run: PreparedTraining;

  beforeAll(() => {
    const files = readDataFiles(path.resolve('data'));
    if (!('about' in files)) throw new Error('data/ cannot be read');
    const { network, memory, forecast } = files.calibration;
    tables = buildForecastTables(
      { network: network.value, memory: memory.value, forecast: forecast.value },
      buildGpuNames(buildGpuTable(files.gpus.map((file) => file.value))),
      openPresets(files.models.map((file) => file.value)),
    );
    const prepared = prepareRun(planned, tables);
    if (prepared.kind !== 'training') throw new Error('refused');
    run = prepared;
  });

  it('begin at 1 and fall as nodes are added, while all GPUs together get faster', () => {
    const points = scalingCurve(run, [1, 2, 4, 8, 16, 64], tables);
    expect(points.map(({ nodes }) => nodes)).toEqual([1, 2, 4, 8, 16, 64]);
    expect(points[0]?.scalingEfficiency).toBe(1);
    for (const [index, point] of points.slice(1).entries()) {
      expect(point.scalingEfficiency).toBeLessThanOrEqual((points[index]?.scalingEfficiency ?? 0) + 1e-9);
      expect(point.tokensPerS).toBeGreaterThan(points[index]?.tokensPerS ?? 0);
      expect(point.networkEfficiency).toBeGreaterThan(0);
      expect(point.networkEfficiency).toBeLessThanOrEqual(1);
    }
  });

  it('lie lower on the same nodes over a congested 100 Gbit/s link', () => {
    const slow = onAnotherFabric(run, { transport: 'tcp', nodeGbitPerS: 100, congestionShare: 0.5 }, tables);
    const [fast, congested] = [run, slow].map((one) => scalingCurve(one, [1, 8], tables)[1]);
    expect(fast?.networkEfficiency).toBeGreaterThan(0.85);
    expect(congested?.networkEfficiency).toBeLessThan(0.7);
    expect(congested?.scalingEfficiency).toBeLessThan(fast?.scalingEfficiency ?? 0);
  });

  it('leave out numbers of nodes that the plan cannot be cut over', () => {
    const cut = { ...run, layout: { ...run.layout, tensor: 8, pipeline: 3, data: 2, gpus: 48, nodes: 6 } };
    expect(scalingCurve(cut, [1, 2, 3, 6], tables).map(({ nodes }) => nodes)).toEqual([3, 6]);
  });

  it('pass through a step that was measured, and scale the GPUs to do so', () => {
    const own = stepTimeOf(run, tables.step, emptyStepTime()).step;
    const slower = asMeasured(run, own * 1.3, tables);
    expect(slower).not.toBeNull();
    if (slower === null) return;
    expect(stepTimeOf(slower, tables.step, emptyStepTime()).step).toBeCloseTo(own * 1.3, 6);
    expect(slower.machine.memoryBandwidthGBytePerS).toBeLessThan(run.machine.memoryBandwidthGBytePerS);
    expect(slower.cluster).toBe(run.cluster);
    expect(asMeasured(run, own / 1_000, tables)).toBeNull();
  });
});
