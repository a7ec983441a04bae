import { request } from 'node:http';

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

/** Runs an action over many items, some at a time: enough to keep the server busy, not so many that it is all that it does. */
export async function forEachOf<T>(items: Iterable<T>, action: (item: T) => Promise<void>, atOnce = 6): Promise<void> {
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await action(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
