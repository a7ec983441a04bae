import './steps/node-version.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { main, run, runOrFail, say, tool } from './steps/run.mjs';
import { ensureWords } from './steps/words.mjs';

/**
 * Warnings of the Svelte compiler that do not hold here: pages are drawn once on the server, so props never change under them; a table that
 * becomes cards on a phone loses its meaning unless its roles are written out; and what scrolls must be reachable by keyboard.
 */
const notHere = ['state_referenced_locally', 'a11y_no_redundant_roles', 'a11y_no_noninteractive_tabindex'];

const checks = [
  { name: 'format and lint', tool: '@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings'] },
  { name: 'types', tool: 'typescript/bin/tsc', args: ['--project', '.'] },
  {
    name: 'pages',
    tool: 'svelte-check/bin/svelte-check',
    args: [
      '--tsconfig=web/tsconfig.json',
      '--fail-on-warnings',
      '--output=human',
      `--compiler-warnings=${notHere.map((warning) => `${warning}:ignore`).join(',')}`,
    ],
  },
  {
    name: 'import rules',
    tool: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.cjs', 'src', 'web', 'scripts', 'tests'],
  },
  { name: 'dead code', tool: 'knip/bin/knip.js', args: ['--no-progress'] },
  { name: 'catalogue', script: 'scripts/check-catalogue.mjs', args: [] },
];

/** `npm run check`: all checks, even if one fails; `npm run check -- types pages` runs those named. */
main(async () => {
  const asked = process.argv.slice(2);
  const chosen = checks.filter(({ name }) => asked.length === 0 || asked.includes(name));
  if (chosen.length === 0) {
    say(`no check of that name; there are: ${checks.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  await ensureInstalled();
  // Most checks read what these two write: typed messages and the types of the routes.
  await ensureWords();
  await runOrFail('svelte-kit sync', process.execPath, [tool('@sveltejs/kit/svelte-kit.js'), 'sync']);

  const results = await inPairs(chosen, runCheck);
  const failed = results.filter(({ code }) => code !== 0);
  for (const { name, code, seconds } of results) console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  console.log(failed.length === 0 ? 'All checks passed.' : `${failed.length} of ${results.length} checks failed.`);
  return failed.length === 0 ? 0 : 1;
});

async function runCheck({ name, args, ...what }) {
  const start = performance.now();
  const { code, output } = await run(process.execPath, [what.script ?? tool(what.tool), ...args]);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  // Printed whole once the check has ended: two that print at once cannot be read.
  if (code !== 0) console.log(`── ${name} ──\n${output.trimEnd()}\n`);
  return { name, code, seconds };
}

/** Two at a time, results in the order asked for: each tool uses one core or a little more. */
async function inPairs(items, action) {
  const results = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      results[next[0]] = await action(next[1]);
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}
