import { readFileSync, statSync } from 'node:fs';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { explainIssue, type FieldPath } from './form-problems.ts';

/** A place in a data file that breaks a rule, with what would be right. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  /** Path of the field, dotted. */
  readonly field: string;
  readonly says: string;
}

/** A parsed data file that can say on which line a field stands. */
export interface YamlFile<T> {
  readonly file: string;
  readonly value: T;
  readonly problem: (path: FieldPath, says: string) => Problem;
}

const largestFileBytes = 4_000_000;
/** Facts are not built from aliases; a few anchors are allowed so that a maintainer may avoid repetition. */
const mostAliases = 100;

const shorten = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 400);

/**
 * Reads one YAML file (1.2 core schema, no custom tags) and checks its form. Never throws for bad content:
 * returns either the value or the places that are wrong. `name` is how the file is called in messages.
 */
export function readYamlFile<S extends z.ZodType>(path: string, name: string, schema: S): YamlFile<z.output<S>> | readonly Problem[] {
  if (statSync(path).size > largestFileBytes) {
    return [{ file: name, line: 1, field: '', says: `larger than ${largestFileBytes} bytes; split it` }];
  }
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines, uniqueKeys: true, customTags: [], strict: true });
  const problem = (fieldPath: FieldPath, says: string): Problem => ({
    file: name,
    line: lineOf(fieldPath),
    field: fieldPath.join('.'),
    says,
  });
  const lineOf = (fieldPath: FieldPath): number => {
    for (let length = fieldPath.length; length > 0; length--) {
      const node = document.getIn(fieldPath.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  const complaints = [...document.errors, ...document.warnings];
  if (complaints.length > 0) {
    return complaints.map((error) => ({ file: name, line: error.linePos?.[0].line ?? 1, field: '', says: shorten(error.message) }));
  }
  let raw: unknown;
  try {
    raw = document.toJS({ maxAliasCount: mostAliases });
  } catch (error) {
    return [{ file: name, line: 1, field: '', says: shorten(String(error)) }];
  }
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { file: name, value: parsed.data, problem };
  return parsed.error.issues
    .flatMap((issue) => explainIssue(issue, schema, raw))
    .map(({ path: fieldPath, says }) => problem(fieldPath, shorten(says)));
}

/** True where reading ended in problems instead of a file. */
export const isProblems = <T>(read: YamlFile<T> | readonly Problem[]): read is readonly Problem[] => Array.isArray(read);
