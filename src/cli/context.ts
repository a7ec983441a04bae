import type { CatalogueStore } from '../answers/store.ts';
import type { Day } from '../units/date.ts';
import type { ExitCode, Terminal } from './terminal.ts';

/** What a command works with: the store is opened on first use, so that `--help` reads no data. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly today: Day;
  readonly store: () => CatalogueStore;
  readonly exit: (code: ExitCode) => void;
}
