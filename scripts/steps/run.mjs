import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout, whatever the directory a command was started from. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** One line of progress. Always on stderr: stdout belongs to the data. */
export function say(line) {
  process.stderr.write(`clusterfare: ${line}\n`);
}

/** A step that ended badly, with what it printed. Expected, so no stack trace is shown for it. */
export class StepFailed extends Error {
  constructor(name, output) {
    super(`${name} failed`);
    this.output = output;
  }
}

/** Runs a program and gives its exit code and, unless it prints for itself, everything it printed in order. */
export function run(command, args, { env = {}, prints = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: prints ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 1), output: Buffer.concat(chunks).toString() }),
    );
  });
}

/** Runs a program that has to succeed; its output is shown only if it does not. */
export async function runOrFail(name, command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new StepFailed(name, output);
  return output;
}

/** A script of an installed package, run by this same Node (so no shell, and the same on every system). */
export const tool = (relativePath) => path.join(root, 'node_modules', relativePath);

/** Runs a command's main function and gives the exit code: a failed step ends in its output and one line, a bug in a stack trace. */
export async function main(action) {
  try {
    process.exitCode = (await action()) ?? 0;
  } catch (error) {
    if (error instanceof StepFailed) {
      process.stderr.write(`${error.output.trimEnd()}\n`);
      say(error.message);
    } else {
      console.error(error);
    }
    process.exitCode = 1;
  }
  return process.exitCode;
}
