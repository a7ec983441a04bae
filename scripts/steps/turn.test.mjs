import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTurn } from './turn.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'clusterfare-turn-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, '.build.pid');

test('two actions of one name do not overlap', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const seen = [];
  const action = (name) => async () => {
    seen.push(`${name} begins`);
    await sleep(20);
    seen.push(`${name} ends`);
  };
  await Promise.all([inTurn('build', action('first'), { folder }), inTurn('build', action('second'), { folder })]);
  expect(seen).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  expect(stderr.mock.calls.join()).toContain('waiting for the build');
  stderr.mockRestore();
});

test('an action that fails lets go', async () => {
  const failing = inTurn('build', () => Promise.reject(new Error('no')), { folder });
  await expect(failing).rejects.toThrow('no');
  expect(existsSync(file())).toBe(false);
});

test.each(['2147483646', '', 'nonsense'])('what a killed process left behind (%j) stops nobody', async (content) => {
  writeFileSync(file(), content);
  expect(await inTurn('build', () => 'done', { folder })).toBe('done');
});
