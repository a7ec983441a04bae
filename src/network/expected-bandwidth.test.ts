import { describe, expect, test } from 'vitest';
import { calibrationOnFile, gpuOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { operations } from './collective-time.ts';
import { bandwidthClasses, bandwidthClassOf, expectBusBandwidth, expectBusBandwidthOfRanks } from './expected-bandwidth.ts';
import { type ClusterFacts, type LinksOfCluster, linksOf } from './links.ts';

const { intervals } = calibrationOnFile.network;
const large = 8 * 2 ** 30;
const plain: ClusterFacts = {
  gpu: gpuOnFile('nvidia-h100-sxm5-80gb'),
  gpusPerNode: 8,
  nodes: 4,
  nvlinkDomainGpus: null,
  nodeLinkGBytePerSBidirectional: null,
  transport: 'infiniband',
  nodeGbitPerS: 3200,
  gpudirect: 'yes',
  oversubscription: null,
  congestionShare: null,
};
const cluster = (over: Partial<ClusterFacts> = {}): LinksOfCluster => linksOf({ ...plain, ...over }, tablesOnFile.network);
const spread = (of: LinksOfCluster, bytes: number, nodes = 4): number => {
  const { low, high } = expectBusBandwidth(of, operations.allReduce, bytes, nodes, intervals);
  return high / low;
};

describe('the bandwidth to expect', () => {
  test('lies within its interval, and the interval on file knows every class', () => {
    expect(Object.keys(intervals).sort()).toEqual([...bandwidthClasses].sort());
    for (const bytes of [1_024, 2 ** 22, large]) {
      for (const nodes of [1, 2, 64]) {
        const { busBandwidthGBytePerS, low, high } = expectBusBandwidth(cluster(), operations.allReduce, bytes, nodes, intervals);
        expect(low).toBeLessThan(busBandwidthGBytePerS);
        expect(high).toBeGreaterThan(busBandwidthGBytePerS);
      }
    }
  });

  test('is less certain where the fabric is unknown, and where start-up decides', () => {
    expect(spread(cluster({ transport: null }), large)).toBeGreaterThan(spread(cluster(), large));
    expect(spread(cluster({ nodeGbitPerS: null }), large)).toBeGreaterThan(spread(cluster(), large));
    expect(spread(cluster(), 65_536)).toBeGreaterThan(spread(cluster(), large));
    expect(spread(cluster(), 2 ** 23)).toBeGreaterThan(spread(cluster(), large));
  });

  test('is as certain inside a node whatever is known of the fabric', () => {
    expect(spread(cluster({ transport: null }), large, 1)).toBe(spread(cluster(), large, 1));
    expect(bandwidthClassOf(cluster({ nodes: 1, transport: null }), large, 8)).toBe('collective inside');
  });

  test('is wide where nobody ever measured its kind', () => {
    const { low, high, busBandwidthGBytePerS } = expectBusBandwidthOfRanks(cluster(), operations.allGather, large, 32, {});
    expect(high / busBandwidthGBytePerS).toBeGreaterThan(1.4);
    expect(low / busBandwidthGBytePerS).toBeLessThan(0.7);
  });

  test('is that of all GPUs of the nodes asked for', () => {
    expect(expectBusBandwidth(cluster(), operations.allGather, large, 4, intervals)).toEqual(
      expectBusBandwidthOfRanks(cluster(), operations.allGather, large, 32, intervals),
    );
  });
});

/**
 * Figures of `data/fabrics.yaml` and `data/gpus` that were not fitted: operators' thresholds and single readings. They are
 * there to catch a model that has lost its physics, not to measure its error.
 */
describe('published figures that took no part in the fit', () => {
  const a100 = gpuOnFile('nvidia-a100-sxm4-80gb');
  const cases: readonly (readonly [string, Partial<ClusterFacts>, number, number])[] = [
    ['two nodes of A100 on 8 x HDR: 189 GB/s', { gpu: a100, nodeGbitPerS: 1600 }, 2, 189.2],
    ['two nodes of A100 on 16 x 100G RoCE: 190 GB/s', { gpu: a100, transport: 'roce', nodeGbitPerS: 1600 }, 2, 189.6],
    ['two P4de, beyond their line rate of 50: 78 GB/s', { gpu: a100, transport: 'efa', nodeGbitPerS: 400 }, 2, 78.3],
    ['two P5, beyond their line rate of 400: 487 GB/s', { transport: 'efa' }, 2, 487.1],
    ['two nodes of H100 on 16 x 200G RoCE: 471 GB/s', { transport: 'roce' }, 2, 471.2],
    ['two nodes of MI300X: 358 GB/s', { gpu: gpuOnFile('amd-mi300x-192gb'), transport: 'roce' }, 2, 358.4],
    ['one node of A100: 235 GB/s', { gpu: a100 }, 1, 234.9],
    ['one node of H100: 480 GB/s', {}, 1, 480],
    [
      'one rack of GB200: 847 GB/s',
      { gpu: gpuOnFile('nvidia-gb200-nvl72-186gb'), gpusPerNode: 4, nodes: 18, nodeGbitPerS: 1600 },
      18,
      846.8,
    ],
  ];
  test.each(cases)('%s', (_name, over, nodes, measured) => {
    const of = cluster({ nodes, ...over });
    const { busBandwidthGBytePerS } = expectBusBandwidth(of, operations.allReduce, large, nodes, intervals);
    expect(busBandwidthGBytePerS / measured).toBeGreaterThan(0.85);
    expect(busBandwidthGBytePerS / measured).toBeLessThan(1.15);
  });
});
