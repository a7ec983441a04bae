import './steps/node-version.mjs';
import { build } from './steps/build.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { main } from './steps/run.mjs';

/** `npm run build`: everything in dist, whether it is stale or not. */
main(async () => {
  await ensureInstalled();
  await build();
});
