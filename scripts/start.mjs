import './steps/node-version.mjs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './steps/build.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { main, root, say } from './steps/run.mjs';

/** `npm start`: from a fresh clone to a running server; `npm start -- --port 9000` passes the rest on to `serve`. */
const prepared = await main(async () => {
  await ensureInstalled();
  await buildIfStale();
});

if (prepared === 0) {
  const cli = path.join(root, 'dist/cli.js');
  say('starting the server (clusterfare serve)');
  // In this same process, so that a signal, even one that cannot be caught, reaches the server and leaves no orphan.
  process.argv = [process.execPath, cli, 'serve', ...process.argv.slice(2)];
  await import(pathToFileURL(cli).href);
}
