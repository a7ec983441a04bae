import path from 'node:path';
import type { Command } from 'commander';
import { answerModels, answerSize, type SizeSubject } from '../../answers/size.ts';
import type { FitDocument, ModelDocument, SizeDocument } from '../../answers/size-documents.ts';
import { Fault } from '../../faults/fault.ts';
import { wordsIn } from '../../words/words.ts';
import { trainingMethods } from '../../workload/flops.ts';
import { mostConfigBytes } from '../../workload/json-text.ts';
import { printTable } from '../columns.ts';
import type { CommandContext } from '../context.ts';
import { readInput } from '../input.ts';
import { exitCodes, type Terminal } from '../terminal.ts';

const w = wordsIn('en');
const grouped = new Intl.NumberFormat('en-US');
const number = (value: number): string => grouped.format(value);
/** "8.03 B": enough to recognise a model by. */
const inBillions = (value: number): string => `${(value / 1e9).toPrecision(3)} B`;

const fileName = 'config.json';

/** Every config has the same name; the folder that it lies in has the model's. */
const nameOfPath = (given: string): string => {
  const base = path.basename(given);
  return (base === fileName ? path.basename(path.dirname(path.resolve(given))) : base) || fileName;
};

/** A file where there is one, else the name of a model on file. Throws `Fault` `model/…`. */
export function readSubject(given: string): SizeSubject {
  const input = readInput(given, mostConfigBytes, fileName);
  switch (input.kind) {
    case 'text':
      return { config: input.text, calledLike: given === '-' ? fileName : nameOfPath(given) };
    case 'missing':
      return { name: given };
    case 'too-long':
      throw new Fault('model/too-long', { mostMB: mostConfigBytes / 1_000_000 });
    case 'unreadable':
      throw new Fault('model/unreadable', { path: given.slice(0, 200), because: input.because });
  }
}

/** Of the rows of each GPU, the smallest that holds the run, or the largest where none does. */
function decisiveRows(fits: readonly FitDocument[]): readonly FitDocument[] {
  const byGpu = new Map<string, FitDocument>();
  for (const fit of fits) {
    const known = byGpu.get(fit.gpu);
    if (known === undefined || !known.fits) byGpu.set(fit.gpu, fit);
  }
  return [...byGpu.values()];
}

const fitsIn = (fit: FitDocument): string => {
  if (!fit.fits) return 'none';
  return fit.nodes === 1 ? `${number(fit.gpus)} of a node` : `${number(fit.gpus)} in ${number(fit.nodes)} nodes`;
};

function printSize(terminal: Terminal, answer: SizeDocument): void {
  const active = answer.paramsActive === answer.paramsTotal ? '' : `, ${number(answer.paramsActive)} active a token`;
  terminal.out(`${answer.model} (${answer.architecture}, ${number(answer.layers)} layers)\n`);
  terminal.out(`${number(answer.paramsTotal)} parameters${active}\n`);
  terminal.out(
    `${answer.method}: ${answer.trainingBytesPerParameter} bytes a parameter, ${number(answer.trainingStateGiB)} GiB; ` +
      `${(answer.trainingFlopsPerToken / 1e9).toPrecision(4)} GFLOP a token\n\n`,
  );
  printTable<FitDocument>(
    terminal,
    [
      { head: 'gpu', cell: (fit) => fit.gpu },
      { head: 'fits in', cell: fitsIn, align: 'right' },
      { head: 'need GiB', cell: (fit) => number(fit.needGiB), align: 'right' },
      { head: 'have GiB', cell: (fit) => number(fit.haveGiB), align: 'right' },
    ],
    decisiveRows(answer.fits),
  );
  const { sequence } = answer.assumes;
  terminal.err(`\n${w.cli_size_assumes({ sequence })}\n`);
  for (const part of answer.leftOut) terminal.err(`${w[leftOutWords[part]]()}\n`);
}

const leftOutWords = {
  vision: 'cli_size_left_out_vision',
  audio: 'cli_size_left_out_audio',
  'further-token-prediction': 'cli_size_left_out_further_tokens',
} as const;

function printModels(terminal: Terminal, models: readonly ModelDocument[]): void {
  printTable<ModelDocument>(
    terminal,
    [
      { head: 'model', cell: (model) => model.id },
      { head: 'parameters', cell: (model) => inBillions(model.paramsTotal), align: 'right' },
      { head: 'active', cell: (model) => (model.paramsActive === model.paramsTotal ? '' : inBillions(model.paramsActive)), align: 'right' },
      { head: 'also called', cell: (model) => model.aliases.join(', ') },
    ],
    models,
  );
}

/** `clusterfare size MODEL`: what a model counts, and which GPUs hold its training. */
export function addSizeCommand(program: Command, context: CommandContext): void {
  program
    .command('size')
    .description('what a model counts, and which GPUs hold its training')
    .argument('[model]', 'a model on file, a Hugging Face config.json, or - for one on standard input')
    .option('--method <method>', `how it is trained: ${trainingMethods.join(', ')}`, 'pretrain')
    .option('--list', 'name the models on file')
    .option('--json', 'print the answer as one JSON document')
    .action((given: string | undefined, options: { method: string; list?: boolean; json?: boolean }) => {
      const { terminal, today } = context;
      const print = <A>(answer: A, asText: (answer: A) => void): void => {
        if (options.json) terminal.out(`${JSON.stringify(answer, null, 2)}\n`);
        else asText(answer);
      };
      if (options.list) print(answerModels(context.store(), today), ({ models }) => printModels(terminal, models));
      else if (given === undefined) throw new Fault('model/not-given');
      else print(answerSize(context.store(), readSubject(given), options.method, today), (answer) => printSize(terminal, answer));
      context.exit(exitCodes.done);
    });
}
