import { z } from 'zod';
import { nearestWord } from '../faults/nearest.ts';

type Issue = z.core.$ZodIssue;

/** Where in a file a field stands: keys and places in lists. */
export type FieldPath = readonly (string | number)[];

/** A place whose form is wrong, and what would be right there. */
export interface FormProblem {
  readonly path: FieldPath;
  readonly says: string;
}

/** The schema that a value must have once "may be left out", "may be null" and the like are taken off. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return unwrap(schema.unwrap());
  }
  return schema;
}

/** The schema of a field, followed down a path; null where the path leaves what is described. */
function schemaAt(schema: z.core.$ZodType, path: FieldPath): z.core.$ZodType | null {
  const here = unwrap(schema);
  const [step, ...rest] = path;
  if (step === undefined) return here;
  if (here instanceof z.ZodObject) {
    const field = Object.hasOwn(here.shape, step) ? here.shape[step] : undefined;
    return field === undefined ? null : schemaAt(field, rest);
  }
  if (here instanceof z.ZodArray) return schemaAt(here.element, rest);
  if (here instanceof z.ZodRecord) return schemaAt(here.valueType, rest);
  return null;
}

const isPath = (path: readonly PropertyKey[]): path is FieldPath => path.every((part) => typeof part !== 'symbol');

const meant = (given: string, known: Iterable<string>): string => {
  const nearest = nearestWord(given, known);
  return nearest === null ? '' : `; did you mean "${nearest}"?`;
};

function valueAt(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (part, step) => (typeof part === 'object' && part !== null ? (part as Record<string | number, unknown>)[step] : undefined),
    value,
  );
}

/** What is wrong with a file's form, in words that say what would be right: the nearest known field or word is named. */
export function explainIssue(issue: Issue, schema: z.core.$ZodType, content: unknown): readonly FormProblem[] {
  const path = isPath(issue.path) ? issue.path : [];
  if (issue.code === 'unrecognized_keys') {
    const owner = schemaAt(schema, path);
    const known = owner instanceof z.ZodObject ? Object.keys(owner.shape) : [];
    return issue.keys.map((key) => ({ path: [...path, key], says: `is no field of this place${meant(key, known)}` }));
  }
  const given = valueAt(content, path);
  if (issue.code === 'invalid_value' && typeof given === 'string') {
    const known = issue.values.map(String);
    return [{ path, says: `"${given}" is none of: ${known.join(', ')}${meant(given, known)}` }];
  }
  return [{ path, says: issue.message }];
}
