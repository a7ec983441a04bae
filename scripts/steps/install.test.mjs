import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { agrees, reasonToInstall } from './install.mjs';

const lockOf = (packages) => JSON.stringify({ packages: { '': { name: 'clusterfare' }, ...packages } });
const installedOf = (packages) => JSON.stringify({ packages });
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

const zod = { 'node_modules/zod': { version: '4.6.7' } };
const forOtherSystem = { 'node_modules/@esbuild/win32-x64': { version: '0.28.2', optional: true } };

describe('whether what is installed agrees with the lock file', () => {
  test('it does if every package has its version', () => expect(agrees(lockOf(zod), installedOf(zod))).toBe(true));
  test('packages of other systems may be absent', () => expect(agrees(lockOf({ ...zod, ...forOtherSystem }), installedOf(zod))).toBe(true));
  test('a missing package is a difference', () => expect(agrees(lockOf(zod), installedOf({}))).toBe(false));
  test('another version is a difference', () => {
    expect(agrees(lockOf(zod), installedOf({ 'node_modules/zod': { version: '4.6.6' } }))).toBe(false);
  });
  test('a package too many is a difference', () => expect(agrees(lockOf({}), installedOf(zod))).toBe(false));
});

describe('the reason to install', () => {
  const platform = 'linux-x64-115';
  const lock = lockOf(zod);
  const current = { lock, installed: installedOf(zod), stamp: { lock: hashOf(lock), platform }, platform };

  test('is none if the stamp is of this lock file', () => expect(reasonToInstall(current)).toBeNull());
  test('is a missing record of npm, as after a killed installation', () => {
    expect(reasonToInstall({ ...current, installed: null })).toContain('missing or incomplete');
  });
  test('is another Node, for which compiled packages must be built anew', () => {
    expect(reasonToInstall({ ...current, platform: 'linux-x64-127' })).toContain('linux-x64-115');
  });
  test('is a lock file that asks for more', () => {
    const newLock = lockOf({ ...zod, 'node_modules/yaml': { version: '2.9.1' } });
    expect(reasonToInstall({ ...current, lock: newLock })).toContain('package-lock.json');
  });
  test('is none after an installation by hand', () => expect(reasonToInstall({ ...current, stamp: null })).toBeNull());
});
