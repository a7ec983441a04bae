import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from './built-product.ts';
import { ask, forEachOf } from './raw-http.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const pathsOfPages = ['/', '/offers', '/providers', '/compare', '/data', '/changes'];
/** A page of the comparison holds rows only where the question was understood. */
const holdsRows = (text: string): boolean => /<tbody[\s\S]*?<tr/.test(text);

describe('an address that nobody of good will writes', () => {
  it.each([
    ['/offers?fabric=infinband', 400, 'infiniband'],
    ['/offers?fabrik=roce', 400, 'fabric'],
    ['/de/offers?min-node-gbit=400GB/s', 400, 'Gbit/s'],
    ['/offers?currency=EUR', 400, 'EUR'],
    ['/offers?page=999', 404, '999'],
    ['/fr/offers', 404, 'fr'],
    ['/offers/coreweave/hgx-h10', 404, 'coreweave/hgx-h100'],
    ['/providers/corewave', 404, 'coreweave'],
    ['/offers?__proto__=1', 400, '__proto__'],
    ['/offers?constructor=x', 400, 'constructor'],
    [`/offers?${'gpu=h100&'.repeat(200)}`, 400, ''],
    [`/offers?q=${'a'.repeat(5_000)}`, 414, ''],
    ['/offers?q=%FF', 400, ''],
    ['/offers/%00/x', 404, ''],
    ['/offers/..%2f..%2fetc/passwd', 404, ''],
    ['/..%2f..%2f..%2fetc%2fpasswd', 404, ''],
    ['//evil.example/offers', 404, ''],
  ])('%s is refused with %i and what was meant, and never with all rows', async (target, status, says) => {
    const answer = await ask(server.origin, target);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(says);
    expect(answer.text).not.toContain('root:');
    expect(holdsRows(answer.text)).toBe(false);
  });

  it('is shown as text where it is repeated, in pages and in their data blocks', async () => {
    const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'';
    await forEachOf(pathsOfPages, async (path) => {
      for (const key of ['q', 'fabric', 'offer', 'x']) {
        const { text } = await ask(server.origin, `${path}?${key}=${encodeURIComponent(hostile)}`);
        expect(text).not.toContain('<script>alert');
        expect(text).not.toContain('<img src=x');
      }
    });
  });

  it('cannot send a reader who changes the colours to another site', async () => {
    for (const back of ['//evil.example', 'https://evil.example', '/\\evil.example', '%2F%2Fevil.example', 'javascript:alert(1)']) {
      const { headers } = await ask(server.origin, `/theme?to=dark&back=${back}`);
      expect(headers['location'] ?? '/').toMatch(/^\/(?![/\\])/);
    }
  });

  it('cannot make a search crawl', async () => {
    const started = performance.now();
    await ask(server.origin, `/offers?q=${encodeURIComponent(`${'(a+)+'.repeat(35)}$`)}`);
    await ask(server.origin, `/offers?min-node-gbit=${'1'.repeat(190)}x`);
    // Not a measure of speed: an expression that backtracks would take longer than the universe is old.
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('is answered whatever the method, and by no more than a refusal', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
      const { status } = await ask(server.origin, '/offers', { method, headers: { 'content-length': '0' } });
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
    }
  });

  it('leaves the server answering, whatever follows the slash', async () => {
    const target = fc.string({ unit: fc.constantFrom(...'abc/?&=%#.:;~\\[]{}<>"\'0123 ɐ'.split('')), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(target, async (text) => {
        const { status } = await ask(server.origin, `/${encodeURI(text)}`);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
    expect((await ask(server.origin, '/healthz')).status).toBe(200);
  });

  it('leaves the server answering when headers are odd or huge', async () => {
    const oddities: Record<string, string>[] = [
      { cookie: `theme=${'x'.repeat(6_000)}` },
      { cookie: 'theme=__proto__; theme=%FF' },
      { 'accept-encoding': 'br;q=nonsense, gzip;q=1e999' },
      { 'if-none-match': '"'.repeat(2_000) },
      { host: 'evil.example"><script>' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
    ];
    for (const headers of oddities) {
      const { status, text } = await ask(server.origin, '/offers?limit=1', { headers });
      expect(status).toBeLessThan(500);
      expect(text).not.toContain('<script>');
    }
    await ask(server.origin, '/offers', { headers: { 'x-large': 'x'.repeat(40_000) } }).catch(() => null);
    expect((await ask(server.origin, '/healthz')).status).toBe(200);
  });
});
