import { describe, expect, test } from 'vitest';
import { gpusFile } from './gpu-schema.ts';
import { buildGpuTable, findGpuProblems, publishedValues } from './gpu-table.ts';

const source = { url: 'https://example.org/sheet', asOf: '2026-08', kind: 'vendor' };
const family = { id: 'x9', vendor: 'nvidia', shortName: 'X9' };
const card = {
  id: 'nvidia-x9-sxm5-80gb',
  vendor: 'nvidia',
  family: 'x9',
  name: 'X9 SXM 80 GB',
  formFactor: 'SXM5',
  architecture: 'Test',
  memoryGB: { value: 80, sources: ['sheet'] },
};

/** A file with one GPU, changed where a test needs it. */
const aFile = (changes: object = {}) => gpusFile.parse({ sources: { sheet: source }, families: [family], gpus: [{ ...card, ...changes }] });
const saysOf = (changes: object): readonly string[] => findGpuProblems([aFile(changes)]).map((problem) => problem.says);

describe('the form of a GPU file', () => {
  test('an unknown key is an error', () => {
    expect(gpusFile.safeParse({ gpus: [{ ...card, memoryGb: { value: 80, sources: ['sheet'] } }] }).success).toBe(false);
  });

  test('a value without a source must say that it is unconfirmed', () => {
    expect(gpusFile.safeParse({ gpus: [{ ...card, memoryGB: { value: 80 } }] }).success).toBe(false);
    expect(gpusFile.safeParse({ gpus: [{ ...card, memoryGB: { value: 80, confidence: 'unconfirmed' } }] }).success).toBe(true);
  });

  test('a value with a source must not say that it is unconfirmed', () => {
    expect(
      gpusFile.safeParse({ gpus: [{ ...card, memoryGB: { value: 80, sources: ['sheet'], confidence: 'unconfirmed' } }] }).success,
    ).toBe(false);
  });

  test('what is not on file is null', () => {
    expect(aFile().gpus[0]).toMatchObject({ tdpWatt: null, nodeLink: null, denseTflops: { bf16: null }, measured: [] });
  });
});

describe('the rules of the GPU files', () => {
  test('a good file breaks none', () => {
    expect(findGpuProblems([aFile()])).toEqual([]);
  });

  test.each([
    ['a source that is not on file', { memoryGB: { value: 80, sources: ['other'] } }, '"other" is not a key of "sources"'],
    ['a family that is not on file', { family: 'x8' }, '"x8" is no family of single GPUs'],
    ['an id of another vendor', { vendor: 'amd' }, 'id must begin with "amd-"'],
    ['an id of another memory', { id: 'nvidia-x9-sxm5-40gb' }, 'id must end with "-80gb"'],
    ['a domain without a link', { nvlinkDomainGpus: { value: 8, sources: ['sheet'] } }, 'a domain of 8 GPUs needs a link between GPUs'],
    [
      'more usable memory than there is',
      { memoryGiBUsable: { value: 81_559, sources: ['sheet'] } },
      '81559 GiB usable of 80 GB: MiB or bytes mistaken?',
    ],
  ])('%s is reported', (_, changes, says) => {
    expect(saysOf(changes)).toContain(says);
  });

  test('a GPU or a source that is on file twice is reported with the file that doubles it', () => {
    expect(findGpuProblems([aFile(), gpusFile.parse({ sources: { sheet: source }, gpus: [card] })])).toEqual([
      { file: 1, path: ['sources', 'sheet'], says: 'is a source of another file already' },
      { file: 1, path: ['gpus', 0, 'id'], says: '"nvidia-x9-sxm5-80gb" is on file already' },
    ]);
  });
});

describe('the GPU table', () => {
  test('says in short what tells a GPU from its family', () => {
    const shortFormOf = (changes: object) => buildGpuTable([aFile(changes)]).gpus[0]?.shortForm;
    expect(shortFormOf({})).toBe('SXM · 80 GB');
    expect(shortFormOf({ variant: 'Server' })).toBe('Server · 80 GB');
    expect(shortFormOf({ id: 'nvidia-x9', formFactor: null, memoryGB: null })).toBeNull();
  });

  test('a family that includes others has their GPUs', () => {
    const table = buildGpuTable([
      aFile(),
      gpusFile.parse({
        families: [
          { ...family, id: 'x8' },
          { ...family, id: 'x', includes: ['x8', 'x9'] },
        ],
      }),
    ]);
    expect(table.familyById.get('x')?.gpus.map((gpu) => gpu.id)).toEqual(['nvidia-x9-sxm5-80gb']);
    expect(table.familyById.get('x8')?.gpus).toEqual([]);
  });

  test('the published values of a figure are its own and those of its conflicts', () => {
    expect(
      publishedValues({ value: 180, sources: [], conflicts: [{ says: 'labels', status: 'open', values: [180, 184, 192], sources: [] }] }),
    ).toEqual([180, 184, 192]);
    expect(publishedValues(null)).toEqual([]);
  });
});
