import { type Offer, valueOf } from '../catalogue/offer.ts';
import type { HardwareClass } from './hardware-class.ts';
import type { PlacedJob } from './job-model.ts';
import { compareRanked, isRejection, type Planner, type RankedOffer } from './rank-offers.ts';

/** Whether one rentable node does the job: what holds, or what is missing. */
export interface SingleNode<P extends PlacedJob> {
  readonly verdict: 'no' | 'for-time' | 'for-memory';
  /** The best single node: within the deadline, else the one that is done first. Null where none holds the job. */
  readonly best: RankedOffer<P> | null;
}

/**
 * Looks for one node that does the whole job: first within what the renter allows, then in whatever time it takes; among
 * offers that rent one node by itself, and only where none of those holds the job among the others.
 * `patient`: a planner of the same job that knows no deadline.
 */
export function singleNodeOf<P extends PlacedJob>(planner: Planner<P>, patient: Planner<P>, offers: readonly Offer[]): SingleNode<P> {
  // A node of unknown size is no node to stay on.
  const sized = offers.filter((offer) => valueOf(offer, 'gpusPerNode') !== null);
  const byItself = sized.filter((offer) => (valueOf(offer, 'minNodes') ?? 1) <= 1);
  for (const some of [byItself, sized]) {
    const onOne = (by: Planner<P>): RankedOffer<P>[] =>
      some.flatMap((offer) => {
        const placed = by.place(offer, 1);
        return isRejection(placed) ? [] : [placed];
      });
    const [cheapest] = onOne(planner).sort(compareRanked(planner.limits.objective));
    if (cheapest !== undefined) return { verdict: 'no', best: cheapest };
    const [fastest] = onOne(patient).sort(compareRanked('time'));
    if (fastest !== undefined) return { verdict: 'for-time', best: fastest };
  }
  return { verdict: 'for-memory', best: null };
}

/** Kinds of node that stand for the rest in a picture: the most GPU memory of each size, few of them. */
export function nodesToShow(classes: readonly HardwareClass[], most: number): readonly HardwareClass[] {
  const byNode = new Map<string, HardwareClass>();
  for (const hardware of classes) {
    const key = `${hardware.gpu.shortName}|${hardware.machine.memoryGB}|${hardware.facts.gpusPerNode}`;
    if (!byNode.has(key)) byNode.set(key, hardware);
  }
  return [...byNode.values()]
    .sort((a, b) => a.machine.memoryGB * a.facts.gpusPerNode - b.machine.memoryGB * b.facts.gpusPerNode)
    .slice(-most);
}
