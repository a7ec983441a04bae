import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, runOrFail, say } from './run.mjs';
import { inTurn } from './turn.mjs';

/** Compiled packages serve one ABI only: after a change of Node the same lock file needs a new installation. */
const platform = `${process.platform}-${process.arch}-${process.versions.modules}`;

const stampFile = 'node_modules/.clusterfare-installed';
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** True if what npm says it installed is what the lock file asks for. Optional packages may be absent: they belong to other systems. */
export function agrees(lockText, installedText) {
  const wanted = JSON.parse(lockText).packages ?? {};
  const installed = JSON.parse(installedText).packages ?? {};
  const complete = Object.entries(wanted).every(([place, entry]) => {
    if (place === '') return true;
    const found = installed[place];
    return found === undefined ? entry.optional === true : found.version === entry.version;
  });
  return complete && Object.keys(installed).every((place) => place in wanted);
}

/**
 * Why packages have to be installed, or null if they need not be.
 *
 * `installed` is the record npm writes last of all, so a killed installation has none. It is read beside our own stamp
 * because someone who just ran `npm install thing` by hand has all that is needed and must not wait for it twice.
 */
export function reasonToInstall({ lock, installed, stamp, platform }) {
  if (installed === null) return 'node_modules is missing or incomplete';
  if (stamp !== null && stamp.platform !== platform) return `node_modules belongs to ${stamp.platform}, this is ${platform}`;
  if (stamp?.lock === hashOf(lock)) return null;
  return agrees(lock, installed) ? null : 'package-lock.json asks for something else than is installed';
}

/** Installs what the lock file names, if it is not there already. */
export const ensureInstalled = () => inTurn('install', installIfNeeded);

async function installIfNeeded() {
  const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const stampText = readIfThere(path.join(root, stampFile));
  const reason = reasonToInstall({
    lock,
    installed: readIfThere(path.join(root, 'node_modules/.package-lock.json')),
    stamp: stampText === null ? null : JSON.parse(stampText),
    platform,
  });
  if (reason !== null) {
    say(`installing packages, since ${reason}`);
    // The build needs the development packages even where NODE_ENV=production hides them.
    await npm('npm ci', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=warn']);
  }
  const written = JSON.stringify({ lock: hashOf(lock), platform });
  if (written !== stampText || reason !== null) writeFileSync(path.join(root, stampFile), written);
}

function npm(name, args) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return runOrFail(name, process.execPath, [script, ...args]);
  return runOrFail(name, process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
}
