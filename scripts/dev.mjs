import './steps/node-version.mjs';
import { compileSnapshot } from './steps/build.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { main, run, tool } from './steps/run.mjs';
import { ensureWords } from './steps/words.mjs';

/** `npm run dev`: the pages with reload on change. Facts and messages are compiled once, at the start. */
main(async () => {
  await ensureInstalled();
  await ensureWords();
  await compileSnapshot();
  const { code } = await run(process.execPath, [tool('vite/bin/vite.js'), 'dev', ...process.argv.slice(2)], { prints: true });
  return code;
});
