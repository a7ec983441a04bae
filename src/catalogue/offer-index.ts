import {
  addPosition,
  type Bitset,
  countPositions,
  countShared,
  emptyBitset,
  fullBitset,
  hasPosition,
  intersectInPlace,
  takePositions,
  unite,
  visitPositions,
} from './bitset.ts';
import { type BoundKey, boundFilters, type ChoiceKey, choiceFilters, type SortKey, unknownOption } from './filters.ts';
import type { Ask, Query } from './query.ts';
import { RecentEntries } from './recent-entries.ts';
import { type PriceModel, priceModels } from './vocabulary.ts';

/** What sorting needs to know beside the row: the price asked for, and what the reader needs. */
export interface View {
  readonly model: PriceModel | null;
  /** Id or family, where the question names a single GPU type. */
  readonly gpu: string | null;
  readonly ask: Ask;
}

/** One offer as the index sees it. `null` and an empty list mean "not on file". */
export interface IndexRow {
  readonly optionsOf: (key: ChoiceKey) => readonly string[];
  readonly facetOptionsOf: (key: ChoiceKey) => readonly string[];
  readonly numberFor: (key: BoundKey, view: View) => number | null;
  readonly sortValueFor: (key: SortKey, view: View) => number | string | null;
  /** False where a published term contradicts the ask; silence does not. */
  readonly fits: (ask: Ask) => boolean;
  readonly publishes: (part: 'nodes' | 'start' | 'term') => boolean;
  /** Provider and product in plain words, for `q`. */
  readonly text: string;
}

export interface Selection {
  /** Row numbers of the page asked for, as given to `buildOfferIndex`, in sorted order. */
  readonly rows: readonly number[];
  readonly total: number;
  readonly hiddenUnknown: number;
  readonly facets: ReadonlyMap<ChoiceKey, ReadonlyMap<string, number>>;
}

export interface OfferIndex {
  readonly size: number;
  /** Answers one question. `facetKeys`: the choices to count; counting is the dearer part. */
  select(query: Query, facetKeys: readonly ChoiceKey[]): Selection;
}

interface ChoiceColumn {
  readonly sets: ReadonlyMap<string, Bitset>;
  readonly unknown: Bitset;
  readonly facetOptions: ReadonlySet<string>;
}

interface NumberColumn {
  /** By position; NaN where the figure is not on file. */
  readonly values: Float64Array;
  readonly silent: Bitset;
}

interface Order {
  /** Positions in sorted order, and the place of each position in it. */
  readonly positions: Uint32Array;
  readonly places: Uint32Array;
}

export const standardView: View = { model: null, gpu: null, ask: { nodes: null, start: null, termHours: null } };
const mostCachedColumns = 48;

/** A name for a view: equal views have equal names. */
export const viewName = (view: View): string => [view.model, view.gpu, view.ask.nodes, view.ask.start, view.ask.termHours].join('|');

/**
 * How a question looks at prices: the single way of provisioning in it, where that has prices of its own, and the
 * single GPU type. Several of either leave the standing price.
 */
export function viewOf(query: Query): View {
  const only = (key: ChoiceKey): string | null => {
    const chosen = query.choices.get(key) ?? [];
    return chosen.length === 1 && chosen[0] !== unknownOption ? (chosen[0] ?? null) : null;
  };
  const provisioning = only('provisioning');
  return { model: priceModels.find((model) => model === provisioning) ?? null, gpu: only('gpu'), ask: query.ask };
}

/**
 * Builds the columns over which the comparison filters, sorts and counts: one bitset per word, one array per figure.
 * Positions follow the standard order (bandwidth per GPU falling, then price), so that the first page of it is a scan.
 */
export function buildOfferIndex(rows: readonly IndexRow[]): OfferIndex {
  const numbers = new RecentEntries<NumberColumn>(mostCachedColumns);
  const rowOf = standardOrder(rows);
  const at = (position: number): IndexRow => rows[rowOf[position] as number] as IndexRow;
  const choices = new Map<ChoiceKey, ChoiceColumn>(
    choiceFilters.map((filter) => [filter.key, buildChoiceColumn(rows.length, at, filter.key)]),
  );
  const words = buildWordIndex(rows.length, at);
  const orders = new RecentEntries<Order>(mostCachedColumns);
  const everything = fullBitset(rows.length);

  const numberColumn = (key: BoundKey, view: View): NumberColumn =>
    numbers.get(key === 'max-price' ? `${key}|${viewName(view)}` : key, () =>
      buildNumberColumn(rows.length, (position) => at(position).numberFor(key, view)),
    );

  const orderFor = (key: SortKey | null, descending: boolean, view: View): Order =>
    orders.get(`${key}|${descending}|${viewName(view)}`, () => sortPositions(rows.length, at, key, descending, view));

  const choiceMask = (key: ChoiceKey, chosen: readonly string[]): Bitset => {
    const column = choices.get(key) as ChoiceColumn;
    const sets = chosen.map((word) => (word === unknownOption ? column.unknown : column.sets.get(word))).filter((set) => set !== undefined);
    return sets.length === 1 ? (sets[0] as Bitset) : unite(sets, rows.length);
  };

  const select = (query: Query, facetKeys: readonly ChoiceKey[]): Selection => {
    const view = viewOf(query);
    const masks = new Map<ChoiceKey, Bitset>();
    for (const [key, chosen] of query.choices) masks.set(key, choiceMask(key, chosen));

    const rest = copyOf(everything);
    for (const set of textMasks(query.text, words, rows.length)) intersectInPlace(rest, set);
    const asked = askMask(query, rows.length, at);
    if (asked !== null) intersectInPlace(rest, asked);

    const wide = copyOf(rest);
    for (const [key, bound] of query.bounds) {
      const column = numberColumn(key, view);
      const isLeast = boundFilters.some((filter) => filter.key === key && filter.kind === 'at-least');
      const passing = bound.limit === null ? emptyBitset(rows.length) : boundMask(column.values, isLeast, bound.limit);
      const passingOrSilent = unite([passing, column.silent], rows.length);
      intersectInPlace(wide, passingOrSilent);
      intersectInPlace(rest, bound.orUnknown ? passingOrSilent : passing);
    }

    const matched = copyOf(rest);
    for (const mask of masks.values()) {
      intersectInPlace(matched, mask);
      intersectInPlace(wide, mask);
    }
    const total = countPositions(matched);
    const hiddenUnknown = query.bounds.size === 0 ? 0 : countPositions(wide) - total;

    const facets = new Map<ChoiceKey, ReadonlyMap<string, number>>();
    for (const key of facetKeys) {
      const others = masks.has(key) ? withoutOne(rest, masks, key) : matched;
      facets.set(key, countOptions(choices.get(key) as ChoiceColumn, others, query.choices.get(key) ?? []));
    }

    const skip = (query.page - 1) * query.limit;
    const isStandard = query.sort === null && viewName(view) === viewName(standardView);
    const positions = isStandard
      ? takePositions(matched, skip, query.limit)
      : takeInOrder(matched, total, orderFor(query.sort?.key ?? null, query.sort?.descending ?? false, view), skip, query.limit);
    return { rows: positions.map((position) => rowOf[position] as number), total, hiddenUnknown, facets };
  };

  return { size: rows.length, select };
}

const copyOf = (set: Bitset): Bitset => set.slice();

function withoutOne(rest: Bitset, masks: ReadonlyMap<ChoiceKey, Bitset>, left: ChoiceKey): Bitset {
  const others = rest.slice();
  for (const [key, mask] of masks) if (key !== left) intersectInPlace(others, mask);
  return others;
}

function countOptions(column: ChoiceColumn, within: Bitset, chosen: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [option, set] of column.sets) {
    if (!column.facetOptions.has(option) && !chosen.includes(option)) continue;
    const count = countShared(set, within);
    if (count > 0 || chosen.includes(option)) counts.set(option, count);
  }
  const unknown = countShared(column.unknown, within);
  if (unknown > 0 || chosen.includes(unknownOption)) counts.set(unknownOption, unknown);
  return counts;
}

function buildChoiceColumn(size: number, at: (position: number) => IndexRow, key: ChoiceKey): ChoiceColumn {
  const sets = new Map<string, Bitset>();
  const unknown = emptyBitset(size);
  const facetOptions = new Set<string>();
  for (let position = 0; position < size; position++) {
    const options = at(position).optionsOf(key);
    if (options.length === 0) addPosition(unknown, position);
    for (const option of options) {
      let set = sets.get(option);
      if (set === undefined) {
        set = emptyBitset(size);
        sets.set(option, set);
      }
      addPosition(set, position);
    }
    for (const option of at(position).facetOptionsOf(key)) facetOptions.add(option);
  }
  return { sets, unknown, facetOptions };
}

const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean);

function buildWordIndex(size: number, at: (position: number) => IndexRow): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  for (let position = 0; position < size; position++) {
    for (const word of new Set(wordsOf(at(position).text))) {
      const holders = index.get(word);
      if (holders === undefined) index.set(word, [position]);
      else holders.push(position);
    }
  }
  return index;
}

/** One set per word of the text: a row matches where one of its words contains the word asked for. */
function textMasks(text: string, words: ReadonlyMap<string, readonly number[]>, size: number): Bitset[] {
  return wordsOf(text).map((asked) => {
    const mask = emptyBitset(size);
    for (const [word, positions] of words) {
      if (word.includes(asked)) for (const position of positions) addPosition(mask, position);
    }
    return mask;
  });
}

function askMask(query: Query, size: number, at: (position: number) => IndexRow): Bitset | null {
  const { nodes, start, termHours } = query.ask;
  if (nodes === null && start === null && termHours === null && query.askUnknown.length === 0) return null;
  const mask = emptyBitset(size);
  for (let position = 0; position < size; position++) {
    const row = at(position);
    if (row.fits(query.ask) && query.askUnknown.every((part) => !row.publishes(part))) addPosition(mask, position);
  }
  return mask;
}

function buildNumberColumn(size: number, valueAt: (position: number) => number | null): NumberColumn {
  const values = Float64Array.from({ length: size }, (_, position) => valueAt(position) ?? Number.NaN);
  const silent = emptyBitset(size);
  for (let position = 0; position < size; position++) if (Number.isNaN(values[position])) addPosition(silent, position);
  return { values, silent };
}

/** The rows whose published figure keeps the bound; silent rows (NaN) pass neither comparison. */
function boundMask(values: Float64Array, isLeast: boolean, limit: number): Bitset {
  const mask = emptyBitset(values.length);
  for (let word = 0, position = 0; word < mask.length; word++) {
    const end = Math.min(position + 32, values.length);
    let bits = 0;
    for (let bit = 0; position < end; bit++, position++) {
      const value = values[position] as number;
      if (isLeast ? value >= limit : value <= limit) bits |= 1 << bit;
    }
    mask[word] = bits;
  }
  return mask;
}

/** Numbers by size, text by code unit; unknown last in either direction. */
function compareValues(a: number | string | null, b: number | string | null, descending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const rising = a < b ? -1 : 1;
  return descending ? -rising : rising;
}

function standardOrder(rows: readonly IndexRow[]): Uint32Array {
  const bandwidth = rows.map((row) => row.numberFor('min-gpu-gbit', standardView));
  const price = rows.map((row) => row.numberFor('max-price', standardView));
  const order = Uint32Array.from(rows.keys());
  return order.sort(
    (a, b) =>
      compareValues(bandwidth[a] as number | null, bandwidth[b] as number | null, true) ||
      compareValues(price[a] as number | null, price[b] as number | null, false) ||
      a - b,
  );
}

function sortPositions(size: number, at: (position: number) => IndexRow, key: SortKey | null, descending: boolean, view: View): Order {
  const valuesOf = (read: (row: IndexRow) => number | string | null): (number | string | null)[] =>
    Array.from({ length: size }, (_, position) => read(at(position)));
  const compare =
    key === null
      ? standardComparison(
          valuesOf((row) => row.numberFor('min-gpu-gbit', view)),
          valuesOf((row) => row.numberFor('max-price', view)),
        )
      : singleComparison(
          valuesOf((row) => row.sortValueFor(key, view)),
          descending,
        );
  const positions = Uint32Array.from({ length: size }, (_, position) => position).sort((a, b) => compare(a, b) || a - b);
  const places = new Uint32Array(size);
  for (let place = 0; place < size; place++) places[positions[place] as number] = place;
  return { positions, places };
}

type Values = readonly (number | string | null)[];

const singleComparison =
  (values: Values, descending: boolean) =>
  (a: number, b: number): number =>
    compareValues(values[a] ?? null, values[b] ?? null, descending);

const standardComparison =
  (bandwidth: Values, price: Values) =>
  (a: number, b: number): number =>
    compareValues(bandwidth[a] ?? null, bandwidth[b] ?? null, true) || compareValues(price[a] ?? null, price[b] ?? null, false);

/**
 * A page of the matched rows in a given order. Walking the order costs about size/total steps a row; sorting the
 * matched rows costs total·log(total): the cheaper way is taken.
 */
function takeInOrder(matched: Bitset, total: number, order: Order, skip: number, take: number): number[] {
  const size = order.positions.length;
  const stepsToWalk = total === 0 ? 0 : ((skip + take) * size) / total;
  if (stepsToWalk > total * Math.log2(total + 2)) {
    const positions: number[] = [];
    visitPositions(matched, (position) => positions.push(position) > 0);
    positions.sort((a, b) => (order.places[a] as number) - (order.places[b] as number));
    return positions.slice(skip, skip + take);
  }
  const taken: number[] = [];
  let seen = 0;
  for (let place = 0; place < size && taken.length < take; place++) {
    const position = order.positions[place] as number;
    if (hasPosition(matched, position) && seen++ >= skip) taken.push(position);
  }
  return taken;
}
