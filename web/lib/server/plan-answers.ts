import { answerPlan } from '$src/answers/plan.ts';
import type { PlanDocument } from '$src/answers/plan-documents.ts';
import { RecentEntries } from '$src/catalogue/recent-entries.ts';
import { catalogueStore, catalogueVersion } from './catalogue.ts';
import { today } from './today.ts';

/** An answer takes up to a second, and the same one is drawn in three languages, two themes and several pages. */
const answersKept = 8;
const answers = new RecentEntries<PlanDocument>(answersKept);

/** Answers a job, or gives the answer of a moment ago. Throws `Fault` as `answerPlan` does. */
export function planAnswer(parameters: Iterable<readonly [string, string]>): PlanDocument {
  const given = [...parameters];
  const day = today();
  const name = [catalogueVersion(), day, new URLSearchParams(given.map(([key, value]) => [key, value])).toString()].join('\n');
  return answers.get(name, () => answerPlan(catalogueStore(), given, day));
}
