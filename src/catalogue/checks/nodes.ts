import { ageInDays } from '../../units/date.ts';
import type { Sighting } from '../offer.ts';
import { type Case, settled } from './rule.ts';

/** A sighting of free nodes counts for a week. DESIGN, "Obtainable". */
export const sightingDays = 7;

/** The fewest nodes that "rented as one unit" can mean. */
const smallestCluster = 2;

/**
 * What is on file about the number of nodes asked for. Nodes are the offer's own: a rack of NVL72 is 18 nodes of 4 GPUs. Without a
 * number asked for nothing is above, below or beyond.
 */
export interface NodesSeen {
  readonly least: number | null;
  readonly most: number | null;
  /** The maximum holds for one order, such as one capacity block, and not for the cluster. */
  readonly isMostPerOrder: boolean;
  /** Above a maximum that holds for the whole cluster. One that holds for a single order forbids nothing. */
  readonly isAboveMost: boolean;
  readonly isBelowLeast: boolean;
  readonly isWithinMost: boolean;
  /** Not more than something on file shows to be possible: the maximum, the minimum, the smallest cluster, or nodes seen free. */
  readonly isWithinSure: boolean;
  /** Day of the newest sighting of enough free nodes within a week. */
  readonly seenOn: string | null;
  /** Day of the newest look within a week that found nothing, where none found enough. */
  readonly notSeenOn: string | null;
}

const newestDay = (sightings: readonly Sighting[]): string | null =>
  sightings
    .map((sighting) => sighting.asOf as string)
    .sort()
    .at(-1) ?? null;

export function seeNodes({ offer, ask, today }: Case): NodesSeen {
  const least = settled(offer, 'minNodes');
  const most = settled(offer, 'maxNodes');
  const wanted = ask.nodes;
  const recent = offer.sightings.filter(({ asOf }) => {
    const age = ageInDays(asOf, today);
    return age >= 0 && age <= sightingDays;
  });
  const free = recent.filter((sighting) => sighting.state === 'seen');
  // A sighting that gives no number shows one node.
  const enough = free.filter((sighting) => wanted === null || (sighting.nodes ?? 1) >= wanted);
  const isWithinMost = most !== null && (wanted === null || wanted <= most);
  const smallest = settled(offer, 'multiNode') === 'yes' ? Math.max(smallestCluster, least ?? 1) : 1;
  return {
    least,
    most,
    isMostPerOrder: offer.maxNodesScope !== null,
    isAboveMost: wanted !== null && most !== null && wanted > most && offer.maxNodesScope === null,
    isBelowLeast: wanted !== null && least !== null && wanted < least,
    isWithinMost,
    isWithinSure: wanted === null || isWithinMost || wanted <= smallest || enough.length > 0,
    seenOn: newestDay(enough),
    notSeenOn: free.length > 0 ? null : newestDay(recent),
  };
}
