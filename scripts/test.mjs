import './steps/node-version.mjs';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfStale } from './steps/build.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { main, root, run, say, tool } from './steps/run.mjs';
import { ensureSystemParts, findChromium } from './steps/system-parts.mjs';
import { countLine, countTests } from './steps/test-count.mjs';

/** `npm test`: everything that the tests need, then all of them; `npm test -- src/units` runs some. */
main(async () => {
  await ensureInstalled();
  const missing = await ensureSystemParts();
  await buildIfStale();

  const suitesLeftOut = new Set(missing.map((part) => part.suite));
  for (const part of missing) {
    say(`${part.name} is missing, so the ${part.suite} suite is skipped; on Debian: apt-get install ${part.debian.join(' ')}`);
  }
  const { code, report } = await runVitest(process.argv.slice(2), suitesLeftOut);
  const count = countTests(report, { leftOut: [...suitesLeftOut].flatMap(testFilesOf).length });

  // A machine that calls itself CI is there to run everything; a skipped suite must not look like a pass.
  const incomplete = missing.length > 0 && process.env.CI === 'true';
  if (incomplete) say('CI=true, so what is missing counts as a failure');
  console.log(countLine(count));
  return code !== 0 || count.failed > 0 || count.passed === 0 || incomplete ? 1 : 0;
});

async function runVitest(filters, suitesLeftOut) {
  const folder = mkdtempSync(path.join(tmpdir(), 'clusterfare-test-'));
  const reportFile = path.join(folder, 'report.json');
  try {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
    args.push(...[...suitesLeftOut].map((suite) => `--project=!${suite}`), ...filters);
    const { code } = await run(process.execPath, [tool('vitest/vitest.mjs'), ...args], {
      env: { CLUSTERFARE_CHROMIUM: findChromium() ?? '' },
      prints: true,
    });
    return { code, report: existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function testFilesOf(suite) {
  const folder = path.join(root, 'tests', suite);
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.test.ts')) : [];
}
