import type { ChoiceKey } from '../../src/catalogue/filters.ts';
import type { Query } from '../../src/catalogue/query.ts';
import type { GeneratedOffer } from './generated-offers.ts';
import { summarise, type Timing } from './measure.ts';

/** A database that answers the same questions. Neither is a dependency: what is not installed is left out and said. */
export interface Rival {
  readonly select: (query: Query) => unknown;
  readonly facets: (query: Query, keys: readonly ChoiceKey[]) => unknown;
}

const columnOf = (key: ChoiceKey): string => key.replaceAll('-', '_');
const keysWithOneOption: readonly ChoiceKey[] = [
  'multi-node',
  'provider',
  'gpu',
  'fabric',
  'rdma',
  'gpudirect',
  'topology',
  'locality',
  'managed',
  'nccl-ready',
  'priced',
];
const keysWithSeveral: readonly ChoiceKey[] = ['orchestration', 'provisioning', 'storage', 'region'];

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Lists are held as `|a|b|` text, which is what one does without a second table. */
function conditions(query: Query, without: ChoiceKey | null): string {
  const parts: string[] = [];
  for (const [key, chosen] of query.choices) {
    if (key === without) continue;
    const column = columnOf(key);
    const tests = chosen.map((option) => {
      if (option === 'unknown') return `${column} IS NULL`;
      return keysWithSeveral.includes(key) ? `${column} LIKE ${quote(`%|${option}|%`)}` : `${column} = ${quote(option)}`;
    });
    parts.push(`(${tests.join(' OR ')})`);
  }
  const bounds = [
    ['min-node-gbit', 'node_gbit >='],
    ['min-gpu-gbit', 'gpu_gbit >='],
    ['max-price', 'price <='],
  ] as const;
  for (const [key, test] of bounds) {
    const limit = query.bounds.get(key)?.limit ?? null;
    if (limit !== null) parts.push(`${test} ${limit}`);
  }
  return parts.length === 0 ? '1 = 1' : parts.join(' AND ');
}

function orderOf(query: Query): string {
  if (query.sort === null) return 'gpu_gbit DESC NULLS LAST, price ASC NULLS LAST, id';
  const column = { price: 'price', 'node-gbit': 'node_gbit', name: 'name' }[query.sort.key as string] ?? 'id';
  return `${column} ${query.sort.descending ? 'DESC' : 'ASC'} NULLS LAST, id`;
}

const selectSql = (query: Query): string =>
  `SELECT id FROM offers WHERE ${conditions(query, null)} ORDER BY ${orderOf(query)} LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`;

const facetSql = (query: Query, key: ChoiceKey): string =>
  `SELECT ${columnOf(key)} AS option, count(*) AS offers FROM offers WHERE ${conditions(query, key)} GROUP BY 1`;

const columnNames = ['id', 'name', 'node_gbit', 'gpu_gbit', 'price', ...keysWithOneOption.map(columnOf), ...keysWithSeveral.map(columnOf)];

function rowOf(offer: GeneratedOffer, id: number): (string | number | null)[] {
  const one = keysWithOneOption.map((key) => offer.options[key][0] ?? null);
  const several = keysWithSeveral.map((key) => (offer.options[key].length === 0 ? null : `|${offer.options[key].join('|')}|`));
  return [id, offer.name, offer.nodeGbit, offer.gpuGbit, offer.price, ...one, ...several];
}

const typeOf = (column: string): string =>
  column === 'id' ? 'INTEGER PRIMARY KEY' : ['node_gbit', 'gpu_gbit', 'price'].includes(column) ? 'DOUBLE' : 'TEXT';
const createSql = `CREATE TABLE offers (${columnNames.map((column) => `${column} ${typeOf(column)}`).join(', ')})`;

interface SqliteModule {
  readonly default: new (
    path: string,
  ) => {
    exec(sql: string): void;
    prepare(sql: string): { run(...values: unknown[]): void; all(): unknown[] };
    transaction(work: () => void): () => void;
  };
}

async function importIfInstalled<T>(name: string): Promise<T | null> {
  try {
    return (await import(name)) as T;
  } catch {
    return null;
  }
}

/** SQLite through better-sqlite3, if that is installed: one table in memory, an index on each sort column. */
export async function openSqlite(offers: readonly GeneratedOffer[]): Promise<Rival | null> {
  const module = await importIfInstalled<SqliteModule>('better-sqlite3');
  if (module === null) return null;
  const database = new module.default(':memory:');
  database.exec(createSql);
  const insert = database.prepare(`INSERT INTO offers VALUES (${columnNames.map(() => '?').join(', ')})`);
  database.transaction(() => {
    for (const [id, offer] of offers.entries()) insert.run(...rowOf(offer, id));
  })();
  for (const column of ['price', 'node_gbit', 'gpu', 'fabric']) database.exec(`CREATE INDEX by_${column} ON offers (${column})`);
  database.exec('ANALYZE');
  return {
    select: (query) => database.prepare(selectSql(query)).all(),
    facets: (query, keys) => keys.map((key) => database.prepare(facetSql(query, key)).all()),
  };
}

interface DuckConnection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<unknown>;
}
interface DuckModule {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<DuckConnection> }> };
}

async function measureAsync(
  name: string,
  queries: readonly Query[],
  runs: number,
  work: (query: Query) => Promise<unknown>,
): Promise<Timing> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    await work(queries[run % queries.length] as Query);
    times.push(performance.now() - started);
  }
  return summarise(name, times);
}

/** DuckDB through @duckdb/node-api, if that is installed: columns in memory, loaded from values. */
export async function openDuckDb(
  offers: readonly GeneratedOffer[],
): Promise<{ measure: (queries: readonly Query[], keys: readonly ChoiceKey[]) => Promise<{ select: Timing[]; facets: Timing[] }> } | null> {
  const module = await importIfInstalled<DuckModule>('@duckdb/node-api');
  if (module === null) return null;
  const connection = await (await module.DuckDBInstance.create(':memory:')).connect();
  await connection.run(createSql);
  const literal = (value: string | number | null): string =>
    value === null ? 'NULL' : typeof value === 'number' ? String(value) : quote(value);
  const batch = 2_000;
  for (let start = 0; start < offers.length; start += batch) {
    const rows = offers.slice(start, start + batch).map(
      (offer, offset) =>
        `(${rowOf(offer, start + offset)
          .map(literal)
          .join(',')})`,
    );
    await connection.run(`INSERT INTO offers VALUES ${rows.join(',')}`);
  }
  return {
    measure: async (queries, keys) => ({
      select: [await measureAsync('DuckDB, in memory', queries, 60, (query) => connection.runAndReadAll(selectSql(query)))],
      facets: [
        await measureAsync('DuckDB, in memory', queries, 30, async (query) => {
          for (const key of keys) await connection.runAndReadAll(facetSql(query, key));
        }),
      ],
    }),
  };
}
