import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanDocument } from '../../src/answers/plan-documents.ts';
import { type RunningServer, runCommand, startServer } from './built-product.ts';

const job = 'model=llama-3-70b&tokens=1T&deadline=60d&fabric=infiniband&gpu=h100';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
}, 60_000);
afterAll(() => server.stop());

const read = async (path: string): Promise<string> => (await fetch(`${server.origin}${path}`)).text();
const readPlan = async (path: string): Promise<PlanDocument> => JSON.parse(await read(path)) as PlanDocument;

/** Ids in the order in which the table of ranked offers links them. */
function rankedOn(html: string): string[] {
  const table = /<table[^>]*on-job[\s\S]*?<tbody[^>]*>([\s\S]*?)<\/tbody>/.exec(html)?.[1] ?? '';
  const ids = [...table.matchAll(/href="(?:\/de|\/zh)?\/offers\/([a-z0-9.-]+\/[a-z0-9.-]+)"/g)].map((match) => match[1] as string);
  return [...new Set(ids)];
}

describe('a job', () => {
  it('is ranked alike by page, twin, interface and command', async () => {
    const [twin, api, command] = await Promise.all([
      readPlan(`/plan.json?${job}`),
      readPlan(`/api/v1/plan?${job}`),
      runCommand(['plan', ...[...new URLSearchParams(job)].flatMap(([key, value]) => [`--${key}`, value]), '--json']),
    ]);
    const ids = twin.ranked.map(({ offer }) => offer);
    expect(ids.length).toBeGreaterThan(3);
    expect(api).toEqual(twin);
    expect((JSON.parse(command.out) as PlanDocument).ranked.map(({ offer }) => offer)).toEqual(ids);
    for (const prefix of ['', '/de', '/zh']) expect(rankedOn(await read(`${prefix}/plan?${job}`))).toEqual(ids);
  }, 60_000);

  it('is a report in Markdown at the twin and on the command line, in the language asked for', async () => {
    const response = await fetch(`${server.origin}/plan.md?${job}`);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const options = [...new URLSearchParams(job)].flatMap(([key, value]) => [`--${key}`, value]);
    expect(await response.text()).toBe((await runCommand(['plan', ...options, '--markdown'])).out);
    expect((await runCommand(['plan', ...options, '--markdown', 'de'])).out).toContain('## Angebote für diesen Job');
    expect((await runCommand(['plan', ...options, '--markdown', 'fr'])).code).toBe(2);
  }, 60_000);

  it('that nothing can take is answered with a nearby question that something can', async () => {
    const html = await read('/plan?model=llama-3-70b&tokens=1T&deadline=1d');
    const [, query = ''] = /<ul class="ways">[\s\S]*?href="\/plan\?([^"]+)"/.exec(html) ?? [];
    const { ranked } = await readPlan(`/plan.json?${query.replaceAll('&amp;', '&')}`);
    expect(ranked.length).toBeGreaterThan(0);
  }, 60_000);

  it('is not for search engines, while the form is', async () => {
    expect(await read(`/plan?${job}`)).toContain('<meta name="robots" content="noindex"/>');
    expect(await read('/plan')).toContain('rel="canonical"');
  });
});

describe('the form', () => {
  it('leaves what is empty out of the address, and takes the model that was written', async () => {
    const response = await fetch(`${server.origin}/plan?model=llama-3-8b&tokens=200M&method=&model=meta-llama/Llama-3.1-8B&gpu=`, {
      redirect: 'manual',
    });
    expect(response.status).toBe(303);
    const asked = new URL(response.headers.get('location') ?? '', server.origin).searchParams;
    expect(Object.fromEntries(asked)).toEqual({ tokens: '200M', model: 'meta-llama/Llama-3.1-8B' });
  });

  it.each([
    ['tokens=1T', 'model'],
    ['model=llama-3-70b', 'tokens'],
    ['model=llama-3-70b&tokens=1T&sequence=banana', 'sequence'],
    ['model=no-such-model&tokens=1T', 'model'],
  ])('says of "%s" what is wrong, and marks the field', async (question, key) => {
    const response = await fetch(`${server.origin}/de/plan?${question}`);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    const html = await response.text();
    expect(html).toContain('role="alert"');
    expect(html).toMatch(new RegExp(`name="${key}"[^>]*aria-invalid="true"`));
    expect(html).not.toContain('on-job');
  });
});
