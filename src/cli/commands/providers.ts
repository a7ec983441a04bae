import type { Command } from 'commander';
import type { ProviderDocument } from '../../answers/documents.ts';
import { answerProviders } from '../../answers/providers.ts';
import { type Column, printTable } from '../columns.ts';
import type { CommandContext } from '../context.ts';
import { addFilterOptions, readFilterOptions } from '../filter-options.ts';
import { exitCodes } from '../terminal.ts';

const columns: readonly Column<ProviderDocument>[] = [
  { head: 'provider', cell: (provider) => provider.id },
  {
    head: 'multi-node',
    cell: (provider) =>
      [provider.multiNode, provider.multiNode === 'no' ? provider.multiNodeReasons.join(', ') : ''].filter(Boolean).join(': '),
  },
  { head: 'offers', cell: (provider) => `${provider.multiNodeOfferCount}/${provider.offerCount}`, align: 'right' },
  { head: 'fabrics', cell: (provider) => provider.fabrics.join(', ') || '?' },
  { head: 'GPUs', cell: (provider) => provider.gpuFamilies.join(', ') || '?' },
  { head: 'Gbit/s/node', cell: (provider) => provider.maxNodeBandwidthGbitPerS?.toString() ?? '?', align: 'right' },
  { head: 'from USD/GPU-h', cell: (provider) => provider.lowestPrice?.amount ?? '?', align: 'right' },
];

/** `clusterfare providers`: who has an offer that matches. Exit 3 where nobody does. */
export function addProvidersCommand(program: Command, context: CommandContext): void {
  addFilterOptions(program.command('providers').description('providers that rent connected GPU nodes, and why others do not'))
    .option('--json', 'print the answer as one JSON document')
    .action((options: Record<string, unknown>) => {
      const answer = answerProviders(context.store(), readFilterOptions(options), context.today);
      if (options['json']) context.terminal.out(`${JSON.stringify(answer, null, 2)}\n`);
      else printTable(context.terminal, columns, answer.providers);
      context.exit(answer.total === 0 ? exitCodes.none : exitCodes.done);
    });
}
