import { describe, expect, test } from 'vitest';
import { locales } from '$src/words/locales.ts';
import type { ScalingCurve } from './scaling-curves.ts';
import { sayFinding, sayWithInterval, tableRows } from './scaling-words.ts';

const at = (nodes: number, value: number) => ({ nodes, value, low: value - 0.04, high: value + 0.02 });
const roce: ScalingCurve = { label: 'RoCE', fabric: 'roce', points: [at(2, 0.98), at(64, 0.84)] };
const infiniband: ScalingCurve = { label: 'InfiniBand', fabric: 'infiniband', points: [at(2, 0.98), at(64, 0.9)] };

describe('the finding of a chart', () => {
  test('names the end of each curve, best first, with interval and grade, in every language', () => {
    expect(locales.map((locale) => sayFinding(locale, [roce, infiniband], 'percent', 'Q'))).toEqual([
      'Q on 64 nodes: InfiniBand 90%, good, 80% interval 86–92%; RoCE 84%, costly, 80% interval 80–86%.',
      'Q auf 64 Nodes: InfiniBand 90\u00a0%, gut, 80‑%‑Intervall 86–92\u00a0%; RoCE 84\u00a0%, teuer, 80‑%‑Intervall 80–86\u00a0%.',
      '64个节点时的Q：InfiniBand 90%，良好，80%区间86%～92%；RoCE 84%，偏贵，80%区间80%～86%。',
    ]);
  });

  test('names the number of nodes of each where they end apart', () => {
    const short = { ...roce, points: [at(2, 0.98)] };
    expect(sayFinding('en', [short, infiniband], 'percent', 'Q')).toContain('RoCE on 2 nodes 98%, excellent');
  });
});

describe('figures of a chart', () => {
  test('carry no more than three digits', () => {
    const point = { nodes: 2, value: 348_123, low: 302_901, high: 380_450 };
    expect(sayWithInterval('en', 'plain', point)).toBe('348,000 (303,000–380,000)');
  });

  test('are in the table at every number of nodes, or said to be missing', () => {
    const rows = tableRows('de', [infiniband, { ...roce, points: [at(2, 0.98)] }], 'percent', [2, 64]);
    expect(rows.map(({ cells }) => cells.map((cell) => cell?.value ?? null))).toEqual([
      ['98\u00a0%', '98\u00a0%'],
      ['90\u00a0%', null],
    ]);
  });
});
