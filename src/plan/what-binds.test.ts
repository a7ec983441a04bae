import { describe, expect, it } from 'vitest';
import type { Outlook } from './job-model.ts';
import { whatBinds } from './what-binds.ts';

const shares = { compute: 0.9, tensor: 0.02, pipeline: 0.02, data: 0.02, other: 0.04 };
const anOutlook = (breakdown: Partial<typeof shares> | null, networkEfficiency = 0.99): Outlook => ({
  memoryGiB: 60,
  mfu: 0.4,
  scalingEfficiency: 1,
  networkEfficiency,
  worstNetworkEfficiency: networkEfficiency,
  breakdown: breakdown === null ? null : { ...shares, ...breakdown },
  runTimeFactors: [0.9, 1.1],
});
const nothing = { repeats: false, needsGBytePerS: null, hasGBytePerS: null };

describe('what keeps a job from being faster', () => {
  it.each([
    ['compute', anOutlook({}), nothing],
    ['compute', anOutlook({ data: 0.2 }), nothing],
    ['network', anOutlook({ data: 0.12 }, 0.89), nothing],
    ['network', anOutlook({}, 0.7), nothing],
    ['network', anOutlook(null, 0.7), nothing],
    ['compute', anOutlook(null, 0.95), nothing],
    ['bubble', anOutlook({ pipeline: 0.15 }), nothing],
    ['bubble', anOutlook({ pipeline: 0.25, data: 0.15 }), nothing],
    ['memory', anOutlook({}), { ...nothing, repeats: true }],
    ['bubble', anOutlook({ compute: 0.6, pipeline: 0.3 }), { ...nothing, repeats: true }],
    ['storage', anOutlook({ data: 0.5 }), { ...nothing, needsGBytePerS: 2, hasGBytePerS: 1 }],
    ['compute', anOutlook({}), { ...nothing, needsGBytePerS: 1, hasGBytePerS: 1 }],
    ['compute', anOutlook({}), { ...nothing, needsGBytePerS: 9, hasGBytePerS: null }],
  ] as const)('is %s where that is the largest loss of a tenth or more', (binding, outlook, facts) => {
    expect(whatBinds(outlook, facts)).toBe(binding);
  });
});
