import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, StepFailed } from './run.mjs';

const compiledFolder = path.join(root, 'src/words/compiled');

export const wordsAreCompiled = () => existsSync(path.join(compiledFolder, 'messages.js'));

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
export async function compileWords() {
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
    emitTsDeclarations: true,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  });
}
