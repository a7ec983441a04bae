import type { FieldName } from '../offer.ts';
import type { Orchestration } from '../vocabulary.ts';
import { type Case, disputedOf, type Rule, settled, unsourcedOf } from './rule.ts';

interface OrchestrationSeen extends Case {
  readonly systems: readonly Orchestration[];
  readonly schedulers: readonly Orchestration[];
  readonly managed: 'yes' | 'no' | null;
  readonly ncclReady: 'yes' | 'no' | null;
  readonly disputed: readonly FieldName[];
  readonly unsourced: readonly FieldName[];
}

const schedulers: readonly Orchestration[] = ['slurm', 'kubernetes'];
const bare: readonly Orchestration[] = ['vm', 'bare-metal'];

const restsOn: readonly FieldName[] = ['orchestration', 'managed', 'ncclReady'];

/** Reads what the check of orchestration rests on. Only values with a source and without an open conflict count. */
export function seeOrchestration(given: Case): OrchestrationSeen {
  const { offer, ask, today } = given;
  const systems = settled(offer, 'orchestration') ?? [];
  const managed = settled(offer, 'managed');
  const ncclReady = settled(offer, 'ncclReady');
  // Either of the two shows that the scheduler is handed over working; the other then needs no source.
  const isHandedOver = managed === 'yes' || ncclReady === 'yes';
  return {
    offer,
    ask,
    today,
    systems,
    schedulers: systems.filter((system) => schedulers.includes(system)),
    managed,
    ncclReady,
    disputed: disputedOf(offer, restsOn),
    unsourced: unsourcedOf(offer, restsOn).filter((field) => field === 'orchestration' || (systems.length > 0 && !isHandedOver)),
  };
}

const every = ({ systems }: OrchestrationSeen) => ({ systems: [...systems] });
const ready = ({ schedulers: named }: OrchestrationSeen) => ({ systems: [...named] });

export const orchestrationRules = [
  {
    id: 'orchestration/raw',
    verdict: 'weak',
    when: ({ systems }) => systems.length > 0 && systems.every((system) => bare.includes(system)),
    because: every,
  },
  {
    id: 'orchestration/launcher-only',
    verdict: 'weak',
    when: (seen) => seen.systems.length > 0 && seen.schedulers.length === 0,
    because: ({ systems }) => ({ systems: systems.filter((system) => !bare.includes(system)) }),
  },
  {
    id: 'orchestration/self-run',
    verdict: 'weak',
    when: (seen) => seen.managed === 'no' && seen.schedulers.length > 0,
    because: ready,
    ask: ready,
  },
  {
    id: 'orchestration/disputed',
    verdict: 'conflict',
    when: ({ disputed }) => disputed.length > 0,
    because: ({ disputed }) => ({ fields: [...disputed] }),
  },
  {
    id: 'orchestration/unsourced',
    verdict: 'unknown',
    when: ({ unsourced }) => unsourced.length > 0,
    because: ({ unsourced }) => ({ fields: [...unsourced] }),
  },
  { id: 'orchestration/unpublished', verdict: 'unknown', when: ({ systems }) => systems.length === 0 },
  {
    id: 'orchestration/handover-unsaid',
    verdict: 'unknown',
    when: ({ managed, ncclReady }) => managed !== 'yes' && ncclReady !== 'yes',
    because: ready,
    ask: ready,
  },
  { id: 'orchestration/managed-nccl-yours', verdict: 'good', when: ({ ncclReady }) => ncclReady === 'no', because: ready },
  { id: 'orchestration/nccl-ready', verdict: 'good', when: ({ ncclReady }) => ncclReady === 'yes', because: ready },
  { id: 'orchestration/managed', verdict: 'good', when: () => true, because: ready },
] as const satisfies readonly Rule<OrchestrationSeen>[];
