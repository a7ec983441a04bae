import { fileURLToPath } from 'node:url';
import type { CatalogueStore } from '../answers/store.ts';
import { loadStore } from '../snapshot/load.ts';
import { toDay } from '../units/date.ts';
import { runProgram } from './program.ts';
import { exitCodes, type Terminal } from './terminal.ts';

declare const clusterfareVersion: string;

const snapshotPath = process.env['CLUSTERFARE_SNAPSHOT'] ?? fileURLToPath(new URL('./snapshot.json', import.meta.url));
// The pages that `serve` loads read the same snapshot as the commands.
process.env['CLUSTERFARE_SNAPSHOT'] = snapshotPath;

const terminal: Terminal = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isColoured: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb',
};

// `clusterfare offers | head` closes the pipe early; that is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  throw error;
});

let opened: CatalogueStore | null = null;
const store = (): CatalogueStore => {
  opened ??= loadStore(snapshotPath);
  return opened;
};

process.exitCode = await runProgram(
  { terminal, today: toDay(new Date().toISOString().slice(0, 10)), store },
  clusterfareVersion,
  process.argv.slice(2),
);
