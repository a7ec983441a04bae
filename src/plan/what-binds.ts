import type { Outlook } from './job-model.ts';

/** What keeps a job from being faster or cheaper. */
export type Binding = 'compute' | 'memory' | 'network' | 'bubble' | 'storage';

/** Share of the time from which a loss is called the one that binds. */
const noticeable = 0.1;

/**
 * The largest loss of a placed job: storage that is slower than what the job needs, waiting for the network, idle pipeline
 * stages, or memory that forces work to be repeated; computation where none of them takes a tenth of the time.
 */
export function whatBinds(
  { breakdown, networkEfficiency }: Outlook,
  { repeats, needsGBytePerS, hasGBytePerS }: { repeats: boolean; needsGBytePerS: number | null; hasGBytePerS: number | null },
): Binding {
  if (needsGBytePerS !== null && hasGBytePerS !== null && needsGBytePerS > hasGBytePerS) return 'storage';
  const losses = [
    // Exchange inside a node is no network's fault.
    ['network', 1 - networkEfficiency],
    ['bubble', breakdown?.pipeline ?? 0],
    // A repeated forward pass is a quarter of the computation.
    ['memory', repeats ? 0.25 * (breakdown?.compute ?? 0) : 0],
  ] as const;
  const [worst, share] = losses.reduce((most, loss) => (loss[1] > most[1] ? loss : most));
  return share >= noticeable ? worst : 'compute';
}
