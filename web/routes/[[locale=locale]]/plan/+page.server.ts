import { redirect } from '@sveltejs/kit';
import { DrawnHere } from '$lib/drawn-here.ts';
import { jobParametersOf, namesJob } from '$lib/job-form.ts';
import type { Refusal } from '$lib/refusal.ts';
import { keepCanonical } from '$lib/server/answering.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { jobFormOf } from '$lib/server/job-forms.ts';
import { today } from '$lib/server/today.ts';
import type { OfferDocument } from '$src/answers/documents.ts';
import type { PlanDocument } from '$src/answers/plan-documents.ts';
import { rememberedPlan } from '$src/answers/remembered-plans.ts';
import { answerShow } from '$src/answers/show.ts';
import { Fault, statusOf } from '$src/faults/fault.ts';
import type { PageServerLoad } from './$types';

/**
 * What the form sends is more than the question: fields left empty, and a model both chosen and written. The written one was
 * meant: whoever writes has seen the list.
 */
function tidied(url: URL): URLSearchParams {
  const filled = [...url.searchParams].map(([key, value]) => [key, value.trim()] as const).filter(([, value]) => value !== '');
  const models = filled.filter(([key]) => key === 'model').length;
  let seen = 0;
  return new URLSearchParams(
    filled
      .filter(([key]) => {
        if (key !== 'model') return true;
        seen += 1;
        return seen === models;
      })
      .map(([key, value]) => [key, value]),
  );
}

/** The answer, or what the question was refused for. */
function ask(parameters: URLSearchParams): {
  readonly document: PlanDocument | null;
  readonly fault: (Refusal & { status: number }) | null;
} {
  if (!namesJob(parameters)) return { document: null, fault: null };
  try {
    return { document: rememberedPlan(catalogueStore(), parameters, null, today()), fault: null };
  } catch (fault) {
    if (!(fault instanceof Fault) || statusOf(fault.code) === 500) throw fault;
    return { document: null, fault: { code: fault.code, params: fault.params, status: statusOf(fault.code) === 404 ? 404 : 400 } };
  }
}

/** Documents of the offers that are ranked, in their order. */
const offersOf = ({ ranked }: PlanDocument): readonly OfferDocument[] =>
  ranked.map(({ offer }) => answerShow(catalogueStore(), offer, today()).offer);

export const load: PageServerLoad = ({ locals, url }) => {
  const parameters = tidied(url);
  if (parameters.toString() !== url.searchParams.toString())
    redirect(303, parameters.size === 0 ? url.pathname : `${url.pathname}?${parameters}`);
  const { document, fault } = ask(parameters);
  if (document !== null) keepCanonical(url, document.query);
  if (fault !== null) locals.status = fault.status;
  return {
    shown: new DrawnHere({
      document,
      offers: document === null ? [] : offersOf(document),
      fault,
      form: jobFormOf(locals.locale, parameters, fault),
      job: new URLSearchParams(jobParametersOf(parameters)).toString(),
    }),
  };
};
