import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSnapshot } from '../../snapshot/open.ts';
import { readDataFiles } from '../../snapshot/read-data.ts';
import { snapshotFormat } from '../../snapshot/snapshot.ts';
import { type Hours, parseDuration } from '../../units/duration.ts';
import { aDay } from '../fixtures/an-offer.ts';
import type { Offer } from '../offer.ts';
import type { Ask } from '../query.ts';
import type { CheckName } from '../vocabulary.ts';
import { judgeOffer } from './judge.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const page = readFileSync(path.join(root, 'docs/six-checks.md'), 'utf8');
const row = /^\| `([a-z0-9.-]+\/[a-z0-9.-]+)` \| ([^|]*)\| `([a-z]+)(\/[a-z-]+)` \|/gm;
const examples = [...page.matchAll(row)].map(([, offer = '', asked = '', check = '', name = '']) => ({
  offer,
  asked: asked.trim(),
  check: check as CheckName,
  rule: check + name,
}));

function askOf(asked: string): Ask {
  const nodes = /^(\d+) nodes$/.exec(asked)?.[1];
  const termHours: Hours | null = parseDuration(asked);
  return { nodes: nodes === undefined ? null : Number(nodes), termHours, start: null };
}

/** Real data changes: an example that no longer holds is to be replaced on the page by one that does. */
describe('the worked examples of docs/six-checks.md', () => {
  const offers = new Map<string, Offer>();

  beforeAll(() => {
    const files = readDataFiles(path.join(root, 'data'));
    if (!('about' in files)) throw new Error(`data/ cannot be read: ${files[0]?.file} ${files[0]?.says}`);
    const { catalogue } = openSnapshot({
      format: snapshotFormat,
      dataVersion: files.about.value.dataVersion,
      contentHash: '',
      providers: files.providers.map((file) => file.value),
      gpus: files.gpus.map((file) => file.value),
      fabrics: files.fabrics.value,
      regions: files.regions.value,
      observations: files.observations.map((file) => file.value),
      models: files.models.map((file) => file.value),
      calibration: {
        network: files.calibration.network.value,
        memory: files.calibration.memory.value,
        forecast: files.calibration.forecast.value,
        goodput: files.calibration.goodput.value,
      },
      accuracy: files.accuracy.value,
    });
    for (const offer of catalogue.offers) offers.set(offer.id, offer);
  });

  it('are read from the page', () => {
    expect(examples.length).toBeGreaterThan(15);
  });

  it.each(examples)('hold for $offer, asked "$asked": $rule', ({ offer, asked, check, rule }) => {
    const found = offers.get(offer);
    expect(found, offer).toBeDefined();
    if (found !== undefined) expect(judgeOffer(found, askOf(asked), aDay)[check].rule).toBe(rule);
  });
});
