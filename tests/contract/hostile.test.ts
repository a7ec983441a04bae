import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from './built-product.ts';
import { ask, forEachOf, sendBytes } from './raw-http.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const pathsOfPages = ['/', '/offers', '/providers', '/compare', '/data', '/changes', '/methodology'];
/** Everywhere that the filters are understood: pages in each language, their twins and the interface. */
const pathsWithFilters = [
  ...['/offers', '/providers', '/changes'].flatMap((path) => [path, `/de${path}`, `/zh${path}`, `${path}.json`, `/api/v1${path}`]),
  '/offers.csv',
  '/offers.atom',
  '/changes.atom',
];
/** An answer holds rows only where the question was understood. */
const holdsRows = (text: string): boolean => /<tbody[\s\S]*?<tr|"(offers|providers|changes)":\[|^id,|<entry>/.test(text);
/** What a reader from outside must never see: where the product lies on the machine, and how it failed. */
const tellsOfTheMachine = /root:|node_modules|\.svelte|file:\/\/|\bat [\w.<>]+ \(|\/dist\//;

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
    expect(answer.text).not.toMatch(tellsOfTheMachine);
    expect(holdsRows(answer.text)).toBe(false);
  });

  it('differs from a question, which all of these answer with rows', async () => {
    await forEachOf(pathsWithFilters, async (path) => {
      expect(holdsRows((await ask(server.origin, `${path}?gpu=h100`)).text), path).toBe(true);
    });
  });

  it.each([
    ['fabrik=roce', 'fabric'],
    ['min-node-gbits=400', 'min-node-gbit'],
    ['fabric=infinband', 'infiniband'],
    ['gpu=h1000', 'h100'],
    ['provider=corewave', 'coreweave'],
    ['provisioning=ondemand', 'on-demand'],
    ['sort=pirce', 'price'],
    ['min-node-gbit=400GB/s', 'Gbit/s'],
    ['currency=XXX', 'USD'],
    ['max-price=NaN', 'max-price'],
    ['nodes=-1', 'nodes'],
    ['limit=0', 'limit'],
    ['start=2026-02-30', '2026-02-30'],
    ['term=forever', '30d'],
    ['multi-node=__proto__', '__proto__'],
    ['__proto__=yes', '__proto__'],
    ['gpu=h100&hasOwnProperty=1', 'hasOwnProperty'],
  ])('with %s is refused wherever filters are understood, and told of %s', async (query, says) => {
    await forEachOf(pathsWithFilters, async (path) => {
      const { status, text, headers } = await ask(server.origin, `${path}?${query}`);
      expect(status, path).toBe(400);
      expect(text, path).toContain(says);
      expect(holdsRows(text), path).toBe(false);
      expect(headers['cache-control'] ?? 'no-store', path).not.toContain('public');
    });
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
      { cookie: 'theme=dark" onload="alert(1)' },
      { 'accept-encoding': 'br;q=nonsense, gzip;q=1e999' },
      { 'accept-encoding': 'gzip,'.repeat(2_000) },
      { 'if-none-match': '"'.repeat(2_000) },
      { 'if-none-match': 'W/"a",'.repeat(2_000) },
      { host: 'evil.example"><script>' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
      { range: 'bytes=0-,0-,0-,0-' },
      { 'content-length': '0', 'content-type': 'application/x-www-form-urlencoded', 'x-http-method-override': 'DELETE' },
    ];
    for (const headers of oddities) {
      const { status, text } = await ask(server.origin, '/offers?limit=1', { headers });
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/<script>|onload=/);
      expect(text).not.toMatch(tellsOfTheMachine);
    }
    const huge = await sendBytes(server.origin, `GET /offers HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`);
    expect(huge.slice(0, 40)).toMatch(/^HTTP\/1\.1 431 /);
    expect((await ask(server.origin, '/healthz')).status).toBe(200);
  });

  it('cannot make the server name another site to the next reader', async () => {
    for (const [name, value] of [
      ['x-forwarded-host', 'evil.example'],
      ['x-forwarded-proto', 'http://evil.example/'],
      ['forwarded', 'host=evil.example'],
      ['x-original-url', '/providers'],
    ] as const) {
      expect((await ask(server.origin, '/offers?limit=2', { headers: { [name]: value } })).text, name).not.toContain('evil.example');
    }
    await ask(server.origin, '/offers?limit=3', { headers: { host: 'evil.example' } });
    expect((await ask(server.origin, '/offers?limit=3')).text).not.toContain('evil.example');
  });

  it('cannot add a header to the answer', async () => {
    const split = '%0d%0aSet-Cookie:%20a=b%0d%0a%0d%0a<script>alert(1)</script>';
    for (const target of [`/theme?to=dark&back=/offers${split}`, `/theme?to=dark${split}`, `/offers/?q=${split}`, `/en/offers${split}`]) {
      const { headers, status } = await ask(server.origin, target);
      expect(status, target).toBeLessThan(500);
      expect(headers['set-cookie'] ?? '', target).not.toContain('a=b');
      expect(headers['location'] ?? '/', target).toMatch(/^\/(?![/\\])/);
    }
  });
});

describe('bytes that are no request', () => {
  const answers = /^HTTP\/1\.1 [2-4]\d\d /;
  const isUp = async (): Promise<void> => {
    expect((await ask(server.origin, '/healthz')).text).toBe('{"status":"ok"}');
  };

  it.each([
    ['a whole address', 'GET http://evil.example/offers HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['no slash', 'GET offers HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['no host', 'GET /offers HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', 'GET /offers HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    ['a host that is none', 'GET /offers HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n'],
    ['an empty host', 'GET /offers HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n'],
    ['blanks in the address', 'GET /offers?q=a b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['zero bytes', 'GET /offers\0 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a way up', 'GET /../../../../etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['an unknown method', 'BREW /offers HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['two lengths', 'POST /offers HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST /offers HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n',
    ],
    ['a broken chunk', 'POST /offers HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n'],
    ['a thousand headers', `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${'A: b\r\n'.repeat(1_000)}\r\n`],
  ])('%s: refused or answered, in any case within the protocol', async (_, bytes) => {
    const answer = await sendBytes(server.origin, bytes);
    // For a tunnel the server may just hang up: there is no one to talk to.
    if (answer !== '' || !bytes.startsWith('CONNECT')) expect(answer.slice(0, 40)).toMatch(answers);
    expect(answer).not.toMatch(tellsOfTheMachine);
    await isUp();
  });

  it('whatever they are, the server answers the next reader', async () => {
    const target = fc.oneof(
      fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary', maxLength: 80 }).map((text) => Buffer.from(text)),
      fc
        .array(
          fc.constantFrom(
            '/offers',
            '/de',
            '/..',
            '%2f',
            '%00',
            '%',
            '?',
            '&',
            '=',
            'q',
            'fabric',
            '__proto__',
            '\t',
            '\n',
            '//',
            '\\',
            ';',
            '@',
            ':80',
          ),
          {
            maxLength: 12,
          },
        )
        .map((parts) => Buffer.from(parts.join(''))),
    );
    await fc.assert(
      fc.asyncProperty(target, async (bytes) => {
        const tail = ' HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
        const answer = await sendBytes(server.origin, Buffer.concat([Buffer.from('GET /'), bytes, Buffer.from(tail)]));
        expect(answer.slice(0, 40)).toMatch(answers);
      }),
      { numRuns: 150 },
    );
    await isUp();
  });

  it('do not come to an end, and others are served meanwhile', async () => {
    const { hostname, port } = new URL(server.origin);
    const idle = await Promise.all(
      Array.from(
        { length: 50 },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect(Number(port), hostname, () => resolve(socket));
            socket.on('error', () => null);
          }),
      ),
    );
    try {
      for (const socket of idle) socket.write('GET /offers HTTP/1.1\r\nHost: a\r\nX-Slow: ');
      await isUp();
      expect((await ask(server.origin, '/offers?limit=4')).status).toBe(200);
    } finally {
      for (const socket of idle) socket.destroy();
    }
  });
});
