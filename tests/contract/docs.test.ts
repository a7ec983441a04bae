import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { endpoints } from '../../src/api/endpoints.ts';
import { filterParameters, type Parameter } from '../../src/api/filter-parameters.ts';
import { problemCodes } from '../../src/api/problem.ts';
import { type Column, offerColumns } from '../../src/export/columns.ts';
import { priceColumns } from '../../src/export/prices.ts';
import { calibrationFile } from '../../src/hardware/calibration-schema.ts';

const docs = path.resolve(import.meta.dirname, '../../docs');
const api = readFileSync(path.join(docs, 'api.md'), 'utf8');

const code = (text: string): string => `\`${text}\``;
const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(row)].join('\n');

interface ValueSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: ValueSchema;
  readonly default?: unknown;
}

function describeValues({ schema }: Parameter): string {
  const values = schema as ValueSchema;
  const words = values.items?.enum ?? values.enum;
  if (words === undefined) return values.type === 'integer' ? 'a whole number' : '';
  return words
    .filter((word) => !word.startsWith('-'))
    .map(code)
    .join(' ');
}

const standardOf = ({ schema }: Parameter): string => {
  const { default: standard } = schema as ValueSchema;
  return standard === undefined ? '' : code(String(standard));
};

const filterTable = table(
  ['key', 'meaning', 'words', 'unless said'],
  filterParameters.map((parameter) => [code(parameter.name), parameter.description, describeValues(parameter), standardOf(parameter)]),
);

/** Both files are checked here and rewritten, where they are generated, by `vitest run -u` on this file. */
describe('docs/api.md', () => {
  test('lists every filter as it is declared', async () => {
    const written = api.replace(/(?<=<!-- filters:[^>]*-->\n)[\s\S]*?(?=\n<!-- end of filters -->)/, filterTable);
    expect(written).toContain(filterTable);
    await expect(written).toMatchFileSnapshot(path.join(docs, 'api.md'));
  });

  test('names every address and every kind of problem', () => {
    for (const endpoint of endpoints) expect(api, endpoint.path).toContain(code(endpoint.path));
    for (const problem of problemCodes) expect(api, problem).toContain(code(problem));
  });
});

const columnTable = (columns: readonly Column<never>[]): string =>
  table(
    ['column', 'type', 'unit', 'meaning', 'words'],
    columns.map(({ name, type, unit, says, words }) => [code(name), type, unit ?? '', says, words?.map(code).join(' ') ?? '']),
  );

const dictionary = `# Columns of the downloads

<!-- Written from src/export/columns.ts and prices.ts by tests/contract/docs.test.ts: change those, then run it with -u. -->

Names are those of the API. An empty CSV field, \`null\` in JSON Lines and a Parquet null all mean *not published*, never 0 and
never "no"; three-valued columns hold \`yes\`, \`no\` or \`unknown\`.

| type | CSV | JSON Lines | Parquet |
|---|---|---|---|
| text, word | text | string | \`STRING\` |
| list | joined with \`;\`, a \`;\` inside an item written as \`,\` | array | \`LIST\` of \`STRING\` |
| integer, number | digits with a point | number | \`INT32\`, \`DOUBLE\` |
| decimal | exact decimal text, a point, no grouping | string | \`STRING\` |
| date | ISO 8601 as exact as the source: \`2026-11-30\`, \`2026-11\` or \`2026\` | string | \`STRING\` |
| boolean | \`true\`, \`false\` | boolean | \`BOOLEAN\` |

CSV follows RFC 4180 in UTF-8 without a byte order mark. A text that a spreadsheet would run as a formula begins with an
apostrophe. \`offers.jsonl\` holds the whole document of each offer instead, with the sources and dates of every field: its form
is \`Offer\` in the API description. Parquet files carry this dictionary in their key-value metadata under \`columns\`.

## Offers: one row each

${columnTable(offerColumns as readonly Column<never>[])}

## Prices: one row each

${columnTable(priceColumns as readonly Column<never>[])}
`;

describe('docs/data-dictionary.md', () => {
  test('says what the columns say', async () => {
    await expect(dictionary).toMatchFileSnapshot(path.join(docs, 'data-dictionary.md'));
  });
});

const goodput = calibrationFile.parse(parse(readFileSync(path.join(docs, '../data/calibration/goodput.yaml'), 'utf8')));
const goodputTable = table(
  ['constant', 'value', 'unit', 'meaning, and what it rests on'],
  Object.entries(goodput.constants).map(([name, { value, unit, because }]) => [code(name), String(value), unit, because]),
);

describe('docs/planner.md', () => {
  test('lists the constants of goodput as they are on file', async () => {
    const page = readFileSync(path.join(docs, 'planner.md'), 'utf8');
    const written = page.replace(
      /(?<=<!-- constants of goodput:[^>]*-->\n)[\s\S]*?(?=<!-- end of constants of goodput -->)/,
      `${goodputTable}\n`,
    );
    expect(written).toContain(goodputTable);
    await expect(written).toMatchFileSnapshot(path.join(docs, 'planner.md'));
  });
});
