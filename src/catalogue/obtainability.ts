import type { Day } from '../units/date.ts';
import { decidingGatesOf, isTooLate, needsApproval, seeProvisioning } from './checks/provisioning.ts';
import { decide, isUnsourced, type Rule, type Said, settled } from './checks/rule.ts';
import type { Offer } from './offer.ts';
import type { Ask } from './query.ts';
import type { Provisioning } from './vocabulary.ts';

/** Whether an attempt today is likely to end with nodes. `ask`: only the provider can say. */
export type Obtainable = 'can' | 'maybe' | 'ask';

type Seen = ReturnType<typeof seeProvisioning>;

/** Ways that end with a person: nobody can say from outside what comes of them. */
const spokenWays: readonly Provisioning[] = ['waitlist', 'quote'];

const isReservedByDate = ({ ways }: Seen): boolean => ways.includes('reserved') && !ways.some((way) => spokenWays.includes(way));
const isOnlySpoken = (seen: Seen): boolean =>
  !seen.atOnce && !seen.dated && !seen.briefReservation && !seen.ways.includes('spot') && !isReservedByDate(seen);

/** The published table of `docs/six-checks.md`, "What can be had", in the order in which it is applied. */
export const obtainableRules = [
  {
    id: 'obtainable/not-one-unit',
    verdict: 'ask',
    when: ({ offer, ask }) => settled(offer, 'multiNode') === 'no' && ask.nodes !== 1,
  },
  {
    id: 'obtainable/above-maximum',
    verdict: 'ask',
    when: ({ nodes }) => nodes.isAboveMost,
    because: ({ nodes }) => ({ mostNodes: nodes.most ?? 0 }),
  },
  {
    id: 'obtainable/below-minimum',
    verdict: 'ask',
    when: ({ nodes }) => nodes.isBelowLeast,
    because: ({ nodes }) => ({ leastNodes: nodes.least ?? 0 }),
  },
  {
    id: 'obtainable/term-too-short',
    verdict: 'ask',
    when: ({ offer, ask }) => isTermTooShort(offer, ask),
    because: ({ offer }) => ({ termHours: settled(offer, 'minTermHours') ?? 0 }),
  },
  {
    id: 'obtainable/too-late',
    verdict: 'ask',
    when: (seen) => isTooLate(seen, seen.leadDays),
    because: ({ leadDays }) => ({ leadDays: leadDays ?? 0 }),
  },
  {
    id: 'obtainable/disputed',
    verdict: 'ask',
    when: ({ disputed }) => disputed.includes('provisioning') || disputed.includes('multiNode'),
    because: ({ disputed }) => ({ fields: [...disputed] }),
  },
  { id: 'obtainable/unsourced', verdict: 'ask', when: ({ offer }) => isUnsourced(offer, 'provisioning') },
  { id: 'obtainable/unpublished', verdict: 'ask', when: ({ ways }) => ways.length === 0 },
  {
    id: 'obtainable/cluster-unsaid',
    verdict: 'ask',
    when: ({ offer, ask }) => settled(offer, 'multiNode') === null && ask.nodes !== 1,
  },
  { id: 'obtainable/approval-first', verdict: 'ask', when: needsApproval, because: (seen) => ({ gates: decidingGatesOf(seen) }) },
  { id: 'obtainable/by-arrangement', verdict: 'ask', when: isOnlySpoken, because: ({ ways }) => ({ ways: [...ways] }) },
  // Nobody rents without a price: where it has to be asked for, so have the nodes.
  { id: 'obtainable/price-by-quote', verdict: 'ask', when: ({ offer }) => offer.priceStatus === 'quote' },
  {
    id: 'obtainable/capacity-seen',
    verdict: 'can',
    when: ({ nodes }) => nodes.seenOn !== null,
    because: ({ nodes }) => ({ date: nodes.seenOn ?? '' }),
  },
  {
    id: 'obtainable/nothing-free',
    verdict: 'maybe',
    when: ({ nodes }) => nodes.notSeenOn !== null,
    because: ({ nodes }) => ({ date: nodes.notSeenOn ?? '' }),
  },
  {
    id: 'obtainable/within-maximum',
    verdict: 'can',
    // A maximum for one order says nothing of what is had without ordering a block.
    when: ({ atOnce, nodes }) => atOnce && nodes.isWithinMost && !nodes.isMostPerOrder,
    because: ({ nodes }) => ({ mostNodes: nodes.most ?? 0 }),
  },
  { id: 'obtainable/nothing-seen', verdict: 'maybe', when: ({ atOnce }) => atOnce },
  {
    id: 'obtainable/by-date',
    verdict: 'maybe',
    when: (seen) => seen.dated || seen.ways.includes('reserved'),
    because: ({ ways }) => ({ ways: [...ways] }),
  },
  { id: 'obtainable/spot-only', verdict: 'maybe', when: () => true },
] as const satisfies readonly Rule<Seen, Obtainable>[];

/** Stable code of a rule, such as `obtainable/nothing-seen`. */
export type ObtainableRuleId = (typeof obtainableRules)[number]['id'];

export interface Obtainability {
  readonly verdict: Obtainable;
  readonly rule: string;
  readonly because: Said;
}

/** Whether the nodes asked for can be had today, perhaps, or only by asking. DESIGN §4, argued in `docs/six-checks.md`. */
export function judgeObtainability(offer: Offer, ask: Ask, today: Day): Obtainability {
  const { verdict, rule, because } = decide<Seen, Obtainable>(obtainableRules, seeProvisioning({ offer, ask, today }));
  return { verdict, rule, because };
}

function isTermTooShort(offer: Offer, ask: Ask): boolean {
  const least = settled(offer, 'minTermHours');
  return ask.termHours !== null && least !== null && ask.termHours < least;
}

/** Whether the nodes asked for lie within the published minimum and maximum; null where these do not say. */
function fitsNodes(offer: Offer, wanted: number): boolean | null {
  const least = settled(offer, 'minNodes');
  const most = settled(offer, 'maxNodes');
  if (least !== null && wanted < least) return false;
  if (most === null) return null;
  if (wanted <= most) return true;
  // A maximum for one order forbids nothing to whoever orders twice.
  return offer.maxNodesScope === null ? false : null;
}

/** Whether the minimum term is no longer than the term asked for. On demand means none, unless one is published. */
function fitsTerm(offer: Offer, ask: Ask): boolean | null {
  if (isTermTooShort(offer, ask)) return false;
  const isOnDemand = settled(offer, 'provisioning')?.includes('on-demand') ?? false;
  return settled(offer, 'minTermHours') !== null || isOnDemand ? true : null;
}

/** Whether a start on a date is on offer at all. Only by quote or waitlist: no. Capacity on the day is another question. */
function fitsStart(offer: Offer): boolean | null {
  const ways = settled(offer, 'provisioning');
  if (ways === null) return null;
  return ways.every((way) => spokenWays.includes(way)) ? false : ways.includes('on-demand') || ways.includes('calendar') ? true : null;
}

/**
 * Whether the published terms admit what is asked: false where a sourced, undisputed fact contradicts it, true where all parts
 * asked for are published and admit it, null where something asked for is not published. Nodes are the offer's own.
 */
export function fitsAsk(offer: Offer, ask: Ask): boolean | null {
  const parts = [
    ask.nodes === null ? true : fitsNodes(offer, ask.nodes),
    ask.termHours === null ? true : fitsTerm(offer, ask),
    ask.start === null ? true : fitsStart(offer),
  ];
  if (parts.includes(false)) return false;
  return parts.includes(null) ? null : true;
}
