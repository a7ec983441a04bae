import { Fault } from '../faults/fault.ts';

/** Longest text of a config that is read. The longest published ones, with lists of every module, have some 200 kB. */
export const mostConfigBytes = 5_000_000;
/** Deepest nesting that is read. Published configs reach five levels. */
const deepest = 32;

const byteOrderMark = '\uFEFF';
const bareWord = /(?:-?Infinity|NaN)/y;

/**
 * Python writes `NaN` and `Infinity` into JSON, which the standard does not know. Turns them, outside of strings, into
 * strings, and refuses what is nested too deep before a parser walks into it. One pass, no backtracking.
 */
function tameText(text: string): string {
  let depth = 0;
  let tame = '';
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at += 1;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > deepest) throw new Fault('model/nested-too-deep', { most: deepest });
    } else if (character === '}' || character === ']') depth -= 1;
    else if (character === 'I' || character === 'N' || character === '-') {
      bareWord.lastIndex = at;
      const word = bareWord.exec(text)?.[0];
      if (word === undefined) continue;
      tame += `${text.slice(copied, at)}"${word}"`;
      at += word.length - 1;
      copied = at + 1;
    }
  }
  return tame + text.slice(copied);
}

/** Characters that V8 shows before the one it stumbles over, where it shows a cutting. */
const shownBefore = 10;

/** Where V8 stumbled: it gives a position, or a cutting of the text around it, or the end. */
function positionOf(text: string, message: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  if (message.includes('end of JSON')) return text.length;
  const [, token = '', dots = '', cutting = ''] = /^Unexpected token '(.)', (\.{3})?"(.{1,40})"(?:\.{3})? is not/su.exec(message) ?? [];
  const start = cutting === '' ? -1 : text.indexOf(cutting);
  return start < 0 ? 0 : start + (dots === '' ? Math.max(0, cutting.indexOf(token)) : shownBefore);
}

/** Line and column of that place, counted from 1. */
function placeOf(text: string, message: string): { line: number; column: number } {
  const position = positionOf(text, message);
  const before = text.slice(0, position);
  return { line: before.split('\n').length, column: position - before.lastIndexOf('\n') };
}

/**
 * Reads the text of a `config.json` as a plain object. Throws `Fault` `model/empty`, `model/too-long`,
 * `model/nested-too-deep`, `model/not-json` (with line and column) or `model/not-an-object`.
 */
export function readConfigText(text: string): Readonly<Record<string, unknown>> {
  if (text.length > mostConfigBytes) throw new Fault('model/too-long', { mostMB: mostConfigBytes / 1_000_000 });
  const plain = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  if (plain.trim() === '') throw new Fault('model/empty');
  const tame = tameText(plain);
  let value: unknown;
  try {
    value = JSON.parse(tame);
  } catch (cause) {
    const { line, column } = placeOf(tame, cause instanceof Error ? cause.message : '');
    throw new Fault('model/not-json', { line, column }, cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Fault('model/not-an-object');
  return value as Readonly<Record<string, unknown>>;
}
