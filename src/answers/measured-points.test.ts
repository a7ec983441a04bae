import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../faults/fault.ts';
import { readPoints } from './measured-points.ts';

const two = [
  { nodes: 1, throughput: 100.5 },
  { nodes: 2, throughput: 195 },
];

/** Code and values of what a text is refused with. */
function refusal(text: string): { readonly code: string; readonly params: object } | null {
  try {
    readPoints(text);
    return null;
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, params: error.params };
    throw error;
  }
}

describe('measurements', () => {
  it.each([
    ['a plain CSV', 'nodes,throughput\n1,100.5\n2,195\n'],
    ['a byte order mark and Windows line ends', '\uFEFFnodes,throughput\r\n1,100.5\r\n2,195\r\n'],
    ['semicolons and decimal commas', 'nodes;throughput\n1;100,5\n2;195,0\n'],
    ['semicolons and decimal points', 'nodes;throughput\n1;100.5\n2;195\n'],
    ['tabs', 'Nodes\tThroughput\n1\t100.5\n2\t195'],
    ['remarks, blank lines and spaces', '# my cluster\n\nnodes , throughput\n 1 , 100.5 # cold\n#2,7\n2,195\n\n'],
    ['another order and further columns', 'host,throughput,nodes\nx,100.5,1\ny,195,2\n'],
    ['quotes and whole numbers as programs write them', '"nodes","throughput"\n"1.0","1.005e2"\n"2.0",195\n'],
    ['JSON', '{"points": [{"nodes": 1, "throughput": 100.5}, {"nodes": 2, "throughput": 195}]}'],
  ])('are read from %s', (_, text) => {
    expect(readPoints(text)).toEqual(two);
  });

  it('keep every measurement of the same number of nodes', () => {
    expect(readPoints('nodes,throughput\n4,1\n4,2\n4,1\n')).toHaveLength(3);
  });

  it.each([
    ['nothing', '', 'points/empty', {}],
    ['a header alone', 'nodes,throughput\n', 'points/empty', {}],
    ['no header', '1,100\n2,190\n', 'points/no-header', { line: 1, name: 'nodes' }],
    ['two columns of one name', '#\nnodes,throughput,throughput\n1,2,3\n', 'points/no-header', { line: 2, name: 'throughput' }],
    ['a missing value', 'nodes,throughput\n1,100\n\n2\n', 'points/wrong-columns', { line: 4, given: 1, expected: 2 }],
    ['decimal commas among commas', 'nodes,throughput\n1,100,5\n', 'points/wrong-columns', { line: 2, given: 3, expected: 2 }],
    ['thousands separators', 'nodes;throughput\n1;1.234,5\n', 'points/not-a-throughput', { line: 2 }],
    ['two kinds of decimal signs', 'nodes;throughput\n1;1,5\n2;2.5\n', 'points/mixed-decimals', { line: 3, given: '2.5' }],
    ['half a node', 'nodes,throughput\n1.5,100\n', 'points/not-a-node-count', { line: 2, given: '1.5' }],
    ['no node', 'nodes,throughput\n0,100\n', 'points/not-a-node-count', { line: 2, given: '0' }],
    ['a million nodes', 'nodes,throughput\n1000000,100\n', 'points/not-a-node-count', { line: 2, most: 100_000 }],
    ['a throughput of 0', 'nodes,throughput\n1,0\n', 'points/not-a-throughput', { line: 2, given: '0' }],
    ['a negative one', 'nodes,throughput\n1,-5\n', 'points/not-a-throughput', { line: 2, given: '-5' }],
    ['one with its unit', 'nodes,throughput\n1,100 img/s\n', 'points/not-a-throughput', { line: 2, given: '100 img/s' }],
    ['an infinite one', 'nodes,throughput\n1,1e400\n', 'points/not-a-throughput', { line: 2 }],
    ['hexadecimal digits', 'nodes,throughput\n1,0x10\n', 'points/not-a-throughput', { line: 2 }],
    ['broken JSON', '{"points": [', 'points/not-json', {}],
    ['JSON without points', '{}', 'points/not-points', { field: 'points' }],
    [
      'JSON with a text for a number',
      '{"points": [{"nodes": 1, "throughput": "5"}]}',
      'points/not-points',
      { field: 'points.0.throughput' },
    ],
    ['JSON with a key of no use', '{"points": [], "knee": 1}', 'points/not-points', { field: 'knee' }],
    ['too many', `nodes,throughput\n${'1,2\n'.repeat(201)}`, 'points/too-many', { most: 200 }],
  ])('are refused with their line: %s', (_, text, code, params) => {
    expect(refusal(text)).toMatchObject({ code, params });
  });

  it('are refused with a fault, whatever is sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `nodes,throughput\n1,${text}`),
          fc.json(),
        ),
        (text) => {
          const refused = refusal(text);
          if (refused !== null) expect(refused.code).toMatch(/^points\//);
        },
      ),
    );
  });

  it('are read in no time, however odd the longest text is', () => {
    for (const piece of [' ', '"', '1', ',', '#', '\t', '1.']) {
      const started = performance.now();
      refusal(`nodes,throughput\n1,${piece.repeat(900_000 / piece.length)}x`);
      // Not a measure of speed: what backtracks would take hours.
      expect(performance.now() - started).toBeLessThan(5_000);
    }
  });
});
