import { Command, CommanderError } from 'commander';
import { Fault, statusOf } from '../faults/fault.ts';
import { sayFault } from '../words/faults.ts';
import { addCompareCommand } from './commands/compare.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addFitCommand } from './commands/fit.ts';
import { addOffersCommand } from './commands/offers.ts';
import { addPlanCommand } from './commands/plan.ts';
import { addPredictCommand } from './commands/predict.ts';
import { addProvidersCommand } from './commands/providers.ts';
import { addServeCommand } from './commands/serve.ts';
import { addShowCommand } from './commands/show.ts';
import { addSizeCommand } from './commands/size.ts';
import type { CommandContext } from './context.ts';
import { type ExitCode, exitCodes } from './terminal.ts';

/** Commander puts its suggestion on a second line; bad input gets one. */
const toOneLine = (text: string): string =>
  text
    .replace(/^error: /, '')
    .replace(/\s+/g, ' ')
    .trim();

/** All commands, bound to what they work with. */
export function buildProgram(context: CommandContext, version: string): Command {
  const program = new Command('clusterfare')
    .description('Who rents connected GPU nodes as one unit, on what network, on what terms and at what price.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: context.terminal.out,
      writeErr: context.terminal.err,
      outputError: (text, write) => write(`clusterfare: ${toOneLine(text)} See clusterfare --help.\n`),
    });
  addOffersCommand(program, context);
  addShowCommand(program, context);
  addCompareCommand(program, context);
  addProvidersCommand(program, context);
  addSizeCommand(program, context);
  addPredictCommand(program, context);
  addFitCommand(program, context);
  addPlanCommand(program, context);
  addServeCommand(program, context);
  addCompletionCommand(program);
  for (const command of program.commands) command.exitOverride().configureOutput(program.configureOutput());
  return program;
}

/** Runs one command line. Bad input gets one line on stderr (what, where, what to do) and exit code 2. */
export async function runProgram(context: Omit<CommandContext, 'exit'>, version: string, argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  const program = buildProgram({ ...context, exit: (given) => (code = given) }, version);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.badInput;
    if (error instanceof Fault) {
      const { says, hint } = sayFault('en', error);
      context.terminal.err(`clusterfare: ${says}${hint === '' ? '' : ` ${hint}`}\n`);
      return statusOf(error.code) === 500 ? exitCodes.fault : exitCodes.badInput;
    }
    context.terminal.err(`clusterfare: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCodes.fault;
  }
}
