import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const source = path.join(import.meta.dirname, '..');
const messages = JSON.parse(readFileSync(path.join(import.meta.dirname, 'messages/faults/en.json'), 'utf8')) as Record<string, unknown>;

/** Each place that throws a fault, with the names of the values it gives. */
const thrown = (readdirSync(source, { recursive: true }) as string[])
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('compiled'))
  .flatMap((file) =>
    [...readFileSync(path.join(source, file), 'utf8').matchAll(/new Fault\('([^']+)'(?:, (\{[^;]*?\})\s*[,)])?/g)].map((found) => ({
      file,
      code: found[1] as string,
      gives: [...(found[2] ?? '').matchAll(/[{,]\s*(\w+)\s*(?=[:,}])/g)].map((name) => name[1] as string),
    })),
  );

const inputsOf = (key: string): string[] => {
  const text = JSON.stringify(messages[key] ?? '');
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] as string))];
};

describe('words of faults', () => {
  test('ask for nothing that the place which throws does not give', () => {
    expect(thrown.length).toBeGreaterThan(10);
    const missing = thrown.flatMap(({ file, code, gives }) => {
      const key = `fault_${code.replaceAll(/[/-]/g, '_')}`;
      return [key, `${key}_hint`]
        .flatMap(inputsOf)
        .filter((name) => !gives.includes(name))
        .map((name) => `${file}: ${code} needs ${name}`);
    });
    expect(missing).toEqual([]);
  });
});
