import { type ChoiceKey, choiceFilters } from '../../src/catalogue/filters.ts';
import { buildOfferIndex } from '../../src/catalogue/offer-index.ts';
import { parseQuery, type Query, type QueryWords } from '../../src/catalogue/query.ts';
import { toDay } from '../../src/units/date.ts';
import { openDuckDb, openSqlite, type Rival } from './databases.ts';
import { type GeneratedOffer, generateOffers, toGeneratedRow } from './generated-offers.ts';
import { measure, printTimings, type Timing } from './measure.ts';

const offerCount = 200_000;
const runs = 600;
const six: readonly ChoiceKey[] = ['multi-node', 'fabric', 'orchestration', 'provisioning', 'topology', 'rdma'];

const words: QueryWords = {
  providers: new Set(Array.from({ length: 500 }, (_, number) => `provider-${number}`)),
  gpus: new Set(['h100', 'h200', 'b200', 'gb200', 'mi300x']),
  regions: new Set(['us', 'de', 'fi']),
  readGpu: () => null,
};

/** Questions as people ask them: from none to five filters, each with a sort. */
export const questionTexts = [
  '',
  'fabric=infiniband&min-node-gbit=3200',
  'fabric=infiniband&fabric=roce&gpu=h100&sort=price',
  'gpu=h200&orchestration=slurm&max-price=5&sort=price',
  'rdma=yes&provisioning=on-demand&sort=-node-gbit',
  'fabric=unknown&sort=name',
  'gpu=b200&region=de&sort=price&page=2',
  'multi-node=any&min-gpu-gbit=200&storage=lustre&sort=-price',
  'topology=non-blocking&orchestration=kubernetes&priced=yes&sort=price',
  'gpu=mi300x&fabric=roce&rdma=yes&gpudirect=yes&region=us&sort=price',
];

/** The plainest fast way: one pass over typed arrays for each question, as a good programmer would write it first. */
function naiveArrays(offers: readonly GeneratedOffer[]): { select: (query: Query) => number; facets: (query: Query) => number } {
  const columns = new Map(
    choiceFilters.map((filter) => {
      const options = [...new Set(offers.flatMap((offer) => offer.options[filter.key]))];
      const bits = new Map(options.map((option, bit) => [option, bit % 32]));
      const masks = Uint32Array.from(offers, (offer) =>
        offer.options[filter.key].reduce((mask, option) => mask | (1 << (bits.get(option) ?? 0)), 0),
      );
      return [filter.key, { options, bits, masks }] as const;
    }),
  );
  const prices = Float64Array.from(offers, (offer) => offer.price ?? Number.NaN);
  const node = Float64Array.from(offers, (offer) => offer.nodeGbit ?? Number.NaN);
  const gpu = Float64Array.from(offers, (offer) => offer.gpuGbit ?? Number.NaN);
  const matchesOf = (query: Query, without: ChoiceKey | null): number[] => {
    const wanted = [...query.choices]
      .filter(([key]) => key !== without)
      .map(([key, chosen]) => {
        const column = columns.get(key);
        return {
          masks: column?.masks ?? new Uint32Array(),
          mask: chosen.reduce((mask, option) => mask | (column?.bits.has(option) ? 1 << (column.bits.get(option) ?? 0) : 0), 0),
          unknown: chosen.includes('unknown'),
        };
      });
    const least = query.bounds.get('min-node-gbit')?.limit ?? null;
    const leastPerGpu = query.bounds.get('min-gpu-gbit')?.limit ?? null;
    const most = query.bounds.get('max-price')?.limit ?? null;
    const found: number[] = [];
    for (let row = 0; row < offers.length; row++) {
      let isMatch = true;
      for (const { masks, mask, unknown } of wanted) {
        const own = masks[row] as number;
        if (own === 0 ? !unknown : (own & mask) === 0) {
          isMatch = false;
          break;
        }
      }
      if (
        !isMatch ||
        (least !== null && !((node[row] as number) >= least)) ||
        (leastPerGpu !== null && !((gpu[row] as number) >= leastPerGpu))
      )
        continue;
      if (most !== null && !((prices[row] as number) <= most)) continue;
      found.push(row);
    }
    return found;
  };
  const valueFor = (query: Query): Float64Array => (query.sort?.key === 'price' ? prices : query.sort?.key === 'node-gbit' ? node : gpu);
  return {
    select: (query) => {
      const values = valueFor(query);
      const direction = (query.sort?.descending ?? query.sort === null) ? -1 : 1;
      const rank = (row: number): number => (Number.isNaN(values[row]) ? Number.POSITIVE_INFINITY : direction * (values[row] as number));
      return matchesOf(query, null)
        .sort((a, b) => rank(a) - rank(b) || a - b)
        .slice(0, 50).length;
    },
    facets: (query) => {
      let total = 0;
      for (const key of six) {
        const counts = new Uint32Array(32);
        const masks = columns.get(key)?.masks ?? new Uint32Array();
        for (const row of matchesOf(query, query.choices.has(key) ? key : null)) {
          for (let bits = masks[row] as number; bits !== 0; bits &= bits - 1)
            counts[31 - Math.clz32(bits & -bits)] = (counts[31 - Math.clz32(bits & -bits)] ?? 0) + 1;
        }
        total += counts[0] ?? 0;
      }
      return total;
    },
  };
}

function rivalTimings(rival: Rival | null, name: string, queries: readonly Query[]): { select: Timing[]; facets: Timing[] } {
  if (rival === null) {
    console.log(`${name} is not installed: left out.`);
    return { select: [], facets: [] };
  }
  return {
    select: [measure(name, queries, 60, (query) => rival.select(query))],
    facets: [measure(name, queries, 30, (query) => rival.facets(query, six))],
  };
}

/** Filter, sort and first 50, and six facet counts, over 200,000 generated offers: ours beside what one would use instead. */
export async function benchComparison(): Promise<void> {
  const offers = generateOffers(offerCount);
  const queries = questionTexts.map((text) => parseQuery(new URLSearchParams(text), words, toDay('2026-11-30')));
  const started = performance.now();
  const index = buildOfferIndex(offers.map(toGeneratedRow));
  console.log(`\nIndex of ${offerCount.toLocaleString('en-US')} offers built in ${(performance.now() - started).toFixed(0)} ms`);
  const naive = naiveArrays(offers);
  const sqlite = rivalTimings(await openSqlite(offers), 'SQLite, in memory, indexed', queries);
  const duck = await openDuckDb(offers);
  const duckTimings = duck === null ? { select: [], facets: [] } : await duck.measure(queries, six);
  if (duck === null) console.log('DuckDB is not installed: left out.');

  printTimings('Filter + sort + first 50', [
    measure('offer index', queries, runs, (query) => index.select(query, [])),
    measure('naive typed arrays', queries, runs / 4, naive.select),
    ...sqlite.select,
    ...duckTimings.select,
  ]);
  printTimings('Six facet counts (and the selection)', [
    measure('offer index', queries, runs, (query) => index.select(query, six)),
    measure('naive typed arrays', queries, runs / 10, naive.facets),
    ...sqlite.facets,
    ...duckTimings.facets,
  ]);
}
