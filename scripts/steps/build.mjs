import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildStamp, currentReasonToBuild, hashOfSources, writeBuildStamp } from './freshness.mjs';
import { root, runOrFail, StepFailed, say, tool } from './run.mjs';
import { inTurn } from './turn.mjs';
import { ensureWords } from './words.mjs';

const dist = path.join(root, 'dist');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Bundled CommonJS packages call `require`, which an ES module does not have. */
const requireForBundled =
  "import { createRequire as createRequireForBundled } from 'node:module';\nconst require = createRequireForBundled(import.meta.url);";

const bundleOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Chinese as it is: escaped, each letter takes six bytes that every start has to read.
  charset: 'utf8',
  // Packages with compiled parts cannot be put into one file; they stay in "dependencies" and are loaded from there.
  external: ['better-sqlite3', 'pg-native'],
  banner: { js: requireForBundled },
  sourcemap: 'linked',
  logLevel: 'silent',
};

async function bundle(options) {
  const esbuild = await import('esbuild');
  try {
    await esbuild.build({ ...bundleOptions, ...options });
  } catch (error) {
    const messages = await esbuild.formatMessages(error.errors ?? [{ text: error.message }], { kind: 'error' });
    throw new StepFailed(`bundling ${Object.values(options.entryPoints).join(', ')}`, messages.join(''));
  }
}

/** Bundles a TypeScript program that is run once here and is no part of the product; gives the path of the result. */
export async function bundleTool(entry) {
  const outfile = path.join(dist, 'tools', `${path.basename(entry, '.ts')}.js`);
  await bundle({ entryPoints: [entry], outfile });
  return outfile;
}

/**
 * The command line program. Parts that it imports on demand become files of their own, which most commands never read;
 * they lie beside it, so that `import.meta.url` means the same folder in each.
 */
export async function bundleCli() {
  for (const file of readdirSync(dist)) if (file.startsWith('part-')) rmSync(path.join(dist, file));
  await bundle({
    entryPoints: { cli: 'src/cli/main.ts' },
    outdir: 'dist',
    splitting: true,
    chunkNames: 'part-[name]-[hash]',
    banner: { js: `#!/usr/bin/env node\n${requireForBundled}` },
    define: { clusterfareVersion: JSON.stringify(version) },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'eof',
  });
  chmodSync(path.join(dist, 'cli.js'), 0o755);
}

/** The facts of data/, validated and compiled into dist/snapshot.json. */
export async function compileSnapshot() {
  const script = await bundleTool('src/snapshot/compile-cli.ts');
  await runOrFail('compiling the snapshot', process.execPath, [script, path.join(root, 'data'), path.join(dist, 'snapshot.json')]);
}

async function buildPages() {
  await runOrFail('vite build', process.execPath, [tool('vite/bin/vite.js'), 'build']);
}

async function timed(name, action) {
  const start = performance.now();
  await action();
  say(`  ${name} (${((performance.now() - start) / 1_000).toFixed(1)} s)`);
}

async function buildAll() {
  const sources = hashOfSources();
  mkdirSync(dist, { recursive: true });
  rmSync(buildStamp, { force: true });
  // Messages first: the other three import them. These do not need one another.
  await timed('messages', ensureWords);
  // All are waited for even if one fails, so that nothing still writes to dist once this has ended.
  const ends = await Promise.allSettled([timed('command line', bundleCli), timed('snapshot', compileSnapshot), timed('pages', buildPages)]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  writeBuildStamp(sources);
}

export const build = () =>
  inTurn('build', () => {
    say('building dist');
    return buildAll();
  });

export const buildIfStale = () =>
  inTurn('build', async () => {
    const reason = currentReasonToBuild();
    if (reason === null) return;
    say(`building dist, since ${reason}`);
    await buildAll();
  });
