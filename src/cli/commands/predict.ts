import type { Command } from 'commander';
import { answerPredictions, mostRunsBytes } from '../../answers/predict.ts';
import type { PredictionDocument } from '../../answers/predict-documents.ts';
import { Fault } from '../../faults/fault.ts';
import { gradeOfEfficiency } from '../../forecast/grades.ts';
import { printTable } from '../columns.ts';
import type { CommandContext } from '../context.ts';
import { readInput } from '../input.ts';
import { exitCodes, type Terminal } from '../terminal.ts';

function readRuns(given: string): string {
  const input = readInput(given, mostRunsBytes, 'runs.jsonl');
  const path = given.slice(0, 200);
  switch (input.kind) {
    case 'text':
      return input.text;
    case 'missing':
      throw new Fault('run/unreadable', { path, because: 'ENOENT' });
    case 'too-long':
      throw new Fault('run/too-long', { mostMB: mostRunsBytes / 1_000_000 });
    case 'unreadable':
      throw new Fault('run/unreadable', { path, because: input.because });
  }
}

const figure = (value: number | null): string => (value === null ? '' : String(Number(value.toPrecision(3))));
const percent = (share: number | null): string => (share === null ? '' : `${(100 * share).toFixed(0)}%`);

function withInterval(value: number | null, ends: readonly [number, number] | null): string {
  if (value === null) return '';
  return ends === null ? figure(value) : `${figure(value)} (${figure(ends[0])} to ${figure(ends[1])})`;
}

function networkCell({ predicted }: PredictionDocument): string {
  const share = predicted.network_efficiency;
  return share === null ? '' : `${percent(share)} ${gradeOfEfficiency(share)}`;
}

function printForecasts(terminal: Terminal, answered: readonly PredictionDocument[]): void {
  printTable<PredictionDocument>(
    terminal,
    [
      { head: 'run', cell: ({ id }) => id },
      { head: 'step s (80%)', cell: ({ predicted, interval }) => withInterval(predicted.iter_s, interval.iter_s), align: 'right' },
      { head: 'tokens/s/GPU', cell: ({ predicted }) => figure(predicted.tokens_per_s_per_gpu), align: 'right' },
      { head: 'MFU', cell: ({ predicted }) => percent(predicted.mfu), align: 'right' },
      { head: 'memory GiB', cell: ({ predicted }) => figure(predicted.peak_mem_gb), align: 'right' },
      { head: 'scaling', cell: ({ predicted }) => percent(predicted.efficiency), align: 'right' },
      { head: 'network', cell: networkCell },
      { head: 'busbw GB/s', cell: ({ predicted }) => figure(predicted.busbw_GBps), align: 'right' },
    ],
    answered,
  );
}

function printPredictions(terminal: Terminal, predictions: readonly PredictionDocument[]): void {
  const answered = predictions.filter(({ refused }) => refused === null);
  if (answered.length > 0) printForecasts(terminal, answered);
  for (const { id, assumed } of answered) if (assumed.length > 0) terminal.err(`${id}: assumed ${assumed.join(', ')}\n`);
  for (const { id, refused } of predictions) if (refused !== null) terminal.err(`${id}: refused, ${refused}\n`);
}

/** `clusterfare predict RUNS.jsonl`: what published or planned runs would take, with intervals. */
export function addPredictCommand(program: Command, context: CommandContext): void {
  program
    .command('predict')
    .description('step time, rates, memory and efficiency of runs, with intervals')
    .argument('[runs]', 'a file with one run in JSON on each line, or - for standard input')
    .option('--json', 'print one JSON document for each run, a line each')
    .action((given: string | undefined, options: { json?: boolean }) => {
      if (given === undefined) throw new Fault('run/not-given');
      const predictions = answerPredictions(context.store(), readRuns(given));
      if (options.json) for (const prediction of predictions) context.terminal.out(`${JSON.stringify(prediction)}\n`);
      else printPredictions(context.terminal, predictions);
      context.exit(predictions.every(({ refused }) => refused !== null) ? exitCodes.none : exitCodes.done);
    });
}
