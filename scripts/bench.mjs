import './steps/node-version.mjs';
import { buildIfStale, bundleTool } from './steps/build.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { main, run } from './steps/run.mjs';

/** `npm run bench`: ratios measured in one run; `npm run bench -- forecast` one of them (comparison, forecast, plan). */
main(async () => {
  await ensureInstalled();
  await buildIfStale();
  const script = await bundleTool('tests/bench/main.ts');
  const { code } = await run(process.execPath, ['--expose-gc', script, ...process.argv.slice(2)], { prints: true });
  return code;
});
