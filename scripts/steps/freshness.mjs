import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** Everything that a built file depends on. Tests and generated files are left out: they change nothing in dist. */
export const buildInputs = [
  'data',
  'project.inlang/settings.json',
  'src',
  'web',
  'scripts/build.mjs',
  'scripts/steps',
  'package.json',
  'package-lock.json',
  'svelte.config.js',
  'tsconfig.json',
  'vite.config.ts',
];
export const leftOut = [/\.test\.m?ts$/, /\.test\.mjs$/, /^src\/words\/compiled(\/|$)/, /^web\/reports(\/|$)/, /(^|\/)\./];
const outputs = ['dist/cli.js', 'dist/snapshot.json', 'dist/web/index.js'];
const stampFile = 'dist/.built-from';

/**
 * A hash over the names and contents of files. Contents and not times of change, because git sets the times anew on every
 * checkout and a branch switched back and forth needs no new build.
 */
export function hashOfFiles(base, inputs, ignored = []) {
  const hash = createHash('sha256');
  const visit = (relative) => {
    if (ignored.some((pattern) => pattern.test(relative))) return;
    const absolute = path.join(base, relative);
    if (!existsSync(absolute)) return;
    if (statSync(absolute).isDirectory()) {
      for (const name of readdirSync(absolute).sort()) visit(`${relative}/${name}`);
      return;
    }
    const content = readFileSync(absolute);
    hash.update(`${relative}\0${content.length}\0`).update(content);
  };
  for (const input of inputs) visit(input);
  return hash.digest('hex');
}

export const hashOfSources = () => hashOfFiles(root, buildInputs, leftOut);

/** Why dist has to be built, or null if it need not be. The stamp is written last, so a killed build leaves none. */
export function reasonToBuild({ stamp, sources, missing }) {
  if (stamp === null) return 'there is no finished build';
  if (missing.length > 0) return `${missing.join(', ')} is missing`;
  return stamp === sources ? null : 'the sources have changed since the last build';
}

export function currentReasonToBuild() {
  const stamp = path.join(root, stampFile);
  return reasonToBuild({
    stamp: existsSync(stamp) ? readFileSync(stamp, 'utf8') : null,
    sources: hashOfSources(),
    missing: outputs.filter((file) => !existsSync(path.join(root, file))),
  });
}

export const writeBuildStamp = (sources) => writeFileSync(path.join(root, stampFile), sources);
export const buildStamp = path.join(root, stampFile);
