import { describe, expect, it } from 'vitest';
import { type ScalingFitDocument, scalingFitDocument } from '../../src/answers/fit-documents.ts';
import { type CommandResult, runCommand, startServer } from './built-product.ts';

/** X(n) = 100 n / (1 + 0.04 (n − 1) + 0.001 n (n − 1)), to one decimal. */
const measured = 'nodes,throughput\n1,100.0\n2,191.9\n4,353.4\n8,598.8\n16,869.6\n';

const runFit = (args: readonly string[], input: string): Promise<CommandResult> => runCommand(['fit', ...args], {}, input);

async function curveOf(input: string, ...args: readonly string[]): Promise<ScalingFitDocument> {
  const { code, out, err } = await runFit(['-', '--json', ...args], input);
  expect(err).toBe('');
  expect(code).toBe(0);
  const answer: unknown = JSON.parse(out);
  expect(scalingFitDocument.parse(answer)).toEqual(answer);
  return answer as ScalingFitDocument;
}

describe('clusterfare fit', () => {
  it('recovers the law of its points, and names the knee by the rule', async () => {
    const { points, model, curve, knee } = await curveOf(measured, '--nodes', '1,2,3,4,5,6,7,8,9,10,11,12,64');
    expect(points.map(({ nodes }) => nodes)).toEqual([1, 2, 4, 8, 16]);
    expect(model).toMatchObject({ name: 'universal-scalability-law', errorShare: 0.03 });
    expect(model.x1).toBeCloseTo(100, 0);
    expect(model.sigma).toBeCloseTo(0.04, 3);
    expect(model.kappa).toBeCloseTo(0.001, 4);
    const first = curve.find(({ marginalShare }) => marginalShare < 0.5);
    expect(knee).toMatchObject({ nodes: first?.nodes, share: 0.5, extrapolated: false, searchedTo: 1024, because: null });
  });

  it('holds each value inside its interval, tight at the points and wide far from them', async () => {
    const { curve } = await curveOf(measured);
    for (const { throughput, interval } of curve) {
      expect(interval[0]).toBeLessThanOrEqual(throughput);
      expect(interval[1]).toBeGreaterThanOrEqual(throughput);
    }
    const widths = curve.filter(({ extrapolated }) => extrapolated).map(({ interval }) => interval[1] / interval[0]);
    expect(widths).toEqual([...widths].sort((a, b) => a - b));
    const among = curve.filter(({ extrapolated }) => !extrapolated).map(({ interval }) => interval[1] / interval[0]);
    expect(Math.max(...among)).toBeLessThan(Math.min(...widths));
    expect(Math.max(...among)).toBeLessThan(1.15);
  });

  it('moves the knee with the share that makes one, and says why there is none', async () => {
    const [early, late] = [await curveOf(measured, '--knee', '0.9'), await curveOf(measured, '--knee', '.1')];
    expect(early.knee.nodes ?? 0).toBeLessThan(late.knee.nodes ?? 0);
    const { knee, assumed, model } = await curveOf('nodes,throughput\n1,100\n2,212\n4,448\n');
    expect(model).toMatchObject({ sigma: 0, kappa: 0 });
    expect(knee).toMatchObject({ nodes: null, because: 'the points show no loss' });
    expect(assumed.join()).toContain('no loss');
  });

  it('reads two numbers of nodes as Amdahl does, and points that begin above one node', async () => {
    const { model, assumed } = await curveOf('nodes;throughput\r\n2;180,0\r\n4;320,0\r\n');
    expect(model).toMatchObject({ name: 'amdahl', kappa: 0, residualShare: null });
    expect(assumed).toEqual(
      expect.arrayContaining([
        expect.stringContaining('3%'),
        expect.stringContaining('kappa 0'),
        expect.stringContaining('one node, from 2'),
      ]),
    );
  });

  it('prints a table for readers, and what it assumed beside it', async () => {
    const { code, out, err } = await runFit(['-'], 'nodes,throughput\n1,100\n8,640\n');
    expect(code).toBe(0);
    expect(out).toMatch(/8\s+640 \([\d.]+ to [\d.]+\)/);
    expect(out).toMatch(/Knee: from \d+ nodes on/);
    expect(err).toMatch(/assumed kappa 0/);
  });

  it.each([
    ['no file', [], '', /No measurements/],
    ['a file that is not there', ['/no/such/file'], '', /ENOENT/],
    ['nothing', ['-'], '\n', /no measurement/],
    ['no header', ['-'], '1,100\n2,190\n', /Line 1.*nodes/],
    ['a line of one value', ['-'], 'nodes,throughput\n1,100\n2\n', /Line 3/],
    ['a throughput that is none', ['-'], 'nodes,throughput\n1,100\n2,fast\n', /Line 3.*fast.*positive/],
    ['0 nodes', ['-'], 'nodes,throughput\n0,100\n', /Line 2.*whole number/],
    ['one point', ['-'], 'nodes,throughput\n4,100\n', /same number of nodes \(4\).*[Mm]easure/],
    ['points that fall off a cliff', ['-'], 'nodes,throughput\n8,100\n16,20\n', /falls faster.*one node/],
    ['a share above 1', ['-', '--knee', '2'], measured, /between 0 and 1/],
    ['a number of nodes that is none', ['-', '--nodes', '1,x'], measured, /nodes/],
    ['two megabytes', ['-'], ' '.repeat(2_000_000), /1 MB/],
    ['a billion laughs', ['-'], '{"points":'.repeat(10_000), /JSON/],
  ])('refuses %s with exit 2 and one line, and fits nothing', async (_, args, input, says) => {
    const { code, out, err } = await runFit([...args, '--json'], input);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(says);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toMatch(/undefined|\{\w+\}|\bat [\w.<>]+ \(/);
  });
});

describe('/api/v1/fit of the server', () => {
  it('gives what the command gives, for CSV and for JSON', async () => {
    const server = await startServer();
    const post = (body: string, query = '', type = 'text/csv'): Promise<Response> =>
      fetch(`${server.origin}/api/v1/fit${query}`, { method: 'POST', body, headers: { 'Content-Type': type } });
    const codeOf = async (response: Response): Promise<readonly [number, string]> => [
      response.status,
      ((await response.json()) as { code: string }).code,
    ];
    try {
      const command = await curveOf(measured, '--knee', '0.3', '--nodes', '1,8,64');
      const sent = await post(measured, '?knee=0.3&nodes=1,8,64');
      expect(sent.status).toBe(200);
      expect(await sent.json()).toEqual(command);
      const points = command.points.map(({ nodes, throughput }) => ({ nodes, throughput }));
      const asJson = await post(JSON.stringify({ points }), '?knee=0.3&nodes=1,8,64', 'application/json');
      expect(await asJson.json()).toEqual(command);
      expect(await codeOf(await post('nodes,throughput\n1,x'))).toEqual([400, 'points/not-a-throughput']);
      expect(await codeOf(await post(measured, '?kne=0.5'))).toEqual([400, 'query/unknown-filter']);
      expect(await codeOf(await fetch(`${server.origin}/api/v1/fit`))).toEqual([400, 'points/not-given']);
      // Last, since the server hangs up on what it does not read.
      expect(await codeOf(await post(' '.repeat(1_500_000)))).toEqual([413, 'points/too-long']);
    } finally {
      await server.stop();
    }
  });
});
