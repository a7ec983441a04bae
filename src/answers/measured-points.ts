import { z } from 'zod';
import { Fault } from '../faults/fault.ts';
import type { ThroughputPoint } from '../forecast/knee.ts';

/** Longest text of measurements that is read, and most points in it. */
export const mostPointsBytes = 1_000_000;
const mostPoints = 200;
const mostNodes = 100_000;
/** Throughputs beyond which arithmetic would overflow; no unit comes near. */
const leastThroughput = 1e-30;
const mostThroughput = 1e30;

const shortened = (text: string): string => text.slice(0, 60);

const pointsSchema = z.strictObject({
  points: z
    .array(z.strictObject({ nodes: z.int().min(1).max(mostNodes), throughput: z.number().min(leastThroughput).max(mostThroughput) }))
    .max(mostPoints),
});

function readJson(text: string): readonly ThroughputPoint[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Fault('points/not-json', {}, cause);
  }
  const read = pointsSchema.safeParse(value);
  if (read.success) return read.data.points;
  const [issue] = read.error.issues;
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []), ...keys].join('.');
  throw new Fault('points/not-points', { field: field === '' ? 'points' : shortened(field) });
}

interface Line {
  readonly cells: readonly string[];
  readonly number: number;
}

/** Semicolons and tabs stand where commas may be decimal signs; the header tells which of them separate. */
const separators = [';', '\t', ','] as const;

function withoutRemark(line: string): string {
  const at = line.indexOf(' #');
  return at < 0 ? line : line.slice(0, at);
}

function linesOf(text: string): readonly Line[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ text: withoutRemark(line).trim(), number: index + 1 }))
    .filter((line) => line.text !== '' && !line.text.startsWith('#'));
  const header = lines[0]?.text ?? '';
  const separator = separators.find((sign) => header.includes(sign)) ?? ',';
  return lines.map((line) => ({
    number: line.number,
    cells: line.text.split(separator).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    ),
  }));
}

/** Reads numbers as one file writes them: with decimal points, or with decimal commas, but not now so and now so. */
class NumberReader {
  #sign: '.' | ',' | null = null;

  /** Throws `Fault` `points/not-a-throughput` or `points/mixed-decimals`. */
  read(cell: string, line: number): number {
    const sign = /^[^.,]*([.,])[^.,]*$/.exec(cell)?.[1] as '.' | ',' | undefined;
    if (sign !== undefined && this.#sign !== null && sign !== this.#sign) {
      throw new Fault('points/mixed-decimals', { line, given: shortened(cell) });
    }
    this.#sign ??= sign ?? null;
    const value = /^\+?(?:\d{1,40}(?:[.,]\d{0,40})?|[.,]\d{1,40})(?:[eE][+-]?\d{1,3})?$/.test(cell) ? Number(cell.replace(',', '.')) : 0;
    if (value >= leastThroughput && value <= mostThroughput) return value;
    throw new Fault('points/not-a-throughput', { line, given: shortened(cell) });
  }
}

/** Throws `Fault` `points/not-a-node-count`. Tables made by programs write whole numbers as "8.0". */
function readNodeCount(cell: string, line: number): number {
  const nodes = /^\+?\d{1,6}(?:[.,]0{1,6})?$/.test(cell) ? Math.floor(Number(cell.replace(',', '.'))) : 0;
  if (nodes >= 1 && nodes <= mostNodes) return nodes;
  throw new Fault('points/not-a-node-count', { line, given: shortened(cell), most: mostNodes });
}

function readCsv(text: string): readonly ThroughputPoint[] {
  const [header, ...rows] = linesOf(text);
  if (header === undefined) return [];
  const names = header.cells.map((name) => name.toLowerCase());
  const columnOf = (name: string): number => {
    const column = names.indexOf(name);
    if (column < 0 || column !== names.lastIndexOf(name)) throw new Fault('points/no-header', { line: header.number, name });
    return column;
  };
  const nodesColumn = columnOf('nodes');
  const throughputColumn = columnOf('throughput');
  const numbers = new NumberReader();
  return rows.map(({ cells, number: line }) => {
    if (cells.length !== names.length) {
      throw new Fault('points/wrong-columns', { line, given: cells.length, expected: names.length });
    }
    return {
      nodes: readNodeCount(cells[nodesColumn] ?? '', line),
      throughput: numbers.read(cells[throughputColumn] ?? '', line),
    };
  });
}

/**
 * Reads measurements: a CSV with the columns `nodes` and `throughput` (others are passed over), separated by commas,
 * semicolons or tabs, with `#` before remarks; or an object in JSON with a list `points`. Throws `Fault` `points/…`, with
 * the line where there is one.
 */
export function readPoints(text: string): readonly ThroughputPoint[] {
  const points = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith('{')
    ? readJson(text.replace(/^\uFEFF/, ''))
    : readCsv(text);
  if (points.length === 0) throw new Fault('points/empty');
  if (points.length > mostPoints) throw new Fault('points/too-many', { most: mostPoints });
  return points;
}
