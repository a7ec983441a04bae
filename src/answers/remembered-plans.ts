import { RecentEntries } from '../catalogue/recent-entries.ts';
import type { Day } from '../units/date.ts';
import type { Parameters } from './offers.ts';
import { answerPlan } from './plan.ts';
import type { PlanDocument } from './plan-documents.ts';
import type { CatalogueStore } from './store.ts';

/** A plan takes a second, and sorting its offers or reading its twin asks for the same one again. One holds some 200 kB. */
const plansKept = 24;

const plans = new WeakMap<CatalogueStore, RecentEntries<PlanDocument>>();

/** The answer to `plan` for a model on file, kept for as long as it is among the last that were asked for. */
export function rememberedPlan(store: CatalogueStore, parameters: Parameters, named: readonly string[] | null, today: Day): PlanDocument {
  const given = [...parameters];
  const kept = plans.get(store) ?? new RecentEntries<PlanDocument>(plansKept);
  plans.set(store, kept);
  return kept.get(JSON.stringify([today, named, given]), () => answerPlan(store, given, today, null, named));
}
