import type { PlanDocument } from '$src/answers/plan-documents.ts';
import type { Locale } from '$src/words/locales.ts';
import { sayNodes } from '$src/words/phrases.ts';
import { sayJobHours } from '$src/words/plan.ts';
import { wordsIn } from '$src/words/words.ts';
import { jobParametersOf } from './job-form.ts';

/** A question near one that no offer can answer, which more of them can. */
export interface WayOut {
  readonly label: string;
  readonly query: string;
}

type Rejected = PlanDocument['rejected'][number];

const hoursOf = ({ becauseSaid: { code, params } }: Rejected): number =>
  code === 'rejected-deadline' ? Number(params['hours']) : Number.POSITIVE_INFINITY;

/** What to change where no offer can take a job: each a question that can be asked at once. */
export function waysOut(locale: Locale, { query, rejected, job }: PlanDocument): readonly WayOut[] {
  const words = wordsIn(locale);
  const changed = (change: (parameters: URLSearchParams) => void): string => {
    const parameters = new URLSearchParams(query);
    change(parameters);
    return parameters.toString();
  };
  const ways: WayOut[] = [];
  const [soonest] = [...rejected].sort((a, b) => hoursOf(a) - hoursOf(b));
  if (soonest !== undefined && Number.isFinite(hoursOf(soonest))) {
    // A day more than it takes, so that rounding does not leave the job outside.
    const days = Math.ceil(hoursOf(soonest) / 24) + 1;
    ways.push({
      label: words.planner_none_deadline({
        time: sayJobHours(locale, days * 24),
        offer: `${soonest.providerName} ${soonest.name}`,
        nodes: sayNodes(locale, Number(soonest.becauseSaid.params['nodes'])),
      }),
      query: changed((parameters) => parameters.set('deadline', `${days}d`)),
    });
  }
  if (new URLSearchParams(query).has('max-nodes'))
    ways.push({
      label: words.planner_none_max_nodes({ nodes: sayNodes(locale, job.maxNodes) }),
      query: changed((parameters) => parameters.delete('max-nodes')),
    });
  const own = new URLSearchParams(jobParametersOf(new URLSearchParams(query))).toString();
  if (own !== new URLSearchParams(query).toString()) ways.push({ label: words.planner_none_filters(), query: own });
  return ways;
}
