import { createServer, type RequestListener } from 'node:http';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../terminal.ts';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
}

const highestPort = 65_535;
const graceMilliseconds = 5_000;

function readPort(given: string): number {
  const port = Number(given);
  if (!/^\d{1,5}$/.test(given) || port > highestPort) throw new InvalidArgumentError(`a whole number from 0 to ${highestPort}.`);
  return port;
}

/** Longest body that is taken from a socket: more than any address takes, so that each can say itself what is too long. */
const mostBodyBytes = 6_000_000;

/** The pages are a build of their own beside this file; the edge that serves them knows only its address. */
async function loadPages(): Promise<RequestListener> {
  process.env['BODY_SIZE_LIMIT'] ??= String(mostBodyBytes);
  const path = fileURLToPath(new URL('./web/handler.js', import.meta.url));
  const pages = (await import(pathToFileURL(path).href)) as { handler: RequestListener };
  return pages.handler;
}

/** `clusterfare serve`: the pages, their twins and the API on one port, until told to stop. */
export function addServeCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('serve the pages and the API')
    .addOption(new Option('--port <number>', 'port to listen on').env('PORT').default(8080).argParser(readPort))
    .addOption(new Option('--host <address>', 'address to listen on').env('HOST').default('127.0.0.1'))
    .action(async ({ port, host }: ServeOptions) => {
      const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 30_000, headersTimeout: 15_000 }, await loadPages());
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
      });
      const address = server.address();
      const actualPort = typeof address === 'object' && address !== null ? address.port : port;
      context.terminal.err(`Clusterfare is at http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/\n`);
      await new Promise<void>((resolve) => {
        const stop = (): void => {
          server.close(() => resolve());
          server.closeIdleConnections();
          setTimeout(() => server.closeAllConnections(), graceMilliseconds).unref();
        };
        process.once('SIGINT', stop);
        process.once('SIGTERM', stop);
      });
      context.exit(exitCodes.done);
    });
}
