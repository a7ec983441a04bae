import './steps/node-version.mjs';
import { bundleTool } from './steps/build.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { main, root, run } from './steps/run.mjs';

/** `npm run fit`: fits the constants of data/calibration to the runs in data/measurements; `npm run fit -- network` only those. */
main(async () => {
  await ensureInstalled();
  const script = await bundleTool('src/jobs/fit-cli.ts');
  const { code } = await run(process.execPath, [script, `${root}/data`, ...process.argv.slice(2)], { prints: true });
  return code;
});
