import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { providerFile } from '../catalogue/file-schema.ts';
import type { SourceDate } from '../units/date.ts';
import { checkProviderFile, type RuleContext } from './provider-rules.ts';
import { isProblems, readYamlFile } from './yaml-file.ts';

const context: RuleContext = {
  dataVersion: '2026-11-30' as SourceDate,
  isKnownGpu: (name) => ['h100', 'nvidia-h100-sxm5-80gb'].includes(name),
  denseBf16Tflops: () => 989,
};

const sound = `id: acme
name: Acme Cloud
homepage: https://cloud.example
kind: cloud
sources:
  docs: { url: https://cloud.example/docs, asOf: 2026-10-01, kind: vendor }
offers:
  - slug: hgx-h100
    name: HGX H100
    priceStatus: priced
    facts:
      multiNode: { value: yes, sources: [docs] }
      gpu: { value: nvidia-h100-sxm5-80gb, sources: [docs] }
      gpusPerNode: { value: 8, sources: [docs] }
      nodeBandwidthGbitPerS: { value: 3200, sources: [docs] }
      nics: { value: { count: 8, gbitPerS: 400 }, sources: [docs] }
    prices:
      - { amount: "2.50", currency: USD, per: gpu-hour, model: on-demand, region: null, scope: cluster, asOf: 2026-10-01, source: docs }
`;

/** What the check says of a file, each as "line field: text". */
function complaints(text: string): string[] {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'clusterfare-rules-')), 'acme.yaml');
  writeFileSync(file, text);
  const read = readYamlFile(file, 'data/providers/acme.yaml', providerFile);
  const problems = isProblems(read) ? read : checkProviderFile(read, context);
  return problems.map((problem) => `${problem.line} ${problem.field}: ${problem.says}`);
}

describe('a provider file', () => {
  it('passes when every value has its source and every figure is plausible', () => {
    expect(complaints(sound)).toEqual([]);
  });

  it('may not misspell a field: the line and the key are named', () => {
    const [first] = complaints(sound.replace('gpusPerNode:', 'gpusPerNod:'));
    expect(first).toBe('14 offers.0.facts.gpusPerNod: is no field of this place; did you mean "gpusPerNode"?');
  });

  it('may not misspell a word of a list: the list and the nearest word are named', () => {
    const [first] = complaints(sound.replace('nics:', 'fabric: { value: infinband, sources: [docs] }\n      nics:'));
    expect(first).toMatch(
      /^16 offers\.0\.facts\.fabric\.value: "infinband" is none of: infiniband, roce, .*; did you mean "infiniband"\?$/,
    );
  });

  it('may not be dated later than the data itself', () => {
    expect(complaints(sound.replace('scope: cluster, asOf: 2026-10-01', 'scope: cluster, asOf: 2026-12-01'))).toEqual([
      '18 offers.0.prices.0.asOf: 2026-12-01 is in the future: the data is of 2026-11-30',
    ]);
    expect(complaints(sound.replace('docs, asOf: 2026-10-01', 'docs, asOf: 2027'))).toHaveLength(1);
  });

  it('may not hold a value that neither has a source nor says so', () => {
    expect(complaints(sound.replace('value: 8, sources: [docs]', 'value: 8, sources: []'))).toEqual([
      '14 offers.0.facts.gpusPerNode: has a value but no source: add a key of "sources", or say "confidence: unconfirmed"',
    ]);
    expect(complaints(sound.replace('value: 8, sources: [docs]', 'value: 8, confidence: unconfirmed'))).toEqual([]);
    expect(complaints(sound.replace('value: 8, sources: [docs]', 'value: 8, sources: [docs], confidence: unconfirmed'))).toHaveLength(1);
  });

  it('may not cite a source that is not there, nor keep one that is cited nowhere', () => {
    expect(complaints(sound.replace('value: 8, sources: [docs]', 'value: 8, sources: [blog]'))[0]).toContain(
      '"blog" is not a key of "sources"',
    );
    expect(
      complaints(sound.replace('offers:', '  blog: { url: https://blog.example, asOf: null, kind: third-party }\noffers:'))[0],
    ).toContain('is cited nowhere');
  });

  it('may not write GB/s for Gbit/s, or cards that do not add up', () => {
    expect(complaints(sound.replace('value: 3200', 'value: 25600'))[0]).toContain('beyond any node');
    expect(complaints(sound.replace('count: 8, gbitPerS: 400', 'count: 4, gbitPerS: 400'))[0]).toContain(
      '4 × 400 = 1600 Gbit/s, but the node has 3200',
    );
  });

  it('may not hold an H100 at two cents, or a price per node without the size of the node', () => {
    expect(complaints(sound.replace('"2.50"', '"0.02"'))[0]).toMatch(
      /^18 offers\.0\.prices\.0\.amount: 0\.02 USD per GPU-hour is not plausible/,
    );
    expect(
      complaints(sound.replace('      gpusPerNode: { value: 8, sources: [docs] }\n', '').replace('per: gpu-hour', 'per: node-hour'))[0],
    ).toContain('no gpusPerNode');
  });

  it('may not say "no" without a reason, or name a GPU that nobody knows', () => {
    expect(complaints(sound.replace('value: yes, sources', 'value: no, sources'))[0]).toContain('without "reason"');
    expect(complaints(sound.replace('value: nvidia-h100-sxm5-80gb', 'value: h100-fast'))[0]).toContain('neither an id nor a family');
  });

  it('may not carry a price status that its prices contradict', () => {
    expect(complaints(sound.replace('priceStatus: priced', 'priceStatus: quote'))[0]).toContain('must be "priced"');
    expect(complaints(sound.replace('source: docs }', 'source: docs, superseded: true }'))[0]).toContain('no price in force');
  });

  it('is refused with its line when it is no YAML, has a doubled key, a tag or too many aliases', () => {
    expect(complaints(`${sound}  - slug: [`)[0]).toMatch(/^\d+ : /);
    expect(complaints(sound.replace('name: Acme Cloud', 'name: Acme Cloud\nname: Acme'))[0]).toMatch(/^3 : .*unique/);
    expect(complaints(sound.replace('name: Acme Cloud', 'name: !!js/function "x"')).length).toBeGreaterThan(0);
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefghi'.split('').map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9)}]`),
    ].join('\n');
    expect(complaints(bomb).length).toBeGreaterThan(0);
  });
});
