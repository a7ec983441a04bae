import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';
import { type Day, isDay } from '../units/date.ts';
import { type Hours, parseDuration } from '../units/duration.ts';
import {
  askFilters,
  type BoundKey,
  boundFilters,
  type ChoiceKey,
  choiceFilters,
  filters,
  type SortKey,
  sortKeys,
  textFilter,
  unknownOption,
  viewKeys,
} from './filters.ts';

/** A bound on a figure. `orUnknown`: offers that do not publish the figure pass too. `limit` null: only those. */
export interface Bound {
  readonly limit: number | null;
  readonly orUnknown: boolean;
}

/** What the reader needs; each part null where not said. */
export interface Ask {
  readonly nodes: number | null;
  readonly start: Day | null;
  readonly termHours: Hours | null;
}

/** A question to the comparison, checked: every word in it is one that the catalogue knows. */
export interface Query {
  readonly choices: ReadonlyMap<ChoiceKey, readonly string[]>;
  readonly bounds: ReadonlyMap<BoundKey, Bound>;
  readonly ask: Ask;
  /** Keys of the ask that were given as `unknown`: only offers that do not publish the matching terms. */
  readonly askUnknown: readonly ('nodes' | 'start' | 'term')[];
  readonly text: string;
  readonly sort: { readonly key: SortKey; readonly descending: boolean } | null;
  readonly page: number;
  readonly limit: number;
  /** The term as written, kept so that the canonical question reads as it was asked. */
  readonly termText: string | null;
}

/** Words that only the data can allow: what the catalogue at hand knows. */
export interface QueryWords {
  readonly providers: ReadonlySet<string>;
  /** Exact ids and families. */
  readonly gpus: ReadonlySet<string>;
  readonly regions: ReadonlySet<string>;
  /** Reads another spelling of a GPU ("H100 SXM"), null where it is none or ambiguous beyond its family. */
  readonly readGpu: (label: string) => string | null;
}

export const standardLimit = 50;
export const highestLimit = 500;
const mostParameters = 100;
const mostValuesPerKey = 40;
const longestValue = 200;
const highestNodes = 100_000;
/** Offers that are not rented as one unit, in the form's language: no restriction. */
const anyOption = 'any';
const currenciesOnFile = ['USD'];

const allKeys: readonly string[] = [...filters.map((filter) => filter.key), ...viewKeys];
const numberShape = /^(\d{1,9}(?:\.\d{1,6})?)\s*([a-z/]*)$/i;
const gbitPerUnit = new Map([
  ['', 1],
  ['gbit', 1],
  ['gbit/s', 1],
  ['gbps', 1],
  ['tbit', 1_000],
  ['tbit/s', 1_000],
]);

function collectValues(parameters: Iterable<readonly [string, string]>): Map<string, string[]> {
  const collected = new Map<string, string[]>();
  let total = 0;
  for (const [key, raw] of parameters) {
    const value = raw.trim();
    if (++total > mostParameters) throw new Fault('query/too-many-values', { most: mostParameters });
    if (value === '') {
      if (!allKeys.includes(key)) throw unknownFilter(key);
      continue;
    }
    if (!allKeys.includes(key)) throw unknownFilter(key);
    if (value.length > longestValue) throw new Fault('query/too-long', { key, most: longestValue });
    const values = collected.get(key) ?? [];
    if (!values.includes(value)) values.push(value);
    if (values.length > mostValuesPerKey) throw new Fault('query/too-many-values', { most: mostValuesPerKey });
    collected.set(key, values);
  }
  return collected;
}

function unknownFilter(key: string): Fault {
  const given = key.slice(0, 60);
  return new Fault('query/unknown-filter', { given, nearest: nearestWord(given, allKeys) ?? '' });
}

function unknownValue(key: string, given: string, allowed: Iterable<string>): Fault {
  return new Fault('query/unknown-value', { key, given: given.slice(0, 60), nearest: nearestWord(given, allowed) ?? '' });
}

function readChoice(filter: (typeof choiceFilters)[number], given: string, words: QueryWords): string {
  const value = given.toLowerCase();
  if (value === unknownOption || value === anyOption) return value;
  switch (filter.options) {
    case 'providers':
      if (words.providers.has(value)) return value;
      throw unknownValue(filter.key, given, words.providers);
    case 'gpus': {
      if (words.gpus.has(value)) return value;
      const read = words.readGpu(given);
      if (read !== null) return read;
      throw unknownValue(filter.key, given, words.gpus);
    }
    case 'regions':
      if (value === 'uk') return 'gb';
      // Any two letters may be a country nobody offers: a valid question whose answer is none.
      if (words.regions.has(value) || /^[a-z]{2}$/.test(value)) return value;
      throw unknownValue(filter.key, given, words.regions);
    default: {
      const options: readonly string[] = filter.options;
      if (options.includes(value)) return value;
      throw unknownValue(filter.key, given, [...options, unknownOption, anyOption]);
    }
  }
}

function readChoices(collected: ReadonlyMap<string, readonly string[]>, words: QueryWords): Map<ChoiceKey, readonly string[]> {
  const choices = new Map<ChoiceKey, readonly string[]>();
  for (const filter of choiceFilters) {
    const given = collected.get(filter.key);
    if (given === undefined) {
      if ('standard' in filter) choices.set(filter.key, filter.standard);
      continue;
    }
    // A form sends `any` beside its boxes so that unticking the last one is an answer; next to a real choice it says nothing.
    const chosen = [...new Set(given.map((value) => readChoice(filter, value, words)))].filter((value) => value !== anyOption);
    if (chosen.length > 0) choices.set(filter.key, inDeclaredOrder(filter, chosen));
  }
  return choices;
}

function inDeclaredOrder(filter: (typeof choiceFilters)[number], chosen: readonly string[]): readonly string[] {
  if (typeof filter.options === 'string') return [...chosen].sort();
  const order: readonly string[] = [...filter.options, unknownOption];
  return [...chosen].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function readNumber(key: string, given: string, units: ReadonlyMap<string, number>, unitNames: string): number {
  const parts = numberShape.exec(given);
  if (parts === null) throw new Fault('query/not-a-number', { key, given: given.slice(0, 60) });
  const factor = units.get((parts[2] ?? '').toLowerCase());
  if (factor === undefined) throw new Fault('query/unknown-unit', { key, given: given.slice(0, 60), units: unitNames });
  return Number(parts[1]) * factor;
}

const plainNumber = new Map([['', 1]]);
const pricePerGpuHour = new Map([
  ['', 1],
  ['usd', 1],
]);

function readBounds(collected: ReadonlyMap<string, readonly string[]>): Map<BoundKey, Bound> {
  const bounds = new Map<BoundKey, Bound>();
  for (const filter of boundFilters) {
    const given = collected.get(filter.key);
    if (given === undefined) continue;
    const orUnknown = given.includes(unknownOption);
    const limits = given
      .filter((value) => value !== unknownOption)
      .map((value) =>
        filter.unit === 'Gbit/s'
          ? readNumber(filter.key, value, gbitPerUnit, 'Gbit/s, Tbit/s')
          : readNumber(filter.key, value, pricePerGpuHour, 'USD'),
      );
    // Several bounds of one key mean or: the widest of them.
    const limit = limits.length === 0 ? null : filter.kind === 'at-least' ? Math.min(...limits) : Math.max(...limits);
    bounds.set(filter.key, { limit, orUnknown });
  }
  return bounds;
}

function readWhole(key: string, given: string, lowest: number, highest: number): number {
  const value = readNumber(key, given, plainNumber, '');
  if (!Number.isInteger(value) || value < lowest || value > highest)
    throw new Fault('query/not-a-number', { key, given: given.slice(0, 60) });
  return value;
}

function readAsk(collected: ReadonlyMap<string, readonly string[]>, today: Day): Pick<Query, 'ask' | 'askUnknown' | 'termText'> {
  const single = (key: string): string | null => collected.get(key)?.find((value) => value !== unknownOption) ?? null;
  const nodes = single('nodes');
  const start = single('start');
  const term = single('term');
  if (start !== null && !isDay(start)) throw new Fault('query/not-a-date', { key: 'start', given: start.slice(0, 60) });
  if (start !== null && start < today) throw new Fault('query/date-in-the-past', { key: 'start', given: start, today });
  const termHours = term === null ? null : parseDuration(term);
  if (term !== null && termHours === null) throw new Fault('query/not-a-duration', { key: 'term', given: term.slice(0, 60) });
  return {
    ask: { nodes: nodes === null ? null : readWhole('nodes', nodes, 1, highestNodes), start: start as Day | null, termHours },
    askUnknown: askFilters.map((filter) => filter.key).filter((key) => collected.get(key)?.includes(unknownOption) ?? false),
    termText: term === null ? null : term.toLowerCase(),
  };
}

function readSort(given: string | undefined): Query['sort'] {
  if (given === undefined) return null;
  const descending = given.startsWith('-');
  const key = descending ? given.slice(1) : given;
  const known = sortKeys.find((candidate) => candidate === key);
  if (known === undefined) throw unknownValue('sort', given, sortKeys);
  return { key: known, descending };
}

/**
 * Reads a question. Empty values count as not given, as an untouched form field sends them.
 * Throws `Fault` (`query/…`) for an unknown key, word, unit, date or currency, naming the nearest valid one:
 * a question that is not understood never answers with all rows.
 */
export function parseQuery(parameters: Iterable<readonly [string, string]>, words: QueryWords, today: Day): Query {
  const collected = collectValues(parameters);
  const last = (key: string): string | undefined => collected.get(key)?.at(-1);
  const currency = last('currency')?.toUpperCase();
  if (currency !== undefined && !currenciesOnFile.includes(currency)) {
    throw new Fault('query/no-rate-on-file', { given: currency.slice(0, 60), known: currenciesOnFile.join(', ') });
  }
  return {
    choices: readChoices(collected, words),
    bounds: readBounds(collected),
    ...readAsk(collected, today),
    text: last(textFilter.key) ?? '',
    sort: readSort(last('sort')),
    page: readWhole('page', last('page') ?? '1', 1, 1_000_000),
    limit: readWhole('limit', last('limit') ?? String(standardLimit), 1, highestLimit),
  };
}

/** The question in its one canonical spelling: keys in declared order, defaults left out. Equal questions give equal text. */
export function formatQuery(query: Query): string {
  const parameters = new URLSearchParams();
  for (const filter of choiceFilters) {
    const chosen = query.choices.get(filter.key) ?? [];
    const standard: readonly string[] = 'standard' in filter ? filter.standard : [];
    if (chosen.join() === standard.join()) continue;
    if (chosen.length === 0) parameters.append(filter.key, anyOption);
    for (const value of chosen) parameters.append(filter.key, value);
  }
  for (const [key, bound] of query.bounds) {
    if (bound.limit !== null) parameters.append(key, String(bound.limit));
    if (bound.orUnknown) parameters.append(key, unknownOption);
  }
  const asked = [
    ['nodes', query.ask.nodes],
    ['start', query.ask.start],
    ['term', query.termText],
  ] as const;
  for (const [key, value] of asked) {
    if (value !== null) parameters.append(key, String(value));
    if (query.askUnknown.includes(key)) parameters.append(key, unknownOption);
  }
  if (query.text !== '') parameters.append(textFilter.key, query.text);
  if (query.sort !== null) parameters.append('sort', `${query.sort.descending ? '-' : ''}${query.sort.key}`);
  if (query.page !== 1) parameters.append('page', String(query.page));
  if (query.limit !== standardLimit) parameters.append('limit', String(query.limit));
  return parameters.toString();
}
