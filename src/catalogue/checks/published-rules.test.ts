import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { obtainableRules } from '../obtainability.ts';
import { checkNames } from '../vocabulary.ts';
import { checkRules } from './judge.ts';

const page = readFileSync(new URL('../../../docs/six-checks.md', import.meta.url), 'utf8');
const row = /^\| `([a-z]+)\/([a-z-]+)` \| (good|weak|unknown|conflict|can|maybe|ask) \|/gm;
const published = [...page.matchAll(row)].map(([, table = '', name = '', verdict = '']) => ({ table, id: `${table}/${name}`, verdict }));
const inCode = (rules: readonly { id: string; verdict: string }[]) => rules.map(({ id, verdict }) => ({ id, verdict }));
const onPage = (table: string) => published.filter((rule) => rule.table === table).map(({ id, verdict }) => ({ id, verdict }));

describe('docs/six-checks.md', () => {
  it.each(checkNames)('publishes the rules of the %s check with their verdicts, in the order in which they are applied', (name) => {
    expect(onPage(name)).toEqual(inCode(checkRules[name]));
  });

  it('publishes the rules of what can be had', () => {
    expect(onPage('obtainable')).toEqual(inCode(obtainableRules));
  });

  it('publishes no rule of a check that does not exist, and none twice', () => {
    const tables: readonly string[] = [...checkNames, 'obtainable'];
    expect(published.filter(({ table }) => !tables.includes(table))).toEqual([]);
    expect(new Set(published.map(({ id }) => id)).size).toBe(published.length);
  });

  it('names only rules that exist in its text', () => {
    const known = new Set(published.map(({ id }) => id));
    const mentioned = [...page.matchAll(/`((?:network|topology|orchestration|provisioning|billing|storage|obtainable)\/[a-z-]+)`/g)];
    expect(mentioned.map(([, id]) => id).filter((id) => !known.has(id ?? ''))).toEqual([]);
  });
});
