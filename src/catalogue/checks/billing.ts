import { type CurrentPrice, currentPrice } from '../current-price.ts';
import { type FieldName, type Offer, valueOf } from '../offer.ts';
import type { BillingUnit } from '../vocabulary.ts';
import { type Case, disputedOf, isUnsourced, type Rule, settled } from './rule.ts';

interface BillingSeen extends Case {
  readonly current: CurrentPrice | null;
  /** The current price, where a source supports it. */
  readonly sourced: CurrentPrice | null;
  readonly unit: BillingUnit | null;
  readonly minTermHours: number | null;
  /** The commitment that the current price needs: hours, null where none, infinite where its length is not published. */
  readonly commitHours: number | null;
  /** The disputed parts, `price` among them. */
  readonly disputed: readonly string[];
}

const fineUnits: readonly BillingUnit[] = ['second', 'minute', 'hour'];
/** Without a job in mind the shortest is judged: an hour. */
const shortestJobHours = 1;

function commitmentOf(current: CurrentPrice | null): number | null {
  if (current === null) return null;
  const { model, termHours } = current.price;
  if (model === 'reserved') return termHours ?? Number.POSITIVE_INFINITY;
  return model === 'on-demand' || model === 'spot' ? null : termHours;
}

const restsOn: readonly FieldName[] = ['billingUnit', 'prepaid', 'minTermHours'];

/** Reads what the billing check rests on. Only values with a source and without an open conflict count. */
export function seeBilling(given: Case): BillingSeen {
  const { offer, ask, today } = given;
  const gpusPerNode = valueOf(offer, 'gpusPerNode');
  const current = currentPrice(offer, { gpus: ask.nodes === null || gpusPerNode === null ? null : ask.nodes * gpusPerNode }, today);
  const sourced = current === null || current.price.source === null ? null : current;
  const isPriceDisputed = offer.priceConflicts.some((conflict) => conflict.status === 'open');
  return {
    offer,
    ask,
    today,
    current,
    sourced,
    unit: settled(offer, 'billingUnit'),
    minTermHours: settled(offer, 'minTermHours'),
    commitHours: commitmentOf(sourced),
    disputed: [...(isPriceDisputed ? ['price'] : []), ...disputedOf(offer, restsOn)],
  };
}

const jobHours = ({ ask }: Case): number => ask.termHours ?? shortestJobHours;
const asked = ({ ask }: Case) => (ask.nodes === null ? {} : { nodes: ask.nodes });
const terms = ({ minTermHours, ask }: BillingSeen) => ({
  termHours: minTermHours ?? 0,
  ...(ask.termHours === null ? {} : { jobHours: ask.termHours }),
});

function priced({ current }: BillingSeen): { amount: string; currency: string; model: string; date?: string } {
  if (current === null) return { amount: '0', currency: '', model: '' };
  const { price, perGpuHour } = current;
  return { amount: perGpuHour, currency: price.currency, model: price.model, ...(price.asOf === null ? {} : { date: price.asOf }) };
}

const pricedAndAsked = (seen: BillingSeen) => ({ ...priced(seen), ...asked(seen) });
const status = (wanted: Offer['priceStatus']) => (seen: BillingSeen) => seen.current === null && seen.offer.priceStatus === wanted;

function committed(seen: BillingSeen) {
  const hours = seen.commitHours;
  return { ...priced(seen), ...(hours === null || !Number.isFinite(hours) ? {} : { termHours: hours }) };
}

export const billingRules = [
  { id: 'billing/prepaid', verdict: 'weak', when: ({ offer }) => settled(offer, 'prepaid') === 'yes' },
  {
    id: 'billing/term-beyond-job',
    verdict: 'weak',
    when: ({ ask, minTermHours }) => ask.termHours !== null && minTermHours !== null && minTermHours > ask.termHours,
    because: terms,
    ask: terms,
  },
  {
    id: 'billing/minimum-term',
    verdict: 'weak',
    when: ({ ask, minTermHours }) => ask.termHours === null && minTermHours !== null && minTermHours > shortestJobHours,
    because: terms,
    ask: terms,
  },
  {
    id: 'billing/committed-price',
    verdict: 'weak',
    // A reservation of unknown length is a commitment; whether it is longer than the job asked for nobody can say.
    when: (seen) =>
      seen.commitHours !== null && seen.commitHours > jobHours(seen) && (Number.isFinite(seen.commitHours) || seen.ask.termHours === null),
    because: committed,
    ask: asked,
  },
  {
    id: 'billing/undated-price',
    verdict: 'weak',
    when: ({ sourced }) => sourced?.undated ?? false,
    because: priced,
    ask: pricedAndAsked,
  },
  {
    id: 'billing/stale-price',
    verdict: 'weak',
    when: ({ sourced }) => sourced?.stale ?? false,
    because: (seen) => ({ ...priced(seen), days: seen.sourced?.ageDays ?? 0 }),
    ask: pricedAndAsked,
  },
  {
    id: 'billing/coarse-unit',
    verdict: 'weak',
    when: ({ unit }) => unit !== null && !fineUnits.includes(unit),
    because: ({ unit }) => ({ unit: unit ?? '' }),
    ask: ({ unit }) => ({ unit: unit ?? '' }),
  },
  {
    id: 'billing/disputed',
    verdict: 'conflict',
    when: ({ disputed }) => disputed.length > 0,
    because: ({ disputed }) => ({ fields: [...disputed] }),
    ask: asked,
  },
  {
    id: 'billing/unsourced',
    verdict: 'unknown',
    when: ({ offer, current, sourced }) =>
      (current !== null && sourced === null) || (current !== null && isUnsourced(offer, 'billingUnit')),
    because: ({ offer, sourced }) => ({
      fields: [...(sourced === null ? ['price'] : []), ...(isUnsourced(offer, 'billingUnit') ? ['billingUnit'] : [])],
    }),
    ask: asked,
  },
  { id: 'billing/by-quote', verdict: 'unknown', when: status('quote'), ask: asked },
  { id: 'billing/price-unread', verdict: 'unknown', when: status('unread'), ask: asked },
  { id: 'billing/range-only', verdict: 'unknown', when: status('range'), ask: asked },
  {
    id: 'billing/no-cluster-price',
    verdict: 'unknown',
    when: ({ offer, current }) => current === null && offer.prices.some((price) => !price.superseded),
    ask: asked,
  },
  { id: 'billing/no-price', verdict: 'unknown', when: ({ current }) => current === null, ask: asked },
  {
    id: 'billing/starting-price',
    verdict: 'unknown',
    when: ({ current }) => current?.price.basis === 'starting',
    because: priced,
    ask: pricedAndAsked,
  },
  { id: 'billing/unit-unpublished', verdict: 'unknown', when: ({ unit }) => unit === null, because: priced, ask: asked },
  {
    id: 'billing/term-unpublished',
    verdict: 'unknown',
    when: (seen) => seen.commitHours !== null && !Number.isFinite(seen.commitHours),
    because: priced,
    ask: priced,
  },
  {
    id: 'billing/node-price',
    verdict: 'good',
    when: ({ current }) => current?.price.scope !== 'cluster',
    because: (seen) => ({ ...priced(seen), unit: seen.unit ?? '' }),
    ask: pricedAndAsked,
  },
  {
    id: 'billing/by-the-hour',
    verdict: 'good',
    when: () => true,
    because: (seen) => ({ ...priced(seen), unit: seen.unit ?? '' }),
    ask: pricedAndAsked,
  },
] as const satisfies readonly Rule<BillingSeen>[];
