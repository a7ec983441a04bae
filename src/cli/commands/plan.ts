import type { Command } from 'commander';
import { jobKeys, measuredKeys, measuredMeanings } from '../../answers/job-parameters.ts';
import { readPoints } from '../../answers/measured-points.ts';
import { answerPlan } from '../../answers/plan.ts';
import type { PlacedDocument, PlanDocument } from '../../answers/plan-documents.ts';
import { mostWorkloadBytes, readWorkload } from '../../answers/workload-file.ts';
import { Fault } from '../../faults/fault.ts';
import { jobKinds, jobPrecisions, objectives } from '../../plan/job.ts';
import { planToMarkdown } from '../../reports/plan-markdown.ts';
import { baseLocale, type Locale, locales } from '../../words/locales.ts';
import { sayJobHours } from '../../words/plan.ts';
import { trainingMethods } from '../../workload/flops.ts';
import { printTable } from '../columns.ts';
import type { CommandContext } from '../context.ts';
import { addFilterOptions, readFilterOptions } from '../filter-options.ts';
import { readInput } from '../input.ts';
import { exitCodes, type Terminal } from '../terminal.ts';
import { readPointsText } from './fit.ts';
import { readSubject } from './size.ts';

const grouped = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const whole = new Intl.NumberFormat('en-US');
const percent = (share: number): string => `${(100 * share).toFixed(0)}%`;
const money = (amount: string): string => grouped.format(Number(amount));
const hours = (value: number): string => grouped.format(value);

const rankCell = ({ rank, stickerRank }: PlacedDocument): string =>
  rank === 0 ? '' : rank === stickerRank ? String(rank) : `${rank} (sticker ${stickerRank})`;

function layoutCell({ parallel }: PlacedDocument): string {
  if (parallel === null) return '';
  const { tp, pp, dp, cp, ep, zero, recompute } = parallel;
  const parts = [tp > 1 ? `TP ${tp}` : '', pp > 1 ? `PP ${pp}` : '', cp > 1 ? `CP ${cp}` : '', ep > 1 ? `EP ${ep}` : '', `DP ${dp}`];
  return [...parts.filter((part) => part !== ''), zero === 3 ? 'sharded' : '', recompute === 'none' ? '' : `recompute ${recompute}`]
    .filter((part) => part !== '')
    .join(' ');
}

function printPlaced(terminal: Terminal, placed: readonly PlacedDocument[]): void {
  printTable<PlacedDocument>(
    terminal,
    [
      { head: 'rank', cell: rankCell },
      { head: 'offer', cell: ({ offer }) => offer },
      { head: 'nodes', cell: ({ nodes, gpusPerNode, gpuName }) => `${whole.format(nodes)} × ${gpusPerNode} ${gpuName}`, align: 'right' },
      { head: 'plan', cell: layoutCell },
      { head: 'network', cell: ({ forecast }) => `${percent(forecast.networkEfficiency)} ${forecast.grade}` },
      {
        head: 'hours (80%)',
        cell: ({ forecast, interval }) => `${hours(forecast.hours)} (${interval.hours.map(hours).join(' to ')})`,
        align: 'right',
      },
      { head: 'USD/GPU-h', cell: ({ fare }) => fare.pricePerGpuHour.amount, align: 'right' },
      {
        head: 'fare USD (80%)',
        cell: ({ fare, interval }) => `${money(fare.total.amount)} (${interval.total.map(money).join(' to ')})`,
        align: 'right',
      },
      { head: 'obtainable', cell: ({ obtainable }) => obtainable },
      { head: 'rests on unpublished', cell: ({ unknown }) => unknown.join(', ') },
    ],
    placed,
  );
}

function printCurves(terminal: Terminal, curves: PlanDocument['curves']): void {
  const counts = [...new Set(curves.flatMap(({ points }) => points.map(({ nodes }) => nodes)))].sort((a, b) => a - b);
  printTable<number>(
    terminal,
    [
      { head: 'nodes', cell: (nodes) => whole.format(nodes), align: 'right' },
      ...curves.map(({ label, points }) => ({
        head: label,
        cell: (nodes: number): string => {
          const point = points.find((one) => one.nodes === nodes);
          return point === undefined ? '' : `${hours(point.hours)} h, ${percent(point.networkEfficiency)}`;
        },
        align: 'right' as const,
      })),
    ],
    counts,
  );
  for (const { label, knee } of curves)
    if (knee !== null) terminal.out(`${label}: on the way to ${knee} nodes, a node brings less than half of the first.\n`);
}

/** What is asked about, in a line. */
function sayJob({ kind, model, tokens, precision, method, figures }: PlanDocument['job']): string {
  if (kind === 'training') return `${model}, ${grouped.format(tokens ?? 0)} tokens, ${precision}, ${method}`;
  return [kind, ...Object.entries(figures).map(([key, value]) => `${key} ${value}`)].join(', ');
}

function printPlan(terminal: Terminal, answer: PlanDocument): void {
  const { job, ranked, oneNode, rejected } = answer;
  terminal.out(`${sayJob(job)}, within ${sayJobHours('en', job.deadlineHours)}\n` + `${answer.needsMultiNode.because}\n\n`);
  if (oneNode !== null) {
    terminal.out('One node:\n');
    printPlaced(terminal, [oneNode]);
    terminal.out('\n');
  }
  if (ranked.length > 0) {
    printPlaced(terminal, ranked);
    terminal.out('\n');
    printCurves(terminal, answer.curves);
  }
  printRejected(terminal, rejected);
  if (answer.assumed.length > 0) terminal.err(`Assumed: ${answer.assumed.join(', ')}.\n`);
}

/** Offers shown of each reason: the rest is in the document. */
const shownOffers = 4;

/** Reasons of one kind together; where they differ in figures, each offer with its own. */
function printRejected(terminal: Terminal, rejected: PlanDocument['rejected']): void {
  const byCode = new Map<string, PlanDocument['rejected']>();
  for (const one of rejected) byCode.set(one.becauseSaid.code, [...(byCode.get(one.becauseSaid.code) ?? []), one]);
  if (rejected.length > 0) terminal.err(`\nLeft out, ${rejected.length} offers:\n`);
  for (const offers of byCode.values()) {
    const same = offers.every(({ because }) => because === offers[0]?.because);
    const shown = offers.slice(0, shownOffers).map(({ offer, because }) => (same ? offer : `${offer} (${because})`));
    const rest = offers.length > shownOffers ? ` and ${offers.length - shownOffers} more` : '';
    terminal.err(`  ${same ? `${offers[0]?.because}: ` : ''}${shown.join(', ')}${rest}\n`);
  }
}

const keyOf = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The options of the job as the pairs that a URL would carry. */
function readJobOptions(options: Readonly<Record<string, unknown>>): [string, string][] {
  return jobKeys.flatMap((key) => {
    const value = options[keyOf(key)];
    if (Array.isArray(value)) return value.map((one): [string, string] => [key, String(one)]);
    return typeof value === 'string' ? [[key, value] as [string, string]] : [];
  });
}

/** The job of a file, as pairs. Throws `Fault` `job/workload-…`. */
function readDescribed(given: unknown): [string, string][] {
  if (typeof given !== 'string') return [];
  const input = readInput(given, mostWorkloadBytes, 'workload.yaml');
  if (input.kind === 'text') return readWorkload(input.text);
  const because = {
    missing: 'ENOENT',
    'too-long': `more than ${mostWorkloadBytes} bytes`,
    unreadable: 'because' in input ? input.because : '',
  };
  throw new Fault('job/workload-unreadable', { path: given.slice(0, 200), because: because[input.kind] });
}

/** Measurements of a file as the value of `points`. Throws `Fault` `points/…`. */
function readEvidence(given: unknown): [string, string][] {
  if (typeof given !== 'string') return [];
  const points = readPoints(readPointsText(given));
  return [['points', points.map(({ nodes, throughput }) => `${nodes}:${throughput}`).join(',')]];
}

/** The language of a report; English where the option stands alone. Throws `Fault` `query/unknown-value`. */
function languageOf(given: unknown): Locale {
  if (typeof given !== 'string') return baseLocale;
  const locale = locales.find((known) => known === given.toLowerCase());
  if (locale === undefined) throw new Fault('query/unknown-value', { key: 'markdown', given: given.slice(0, 60), nearest: baseLocale });
  return locale;
}

/** `clusterfare plan`: whether a job needs several nodes, where it should run and what it will cost there. */
export function addPlanCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('plan')
    .description('whether a job needs several nodes, where it should run and what it will cost there')
    .option('--workload <file>', 'the whole job as a YAML file of these options, or - for standard input')
    .option('--kind <kind>', jobKinds.join(', '))
    .option('--model <model>', 'a model on file, a Hugging Face config.json, or - for one on standard input')
    .option('--tokens <number>', 'tokens to be passed in all: 1e12, 300B')
    .option('--method <method>', trainingMethods.join(', '))
    .option('--sequence <tokens>', 'tokens of one sequence')
    .option('--batch-tokens <number>', 'tokens of one batch: 4M')
    .option('--precision <format>', jobPrecisions.join(', '))
    .option('--dataset-bytes <number>', 'bytes that shared storage has to hold beside checkpoints')
    .option('--checkpoint-bytes <number>', 'bytes of one checkpoint, where it is not the usual')
    .option('--deadline <time>', 'how long the job may take, or by when it has to be done: 30d, 2027-03-01')
    .option('--max-nodes <number>', 'never use more nodes')
    .option('--objective <objective>', objectives.join(', '))
    .option(
      '--override <offer:key=value>',
      'what you know better: provider/slug:price=2.35,node-gbit=3200',
      (value: string, before: string[] | undefined) => [...(before ?? []), value],
    )
    .option('--evidence <file>', 'for an MPI job: a CSV of its own nodes and throughput, in place of --points')
    .option('--what-if <fabric>', 'fabric to hold beside: tcp:100, or ethernet:100:0.5 where half of it is taken')
    .option('--markdown [language]', `print a report in Markdown: ${locales.join(', ')}`)
    .option('--json', 'print the answer as one JSON document');
  for (const key of measuredKeys) command.option(`--${key} <value>`, measuredMeanings[key]);
  addFilterOptions(command).action((options: Readonly<Record<string, unknown>>) => {
    const { terminal, today } = context;
    const given = [...readJobOptions(options), ...readFilterOptions(options)];
    const described = readDescribed(options['workload']).filter(([key]) => !given.some(([other]) => other === key));
    const parameters = [...described, ...given, ...readEvidence(options['evidence'])];
    const model = parameters.find(([key]) => key === 'model')?.[1];
    const subject = model === undefined ? null : readSubject(model);
    const answer = answerPlan(context.store(), parameters, today, subject);
    const report = options['markdown'];
    if (report !== undefined) terminal.out(planToMarkdown(answer, languageOf(report)));
    else if (options['json'] === true) terminal.out(`${JSON.stringify(answer, null, 2)}\n`);
    else printPlan(terminal, answer);
    context.exit(answer.ranked.length === 0 && answer.oneNode === null ? exitCodes.none : exitCodes.done);
  });
}
