import type { Day } from '../units/date.ts';
import type { CompareDocument } from './documents.ts';
import type { Parameters } from './offers.ts';
import { holdsJob } from './offers-on-job.ts';
import { rememberedPlan } from './remembered-plans.ts';
import { answerCompare } from './show.ts';
import type { CatalogueStore } from './store.ts';

/**
 * Offers side by side, and with a job in the question what each of them makes of it. A job gives even a single offer something
 * to be held against: its own nodes on the fabric that `what-if` names. Throws `Fault` as `answerCompare` and `answerPlan` do.
 */
export function answerCompareOnJob(store: CatalogueStore, ids: readonly string[], job: Parameters, today: Day): CompareDocument {
  const given = [...job];
  if (!holdsJob(given)) return answerCompare(store, ids, today);
  const comparison = answerCompare(store, ids, today, 1);
  const named = comparison.offers.map(({ id }) => id);
  return { ...comparison, throughJob: rememberedPlan(store, given, named, today) };
}
