import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
const { dependencies = {}, devDependencies = {} } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
const packages = { ...dependencies, ...devDependencies };

test('every dependency has a line in ADR 2, and every line a dependency', () => {
  const explained = [...read('docs/adr/0002-dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(explained.sort()).toEqual(Object.keys(packages).sort());
});

test('every version is exact', () => {
  expect(Object.entries(packages).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toContain('"resolved": "http');
});
