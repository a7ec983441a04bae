import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDay } from '../units/date.ts';
import { type BoundKey, boundFilters, type ChoiceKey, choiceFilters, type SortKey, unknownOption } from './filters.ts';
import { buildOfferIndex, type IndexRow } from './offer-index.ts';
import { parseQuery, type Query, type QueryWords } from './query.ts';

const words: QueryWords = {
  providers: new Set(['a', 'b']),
  gpus: new Set(['h100', 'b200']),
  regions: new Set(['de']),
  readGpu: () => null,
};
const question = (text: string): Query => parseQuery(new URLSearchParams(text), words, toDay('2026-11-30'));

interface PlainRow {
  readonly multiNode: 'yes' | 'no' | null;
  readonly fabrics: readonly string[];
  readonly gbit: number | null;
  readonly price: number | null;
  readonly name: string;
  readonly maxNodes: number | null;
}

function toRow(plain: PlainRow): IndexRow {
  const options: Partial<Record<ChoiceKey, readonly string[]>> = {
    'multi-node': plain.multiNode === null ? [] : [plain.multiNode],
    fabric: plain.fabrics,
  };
  const numbers: Record<BoundKey, number | null> = {
    'min-node-gbit': plain.gbit,
    'min-gpu-gbit': plain.gbit === null ? null : plain.gbit / 8,
    'max-price': plain.price,
  };
  const sorts: Partial<Record<SortKey, number | string | null>> = { price: plain.price, name: plain.name, 'node-gbit': plain.gbit };
  return {
    optionsOf: (key) => options[key] ?? [],
    facetOptionsOf: (key) => options[key] ?? [],
    numberFor: (key) => numbers[key],
    sortValueFor: (key) => sorts[key] ?? null,
    fits: (ask) => ask.nodes === null || plain.maxNodes === null || plain.maxNodes >= ask.nodes,
    publishes: (part) => part === 'nodes' && plain.maxNodes !== null,
    text: plain.name,
  };
}

const plainRow: fc.Arbitrary<PlainRow> = fc.record({
  multiNode: fc.constantFrom('yes', 'no', null),
  fabrics: fc.uniqueArray(fc.constantFrom('infiniband', 'roce', 'efa'), { maxLength: 2 }),
  gbit: fc.constantFrom(null, 100, 400, 1_600, 3_200),
  price: fc.option(fc.integer({ min: 1, max: 20 })),
  name: fc.constantFrom('hgx h100', 'p5.48xlarge', 'nd h100 v5', 'instant cluster'),
  maxNodes: fc.option(fc.integer({ min: 1, max: 64 })),
});
const questionText = fc
  .record({
    multiNode: fc.constantFrom('', 'multi-node=any', 'multi-node=no&multi-node=unknown'),
    fabric: fc.constantFrom('', 'fabric=roce', 'fabric=roce&fabric=unknown', 'fabric=efa'),
    gbit: fc.constantFrom('', 'min-node-gbit=400', 'min-node-gbit=3200&min-node-gbit=unknown', 'min-node-gbit=unknown'),
    price: fc.constantFrom('', 'max-price=7'),
    nodes: fc.constantFrom('', 'nodes=8', 'nodes=unknown'),
    text: fc.constantFrom('', 'q=H100', 'q=h100 nd', 'q=%25'),
    sort: fc.constantFrom('', 'sort=price', 'sort=-price', 'sort=name', 'sort=-node-gbit'),
    view: fc.constantFrom('', 'limit=3', 'limit=3&page=2', 'limit=1&page=7'),
  })
  .map((parts) => Object.values(parts).filter(Boolean).join('&'));

/** The same answer by the plainest possible means. */
function scan(rows: readonly PlainRow[], query: Query, leaveOut: ChoiceKey | null = null, silentPass = false): number[] {
  const matches = (plain: PlainRow): boolean => {
    const row = toRow(plain);
    const choicesMatch = [...query.choices].every(([key, chosen]) => {
      const own = row.optionsOf(key);
      return key === leaveOut || chosen.some((word) => (word === unknownOption ? own.length === 0 : own.includes(word)));
    });
    const boundsMatch = [...query.bounds].every(([key, bound]) => {
      const value = row.numberFor(key, { model: null, gpu: null, ask: query.ask });
      if (value === null) return bound.orUnknown || silentPass;
      const isLeast = boundFilters.some((filter) => filter.key === key && filter.kind === 'at-least');
      return bound.limit !== null && (isLeast ? value >= bound.limit : value <= bound.limit);
    });
    const textMatches = query.text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => plain.name.split(' ').some((own) => own.includes(word)));
    return choicesMatch && boundsMatch && textMatches && row.fits(query.ask) && query.askUnknown.every((part) => !row.publishes(part));
  };
  return rows.flatMap((row, number) => (matches(row) ? [number] : []));
}

function sortPlainly(rows: readonly PlainRow[], found: readonly number[], query: Query): number[] {
  const lastIfNull = (a: number | string | null, b: number | string | null, descending: boolean): number =>
    a === b ? 0 : a === null ? 1 : b === null ? -1 : (a < b ? -1 : 1) * (descending ? -1 : 1);
  const at = (number: number) => rows[number] as PlainRow;
  const standard = (a: number, b: number) =>
    lastIfNull(at(a).gbit, at(b).gbit, true) || lastIfNull(at(a).price, at(b).price, false) || a - b;
  const { sort } = query;
  if (sort === null) return [...found].sort(standard);
  const read = (number: number) => toRow(at(number)).sortValueFor(sort.key, { model: null, gpu: null, ask: query.ask });
  return [...found].sort((a, b) => lastIfNull(read(a), read(b), sort.descending) || standard(a, b));
}

describe('the offer index', () => {
  it('answers as a plain scan would: rows in order, total, hidden and facets', () => {
    fc.assert(
      fc.property(fc.array(plainRow, { maxLength: 80 }), questionText, (plain, text) => {
        const query = question(text);
        const index = buildOfferIndex(plain.map(toRow));
        const answer = index.select(query, ['multi-node', 'fabric']);
        const found = scan(plain, query);
        expect(answer.total).toBe(found.length);
        expect(answer.rows).toEqual(sortPlainly(plain, found, query).slice((query.page - 1) * query.limit, query.page * query.limit));
        expect(answer.hiddenUnknown).toBe(scan(plain, query, null, true).length - found.length);
        const others = scan(plain, query, 'fabric').map((number) => plain[number] as PlainRow);
        const counts = answer.facets.get('fabric');
        for (const fabric of ['infiniband', 'roce', 'efa'])
          expect(counts?.get(fabric) ?? 0).toBe(others.filter((row) => row.fabrics.includes(fabric)).length);
        expect(counts?.get(unknownOption) ?? 0).toBe(others.filter((row) => row.fabrics.length === 0).length);
      }),
      { numRuns: 300 },
    );
  });

  it('gives each page its own rows and all pages together every match once', () => {
    fc.assert(
      fc.property(fc.array(plainRow, { maxLength: 60 }), fc.constantFrom('sort=price', 'sort=-name', ''), (plain, sort) => {
        const index = buildOfferIndex(plain.map(toRow));
        const all = Array.from(
          { length: 20 },
          (_, page) => index.select(question(`multi-node=any&limit=4&page=${page + 1}&${sort}`), []).rows,
        ).flat();
        expect([...all].sort((a, b) => a - b)).toEqual([...plain.keys()]);
      }),
    );
  });

  it('counts in a facet what ticking that option would leave', () => {
    fc.assert(
      fc.property(fc.array(plainRow, { maxLength: 60 }), (plain) => {
        const index = buildOfferIndex(plain.map(toRow));
        const counts = index.select(question('min-node-gbit=400'), ['fabric']).facets.get('fabric') ?? new Map<string, number>();
        for (const [option, count] of counts) expect(index.select(question(`min-node-gbit=400&fabric=${option}`), []).total).toBe(count);
      }),
    );
  });

  it('answers the empty catalogue with nothing', () => {
    const answer = buildOfferIndex([]).select(
      question('sort=price&q=x&nodes=3'),
      choiceFilters.map((filter) => filter.key),
    );
    expect([answer.total, answer.rows.length, answer.hiddenUnknown]).toEqual([0, 0, 0]);
  });
});
