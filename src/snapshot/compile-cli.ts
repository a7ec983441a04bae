import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findProblems } from './integrity.ts';
import { readDataFiles } from './read-data.ts';
import { type Snapshot, snapshotFormat } from './snapshot.ts';

/** `node compile-cli.js DATA OUT`: checks the data and writes the snapshot that the product reads. Broken data writes nothing. */

const [folder = 'data', target = 'dist/snapshot.json'] = process.argv.slice(2);
const files = readDataFiles(folder);
const problems = 'about' in files ? findProblems(files, new Date().toISOString().slice(0, 10)) : files;
if (problems.length > 0 || !('about' in files)) {
  for (const problem of problems) console.error(`${problem.file}:${problem.line} ${problem.field}: ${problem.says}`);
  process.exit(1);
}

const content = {
  providers: files.providers.map((file) => file.value),
  gpus: files.gpus.map((file) => file.value),
  fabrics: files.fabrics.value,
  regions: files.regions.value,
  observations: files.observations.map((file) => file.value),
  models: files.models.map((file) => file.value),
  calibration: {
    network: files.calibration.network.value,
    memory: files.calibration.memory.value,
    forecast: files.calibration.forecast.value,
    goodput: files.calibration.goodput.value,
  },
  accuracy: files.accuracy.value,
};
const snapshot: Snapshot = {
  format: snapshotFormat,
  dataVersion: files.about.value.dataVersion,
  contentHash: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
  ...content,
};
mkdirSync(path.dirname(target), { recursive: true });
// Written beside and renamed, so that a server that opens it meanwhile reads the old one or the new one, whole.
const unfinished = `${target}.${process.pid}`;
writeFileSync(unfinished, JSON.stringify(snapshot));
renameSync(unfinished, target);
