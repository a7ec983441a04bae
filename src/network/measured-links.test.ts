import { describe, expect, it } from 'vitest';
import { type Operation, operations } from './collective-time.ts';
import { busBandwidthOfRanks } from './expected-bandwidth.ts';
import { roundLinks } from './fixtures/round-links.ts';
import type { ClusterLinks } from './links.ts';
import { linksAsMeasured } from './measured-links.ts';

const gigabyte = 1e9;
/** Eight GPUs to a node behind 390 GB/s, about an H100 on NDR InfiniBand. */
const links: ClusterLinks = {
  ...roundLinks,
  ringBytePerS: 365 * gigabyte,
  switchBytePerS: 270 * gigabyte,
  treeBytePerS: 150 * gigabyte,
  peerBytePerS: 365 * gigabyte,
  insideMiddle: 1,
  nodeBytePerS: 390 * gigabyte,
  nodeAllToAllBytePerS: 390 * gigabyte,
  middle: 1,
};
const ofNodes = (of: ClusterLinks, operation: Operation, bytes: number, nodes: number): number =>
  busBandwidthOfRanks(of, operation, bytes, nodes * of.gpusPerNode);
const large = 8 * 2 ** 30;
const sweep = (points: readonly { bytes: number; busBandwidthGBytePerS: number }[], nodes = 4) => ({
  operation: operations.allReduce,
  nodes,
  points,
});

describe('links as they were measured', () => {
  it('give back the bandwidth of the largest size and the time of the smallest', () => {
    const small = 4_096;
    const measured = linksAsMeasured(
      links,
      sweep([
        { bytes: small, busBandwidthGBytePerS: 0.02 },
        { bytes: large, busBandwidthGBytePerS: 80 },
      ]),
    );
    expect(ofNodes(measured, operations.allReduce, large, 4)).toBeCloseTo(80, 0);
    expect(ofNodes(measured, operations.allReduce, small, 4)).toBeCloseTo(0.02, 3);
  });

  it('leave what lies inside a node as it was', () => {
    const measured = linksAsMeasured(links, sweep([{ bytes: large, busBandwidthGBytePerS: 3 }]));
    expect(ofNodes(measured, operations.allReduce, large, 1)).toBe(ofNodes(links, operations.allReduce, large, 1));
  });

  it('stay as assumed where no fabric would explain the measurement, where nothing was measured, and on one node', () => {
    expect(linksAsMeasured(links, sweep([{ bytes: large, busBandwidthGBytePerS: 5_000 }]))).toEqual(links);
    expect(linksAsMeasured(links, sweep([]))).toBe(links);
    expect(linksAsMeasured(links, sweep([{ bytes: large, busBandwidthGBytePerS: 300 }], 1))).toBe(links);
  });
});
