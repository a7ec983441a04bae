import { describe, expect, test } from 'vitest';
import { gpuOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { operations } from './collective-time.ts';
import { busBandwidthOfRanks } from './expected-bandwidth.ts';
import { type ClusterFacts, linksOf, usualCongestedShare } from './links.ts';
import { transports } from './vocabulary.ts';

const h100 = gpuOnFile('nvidia-h100-sxm5-80gb');
const plain: ClusterFacts = {
  gpu: h100,
  gpusPerNode: 8,
  nodes: 2,
  nvlinkDomainGpus: null,
  nodeLinkGBytePerSBidirectional: null,
  transport: 'infiniband',
  nodeGbitPerS: 3200,
  gpudirect: 'yes',
  oversubscription: null,
  congestionShare: null,
};
const of = (over: Partial<ClusterFacts>) => linksOf({ ...plain, ...over }, tablesOnFile.network);

describe('links of a cluster', () => {
  test('assume nothing where all is stated', () => {
    expect(of({}).assumed).toEqual([]);
  });

  test('name the fabric and the rate that they fill in', () => {
    expect(of({ transport: null, nodeGbitPerS: null }).assumed).toEqual(['fabric infiniband', 'node 3200 Gbit/s']);
    expect(of({ gpu: gpuOnFile('nvidia-a100-sxm4-80gb'), nodeGbitPerS: null }).assumed).toEqual(['node 1600 Gbit/s']);
    expect(of({ gpu: gpuOnFile('amd-mi300x-192gb'), transport: null }).assumed).toEqual(['fabric roce']);
    expect(of({ gpu: null, nodeGbitPerS: null }).nodeGbitPerS).toBe(800);
  });

  test('assume nothing of a fabric that nothing crosses: one node, and the nodes of one NVL72', () => {
    expect(of({ nodes: 1, transport: null, nodeGbitPerS: null }).assumed).toEqual([]);
    const rack = { gpu: gpuOnFile('nvidia-gb200-nvl72-186gb'), gpusPerNode: 4, transport: null, nodeGbitPerS: null };
    expect(of({ ...rack, nodes: 18 }).assumed).toEqual([]);
    expect(of({ ...rack, nodes: 19 }).assumed).toHaveLength(2);
  });

  test('have less between nodes without GPUDirect; over TCP nobody has it, so it makes no difference', () => {
    const rate = (over: Partial<ClusterFacts>): number => of(over).links.nodeBytePerS;
    expect(rate({ gpudirect: 'no' })).toBeCloseTo(rate({}) * tablesOnFile.network.stagedShare, 0);
    expect(rate({ gpudirect: 'unknown' })).toBe(rate({}));
    expect(rate({ transport: 'tcp', gpudirect: 'no' })).toBe(rate({ transport: 'tcp' }));
  });

  test('give TCP of no stated rate the network card of the host', () => {
    expect(of({ transport: 'tcp', nodeGbitPerS: null }).nodeGbitPerS).toBe(40);
    expect(of({ transport: 'omni-path', nodeGbitPerS: null }).nodeGbitPerS).toBe(400);
  });

  test('stay below the line rate, and lose what congestion and oversubscription take', () => {
    const line = (3200 / 8) * 1e9;
    const { links } = of({});
    expect(links.nodeBytePerS).toBeLessThan(line);
    expect(of({ congestionShare: 0.5 }).links.nodeBytePerS).toBeCloseTo(links.nodeBytePerS / 2, 0);
    const over = of({ oversubscription: 4 }).links;
    expect(over.nodeAllToAllBytePerS).toBeCloseTo(links.nodeAllToAllBytePerS / 4, 0);
    // A ring in topology order meets the narrow tier with part of its traffic only.
    expect(over.nodeBytePerS).toBeLessThan(links.nodeBytePerS);
    expect(over.nodeBytePerS).toBeGreaterThan(over.nodeAllToAllBytePerS);
    expect(of({ oversubscription: 0.5 }).links).toEqual(links);
  });

  test('inside a node take what was measured of the board, unless another link is stated', () => {
    const standard = of({}).links;
    expect(of({ nodeLinkGBytePerSBidirectional: 400 }).links.ringBytePerS).toBeLessThan(standard.ringBytePerS);
    expect(standard.switchBytePerS).toBeGreaterThan(0);
    expect(of({ gpu: gpuOnFile('nvidia-a100-sxm4-80gb') }).links.switchBytePerS).toBe(0);
  });

  test('without a node link have the PCIe slot, and through host memory part of it', () => {
    const { links } = of({ gpu: gpuOnFile('nvidia-l40s-48gb') });
    expect(links.ringBytePerS).toBeLessThan(31.5e9);
    expect(of({ gpu: gpuOnFile('nvidia-l40s-48gb'), throughHost: true }).links.ringBytePerS).toBeLessThan(links.ringBytePerS);
    expect(of({ throughHost: true }).links.ringBytePerS).toBeLessThan(of({}).links.ringBytePerS / 5);
  });
});

describe('boards that differ', () => {
  const at = (links: ReturnType<typeof of>['links'], ranks: number): number =>
    busBandwidthOfRanks(links, operations.allGather, 64e9, ranks);

  test('carry a pair over its bridge and more cards over the slot', () => {
    const { links } = of({ gpu: gpuOnFile('nvidia-a100-pcie-80gb'), nodes: 1 });
    expect(links.bridgeGpus).toBe(2);
    expect(at(links, 2)).toBeGreaterThan(150);
    expect(at(links, 4)).toBeLessThan(31.5);
  });

  test('end their domain at the node, unless a rack shares it: four GPUs of a board of eight have no link to the other four', () => {
    expect(of({ gpusPerNode: 4 }).links.domainGpus).toBe(4);
    expect(of({ gpu: gpuOnFile('nvidia-gb200-nvl72-186gb'), gpusPerNode: 4 }).links.domainGpus).toBe(72);
    expect(of({ nvlinkDomainGpus: 16 }).links.domainGpus).toBe(16);
  });
});

describe('transports that differ', () => {
  test('are told apart by line rate where their name covers two generations', () => {
    expect(of({ transport: 'efa', nodeGbitPerS: 400 }).transport).toBe('efa-v1');
    expect(of({ transport: 'efa' }).transport).toBe('efa');
  });

  test('of TCP never pass what the processor copies, however fast the line', () => {
    const rate = (nodeGbitPerS: number): number => of({ transport: 'tcp', nodeGbitPerS }).links.nodeBytePerS / 1e9;
    expect(rate(10)).toBeCloseTo((10 / 8) * tablesOnFile.network.transports.tcp.share, 1);
    expect(rate(3200)).toBeLessThanOrEqual(tablesOnFile.network.tcpMostGBytePerS);
  });

  test('add in their switches where that is said, and InfiniBand alone can', () => {
    const busBandwidth = (over: Partial<ClusterFacts>): number =>
      busBandwidthOfRanks(of({ nodes: 16, ...over }).links, operations.allReduce, 8e9, 128);
    expect(busBandwidth({ addsInFabric: true })).toBeGreaterThan(busBandwidth({}));
    expect(busBandwidth({ transport: 'roce', addsInFabric: true })).toBe(busBandwidth({ transport: 'roce' }));
  });

  test('lose more to congestion than to their own overhead, by default', () => {
    for (const transport of transports)
      expect(usualCongestedShare(transport, tablesOnFile.network), transport).toBeLessThan(
        tablesOnFile.network.transports[transport].share,
      );
  });
});
