import type { Command } from 'commander';
import type { OfferDocument, OffersDocument } from '../../answers/documents.ts';
import { answerOffers } from '../../answers/offers.ts';
import { offersToCsv } from '../../export/csv.ts';
import { wordsIn } from '../../words/words.ts';
import { type Column, printTable } from '../columns.ts';
import type { CommandContext } from '../context.ts';
import { addFilterOptions, readFilterOptions } from '../filter-options.ts';
import { gpuCell, priceCell, sixMarks } from '../offer-cells.ts';
import { exitCodes, type Terminal } from '../terminal.ts';

const columns: readonly Column<OfferDocument>[] = [
  { head: 'offer', cell: (offer) => offer.id },
  { head: 'GPUs', cell: gpuCell },
  { head: 'fabric', cell: (offer) => offer.fabric ?? '?' },
  { head: 'Gbit/s/node', cell: (offer) => offer.nodeBandwidthGbitPerS?.toString() ?? '?', align: 'right' },
  { head: 'obtainable', cell: (offer) => offer.obtainable },
  { head: 'USD/GPU-h', cell: priceCell, align: 'right' },
  { head: 'as of', cell: (offer) => (offer.price === null ? '' : (offer.price.asOf ?? 'undated') + (offer.price.stale ? ' (stale)' : '')) },
  { head: 'NTOPBS', cell: sixMarks },
];

function printOffers(terminal: Terminal, answer: OffersDocument): void {
  const w = wordsIn('en');
  printTable(terminal, columns, answer.offers);
  terminal.err(
    `\n${w.cli_offers_summary({ total: answer.total, page: answer.page, pages: answer.pages, dataVersion: answer.dataVersion })}\n`,
  );
  if (answer.hiddenUnknown > 0) terminal.err(`${w.cli_hidden_unknown({ count: answer.hiddenUnknown })}\n`);
  terminal.err(`${w.cli_marks_legend()}\n`);
}

/** `clusterfare offers`: the comparison as a table, JSON or CSV. Exit 3 where no offer matches. */
export function addOffersCommand(program: Command, context: CommandContext): void {
  addFilterOptions(program.command('offers').description('offers of connected GPU nodes that match'))
    .option('--json', 'print the answer as one JSON document')
    .option('--csv', 'print one line for each offer')
    .action((options: Record<string, unknown>) => {
      const answer = answerOffers(context.store(), readFilterOptions(options), context.today);
      if (options['json']) context.terminal.out(`${JSON.stringify(answer, null, 2)}\n`);
      else if (options['csv']) context.terminal.out(offersToCsv(answer.offers));
      else printOffers(context.terminal, answer);
      context.exit(answer.total === 0 ? exitCodes.none : exitCodes.done);
    });
}
