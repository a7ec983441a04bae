import { describe, expect, test } from 'vitest';
import { gpuOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { type ClusterFacts, linksOf } from './links.ts';

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
