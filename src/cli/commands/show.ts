import type { Command } from 'commander';
import type { FactDocument, OfferDocument, PriceDocument } from '../../answers/documents.ts';
import { answerShow } from '../../answers/show.ts';
import { checkNames } from '../../catalogue/vocabulary.ts';
import { printTable } from '../columns.ts';
import type { CommandContext } from '../context.ts';
import { gpuCell } from '../offer-cells.ts';
import { exitCodes, type Terminal } from '../terminal.ts';

const plain = (value: unknown): string => {
  if (value === null) return '?';
  if (Array.isArray(value)) return value.map(plain).join('; ');
  if (typeof value === 'object') {
    return Object.entries(value as Record<string, unknown>)
      .filter(([, part]) => part !== null)
      .map(([key, part]) => `${key} ${plain(part)}`)
      .join(', ');
  }
  return String(value);
};

function whoSaysSo(fact: FactDocument): string {
  if (fact.sources.length === 0) return 'no source on file';
  return fact.sources.map((source) => `${source.url} (${source.asOf ?? 'undated'})`).join(' ');
}

function printOffer(terminal: Terminal, offer: OfferDocument): void {
  terminal.out(`${offer.providerName}: ${offer.name}\n${offer.id} · ${gpuCell(offer)} · ${offer.fabric ?? 'fabric not published'}\n`);
  if (offer.note !== null) terminal.out(`${offer.note}\n`);
  terminal.out('\n');
  printTable(
    terminal,
    [
      { head: 'field', cell: ([field]: readonly [string, FactDocument]) => field },
      { head: 'value', cell: ([, fact]) => plain(fact.value) + (fact.detail === null ? '' : ` — ${fact.detail}`) },
      { head: 'who says so', cell: ([, fact]) => whoSaysSo(fact) },
    ],
    Object.entries(offer.facts),
  );
  const conflicts = Object.entries(offer.facts).flatMap(([field, fact]) =>
    fact.conflicts.map((conflict) => `${field}: ${conflict.says} (${conflict.status})`),
  );
  for (const text of [...conflicts, ...offer.priceConflicts.map((conflict) => `prices: ${conflict.says} (${conflict.status})`)])
    terminal.out(`! ${text}\n`);
  terminal.out('\n');
  if (offer.prices.length > 0) {
    printTable<PriceDocument>(
      terminal,
      [
        { head: 'price', cell: (price) => `${price.amount} ${price.currency}`, align: 'right' },
        { head: 'per', cell: (price) => price.per },
        { head: 'model', cell: (price) => price.model + (price.termHours === null ? '' : ` ${price.termHours} h`) },
        { head: 'region', cell: (price) => price.region ?? '' },
        {
          head: 'as of',
          cell: (price) => (price.asOf ?? 'undated') + (price.superseded ? ' (superseded)' : price.stale ? ' (stale)' : ''),
        },
        { head: 'who says so', cell: (price) => price.source ?? 'no source on file' },
      ],
      offer.prices,
    );
    terminal.out('\n');
  }
  for (const name of checkNames) {
    const check = offer.checks[name];
    terminal.out(`${name}: ${check.verdict}. ${check.because}\n  Ask: ${check.ask}\n`);
  }
}

/** `clusterfare show ID`: one offer with every fact, its sources, prices and the six checks. */
export function addShowCommand(program: Command, context: CommandContext): void {
  program
    .command('show')
    .description('one offer: every fact and who says so, prices, six checks')
    .argument('<id>', 'provider/offer, as `offers` prints it')
    .option('--json', 'print the answer as one JSON document')
    .action((id: string, options: { json?: boolean }) => {
      const answer = answerShow(context.store(), id, context.today);
      if (options.json) context.terminal.out(`${JSON.stringify(answer, null, 2)}\n`);
      else printOffer(context.terminal, answer.offer);
      context.exit(exitCodes.done);
    });
}
