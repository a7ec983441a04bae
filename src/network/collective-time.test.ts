import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gpuOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { busFactor, collectiveTimeS, type Group, type Operation, operations } from './collective-time.ts';
import { busBandwidthOfRanks } from './expected-bandwidth.ts';
import { roundLinks as round } from './fixtures/round-links.ts';
import { type ClusterFacts, type ClusterLinks, linksOf, linksWithIdealFabric } from './links.ts';
import { transports } from './vocabulary.ts';

const gigabyte = 1e9;
const h100: ClusterFacts = {
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
const linksWith = (over: Partial<ClusterFacts>): ClusterLinks => linksOf({ ...h100, ...over }, tablesOnFile.network).links;

const ofNodes = (links: ClusterLinks, operation: Operation, bytes: number, nodes: number): number =>
  busBandwidthOfRanks(links, operation, bytes, nodes * links.gpusPerNode);
const across = (nodes: number): Group => ({ ranks: 8 * nodes, ranksPerDomain: 8, ranksPerNode: 8, groupsPerNode: 1 });
const inside = (ranks: number): Group => ({ ranks, ranksPerDomain: ranks, ranksPerNode: Math.min(8, ranks), groupsPerNode: 1 });

const anyOperation = fc.constantFrom(...Object.values(operations));
const anyBytes = fc.double({ min: 1, max: 1e11, noNaN: true });
const anyTransport = fc.constantFrom(...transports);
const anyGpu = fc.constantFrom('nvidia-h100-sxm5-80gb', 'nvidia-a100-sxm4-80gb', 'amd-mi300x-192gb');
const anyGroup: fc.Arbitrary<Group> = fc
  .record({
    nodes: fc.integer({ min: 1, max: 512 }),
    ranksPerNode: fc.constantFrom(1, 2, 4, 8),
    isShared: fc.boolean(),
  })
  .map(({ nodes, ranksPerNode, isShared }) => ({
    ranks: nodes * ranksPerNode,
    ranksPerDomain: ranksPerNode,
    ranksPerNode,
    groupsPerNode: isShared ? 8 / ranksPerNode : 1,
  }));
/** Slack for rounding only. */
const slack = 1 + 1e-9;

describe('the time of a collective', () => {
  test('is never longer with more bandwidth between nodes', () => {
    fc.assert(
      fc.property(
        anyOperation,
        anyBytes,
        anyGroup,
        anyTransport,
        fc.double({ min: 1, max: 10_000, noNaN: true }),
        fc.double({ min: 1, max: 100, noNaN: true }),
        (operation, bytes, group, transport, nodeGbitPerS, factor) => {
          const slow = collectiveTimeS(linksWith({ transport, nodeGbitPerS }), operation, bytes, group);
          const fast = collectiveTimeS(linksWith({ transport, nodeGbitPerS: nodeGbitPerS * factor }), operation, bytes, group);
          expect(fast).toBeLessThanOrEqual(slow * slack);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is never longer with faster links inside a node', () => {
    fc.assert(
      fc.property(anyOperation, anyBytes, anyGroup, fc.integer({ min: 50, max: 1_000 }), (operation, bytes, group, rate) => {
        const slow = collectiveTimeS(linksWith({ nodeLinkGBytePerSBidirectional: rate }), operation, bytes, group);
        const fast = collectiveTimeS(linksWith({ nodeLinkGBytePerSBidirectional: rate * 1.5 + 1_000 }), operation, bytes, group);
        expect(fast).toBeLessThanOrEqual(slow * slack);
      }),
    );
  });

  test('is never shorter with more congestion or more oversubscription', () => {
    fc.assert(
      fc.property(
        anyOperation,
        anyBytes,
        anyGroup,
        anyTransport,
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        fc.double({ min: 1, max: 20, noNaN: true }),
        (operation, bytes, group, transport, share, over) => {
          const time = (facts: Partial<ClusterFacts>): number =>
            collectiveTimeS(linksWith({ transport, ...facts }), operation, bytes, group);
          expect(time({ congestionShare: share })).toBeGreaterThanOrEqual(time({}) / slack);
          expect(time({ oversubscription: over })).toBeGreaterThanOrEqual(time({}) / slack);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('never falls with bytes, and grows where twice as many are sent of what fills the links', () => {
    fc.assert(
      fc.property(anyOperation, anyBytes, anyGroup, anyTransport, anyGpu, (operation, bytes, group, transport, gpu) => {
        const links = linksWith({ transport, gpu: gpuOnFile(gpu) });
        const [one, two] = [bytes, 2 * bytes].map((size) => collectiveTimeS(links, operation, size, group)) as [number, number];
        expect(Number.isFinite(two)).toBe(true);
        expect(two).toBeGreaterThanOrEqual(one / slack);
        if (group.ranks > 1 && bytes > 1e10) expect(two).toBeGreaterThan(one);
      }),
      { numRuns: 500 },
    );
  });

  test('is nothing for one rank alone and for no bytes', () => {
    fc.assert(
      fc.property(anyOperation, anyBytes, (operation, bytes) => {
        expect(collectiveTimeS(round, operation, bytes, inside(1))).toBe(0);
        expect(collectiveTimeS(round, operation, 0, across(4))).toBe(0);
      }),
    );
  });

  test('is never shorter than the bytes take at the line rate, nor than its start', () => {
    fc.assert(
      fc.property(anyBytes, anyTransport, fc.integer({ min: 3, max: 256 }), (bytes, transport, nodes) => {
        const links = linksWith({ transport });
        for (const operation of [operations.allReduce, operations.allGather, operations.reduceScatter]) {
          const busBandwidth = ofNodes(links, operation, bytes, nodes) * gigabyte;
          expect(busBandwidth).toBeLessThanOrEqual(links.nodeBytePerS * slack);
          if (operation !== operations.allReduce) expect(busBandwidth).toBeLessThanOrEqual(links.ringBytePerS * slack);
          expect(collectiveTimeS(links, operation, bytes, across(nodes))).toBeGreaterThanOrEqual(links.startS);
        }
      }),
    );
  });

  test('of two nodes may pass the line rate in an all-reduce, since a tree sends the buffer once', () => {
    const links = { ...round, treeBytePerS: 290 * gigabyte };
    const busBandwidth = ofNodes(links, operations.allReduce, 64e9, 2) * gigabyte;
    expect(busBandwidth).toBeGreaterThan(1.5 * links.nodeBytePerS);
    expect(ofNodes(links, operations.allReduce, 64e9, 3) * gigabyte).toBeLessThanOrEqual(links.nodeBytePerS);
  });

  test('is never longer on a fabric that costs nothing, and the same inside a node', () => {
    fc.assert(
      fc.property(anyOperation, anyBytes, anyGroup, anyTransport, (operation, bytes, group, transport) => {
        const links = linksWith({ transport });
        const ideal = collectiveTimeS(linksWithIdealFabric(links), operation, bytes, group);
        expect(ideal).toBeLessThanOrEqual(collectiveTimeS(links, operation, bytes, group) * slack);
        expect(ideal).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('a group inside one domain', () => {
  const rack = gpuOnFile('nvidia-gb200-nvl72-186gb');
  const racked = (over: Partial<ClusterFacts>): ClusterLinks => linksWith({ gpu: rack, gpusPerNode: 4, nodes: 36, ...over });

  test('that spans the nodes of an NVL72 never touches the fabric', () => {
    const [fast, slow] = [racked({ nodeGbitPerS: 3_200 }), racked({ transport: 'tcp', nodeGbitPerS: 1, congestionShare: 0.1 })];
    expect(fast.domainGpus).toBe(72);
    for (const operation of Object.values(operations)) {
      expect(collectiveTimeS(slow, operation, 1e9, { ranks: 72, ranksPerDomain: 72, ranksPerNode: 4, groupsPerNode: 1 })).toBe(
        collectiveTimeS(fast, operation, 1e9, { ranks: 72, ranksPerDomain: 72, ranksPerNode: 4, groupsPerNode: 1 }),
      );
      expect(ofNodes(slow, operation, 1e9, 18)).toBe(ofNodes(fast, operation, 1e9, 18));
    }
    expect(ofNodes(slow, operations.allReduce, 1e9, 36)).toBeLessThan(ofNodes(fast, operations.allReduce, 1e9, 36));
  });

  test('adds the network cards of its nodes on the way out', () => {
    const links = { ...round, domainGpus: 16, ringBytePerS: 1e15, peerBytePerS: 1e15 };
    const time = collectiveTimeS(links, operations.allGather, 32e9, { ranks: 32, ranksPerDomain: 16, ranksPerNode: 8, groupsPerNode: 1 });
    expect(time - links.startS - links.hopS - 30 * links.insideStepS).toBeCloseTo((32e9 * 31) / 32 / (2 * links.nodeBytePerS), 6);
  });

  test('of a mesh has only the links among its members: a pair of MI300X gets a seventh of what eight get', () => {
    const mesh = linksWith({ gpu: gpuOnFile('amd-mi300x-192gb'), transport: 'roce' });
    const rate = (ranks: number): number => busBandwidthOfRanks(mesh, operations.allGather, 64e9, ranks);
    expect(mesh.meshGpus).toBe(8);
    expect(rate(2)).toBeLessThan(0.2 * rate(8));
    expect(rate(4)).toBeGreaterThan(rate(2));
    expect(rate(4)).toBeLessThan(0.6 * rate(8));
    // Two MI300X were measured at 48 GB/s, a link of 64 being all that they share.
    expect(rate(2)).toBeGreaterThan(30);
    expect(rate(2)).toBeLessThan(64);
    const switched = linksWith({});
    expect(busBandwidthOfRanks(switched, operations.allGather, 64e9, 2)).toBeGreaterThan(
      0.9 * busBandwidthOfRanks(switched, operations.allGather, 64e9, 8),
    );
  });
});

describe('by hand, on eight GPUs to a node with 300 GB/s inside and 50 GB/s out', () => {
  const cases: readonly (readonly [string, Operation, number, Group, number])[] = [
    ['a ring all-reduce of 8 GB over 8 sends 14 GB in 14 steps', operations.allReduce, 8e9, inside(8), 20e-6 + 14 * 2e-6 + 14 / 300],
    ['an all-gather of 8 GB over 8 sends 7 GB in 7 steps', operations.allGather, 8e9, inside(8), 20e-6 + 7 * 2e-6 + 7 / 300],
    ['a reduce-scatter costs what an all-gather costs', operations.reduceScatter, 8e9, inside(8), 20e-6 + 7 * 2e-6 + 7 / 300],
    ['an all-to-all of 8 GB inside sends seven eighths in 7 messages', operations.allToAll, 8e9, inside(8), 20e-6 + 7e-6 + 7 / 300],
    ['a broadcast sends all of it', operations.broadcast, 6e9, inside(8), 20e-6 + 7 * 2e-6 + 6 / 300],
    ['a message to a neighbour has its start alone', operations.sendReceive, 3e9, inside(2), 20e-6 + 3 / 300],
    ['a message to another node has one card', operations.sendReceive, 1e9, across(2), 30e-6 + 8 / 50],
    ['an all-gather of two nodes makes one step between them', operations.allGather, 16e9, across(2), 30e-6 + 14 * 2e-6 + 15 / 50],
    ['an all-to-all of four nodes sends three quarters out', operations.allToAll, 8e9, across(4), 30e-6 + 10e-6 + (8 * 6) / 40],
    // Ring: 2 · 31/32 · 16 / 50 = 0.62; tree of four: 16 / 25 = 0.64.
    ['an all-reduce of four nodes takes the ring where it is faster', operations.allReduce, 16e9, across(4), 20e-6 + 172e-6 + 0.62],
    // Ring: 2 · (10 + 14 · 2) µs; tree: two hops and 14 steps of a chain, and 5 MB at 50 GB/s against 9.4 at 50.
    ['an all-reduce of two nodes takes the tree', operations.allReduce, 5e6, across(2), 20e-6 + 20e-6 + 28e-6 + 1e-4],
  ];
  test.each(cases)('%s', (_name, operation, bytes, group, seconds) => {
    expect(collectiveTimeS(round, operation, bytes, group) / seconds).toBeCloseTo(1, 3);
  });

  test('the factors of bus bandwidth are those of nccl-tests', () => {
    expect(busFactor(operations.allReduce, 8)).toBe(1.75);
    expect(busFactor(operations.allGather, 8)).toBe(0.875);
    expect(busFactor(operations.reduceScatter, 16)).toBe(0.9375);
    expect(busFactor(operations.allToAll, 8)).toBe(0.875);
    expect(busFactor(operations.broadcast, 8)).toBe(1);
    expect(busFactor(operations.sendReceive, 2)).toBe(1);
    expect(ofNodes(round, operations.allGather, 1e13, 1)).toBeCloseTo(300, 0);
  });
});
