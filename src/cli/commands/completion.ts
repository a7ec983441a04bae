import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** `clusterfare complete bash|zsh|fish|powershell`: prints the shell's completion script. Added last: it reads the other commands. */
export function addCompletionCommand(program: Command): void {
  tab(program);
}
