import { parseDocument } from 'yaml';
import { Fault } from '../faults/fault.ts';

/** Longest description of a job that is read. */
export const mostWorkloadBytes = 100_000;
const mostAliases = 10;

const toKey = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');

/** JavaScript writes large numbers with an exponent, which the planner reads. */
const toValue = (value: unknown, key: string): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new Fault('job/workload-not-plain', { key: key.slice(0, 60) });
};

/**
 * A job described in YAML as the parameters of a question: a mapping of the planner's keys (in kebab-case, snake_case or
 * camelCase) and of filters to values or lists of them. Throws `Fault` `job/workload-not-yaml` or `job/workload-not-plain`.
 */
export function readWorkload(text: string): [string, string][] {
  const document = parseDocument(text, { uniqueKeys: true, customTags: [], strict: true });
  const [error] = document.errors;
  if (error !== undefined) throw new Fault('job/workload-not-yaml', { line: error.linePos?.[0].line ?? 1 }, error);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: mostAliases });
  } catch (cause) {
    throw new Fault('job/workload-not-yaml', { line: 1 }, cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Fault('job/workload-not-plain', { key: '' });
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    const key = toKey(name);
    const values = Array.isArray(one) ? one : [one];
    return values.map((each: unknown): [string, string] => [key, toValue(each, key)]);
  });
}
