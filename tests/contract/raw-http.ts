import { request } from 'node:http';
import { connect } from 'node:net';

/** One answer as it came over the wire: nothing unpacked, no redirect followed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly text: string;
}

export interface RawQuestion {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const patienceInMilliseconds = 20_000;

/** Asks for a target exactly as it is written: `fetch` would tidy up `..`, `//` and percent signs first. */
export function ask(origin: string, target: string, { method = 'GET', headers = {}, body }: RawQuestion = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, path: target, method, headers, agent: false, timeout: patienceInMilliseconds }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const whole = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          body: whole,
          text: whole.toString('utf8'),
        });
      });
    });
    asking.on('timeout', () => asking.destroy(new Error(`no answer to ${method} ${target.slice(0, 100)}`)));
    asking.on('error', reject);
    asking.end(body);
  });
}

/**
 * Sends bytes as they are, which no HTTP client would do, and gives all that comes back until the server hangs up.
 * A server that does neither answer nor hang up is a fault.
 */
export function sendBytes(origin: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const end = (): void => resolve(Buffer.concat(chunks).toString('latin1'));
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.setTimeout(patienceInMilliseconds, () =>
      socket.destroy(new Error(`no answer to ${JSON.stringify(String(bytes).slice(0, 100))}`)),
    );
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', end);
    // A server may hang up on what it has not read to its end; what it said before that counts.
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' || error.code === 'EPIPE' ? end() : reject(error)));
  });
}

/** Runs an action over many items, some at a time: enough to keep the server busy, not so many that it is all that it does. */
export async function forEachOf<T>(items: Iterable<T>, action: (item: T) => Promise<void>, atOnce = 6): Promise<void> {
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await action(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
