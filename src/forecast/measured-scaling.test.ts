import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kneeOf, type ThroughputPoint } from './knee.ts';
import { fitScaling, type MeasuredScaling, type ScalingLaw } from './measured-scaling.ts';

const along = ({ x1, sigma, kappa }: ScalingLaw, nodes: number): number =>
  (nodes * x1) / (1 + sigma * (nodes - 1) + kappa * nodes * (nodes - 1));

function fitted(points: readonly ThroughputPoint[]): MeasuredScaling {
  const fit = fitScaling(points);
  if (typeof fit === 'string') throw new Error(fit);
  return fit;
}

const laws = fc.record({
  x1: fc.double({ min: 1e-6, max: 1e12, noNaN: true }),
  sigma: fc.double({ min: 0, max: 0.5, noNaN: true }),
  kappa: fc.double({ min: 0, max: 0.02, noNaN: true }),
});
const nodeCounts = fc.uniqueArray(fc.integer({ min: 1, max: 256 }), { minLength: 3, maxLength: 12 });
/** Three numbers of nodes or more, each off its law by up to 5%, and one of them measured twice. */
const noisy = fc
  .tuple(laws, nodeCounts, fc.array(fc.double({ min: -0.05, max: 0.05, noNaN: true }), { minLength: 13, maxLength: 13 }))
  .map(([law, nodes, errors]) =>
    [...nodes, nodes[0] as number].map((count, index) => ({
      nodes: count,
      throughput: along(law, count) * (1 + (errors[index] as number)),
    })),
  );
const asked = [1, 2, 3, 5, 8, 16, 31, 64, 200, 512, 1024, 4096];

describe('a fitted scaling curve', () => {
  it('recovers the law that points without error were made from', () => {
    fc.assert(
      fc.property(laws, nodeCounts, (law, nodes) => {
        const { fit } = fitted(nodes.map((count) => ({ nodes: count, throughput: along(law, count) })));
        const most = Math.max(...nodes);
        for (const count of [...nodes, 2 * most]) {
          expect(Math.abs(along(fit, count) / along(law, count) - 1)).toBeLessThan(1e-6);
        }
        if (nodes.includes(1)) expect(Math.abs(fit.x1 / law.x1 - 1)).toBeLessThan(1e-8);
        if (nodes.includes(1)) expect(Math.abs(fit.sigma - law.sigma)).toBeLessThan(1e-6);
        if (nodes.includes(1)) expect(Math.abs(fit.kappa - law.kappa)).toBeLessThan(1e-6);
      }),
    );
  });

  it('says the same in any unit of throughput', () => {
    fc.assert(
      fc.property(noisy, fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (points, factor) => {
        const own = fitScaling(points);
        const scaled = fitScaling(points.map(({ nodes, throughput }) => ({ nodes, throughput: throughput * factor })));
        if (typeof own === 'string' || typeof scaled === 'string') {
          expect(scaled).toBe(own);
          return;
        }
        expect(scaled.fit.x1 / factor / own.fit.x1).toBeCloseTo(1, 6);
        expect(scaled.fit.sigma).toBeCloseTo(own.fit.sigma, 6);
        expect(scaled.fit.kappa).toBeCloseTo(own.fit.kappa, 6);
        expect(scaled.kneeAt(0.5)).toBe(own.kneeAt(0.5));
      }),
    );
  });

  it('lies inside intervals that never narrow with distance and are narrowest among the points', () => {
    fc.assert(
      fc.property(noisy, (points) => {
        const scaling = fitScaling(points);
        if (typeof scaling === 'string') return;
        const { fewestNodes, mostNodes } = scaling.fit;
        const width = (nodes: number): number => {
          const [low, high] = scaling.intervalAt(nodes);
          const value = scaling.throughputAt(nodes);
          expect(low).toBeGreaterThan(0);
          expect(low).toBeLessThanOrEqual(value);
          expect(high).toBeGreaterThanOrEqual(value);
          expect(Number.isFinite(high)).toBe(true);
          return Math.log(high / low);
        };
        const beyond = [mostNodes, ...asked.filter((nodes) => nodes > mostNodes)].map(width);
        const before = [fewestNodes, ...asked.filter((nodes) => nodes < fewestNodes).reverse()].map(width);
        for (const widths of [beyond, before]) {
          for (const [index, here] of widths.slice(1).entries()) expect(here).toBeGreaterThanOrEqual((widths[index] as number) - 1e-9);
        }
        for (const { nodes } of points) expect(width(nodes)).toBeGreaterThan(2 * 1.28 * 0.03 * 0.9);
      }),
    );
  });

  it('gives the same interval for a number of nodes whatever was asked before', () => {
    const points = [1, 2, 4, 8].map((nodes) => ({ nodes, throughput: 100 * nodes ** 0.9 }));
    const [once, twice] = [fitted(points), fitted(points)];
    const backwards = [...asked].reverse().map((nodes) => once.intervalAt(nodes));
    expect(backwards.reverse()).toEqual(asked.map((nodes) => twice.intervalAt(nodes)));
  });

  it('has its knee where the rule for any curve finds it', () => {
    fc.assert(
      fc.property(laws, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (law, share) => {
        const scaling = fitted([1, 2, 4, 8, 16, 32].map((nodes) => ({ nodes, throughput: along(law, nodes) })));
        const curve = Array.from({ length: 1024 }, (_, index) => ({ nodes: index + 1, throughput: scaling.throughputAt(index + 1) }));
        const knee = scaling.kneeAt(share);
        expect(knee).toBe(kneeOf(curve, share));
        if (knee === null) return;
        expect(scaling.marginalAt(knee)).toBeLessThan(share * scaling.fit.x1);
        for (let nodes = 1; nodes < knee; nodes++) expect(scaling.marginalAt(nodes)).toBeGreaterThanOrEqual(share * scaling.fit.x1);
        const [low, high] = scaling.kneeIntervalAt(share);
        expect(low ?? 1025).toBeLessThanOrEqual(knee);
        expect(high ?? 1025).toBeGreaterThanOrEqual(knee);
      }),
      { numRuns: 40 },
    );
  });

  it('takes the spread of measurements where it is larger than the usual error', () => {
    const points = (error: number): ThroughputPoint[] =>
      [1, 2, 4, 8, 16, 32].map((nodes, index) => ({
        nodes,
        throughput: along({ x1: 10, sigma: 0.02, kappa: 0 }, nodes) * (1 + (index % 2 === 0 ? error : -error)),
      }));
    expect(fitted(points(0.001)).fit.errorShare).toBe(0.03);
    expect(fitted(points(0.1)).fit.errorShare).toBeGreaterThan(0.08);
    const [narrow, wide] = [0.001, 0.1].map((error) => fitted(points(error)).intervalAt(8));
    expect((wide?.[1] ?? 0) / (wide?.[0] ?? 1)).toBeGreaterThan((narrow?.[1] ?? 0) / (narrow?.[0] ?? 1));
  });
});

describe('few points', () => {
  it('of one number of nodes have no curve, measured once or often', () => {
    expect(fitScaling([{ nodes: 4, throughput: 100 }])).toBe('one-node-count');
    expect(fitScaling([3, 4, 5].map((throughput) => ({ nodes: 2, throughput })))).toBe('one-node-count');
    expect(fitScaling([])).toBe('one-node-count');
  });

  it('of two numbers tell what waits, and the interval holds the other reading of the loss', () => {
    const scaling = fitted([
      { nodes: 1, throughput: 100 },
      { nodes: 16, throughput: 1_000 },
    ]);
    expect(scaling.fit).toMatchObject({ name: 'amdahl', kappa: 0, residualShare: null });
    expect(scaling.fit.sigma).toBeCloseTo(0.04, 10);
    expect(scaling.throughputAt(16)).toBeCloseTo(1_000, 8);
    const allFromExchange = along({ x1: 100, sigma: 0, kappa: 0.6 / 240 }, 128);
    expect(scaling.intervalAt(128)[0]).toBeLessThan(allFromExchange);
    expect(scaling.kneeIntervalAt(0.5)[1]).toBeGreaterThanOrEqual(scaling.kneeAt(0.5) ?? 0);
  });
});

describe('unusual points', () => {
  it('that gain from company scale without loss, and are said to', () => {
    const scaling = fitted([1, 2, 4, 8].map((nodes) => ({ nodes, throughput: 100 * nodes ** 1.1 })));
    expect(scaling.fit).toMatchObject({ sigma: 0, kappa: 0, superlinear: true });
    expect(scaling.kneeAt(0.5)).toBeNull();
    expect(scaling.intervalAt(8)[1]).toBeGreaterThan(scaling.throughputAt(8));
  });

  it('that repeat one number of nodes with some scatter are not said to gain from company', () => {
    const points = [98, 102, 100].map((throughput) => ({ nodes: 1, throughput }));
    expect(fitted([...points, { nodes: 4, throughput: 404 }]).fit.superlinear).toBe(false);
  });

  it('that fall have a peak, and a knee before it', () => {
    const scaling = fitted([
      { nodes: 1, throughput: 100 },
      { nodes: 4, throughput: 310 },
      { nodes: 16, throughput: 480 },
      { nodes: 64, throughput: 210 },
    ]);
    const peak = scaling.peakNodes ?? 0;
    expect(scaling.throughputAt(peak)).toBeGreaterThanOrEqual(scaling.throughputAt(peak + 1));
    expect(scaling.throughputAt(peak)).toBeGreaterThanOrEqual(scaling.throughputAt(peak - 1));
    expect(scaling.kneeAt(0.5)).toBeLessThan(peak);
  });

  it('that fall faster than the law can are refused', () => {
    expect(
      fitScaling([
        { nodes: 8, throughput: 100 },
        { nodes: 16, throughput: 20 },
      ]),
    ).toBe('falls-too-fast');
  });

  it('that begin above one node say what one would bring', () => {
    const law = { x1: 50, sigma: 0.01, kappa: 1e-4 };
    const scaling = fitted([4, 8, 16, 32].map((nodes) => ({ nodes, throughput: along(law, nodes) })));
    expect(scaling.fit.fewestNodes).toBe(4);
    expect(scaling.fit.x1).toBeCloseTo(50, 6);
    expect(scaling.efficiencyAt(4)).toBeCloseTo(along(law, 4) / 200, 6);
  });
});
