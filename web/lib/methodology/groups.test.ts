import { describe, expect, it } from 'vitest';
import { classKey, partGroups, spanKey } from './groups.ts';

const errors = { medianPercent: 4, meanPercent: 5, within10Percent: 80 };
const group = (what: 'peak memory' | 'bus bandwidth' | 'step time or throughput', whose: string | null) => ({
  what,
  whose,
  cases: 3,
  onFile: errors,
  leftOut: { ...errors, biasPercent: -1, coveragePercent: null },
});

describe('groups of errors', () => {
  it('are parted into all publishers and one, steps first', () => {
    const { totals, byPublisher } = partGroups([
      group('bus bandwidth', 'dstack'),
      group('peak memory', null),
      group('bus bandwidth', 'multi-node'),
      group('step time or throughput', 'one node'),
    ]);
    expect(totals.map(({ what }) => what)).toEqual(['step time or throughput', 'bus bandwidth', 'peak memory']);
    expect(byPublisher.map(({ whose }) => whose)).toEqual(['dstack']);
  });

  it('have a word for spans and none for publishers', () => {
    expect(spanKey(group('bus bandwidth', 'multi-node'))).toBe('method_whose_multi');
    expect(spanKey(group('bus bandwidth', 'dstack'))).toBeNull();
  });

  it('have no word for a class that nobody named yet', () => {
    expect(classKey('sharded')).toBe('method_class_sharded');
    expect(classKey('unheard of')).toBeNull();
  });
});
