import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built command line program: what a user runs. `npm test` builds it first. */
export const cliPath = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one command of the built program to its end, with `input` on its standard input. */
export function runCommand(args: readonly string[], environment: NodeJS.ProcessEnv = {}, input = ''): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [cliPath, ...args],
      { env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024 },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, out, err }),
    );
    // A program that ends before it has read everything closes the pipe; what it says then is what is asked here.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

export interface RunningServer {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Starts the built product on a free port and waits until it says where it is. */
export async function startServer(): Promise<RunningServer> {
  const child: ChildProcess = spawn(process.execPath, [cliPath, 'serve', '--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const origin = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const address = /http:\/\/[^\s]+?(?=\/\s)/.exec(said);
      if (address !== null) resolve(address[0]);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
