import './steps/node-version.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { main } from './steps/run.mjs';
import { ensureWords } from './steps/words.mjs';

/** `npm run words`: the messages of all languages, compiled to functions in src/words/compiled. */
main(async () => {
  await ensureInstalled();
  await ensureWords();
});
