import { describe, expect, it } from 'vitest';
import { operations } from './collective-time.ts';
import { expectBusBandwidth } from './expected-bandwidth.ts';
import type { ClusterLinks } from './links.ts';
import { linksAsMeasured } from './measured-links.ts';

const gigabyte = 1e9;
/** Eight GPUs to a node behind 400 GB/s, about an H100 on NDR InfiniBand. */
const links: ClusterLinks = {
  gpusPerNode: 8,
  domainGpus: 8,
  ringBytePerS: 365 * gigabyte,
  switchBytePerS: 270 * gigabyte,
  treeBytePerS: 270 * gigabyte,
  peerBytePerS: 365 * gigabyte,
  meshGpus: 0,
  startS: 20e-6,
  insideStepS: 2.5e-6,
  insideMiddle: 1,
  nodeBytePerS: 390 * gigabyte,
  nodeAllToAllBytePerS: 390 * gigabyte,
  hopS: 11e-6,
  middle: 1,
};
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
    expect(expectBusBandwidth(measured, operations.allReduce, large, 4)).toBeCloseTo(80, 0);
    expect(expectBusBandwidth(measured, operations.allReduce, small, 4)).toBeCloseTo(0.02, 3);
  });

  it('leave what lies inside a node as it was', () => {
    const measured = linksAsMeasured(links, sweep([{ bytes: large, busBandwidthGBytePerS: 3 }]));
    expect(expectBusBandwidth(measured, operations.allReduce, large, 1)).toBe(expectBusBandwidth(links, operations.allReduce, large, 1));
  });

  it('stay as assumed where no fabric would explain the measurement, where nothing was measured, and on one node', () => {
    expect(linksAsMeasured(links, sweep([{ bytes: large, busBandwidthGBytePerS: 5_000 }]))).toEqual(links);
    expect(linksAsMeasured(links, sweep([]))).toBe(links);
    expect(linksAsMeasured(links, sweep([{ bytes: large, busBandwidthGBytePerS: 300 }], 1))).toBe(links);
  });
});
