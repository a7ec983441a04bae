import type { FieldName, StorageSystem } from '../offer.ts';
import type { StorageKind } from '../vocabulary.ts';
import { type Case, disputedOf, isUnsourced, type Rule, settled } from './rule.ts';
import { readThroughput } from './throughput.ts';

/** Below this a parallel file system gives less than a plain file server on one port of 10 Gbit/s. GB/s for the whole system. */
export const slowGBytePerS = 1;

interface StorageSeen extends Case {
  readonly systems: readonly StorageSystem[];
  readonly parallel: readonly StorageSystem[];
  /** The first parallel file system with a figure. */
  readonly measured: StorageSystem | null;
  readonly isSlow: boolean;
  readonly disputed: readonly FieldName[];
}

/** Many servers at once. VAST is reached over NFS and still belongs here. */
const parallelKinds: readonly StorageKind[] = ['lustre', 'weka', 'vast', 'gpfs', 'beegfs', 'ddn', 'ceph', 'parallel'];
const plainKinds: readonly StorageKind[] = ['nfs', 'object', 'block', 'local'];

const throughputOf = ({ throughput }: StorageSystem) => (throughput === null ? null : readThroughput(throughput));

/** Slow only where the figure is understood and for the whole system: one per TiB or per node grows with what is rented. */
function isSlowSystem(system: StorageSystem): boolean {
  const read = throughputOf(system);
  return read !== null && !read.grows && read.gBytePerS !== null && read.gBytePerS < slowGBytePerS;
}

/** Reads what the storage check rests on. Only values with a source and without an open conflict count. */
export function seeStorage(given: Case): StorageSeen {
  const { offer, ask, today } = given;
  const systems = settled(offer, 'storage') ?? [];
  const parallel = systems.filter((system) => parallelKinds.includes(system.kind));
  return {
    offer,
    ask,
    today,
    systems,
    parallel,
    measured: parallel.find((system) => throughputOf(system) !== null) ?? null,
    isSlow: parallel.length > 0 && parallel.every(isSlowSystem),
    disputed: disputedOf(offer, ['storage']),
  };
}

const asked = ({ ask }: StorageSeen) => (ask.nodes === null ? {} : { nodes: ask.nodes });
const namesOf = (systems: readonly StorageSystem[]) => ({ names: systems.map((system) => system.name) });
const figureOf = ({ measured }: StorageSeen) => ({ name: measured?.name ?? '', figure: measured?.throughput ?? '' });

export const storageRules = [
  {
    id: 'storage/not-parallel',
    verdict: 'weak',
    when: ({ systems }) => systems.length > 0 && systems.every((system) => plainKinds.includes(system.kind)),
    because: ({ systems }) => namesOf(systems),
    ask: asked,
  },
  { id: 'storage/slow', verdict: 'weak', when: ({ isSlow }) => isSlow, because: figureOf, ask: asked },
  { id: 'storage/disputed', verdict: 'conflict', when: ({ disputed }) => disputed.length > 0, ask: asked },
  { id: 'storage/unsourced', verdict: 'unknown', when: ({ offer }) => isUnsourced(offer, 'storage'), ask: asked },
  { id: 'storage/unpublished', verdict: 'unknown', when: ({ systems }) => systems.length === 0, ask: asked },
  {
    id: 'storage/kind-unpublished',
    verdict: 'unknown',
    when: ({ parallel }) => parallel.length === 0,
    because: ({ systems }) => namesOf(systems.filter((system) => system.kind === 'shared')),
    ask: asked,
  },
  {
    id: 'storage/figure-unpublished',
    verdict: 'unknown',
    when: ({ measured }) => measured === null,
    because: ({ parallel }) => namesOf(parallel),
    ask: (seen) => ({ ...namesOf(seen.parallel), ...asked(seen) }),
  },
  {
    id: 'storage/parallel-with-figure',
    verdict: 'good',
    when: () => true,
    because: figureOf,
    ask: (seen) => ({ name: seen.measured?.name ?? '', ...asked(seen) }),
  },
] as const satisfies readonly Rule<StorageSeen>[];
