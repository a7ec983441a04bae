import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { citedSources } from './citations.ts';
import { fabricsFile } from './fabric-schema.ts';
import { buildFabricTable, findFabricProblems } from './fabric-table.ts';
import { gpusFile } from './gpu-schema.ts';
import { buildGpuTable, findGpuProblems } from './gpu-table.ts';

const data = `${import.meta.dirname}/../../data`;
const names = readdirSync(`${data}/gpus`);
const files = names.map((name) => gpusFile.parse(parse(readFileSync(`${data}/gpus/${name}`, 'utf8'))));
const fabricFile = fabricsFile.parse(parse(readFileSync(`${data}/fabrics.yaml`, 'utf8')));
const { gpus, sourceByKey, familyById } = buildGpuTable(files);
const { fabrics } = buildFabricTable(fabricFile);

describe('the GPU files', () => {
  test('keep every rule', () => {
    expect(findGpuProblems(files).map((problem) => `${names[problem.file]} ${problem.path.join('.')}: ${problem.says}`)).toEqual([]);
  });

  test('cite every source that they list', () => {
    const cited = new Set(citedSources(gpus).map(({ key }) => key));
    expect([...sourceByKey.keys()].filter((key) => !cited.has(key))).toEqual([]);
  });

  test('have a GPU for every family', () => {
    expect([...familyById.values()].filter((family) => family.gpus.length === 0).map((family) => family.id)).toEqual([]);
  });

  test('have no peak that a lower precision beats', () => {
    for (const { id, denseTflops } of gpus) {
      const rates = [denseTflops.fp64, denseTflops.fp32, denseTflops.fp16, denseTflops.fp8, denseTflops.fp4].flatMap((rate) =>
        rate === null ? [] : [rate.value],
      );
      expect(rates, id).toEqual([...rates].sort((a, b) => a - b));
    }
  });

  test('have no measured figure beyond what the hardware can do', () => {
    for (const gpu of gpus) {
      const oneWay = (gpu.nodeLink?.value.gBytePerSBidirectionalPerGpu ?? Number.POSITIVE_INFINITY) / 2;
      for (const it of gpu.measured) {
        if (it.what === 'matmul') expect(it.tflops, gpu.id).toBeLessThan(gpu.denseTflops[it.precision]?.value ?? 0);
        if (it.what === 'memory-copy') expect(it.gBytePerS, gpu.id).toBeLessThan(gpu.memoryBandwidthGBytePerS?.value ?? 0);
        if (it.what === 'peer-copy') expect(it.gBytePerS, gpu.id).toBeLessThan(oneWay);
        // The switch adds up on the way with NVLS, so bus bandwidth may pass the link by a little.
        if (it.what === 'collective') expect(it.busBandwidthGBytePerS, gpu.id).toBeLessThan(oneWay * 1.1);
      }
    }
  });

  test('state the links of a GPU as their number says', () => {
    const hopper = gpus.find((gpu) => gpu.id === 'nvidia-h100-sxm5-80gb');
    // NVLink 4: 18 links of 25 GB/s each way.
    expect(hopper?.nodeLink?.value).toMatchObject({ links: 18, gBytePerSBidirectionalPerGpu: 18 * 25 * 2 });
  });
});

describe('the fabrics file', () => {
  test('keeps every rule', () => {
    expect(findFabricProblems(fabricFile)).toEqual([]);
  });

  test('cites every source that it lists', () => {
    const cited = new Set(citedSources(fabrics).map(({ key }) => key));
    expect(Object.keys(fabricFile.sources).filter((key) => !cited.has(key))).toEqual([]);
  });

  test('has no low end above its high end', () => {
    for (const fabric of fabrics) {
      for (const range of [fabric.pointToPointShare, fabric.allReduceBusShare, fabric.smallMessageLatencyUs]) {
        const { low, high } = range?.value ?? { low: null, high: null };
        if (low !== null && high !== null) expect(low, fabric.id).toBeLessThanOrEqual(high);
      }
    }
  });

  test('has no port faster than its line', () => {
    for (const fabric of fabrics) {
      for (const it of fabric.measurements.filter((measurement) => measurement.operation === 'point-to-point')) {
        const gbitPerS = it.bandwidthGbitPerS ?? (it.bandwidthGBytePerS ?? 0) * 8;
        expect(gbitPerS, `${fabric.id} ${it.tool}`).toBeLessThanOrEqual(fabric.portGbitPerS?.value ?? 0);
      }
    }
  });

  test('calls a share of the line rate what was measured of it', () => {
    const rdma = fabrics.find((fabric) => fabric.id === 'ib-hdr-200');
    // 196.06 of 200 Gbit/s, osu_bw between two HB120rs_v3.
    expect(rdma?.pointToPointShare?.value.high).toBeCloseTo(196.06 / 200, 2);
  });
});
