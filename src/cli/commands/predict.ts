import type { Command } from 'commander';
import { answerPredictions, type CurveQuestion, mostRunsBytes, readNodes, readWhatIf } from '../../answers/predict.ts';
import type { CurveDocument, PredictionDocument } from '../../answers/predict-documents.ts';
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
  for (const { id, curve, what_if } of answered) if (curve !== undefined) printCurves(terminal, id, curve, what_if);
  for (const { id, assumed } of answered) if (assumed.length > 0) terminal.err(`${id}: assumed ${assumed.join(', ')}\n`);
  for (const { id, refused } of predictions) if (refused !== null) terminal.err(`${id}: refused, ${refused}\n`);
}

/** A fabric to ask about needs numbers of nodes too; some usual ones where none are given. */
function questionOf({ nodes, whatIf }: { readonly nodes?: string; readonly whatIf?: string }): CurveQuestion | null {
  if (nodes === undefined && whatIf === undefined) return null;
  return { nodes: readNodes(nodes ?? '1,2,4,8,16,32,64'), whatIf: whatIf === undefined ? null : readWhatIf(whatIf) };
}

/** Curves of one run side by side: the same nodes over its own fabric and over the one asked about. */
function printCurves(terminal: Terminal, id: string, own: CurveDocument, other: CurveDocument | undefined): void {
  terminal.out(`\n${id}\n`);
  const curves = other === undefined ? [own] : [own, other];
  const headOf = (curve: CurveDocument): string => `${curve.fabric} ${figure(curve.node_gbps)}G`;
  printTable<CurveDocument['points'][number]>(
    terminal,
    [
      { head: 'nodes', cell: ({ nodes }) => String(nodes), align: 'right' },
      ...curves.flatMap((curve) => {
        const at = (nodes: number) => curve.points.find((point) => point.nodes === nodes);
        return [
          {
            head: `${headOf(curve)}: step s`,
            cell: ({ nodes }: { nodes: number }) => figure(at(nodes)?.iter_s ?? null),
            align: 'right' as const,
          },
          { head: 'scaling', cell: ({ nodes }: { nodes: number }) => percent(at(nodes)?.efficiency ?? null), align: 'right' as const },
          {
            head: 'network',
            cell: ({ nodes }: { nodes: number }) => percent(at(nodes)?.network_efficiency ?? null),
            align: 'right' as const,
          },
        ];
      }),
    ],
    own.points,
  );
  for (const curve of curves)
    if (curve.knee !== null) terminal.out(`${headOf(curve)}: from ${curve.knee} nodes on, a node brings less than half of the first.\n`);
}

/** `clusterfare predict RUNS.jsonl`: what published or planned runs would take, with intervals. */
export function addPredictCommand(program: Command, context: CommandContext): void {
  program
    .command('predict')
    .description('step time, rates, memory and efficiency of runs, with intervals')
    .argument('[runs]', 'a file with one run in JSON on each line, or - for standard input')
    .option('--nodes <list>', 'draw each plan over these numbers of nodes: 1,2,4,8')
    .option('--what-if <fabric>', 'and beside it over another fabric: tcp:100, or ethernet:100:0.5 where half of it is taken')
    .option('--json', 'print one JSON document for each run, a line each')
    .action((given: string | undefined, options: { json?: boolean; nodes?: string; whatIf?: string }) => {
      if (given === undefined) throw new Fault('run/not-given');
      const predictions = answerPredictions(context.store(), readRuns(given), questionOf(options));
      if (options.json) for (const prediction of predictions) context.terminal.out(`${JSON.stringify(prediction)}\n`);
      else printPredictions(context.terminal, predictions);
      context.exit(predictions.every(({ refused }) => refused !== null) ? exitCodes.none : exitCodes.done);
    });
}
