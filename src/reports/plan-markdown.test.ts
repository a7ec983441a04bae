import { describe, expect, it } from 'vitest';
import type { PlanDocument } from '../answers/plan-documents.ts';
import { planToMarkdown } from './plan-markdown.ts';

const plan: PlanDocument = {
  dataVersion: '2026-11-30',
  asOf: '2026-12-01',
  query: 'kind=independent&jobs=10',
  job: {
    kind: 'independent',
    model: null,
    paramsTotal: null,
    method: null,
    tokens: null,
    sequence: null,
    batchTokens: null,
    precision: null,
    figures: { jobs: '10|20' },
    deadlineHours: 48,
    maxNodes: 8,
    objective: 'cost',
    datasetBytes: 0,
    checkpointBytes: 0,
  },
  needsMultiNode: { verdict: 'for-memory', because: '', becauseSaid: { code: 'verdict-for-memory-unknown', params: {} } },
  oneNodeMemory: [],
  oneNode: null,
  ranked: [],
  rejected: [
    { offer: 'a/b', name: 'B [x](y)', providerName: 'A', because: '', becauseSaid: { code: 'rejected-price-by-quote', params: {} } },
    { offer: 'a/c', name: 'C', providerName: 'A', because: '', becauseSaid: { code: 'rejected-price-by-quote', params: {} } },
  ],
  curves: [],
  frontier: [],
  assumed: ['deadline 90d'],
  evaluations: 0,
};

describe('a plan as Markdown', () => {
  it('says the verdict first, then what is left out, those of one reason in one line', () => {
    const text = planToMarkdown(plan, 'en');
    expect(text.indexOf('No single node on file holds it')).toBeLessThan(text.indexOf('price by quote only'));
    expect(text).toContain('- price by quote only: A B \\[x\\](y), A C');
  });

  it('leaves no sign of a user or a provider that would mean something in Markdown', () => {
    expect(planToMarkdown(plan, 'en')).toContain('jobs 10\\|20');
    expect(planToMarkdown(plan, 'en')).not.toContain('[x](y)');
  });

  it('speaks the language that is asked for', () => {
    expect(planToMarkdown(plan, 'de')).toContain('Preis nur auf Anfrage');
    expect(planToMarkdown(plan, 'zh')).toContain('仅询价');
  });
});
