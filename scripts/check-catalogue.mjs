import './steps/node-version.mjs';
import { bundleTool } from './steps/build.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { main, run } from './steps/run.mjs';
import { ensureWords } from './steps/words.mjs';

/** Are the facts in data/ whole: sources, dates, plausible values, links between files? Needs no build. */
main(async () => {
  await ensureInstalled();
  await ensureWords();
  const script = await bundleTool('src/snapshot/integrity-cli.ts');
  const { code } = await run(process.execPath, [script, ...process.argv.slice(2)], { prints: true });
  return code;
});
