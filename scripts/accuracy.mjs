import './steps/node-version.mjs';
import { bundleTool } from './steps/build.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { main, root, run } from './steps/run.mjs';

/** `npm run accuracy`: errors of the forecast by publisher, printed and written into docs/methodology.md; `-- --check` only compares. */
main(async () => {
  await ensureInstalled();
  const script = await bundleTool('src/jobs/accuracy-cli.ts');
  const { code } = await run(process.execPath, [script, `${root}/data`, `${root}/docs/methodology.md`, ...process.argv.slice(2)], {
    prints: true,
  });
  return code;
});
