import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, say } from './run.mjs';

/** A build takes well under a minute; who waits longer than this waits for something that hangs. */
const patienceInMilliseconds = 10 * 60_000;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, under another user.
    return error.code === 'EPERM';
  }
}

/** The process that holds the file, or null if that process has died without letting go. */
function holderOf(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

/** Puts our process id into the file, all at once (a link never shows half a number), unless the file is there already. */
function take(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Runs an action while no other process runs one of the same name: `npm start` and `npm test` in one checkout would
 * otherwise build into each other's files.
 */
export async function inTurn(name, action, { folder = root } = {}) {
  const file = path.join(folder, `.${name}.pid`);
  const until = Date.now() + patienceInMilliseconds;
  for (let told = false; !take(file); ) {
    const holder = holderOf(file);
    if (holder === null || Date.now() > until) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) say(`waiting for the ${name} of process ${holder}`);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}
