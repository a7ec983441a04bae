import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildInputs, hashOfFiles, leftOut, reasonToBuild } from './freshness.mjs';

describe('the hash of files', () => {
  let folder;
  const write = (file, content) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  };
  const hash = (ignored) => hashOfFiles(folder, ['src', 'package.json'], ignored);

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'clusterfare-freshness-'));
    write('src/units/money.ts', 'one');
    write('package.json', '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('stays when only the time of a file changes', () => {
    const before = hash();
    utimesSync(path.join(folder, 'package.json'), new Date(0), new Date(0));
    expect(hash()).toBe(before);
  });

  test.each([
    ['changes', () => write('src/units/money.ts', 'two')],
    ['is added', () => write('src/units/date.ts', 'one')],
    ['disappears', () => rmSync(path.join(folder, 'package.json'))],
    [
      'is renamed',
      () => {
        rmSync(path.join(folder, 'src/units/money.ts'));
        write('src/units/fare.ts', 'one');
      },
    ],
  ])('changes when a file %s', (_what, change) => {
    const before = hash();
    change();
    expect(hash()).not.toBe(before);
  });

  test('does not look at what is ignored', () => {
    const ignored = [/\.test\.ts$/];
    const before = hash(ignored);
    write('src/units/money.test.ts', 'a test');
    expect(hash(ignored)).toBe(before);
  });
});

describe('what dist is built from', () => {
  test.each([
    'data/measurements/new.yaml',
    'data/calibration/network.yaml',
    'src/network/links.ts',
    'src/jobs/fit-cli.ts',
    'web/routes/+page.svelte',
  ])('holds %s', (file) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'clusterfare-inputs-'));
    try {
      const before = hashOfFiles(folder, buildInputs, leftOut);
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), 'one');
      const first = hashOfFiles(folder, buildInputs, leftOut);
      writeFileSync(path.join(folder, file), 'two');
      expect(new Set([before, first, hashOfFiles(folder, buildInputs, leftOut)]).size).toBe(3);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the reason to build', () => {
  const current = { stamp: 'abc', sources: 'abc', missing: [] };

  test('is none if the stamp is of these sources', () => expect(reasonToBuild(current)).toBeNull());
  test('is a build that was never finished', () => expect(reasonToBuild({ ...current, stamp: null })).toContain('no finished build'));
  test('is a change of the sources', () => expect(reasonToBuild({ ...current, sources: 'abd' })).toContain('changed'));
  test('is a file that someone removed from dist', () => {
    expect(reasonToBuild({ ...current, missing: ['dist/cli.js'] })).toBe('dist/cli.js is missing');
  });
});
