import { describe, expect, it } from 'vitest';
import { buildFilterForm, listActiveFilters, withUnpublished } from './filter-form.ts';

const names = { provider: (id: string) => id.toUpperCase(), gpu: (id: string) => id.toUpperCase() };
const facets = {
  'multi-node': { yes: 140, no: 17, unknown: 61 },
  gpu: Object.fromEntries([...Array.from({ length: 14 }, (_, place) => [`g${place}`, 20 - place]), ['unknown', 34]]),
  rdma: { yes: 85, unknown: 50 },
  gpudirect: { no: 3, yes: 19, unknown: 118 },
};
const formOf = (query: string) => buildFilterForm({ facets, query, locale: 'en', names });
const groupOf = (query: string, name: string) => formOf(query).find((group) => group.name === name);

describe('the form of the comparison', () => {
  it('ticks "yes" where the query does not speak of multi-node, and nothing where it says any', () => {
    expect(
      groupOf('', 'multi-node')
        ?.shown.filter((option) => option.isChosen)
        .map((option) => option.value),
    ).toEqual(['yes']);
    expect(groupOf('multi-node=any', 'multi-node')?.shown.some((option) => option.isChosen)).toBe(false);
  });

  it('keeps "not published" apart, whatever its count', () => {
    const gpu = groupOf('', 'gpu');
    expect(gpu?.unknown.map((option) => option.count)).toEqual([34]);
    expect([...(gpu?.shown ?? []), ...(gpu?.folded ?? [])].some((option) => option.value === 'unknown')).toBe(false);
  });

  it('folds rare answers away, but never a ticked one', () => {
    const gpu = groupOf('gpu=g13', 'gpu');
    expect(gpu?.shown.map((option) => option.value)).toEqual(['g0', 'g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'g7', 'g13']);
    expect(gpu?.folded).toHaveLength(5);
  });

  it('asks yes before no, whichever is more frequent', () => {
    expect(groupOf('', 'access')?.shown.map((option) => `${option.key} ${option.value}`)).toEqual([
      'rdma yes',
      'gpudirect yes',
      'gpudirect no',
    ]);
  });

  it('fills the fields from the query', () => {
    expect(groupOf('min-node-gbit=1600', 'bandwidth')?.fields.map((field) => field.value)).toEqual(['1600', '']);
  });
});

describe('filters in force', () => {
  const active = (query: string) => listActiveFilters({ facets, query, locale: 'en', names }).map((filter) => [filter.label, filter.query]);

  it('names the standing filter, and asks for any where it is dropped', () => {
    expect(active('')).toEqual([['Multi-node: yes, rented as one unit', 'multi-node=any']]);
  });

  it('drops one value of a key and leaves the others', () => {
    expect(active('multi-node=any&gpu=h100&gpu=h200&page=3')).toEqual([
      ['GPU: H100', 'multi-node=any&gpu=h200'],
      ['GPU: H200', 'multi-node=any&gpu=h100'],
    ]);
  });
});

describe('offers that do not publish a figure', () => {
  it('are asked for beside each bound, once', () => {
    expect(withUnpublished('min-node-gbit=1600&page=2')).toBe('min-node-gbit=1600&min-node-gbit=unknown');
    expect(withUnpublished('max-price=5&max-price=unknown')).toBe('max-price=5&max-price=unknown');
  });
});
