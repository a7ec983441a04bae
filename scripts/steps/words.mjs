import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOfFiles } from './freshness.mjs';
import { root, StepFailed } from './run.mjs';
import { inTurn } from './turn.mjs';

const compiledFolder = path.join(root, 'src/words/compiled');
const stampFile = path.join(compiledFolder, '.compiled-from');
const inputs = [
  'src/words/messages',
  'project.inlang/settings.json',
  'scripts/steps/words.mjs',
  'node_modules/@inlang/paraglide-js/package.json',
];

/** Compiles the messages unless they are those of the last time: it takes seconds, and most changes touch no message. */
export const ensureWords = () =>
  inTurn('words', async () => {
    const sources = hashOfFiles(root, inputs);
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources) return;
    await compileWords();
    writeFileSync(stampFile, sources);
  });

/** Message files named in the settings that are not there. The compiler itself would pass over them in silence. */
export function missingMessageFiles(settings, exists) {
  return settings['plugin.inlang.messageFormat'].pathPattern
    .flatMap((pattern) => settings.locales.map((locale) => pattern.replace('{locale}', locale)))
    .filter((file) => !exists(file));
}

/**
 * Compiles messages to typed functions. The language is always an argument of the call (`m.hello({}, { locale })`): with
 * `baseLocale` as the only strategy no cookie, URL or global state decides it behind the caller's back.
 */
async function compileWords() {
  const settings = JSON.parse(readFileSync(path.join(root, 'project.inlang/settings.json'), 'utf8'));
  const missing = missingMessageFiles(settings, (file) => existsSync(path.join(root, file)));
  if (missing.length > 0) throw new StepFailed('compiling the messages', `Missing message files: ${missing.join(', ')}`);

  const { compile } = await import('@inlang/paraglide-js');
  await compile({
    project: path.join(root, 'project.inlang'),
    outdir: compiledFolder,
    strategy: ['baseLocale'],
    // One module per language: a thousand messages as a thousand modules slow down every test that imports one.
    outputStructure: 'locale-modules',
    // TypeScript reads the types from the comments of the JavaScript; writing them out takes three times as long.
    emitTsDeclarations: false,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  });
}
