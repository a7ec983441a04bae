import type { Command } from 'commander';
import type { CompareDocument, OfferDocument } from '../../answers/documents.ts';
import { answerCompare } from '../../answers/show.ts';
import { checkNames } from '../../catalogue/vocabulary.ts';
import { type Column, printTable } from '../columns.ts';
import type { CommandContext } from '../context.ts';
import { gpuCell, priceCell } from '../offer-cells.ts';
import { exitCodes, type Terminal } from '../terminal.ts';

interface Row {
  readonly property: string;
  readonly values: readonly string[];
  readonly differs: boolean;
}

const word = (value: string | number | null): string => (value === null ? '?' : String(value));
const list = (values: readonly string[]): string => values.join(', ') || '?';

/** What is compared, in the order of the questions a renter asks. */
const properties: readonly [string, keyof OfferDocument, (offer: OfferDocument) => string][] = [
  ['multi-node', 'multiNode', (offer) => offer.multiNode],
  ['GPUs per node', 'gpus', gpuCell],
  ['fabric', 'fabric', (offer) => [word(offer.fabric), offer.fabricGeneration].filter(Boolean).join(', ')],
  ['Gbit/s per node', 'nodeBandwidthGbitPerS', (offer) => word(offer.nodeBandwidthGbitPerS)],
  ['Gbit/s per GPU', 'gpuBandwidthGbitPerS', (offer) => word(offer.gpuBandwidthGbitPerS)],
  ['RDMA', 'rdma', (offer) => offer.rdma],
  ['GPUDirect RDMA', 'gpudirectRdma', (offer) => offer.gpudirectRdma],
  ['topology', 'topology', (offer) => word(offer.topology)],
  ['locality', 'locality', (offer) => word(offer.locality)],
  ['orchestration', 'orchestration', (offer) => list(offer.orchestration)],
  ['managed', 'managed', (offer) => offer.managed],
  ['storage', 'storage', (offer) => list(offer.storage.map((system) => system.name))],
  ['provisioning', 'provisioning', (offer) => list(offer.provisioning)],
  ['obtainable', 'obtainable', (offer) => offer.obtainable],
  ['minimum nodes', 'minNodes', (offer) => word(offer.minNodes)],
  ['minimum term, h', 'minTermHours', (offer) => word(offer.minTermHours)],
  ['billed by the', 'billingUnit', (offer) => word(offer.billingUnit)],
  ['USD per GPU-hour', 'price', (offer) => [priceCell(offer), offer.price?.asOf].filter(Boolean).join(', ')],
];

function toRows(answer: CompareDocument): Row[] {
  const rows = properties.map(([property, key, cell]) => ({
    property,
    values: answer.offers.map(cell),
    differs: answer.differ.includes(key),
  }));
  const checks = checkNames.map((name) => ({
    property: `check: ${name}`,
    values: answer.offers.map((offer) => offer.checks[name].verdict),
    differs: answer.differ.includes(`checks.${name}`),
  }));
  return [...rows, ...checks];
}

function printComparison(terminal: Terminal, answer: CompareDocument): void {
  const columns: readonly Column<Row>[] = [
    { head: '', cell: (row) => (row.differs ? '|' : '') },
    { head: 'property', cell: (row) => row.property },
    ...answer.offers.map((offer, index) => ({ head: offer.id, cell: (row: Row) => row.values[index] ?? '' })),
  ];
  printTable(terminal, columns, toRows(answer));
  terminal.err('\n| they differ   ? not published\n');
}

/** `clusterfare compare ID ID [ID ID]`: two to four offers side by side. */
export function addCompareCommand(program: Command, context: CommandContext): void {
  program
    .command('compare')
    .description('two to four offers side by side')
    .argument('<ids...>', 'provider/offer, as `offers` prints it')
    .option('--json', 'print the answer as one JSON document')
    .action((ids: string[], options: { json?: boolean }) => {
      const answer = answerCompare(context.store(), ids, context.today);
      if (options.json) context.terminal.out(`${JSON.stringify(answer, null, 2)}\n`);
      else printComparison(context.terminal, answer);
      context.exit(exitCodes.done);
    });
}
