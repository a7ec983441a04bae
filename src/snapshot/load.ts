import { readFileSync } from 'node:fs';
import { type CatalogueStore, openStore } from '../answers/store.ts';
import { Fault } from '../faults/fault.ts';
import { openSnapshot } from './open.ts';
import { type Snapshot, snapshotFormat } from './snapshot.ts';

/**
 * Reads a compiled snapshot from disk and opens it for questions. Throws `Fault` `snapshot/unreadable` with the path
 * and what to do where the file is missing, cut short or of another format.
 */
export function loadStore(path: string): CatalogueStore {
  let snapshot: Snapshot;
  try {
    snapshot = JSON.parse(readFileSync(path, 'utf8')) as Snapshot;
  } catch (cause) {
    throw new Fault('snapshot/unreadable', { path }, cause);
  }
  if (snapshot.format !== snapshotFormat) throw new Fault('snapshot/unreadable', { path });
  const { catalogue, gpuNames, ...reference } = openSnapshot(snapshot);
  return openStore(catalogue, gpuNames, reference);
}
