import { ageInDays } from '../../units/date.ts';
import { isFactStale } from '../freshness.ts';
import type { FieldName } from '../offer.ts';
import type { GateKind, Provisioning } from '../vocabulary.ts';
import { type NodesSeen, seeNodes } from './nodes.ts';
import { type Case, disputedOf, isUnsourced, type Rule, settled } from './rule.ts';

/** A month as cloud bills count it. A reservation from less than that on is a dated block under another name. */
export const monthHours = 730;

interface ProvisioningSeen extends Case {
  readonly ways: readonly Provisioning[];
  /** On demand or flex start: without a date and without a person. */
  readonly atOnce: boolean;
  readonly dated: boolean;
  readonly briefReservation: boolean;
  readonly nodes: NodesSeen;
  readonly leadDays: number | null;
  readonly gates: readonly GateKind[];
  readonly disputed: readonly FieldName[];
}

/** A gate at which somebody decides about the customer or the order; a quota or a spending limit is none. */
const decidingGates: readonly GateKind[] = ['approval', 'agreement'];
/** A gate of the account. An account manager is none: where one is named, it is often for reservations alone. */
const accountGates: readonly GateKind[] = ['quota', 'spend-cap', 'deposit', 'residency'];
const atOnceWays: readonly Provisioning[] = ['on-demand', 'flex-start'];
const datedWays: readonly Provisioning[] = ['capacity-block', 'calendar'];

const restsOn: readonly FieldName[] = ['multiNode', 'provisioning'];
const restsOnWithNodes: readonly FieldName[] = [...restsOn, 'minNodes', 'maxNodes'];

/** Reads what the provisioning check rests on. Only values with a source and without an open conflict count. */
export function seeProvisioning(given: Case): ProvisioningSeen {
  const { offer, ask, today } = given;
  const ways = settled(offer, 'provisioning') ?? [];
  const minTermHours = settled(offer, 'minTermHours');
  const isBrief = minTermHours !== null && (minTermHours < monthHours || (ask.termHours !== null && minTermHours <= ask.termHours));
  return {
    offer,
    ask,
    today,
    ways,
    atOnce: ways.some((way) => atOnceWays.includes(way)),
    dated: ways.some((way) => datedWays.includes(way)),
    briefReservation: ways.includes('reserved') && isBrief,
    nodes: seeNodes(given),
    leadDays: settled(offer, 'leadTimeDays'),
    gates: [...new Set((settled(offer, 'gates') ?? []).map((gate) => gate.kind))],
    disputed: disputedOf(offer, ask.nodes === null ? restsOn : restsOnWithNodes),
  };
}

/** True where the published lead time ends after the start asked for. */
export function isTooLate({ ask, today }: Case, leadDays: number | null): boolean {
  return ask.start !== null && leadDays !== null && leadDays > ageInDays(today, ask.start);
}

/** True where the offer is sold without a person, but only once somebody has decided about the customer. */
export function needsApproval({ atOnce, gates }: ProvisioningSeen): boolean {
  return atOnce && gates.some((gate) => decidingGates.includes(gate));
}

export const decidingGatesOf = ({ gates }: ProvisioningSeen): GateKind[] => gates.filter((gate) => decidingGates.includes(gate));

const asked = ({ ask }: ProvisioningSeen) => (ask.nodes === null ? {} : { nodes: ask.nodes });
const listed = ({ ways }: ProvisioningSeen) => ({ ways: [...ways] });
const accountGatesOf = ({ gates }: ProvisioningSeen): GateKind[] => gates.filter((gate) => accountGates.includes(gate));
const isSoon = ({ atOnce, dated, briefReservation }: ProvisioningSeen): boolean => atOnce || dated || briefReservation;
const soonWays = ({ ways }: ProvisioningSeen): { ways: Provisioning[] } => ({
  ways: ways.filter((way) => atOnceWays.includes(way) || datedWays.includes(way)),
});

/** A maximum for one order is that of the block that is ordered, where blocks are on offer beside other ways. */
function waysUpToMost(seen: ProvisioningSeen): { ways: Provisioning[] } {
  const { ways } = soonWays(seen);
  return { ways: seen.nodes.isMostPerOrder && seen.dated ? ways.filter((way) => datedWays.includes(way)) : ways };
}

export const provisioningRules = [
  {
    id: 'provisioning/not-one-unit',
    verdict: 'weak',
    when: ({ offer, ask }) => settled(offer, 'multiNode') === 'no' && ask.nodes !== 1,
    because: ({ offer }) => (offer.multiNodeReason === null ? {} : { reason: offer.multiNodeReason }),
  },
  {
    id: 'provisioning/above-maximum',
    verdict: 'weak',
    when: ({ nodes }) => nodes.isAboveMost,
    because: ({ nodes, ask }) => ({ nodes: ask.nodes ?? 0, mostNodes: nodes.most ?? 0 }),
    ask: asked,
  },
  {
    id: 'provisioning/below-minimum',
    verdict: 'weak',
    when: ({ nodes }) => nodes.isBelowLeast,
    because: ({ nodes, ask }) => ({ nodes: ask.nodes ?? 0, leastNodes: nodes.least ?? 0 }),
    ask: asked,
  },
  {
    id: 'provisioning/too-late',
    verdict: 'weak',
    when: (seen) => isTooLate(seen, seen.leadDays),
    because: ({ ask, leadDays }) => ({ leadDays: leadDays ?? 0, start: ask.start ?? '' }),
    ask: (seen) => ({ ...asked(seen), start: seen.ask.start ?? '' }),
  },
  {
    id: 'provisioning/approval-first',
    verdict: 'weak',
    when: needsApproval,
    because: (seen) => ({ gates: decidingGatesOf(seen) }),
    ask: asked,
  },
  {
    id: 'provisioning/spot-only',
    verdict: 'weak',
    when: (seen) => !isSoon(seen) && seen.ways.includes('spot') && !seen.ways.includes('reserved'),
    ask: asked,
  },
  {
    id: 'provisioning/by-arrangement',
    verdict: 'weak',
    when: (seen) => !isSoon(seen) && seen.ways.length > 0 && !seen.ways.includes('reserved'),
    because: listed,
    ask: asked,
  },
  { id: 'provisioning/reserved-only', verdict: 'weak', when: (seen) => !isSoon(seen) && seen.ways.length > 0, because: listed, ask: asked },
  {
    id: 'provisioning/nothing-free',
    verdict: 'weak',
    when: ({ nodes, atOnce, dated, briefReservation }) => atOnce && !dated && !briefReservation && nodes.notSeenOn !== null,
    because: ({ nodes }) => ({ date: nodes.notSeenOn ?? '' }),
    ask: asked,
  },
  {
    id: 'provisioning/disputed',
    verdict: 'conflict',
    when: ({ disputed }) => disputed.length > 0,
    because: ({ disputed }) => ({ fields: [...disputed] }),
    ask: asked,
  },
  { id: 'provisioning/unsourced', verdict: 'unknown', when: ({ offer }) => isUnsourced(offer, 'provisioning'), ask: asked },
  { id: 'provisioning/unpublished', verdict: 'unknown', when: ({ ways }) => ways.length === 0, ask: asked },
  {
    id: 'provisioning/cluster-unsaid',
    verdict: 'unknown',
    when: ({ offer, ask }) => settled(offer, 'multiNode') === null && ask.nodes !== 1,
    because: listed,
    ask: asked,
  },
  {
    id: 'provisioning/outdated',
    verdict: 'unknown',
    when: ({ offer, today }) => isFactStale(offer.facts.provisioning ?? { sources: [] }, today),
    because: listed,
    ask: asked,
  },
  {
    id: 'provisioning/maximum-unpublished',
    verdict: 'unknown',
    when: ({ nodes }) => !nodes.isWithinSure,
    because: (seen) => ({ ...listed(seen), ...asked(seen) }),
    ask: asked,
  },
  {
    id: 'provisioning/capacity-seen',
    verdict: 'good',
    when: ({ nodes }) => nodes.seenOn !== null,
    because: ({ nodes }) => ({ date: nodes.seenOn ?? '' }),
    ask: asked,
  },
  {
    id: 'provisioning/on-demand-gated',
    verdict: 'good',
    when: (seen) => seen.atOnce && accountGatesOf(seen).length > 0,
    because: (seen) => ({ ...soonWays(seen), gates: accountGatesOf(seen) }),
    ask: (seen) => ({ ...asked(seen), gates: accountGatesOf(seen) }),
  },
  {
    id: 'provisioning/within-maximum',
    verdict: 'good',
    when: (seen) => seen.ask.nodes !== null && seen.nodes.isWithinMost && (seen.atOnce || seen.dated),
    because: (seen) => ({ ...waysUpToMost(seen), mostNodes: seen.nodes.most ?? 0 }),
    ask: asked,
  },
  {
    id: 'provisioning/on-demand',
    verdict: 'good',
    when: ({ atOnce }) => atOnce,
    because: soonWays,
    ask: asked,
  },
  { id: 'provisioning/dated', verdict: 'good', when: ({ dated }) => dated, because: soonWays, ask: asked },
  {
    id: 'provisioning/short-reservation',
    verdict: 'good',
    when: () => true,
    because: ({ offer }) => ({ termHours: settled(offer, 'minTermHours') ?? 0 }),
    ask: asked,
  },
] as const satisfies readonly Rule<ProvisioningSeen>[];
