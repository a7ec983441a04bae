import type { Command } from 'commander';
import { answerFit, readFitQuestion } from '../../answers/fit.ts';
import type { ScalingFitDocument } from '../../answers/fit-documents.ts';
import { mostPointsBytes } from '../../answers/measured-points.ts';
import { Fault } from '../../faults/fault.ts';
import { usualKneeShare } from '../../forecast/knee.ts';
import { printTable } from '../columns.ts';
import type { CommandContext } from '../context.ts';
import { readInput } from '../input.ts';
import { exitCodes, type Terminal } from '../terminal.ts';

/** Measurements of a file or standard input. Throws `Fault` `points/…`. */
export function readPointsText(given: string): string {
  const input = readInput(given, mostPointsBytes, 'points.csv');
  const path = given.slice(0, 200);
  switch (input.kind) {
    case 'text':
      return input.text;
    case 'missing':
      throw new Fault('points/unreadable', { path, because: 'ENOENT' });
    case 'too-long':
      throw new Fault('points/too-long', { mostMB: mostPointsBytes / 1_000_000 });
    case 'unreadable':
      throw new Fault('points/unreadable', { path, because: input.because });
  }
}

const grouped = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
const figure = (value: number): string => grouped.format(value);
const percent = (share: number): string => `${(100 * share).toFixed(0)}%`;

type CurvePoint = ScalingFitDocument['curve'][number];

function sayKnee({ knee }: ScalingFitDocument): string {
  const share = percent(knee.share);
  if (knee.nodes === null) return `No knee (a node that brings less than ${share} of the first): ${knee.because ?? ''}.`;
  const [low, high] = knee.interval;
  const end = high === null ? `more than ${grouped.format(knee.searchedTo)}` : grouped.format(high);
  const beyond = knee.extrapolated ? ', beyond what was measured' : '';
  return `Knee: from ${grouped.format(knee.nodes)} nodes on (${low ?? knee.searchedTo} to ${end})${beyond}, a node brings less than ${share} of the first.`;
}

function printFit(terminal: Terminal, answer: ScalingFitDocument): void {
  const { model, peak } = answer;
  const law = model.name === 'amdahl' ? "Amdahl's law" : 'Universal Scalability Law';
  terminal.out(`${law}: one node ${figure(model.x1)}, sigma ${figure(model.sigma)}, kappa ${figure(model.kappa)}\n\n`);
  printTable<CurvePoint>(
    terminal,
    [
      { head: 'nodes', cell: ({ nodes }) => grouped.format(nodes), align: 'right' },
      {
        head: 'throughput (80%)',
        cell: ({ throughput, interval }) => `${figure(throughput)} (${figure(interval[0])} to ${figure(interval[1])})`,
        align: 'right',
      },
      { head: 'efficiency', cell: ({ efficiency }) => percent(efficiency), align: 'right' },
      { head: 'last node', cell: ({ marginalShare }) => percent(marginalShare), align: 'right' },
      { head: '', cell: ({ extrapolated }) => (extrapolated ? 'extrapolated' : '') },
    ],
    answer.curve,
  );
  terminal.out(`\n${sayKnee(answer)}\n`);
  if (peak !== null) terminal.out(`Fastest on ${grouped.format(peak.nodes)} nodes; more make it slower.\n`);
  for (const said of answer.assumed) terminal.err(`assumed ${said}\n`);
}

/** `clusterfare fit POINTS.csv`: the scaling curve of one's own measurements, and where it stops being worth a node. */
export function addFitCommand(program: Command, context: CommandContext): void {
  program
    .command('fit')
    .description('the scaling curve of your own measurements, with intervals and its knee')
    .argument('[points]', 'a CSV with the columns nodes and throughput, or - for standard input')
    .option('--knee <share>', 'a node that brings less than this share of the first is hardly worth adding', String(usualKneeShare))
    .option('--nodes <list>', 'draw the curve at these numbers of nodes: 1,2,4,8')
    .option('--json', 'print the answer as one JSON document')
    .action((given: string | undefined, options: { knee: string; nodes?: string; json?: boolean }) => {
      if (given === undefined) throw new Fault('points/not-given');
      const question = readFitQuestion({ nodes: options.nodes ?? null, knee: options.knee });
      const answer = answerFit(context.store(), readPointsText(given), question, context.today);
      if (options.json) context.terminal.out(`${JSON.stringify(answer, null, 2)}\n`);
      else printFit(context.terminal, answer);
      context.exit(exitCodes.done);
    });
}
