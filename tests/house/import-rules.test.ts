import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const configFile = path.join(root, '.dependency-cruiser.cjs');
const config = createRequire(import.meta.url)(configFile) as { forbidden: { name: string }[] };

/** Files of a small house, each of which breaks the rule named beside it. */
const offenders: Record<string, readonly [rule: string, content: string]> = {
  'src/units/looks-up.ts': ['room-units', "import { offer } from '../catalogue/offer.ts';\nexport const unit = offer;"],
  'src/catalogue/looks-up.ts': ['room-catalogue', "import { forecast } from '../forecast/forecast.ts';\nexport const row = forecast;"],
  'src/network/looks-aside.ts': ['room-network', "import { shape } from '../workload/shape.ts';\nexport const bytes = shape;"],
  'src/evidence/borrows-a-type.ts': ['room-evidence', "import type { Plan } from '../plan/plan.ts';\nexport type Graded = Plan;"],
  'src/words/says-an-answer.ts': ['room-words', "import { answer } from '../answers/answer.ts';\nexport const said = answer;"],
  'src/answers/keeps-history.ts': ['room-answers', "import { history } from '../history/history.ts';\nexport const kept = history;"],
  'src/cli/calls-api.ts': ['room-cli', "import { api } from '../api/api.ts';\nexport const called = api;"],
  'src/fare/reads-disk.ts': ['core-is-pure', "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;"],
  'src/plan/reads-clock.ts': ['core-is-pure', "import { hrtime } from 'process';\nexport const time = hrtime;"],
  'src/words/says-invented.ts': [
    'fixtures-are-for-tests',
    "import { anOffer } from '../catalogue/fixtures/offer.ts';\nexport const said = anOffer;",
  ],
  'web/lib/runs-command.ts': [
    'web-mounts-api-and-mcp-only',
    "import { called } from '../../src/cli/calls-api.ts';\nexport const ran = called;",
  ],
  'web/lib/heavy.ts': ['small-zod-in-the-browser', "import { z } from 'zod';\nexport const text = z.string();"],
  'src/hardware/one.ts': ['no-cycles', "import { two } from './two.ts';\nexport const one = (): unknown => two;"],
  'src/hardware/astray.ts': ['no-unresolved', "import { gone } from './gone.ts';\nexport const found = gone;"],
};

/** The other half of the cycle, which is reported once. */
const accomplices = { 'src/hardware/two.ts': "import { one } from './one.ts';\nexport const two = (): unknown => one;" };

const bystanders: Record<string, string> = {
  'src/catalogue/offer.ts': "import { z } from 'zod';\nexport const offer = z.string();",
  'src/catalogue/fixtures/offer.ts': "import { offer } from '../offer.ts';\nexport const anOffer = offer;",
  'src/catalogue/offer.test.ts': "import { anOffer } from './fixtures/offer.ts';\nexport const tested = anOffer;",
  'src/forecast/forecast.ts': 'export const forecast = 1;',
  'src/workload/shape.ts': 'export const shape = 1;',
  'src/plan/plan.ts': "import { forecast } from '../forecast/forecast.ts';\nexport type Plan = typeof forecast;",
  'src/answers/answer.ts': "import { forecast } from '../forecast/forecast.ts';\nexport const answer = forecast;",
  'src/history/history.ts': "import { readFileSync } from 'node:fs';\nexport const history = readFileSync;",
  'src/api/api.ts': "import { answer } from '../answers/answer.ts';\nexport const api = answer;",
  'src/units/rule.test.ts': "import { offer } from '../catalogue/offer.ts';\nexport const tested = offer;",
  'web/lib/light.ts': "import * as z from 'zod/mini';\nexport const text = z.string();",
  'web/routes/+server.ts': "import { z } from 'zod';\nimport { api } from '../../src/api/api.ts';\nexport const mounted = [api, z];",
};

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

let house: string;
let violations: readonly Violation[];

beforeAll(async () => {
  house = mkdtempSync(path.join(tmpdir(), 'clusterfare-house-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(house, 'node_modules'), 'dir');
  const contents = {
    ...bystanders,
    ...accomplices,
    ...Object.fromEntries(Object.entries(offenders).map(([file, [, content]]) => [file, content])),
  };
  for (const [file, content] of Object.entries(contents)) {
    mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
    writeFileSync(path.join(house, file), content);
  }
  violations = await cruise(house);
}, 60_000);

afterAll(() => rmSync(house, { recursive: true, force: true }));

function cruise(folder: string): Promise<readonly Violation[]> {
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', configFile, '--output-type', 'json', 'src', 'web'];
  return new Promise((resolve, reject) => {
    // The exit code is the number of violations, so only an unreadable report is a fault.
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 64_000_000 }, (_error, stdout, stderr) => {
      try {
        resolve((JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations);
      } catch {
        reject(new Error(stderr || stdout));
      }
    });
  });
}

describe('the import rules', () => {
  test.each(Object.entries(offenders))('%s is caught', (file, [rule]) => {
    expect(violations.filter(({ from }) => from === file).map((violation) => violation.rule.name)).toContain(rule);
  });

  test.each(Object.keys(bystanders))('%s is left in peace', (file) => {
    expect(violations.filter(({ from }) => from === file)).toEqual([]);
  });

  test('every room of src has a rule', () => {
    const rooms = readdirSync(path.join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const ruled = config.forbidden.map(({ name }) => name);
    expect(rooms.map(({ name }) => `room-${name}`).filter((name) => !ruled.includes(name))).toEqual([]);
  });

  test('no file of src stands outside the rooms', () => {
    const entries = readdirSync(path.join(root, 'src'), { withFileTypes: true });
    expect(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual([]);
  });
});
