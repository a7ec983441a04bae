import type { FieldName } from '../offer.ts';
import type { Locality } from '../vocabulary.ts';
import { type Case, disputedOf, fitsOneNvlinkDomain, type Rule, settled, unsourcedOf } from './rule.ts';

interface TopologySeen extends Case {
  /** The x of an oversubscription of x:1, null where no number is published. */
  readonly ratio: number | null;
  readonly blocking: 'non-blocking' | 'oversubscribed' | null;
  readonly locality: Locality | null;
  readonly disputed: readonly FieldName[];
  readonly unsourced: readonly FieldName[];
}

const restsOn: readonly FieldName[] = ['topology', 'oversubscription', 'locality'];
/** Promises of place that say nothing about the switches between two nodes of one job. */
const loose: readonly Locality[] = ['zone', 'region'];

/** Reads what the check of topology and locality rests on. Only values with a source and without an open conflict count. */
export function seeTopology(given: Case): TopologySeen {
  const { offer, ask, today } = given;
  const text = settled(offer, 'oversubscription');
  const ratio = text === null ? null : Number.parseFloat(text);
  const word = settled(offer, 'topology');
  const blocking = word === 'oversubscribed' || (ratio !== null && ratio > 1) ? 'oversubscribed' : ratio !== null ? 'non-blocking' : word;
  const locality = settled(offer, 'locality');
  return {
    offer,
    ask,
    today,
    ratio,
    blocking,
    locality,
    disputed: disputedOf(offer, restsOn),
    // A missing number needs no source where the word is published, and the word none where the number is.
    unsourced: unsourcedOf(offer, restsOn).filter((field) => (field === 'locality' ? locality === null : blocking === null)),
  };
}

const place = ({ locality }: TopologySeen): { locality?: Locality } => (locality === null ? {} : { locality });
const published = ({ ratio }: TopologySeen) => ({ ratio: `${ratio ?? 1}:1` });
const asked = ({ ask }: TopologySeen) => (ask.nodes === null ? {} : { nodes: ask.nodes });

export const topologyRules = [
  {
    id: 'topology/one-nvlink-domain',
    verdict: 'good',
    when: fitsOneNvlinkDomain,
    because: ({ offer, ask }) => ({ nodes: ask.nodes ?? 0, domainGpus: settled(offer, 'nvlinkDomainGpus') ?? 0 }),
    ask: asked,
  },
  {
    id: 'topology/oversubscribed-by',
    verdict: 'weak',
    when: ({ ratio }) => ratio !== null && ratio > 1,
    because: published,
    ask: (seen) => ({ ...published(seen), ...asked(seen) }),
  },
  { id: 'topology/oversubscribed', verdict: 'weak', when: ({ blocking }) => blocking === 'oversubscribed', ask: asked },
  {
    id: 'topology/loose-placement',
    verdict: 'weak',
    when: ({ locality }) => locality !== null && loose.includes(locality),
    because: place,
    ask: asked,
  },
  {
    id: 'topology/disputed',
    verdict: 'conflict',
    when: ({ disputed }) => disputed.length > 0,
    because: ({ disputed }) => ({ fields: [...disputed] }),
  },
  {
    id: 'topology/unsourced',
    verdict: 'unknown',
    when: ({ unsourced }) => unsourced.length > 0,
    because: ({ unsourced }) => ({ fields: [...unsourced] }),
    ask: asked,
  },
  { id: 'topology/unpublished', verdict: 'unknown', when: ({ blocking, locality }) => blocking === null && locality === null, ask: asked },
  { id: 'topology/blocking-unpublished', verdict: 'unknown', when: ({ blocking }) => blocking === null, because: place, ask: asked },
  { id: 'topology/placement-unpublished', verdict: 'unknown', when: ({ locality }) => locality === null, ask: asked },
  { id: 'topology/close-and-non-blocking', verdict: 'good', when: () => true, because: place, ask: asked },
] as const satisfies readonly Rule<TopologySeen>[];
