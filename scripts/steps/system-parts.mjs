import { existsSync } from 'node:fs';
import { run, runOrFail, say } from './run.mjs';

const chromiumPlaces = [
  process.env.CLUSTERFARE_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export const findChromium = () => chromiumPlaces.find((place) => place !== undefined && place !== '' && existsSync(place));

/** Without such a font Chromium draws Chinese as boxes, and widths measured on the pages mean nothing. */
async function hasChineseFont() {
  if (process.platform !== 'linux') return true;
  const { code, output } = await run('fc-list', [':lang=zh']).catch(() => ({ code: 1, output: '' }));
  return code === 0 && output.trim() !== '';
}

/** What tests need beyond npm packages, the Debian packages that bring it, and the suite that cannot run without it. */
export const systemParts = [
  { name: 'Chromium', isThere: async () => findChromium() !== undefined, debian: ['chromium'], suite: 'browser' },
  { name: 'a Chinese font', isThere: hasChineseFont, debian: ['fonts-noto-cjk', 'fontconfig'], suite: 'browser' },
];

export async function missingParts(parts = systemParts) {
  const there = await Promise.all(parts.map((part) => part.isThere()));
  return parts.filter((_, index) => !there[index]);
}

/** Another apt-get may be at work on a shared machine: wait for it instead of failing. */
const waiting = ['-o', 'DPkg::Lock::Timeout=300'];

const canInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

/**
 * Installs the missing parts where that is possible without asking (Debian, as root) and gives those that stay missing.
 * Elsewhere it only names them: a test run must not ask for a password.
 */
export async function ensureSystemParts() {
  const missing = await missingParts();
  if (missing.length === 0 || !canInstall()) return missing;
  const packages = missing.flatMap((part) => part.debian);
  say(`installing ${packages.join(', ')} with apt-get`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await runOrFail('apt-get update', 'apt-get', [...waiting, 'update', '-qq'], { env });
    await runOrFail('apt-get install', 'apt-get', [...waiting, 'install', '-qq', '-y', '--no-install-recommends', ...packages], { env });
  } catch (error) {
    process.stderr.write(`${error.output ?? error}\n`);
  }
  return missingParts();
}
