import type { Day } from '../../units/date.ts';
import type { FieldName, Offer, OfferFields } from '../offer.ts';
import type { Ask } from '../query.ts';

/** `good`: published and enough. `weak`: published and short of it. `unknown`: not published. `conflict`: sources disagree. */
export const verdicts = ['good', 'weak', 'unknown', 'conflict'] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * The values that a sentence needs: numbers in the unit that their name says, words of the vocabulary, dates and names as on
 * file. `src/words/checks.ts` puts them into a language.
 */
export type SaidParams = Record<string, string | number | string[]>;

/** A sentence as a code, the same in every language. */
export interface Said {
  readonly code: string;
  readonly params: SaidParams;
}

/** One row of the published table. The first rule of a check whose `when` holds decides. */
export interface Rule<Seen, Verdicts extends string = Verdict> {
  readonly id: string;
  readonly verdict: Verdicts;
  readonly when: (seen: Seen) => boolean;
  /** What the reason names; nothing where the sentence stands by itself. */
  readonly because?: (seen: Seen) => SaidParams;
  /** What the question names. */
  readonly ask?: (seen: Seen) => SaidParams;
}

/** An offer, what the reader asks of it, and the day. */
export interface Case {
  readonly offer: Offer;
  readonly ask: Ask;
  readonly today: Day;
}

/** The rule that decides, and the two sentences that it gives rise to. */
export interface Decision<Verdicts extends string = Verdict> {
  readonly verdict: Verdicts;
  readonly rule: string;
  readonly because: Said;
  readonly ask: Said;
}

/** Applies a table: the first rule that holds. The last rule of each table holds always. */
export function decide<Seen, Verdicts extends string>(rules: readonly Rule<Seen, Verdicts>[], seen: Seen): Decision<Verdicts> {
  const rule = rules.find((candidate) => candidate.when(seen)) ?? rules.at(-1);
  if (rule === undefined) throw new RangeError('a check without rules');
  return {
    verdict: rule.verdict,
    rule: rule.id,
    because: { code: rule.id, params: rule.because?.(seen) ?? {} },
    ask: { code: rule.id, params: rule.ask?.(seen) ?? {} },
  };
}

/** True for a value on file that no source on file supports. */
export function isUnsourced(offer: Offer, field: FieldName): boolean {
  const fact = offer.facts[field];
  return fact !== undefined && fact.value !== null && fact.confidence === 'unconfirmed';
}

function isDisputed(offer: Offer, field: FieldName): boolean {
  const conflicts = offer.facts[field]?.conflicts;
  return conflicts !== undefined && conflicts.length > 0 && conflicts.some((conflict) => conflict.status === 'open');
}

/** The value of a field that a source supports and that no open conflict touches: the only kind that a verdict rests on. */
export function settled<F extends FieldName>(offer: Offer, field: F): OfferFields[F] | null {
  const fact = offer.facts[field];
  return fact === undefined || fact.confidence === 'unconfirmed' || isDisputed(offer, field) ? null : fact.value;
}

/** Those of the fields about which sources disagree and nobody has said which holds. */
export function disputedOf(offer: Offer, fields: readonly FieldName[]): FieldName[] {
  return fields.filter((field) => isDisputed(offer, field));
}

/** Those of the fields that are on file without a source. */
export function unsourcedOf(offer: Offer, fields: readonly FieldName[]): FieldName[] {
  return fields.filter((field) => isUnsourced(offer, field));
}

/**
 * True where the nodes asked for fit in one NVLink domain that is larger than a node, and nodes of a job stand in one rack: then no
 * byte between them leaves NVLink, and what joins the racks does not matter.
 */
export function fitsOneNvlinkDomain({ offer, ask }: Case): boolean {
  const domain = settled(offer, 'nvlinkDomainGpus');
  const perNode = settled(offer, 'gpusPerNode');
  if (ask.nodes === null || domain === null || perNode === null || settled(offer, 'locality') !== 'rack') return false;
  return domain > perNode && ask.nodes * perNode <= domain;
}
