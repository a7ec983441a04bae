import { closeSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

/** What stands at a path, or why it cannot be had. */
export type Input =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'unreadable'; readonly because: string };

const standardInput = 0;
const chunkBytes = 65_536;

/** Reads at most `most` bytes: a pipe or a device need not end. */
function readUpTo(descriptor: number, most: number): Buffer | null {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const read = readSync(descriptor, chunk, 0, chunkBytes, null);
    if (read === 0) return Buffer.concat(chunks);
    size += read;
    if (size > most) return null;
    chunks.push(chunk.subarray(0, read));
  }
}

/**
 * Reads a file, `-` for standard input, as UTF-8. For a folder, the file named `inFolder` within it. Longer than `most`
 * bytes is refused without reading on.
 */
export function readInput(given: string, most: number, inFolder: string): Input {
  let descriptor: number | null = null;
  try {
    if (given === '-') descriptor = standardInput;
    else descriptor = openSync(statSync(given).isDirectory() ? path.join(given, inFolder) : given, 'r');
    const bytes = readUpTo(descriptor, most);
    return bytes === null ? { kind: 'too-long' } : { kind: 'text', text: bytes.toString('utf8') };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    // A name that no file system can hold is no file.
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(code)) return { kind: 'missing' };
    return { kind: 'unreadable', because: code === '' ? String(error) : code };
  } finally {
    if (descriptor !== null && descriptor !== standardInput) closeSync(descriptor);
  }
}
