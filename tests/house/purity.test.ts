import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const { forbidden } = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs')) as {
  forbidden: { name: string; from: { path?: string } }[];
};
const isCore = new RegExp(forbidden.find(({ name }) => name === 'core-is-pure')?.from.path ?? '(?!)');

/** Globals through which the clock, chance, the environment or the network could enter. */
const impureGlobals = new Set([
  'process',
  'fetch',
  'performance',
  'crypto',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'console',
]);
const impureMembers = new Set(['Date.now', 'Math.random']);

/** What in a file's text makes its result depend on more than its arguments, with the line. */
function impuritiesOf(text: string): readonly string[] {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const report = (node: ts.Node, what: string): void => {
    found.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${what}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && impureMembers.has(node.getText())) report(node, node.getText());
    if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0) report(node, 'new Date()');
    if (takesLanguageOfMachine(node)) report(node, `${node.getText()} in the language of the machine`);
    if (ts.isCallExpression(node) && node.expression.getText() === 'Date') report(node, 'Date()');
    if (ts.isIdentifier(node) && impureGlobals.has(node.text) && isUseOfGlobal(node)) report(node, node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** `x.toLocaleString()` and `new Intl.NumberFormat()` without a language use the one of the machine. */
function takesLanguageOfMachine(node: ts.Node): boolean {
  if (!(ts.isCallExpression(node) || ts.isNewExpression(node)) || (node.arguments?.length ?? 0) > 0) return false;
  return /\.toLocale\w*String$|^Intl\.\w+$/.test(node.expression.getText());
}

/** A name in an expression, as against a field, a parameter or a type that merely is called the same. */
function isUseOfGlobal(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === name;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression === name;
  return ts.isElementAccessExpression(parent) && parent.expression === name;
}

test('nothing in the core reads the clock, chance, the environment or the network', () => {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter((file) => isCore.test(file) && /(?<!\.test|\.d)\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(0);
  const impurities = files.flatMap((file) => impuritiesOf(readFileSync(path.join(root, file), 'utf8')).map((what) => `${file}:${what}`));
  expect(impurities).toEqual([]);
});

test.each([
  ['const now = Date.now();', '1: Date.now'],
  ['const day = new Date();', '1: new Date()'],
  ['const text = Date();', '1: Date()'],
  ['const roll = Math.random();', '1: Math.random'],
  ['const mode = process.env.MODE;', '1: process'],
  ['\nfetch(url);', '2: fetch'],
  ['const text = count.toLocaleString();', '1: count.toLocaleString() in the language of the machine'],
  ["const mode = globalThis['process'];", '1: globalThis'],
])('%j is caught', (text, impurity) => {
  expect(impuritiesOf(text)).toEqual([impurity]);
});

test.each([
  'const day = new Date(text);',
  "// Date.now() is for the edges\nconst hint = 'new Date()';",
  'const steps = offer.process;',
  'interface Plan { process: string }',
])('%j is left in peace', (text) => {
  expect(impuritiesOf(text)).toEqual([]);
});
