import { viewKeys } from '../catalogue/filters.ts';
import { viewOf } from '../catalogue/offer-index.ts';
import { highestLimit, parseQuery } from '../catalogue/query.ts';
import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';
import type { Day } from '../units/date.ts';
import type { OffersDocument } from './documents.ts';
import { jobKeys } from './job-parameters.ts';
import { answerOffers, type Parameters } from './offers.ts';
import type { PlacedDocument } from './plan-documents.ts';
import { rememberedPlan } from './remembered-plans.ts';
import { findOffer } from './show.ts';
import type { CatalogueStore } from './store.ts';

/** What offers that are seen through a job can be sorted by; without one of these they stand in the order of the objective. */
export const jobSortKeys = ['fare', 'hours', 'sticker', 'efficiency'] as const;
export type JobSortKey = (typeof jobSortKeys)[number];

type Pairs = readonly (readonly [string, string])[];

const isJobKey = (key: string): boolean => (jobKeys as readonly string[]).includes(key);
const isViewKey = (key: string): boolean => (viewKeys as readonly string[]).includes(key);

/** Whether a question holds a job, well or badly put. Untouched fields of a form are none. */
export const holdsJob = (parameters: Pairs): boolean => parameters.some(([key, value]) => isJobKey(key) && value.trim() !== '');

const figures: Readonly<Record<JobSortKey, (placed: PlacedDocument) => number>> = {
  fare: ({ fare }) => Number(fare.total.amount),
  hours: ({ forecast }) => forecast.hours,
  sticker: ({ fare }) => Number(fare.stickerPerGpuHour.amount),
  efficiency: ({ forecast }) => forecast.networkEfficiency,
};

/** Ties stay in the order of the ranking. */
function sorted(ranked: readonly PlacedDocument[], sort: string | null): readonly PlacedDocument[] {
  if (sort === null) return ranked;
  const isFalling = sort.startsWith('-');
  const key = jobSortKeys.find((known) => known === (isFalling ? sort.slice(1) : sort));
  if (key === undefined) {
    const given = sort.slice(0, 60);
    throw new Fault('query/unknown-value', { key: 'sort', given, nearest: nearestWord(given, jobSortKeys) ?? '' });
  }
  const figure = figures[key];
  return [...ranked].sort((a, b) => (isFalling ? figure(b) - figure(a) : figure(a) - figure(b)) || a.rank - b.rank);
}

/**
 * The comparison, and with a job in the question the same offers as the job sees them: those that can take it in the order of the
 * plan, which is told beside them. Everything that concerns the job is of `plan`. All of them are one page unless `limit` says
 * otherwise. Throws `Fault` as `answerOffers` and `answerPlan` do.
 */
export function answerOffersOnJob(store: CatalogueStore, parameters: Parameters, today: Day): OffersDocument {
  const given = [...parameters];
  if (!holdsJob(given))
    return answerOffers(
      store,
      given.filter(([key]) => !isJobKey(key)),
      today,
    );
  const job = given.filter(([key]) => isJobKey(key));
  const filters = given.filter(([key]) => !isJobKey(key) && !isViewKey(key));
  const view = given.filter(([key, value]) => isViewKey(key) && value.trim() !== '');
  const sort = view.findLast(([key]) => key === 'sort')?.[1].trim() ?? null;
  const { page, limit } = parseQuery([['limit', String(highestLimit)], ...view.filter(([key]) => key !== 'sort')], store.words, today);
  // The plan first: it alone knows all the keys, and names the nearest one.
  const plan = rememberedPlan(store, [...job, ...filters], null, today);
  const matching = answerOffers(store, [...filters, ['limit', '1']], today);
  const rows = sorted(plan.ranked, sort);
  const pages = Math.max(1, Math.ceil(rows.length / limit));
  if (page > pages) throw new Fault('query/page-out-of-range', { given: page, last: pages });
  const query = new URLSearchParams(plan.query);
  if (sort !== null) query.append('sort', sort);
  if (page !== 1) query.append('page', String(page));
  if (limit !== highestLimit) query.append('limit', String(limit));
  const priceView = viewOf(parseQuery(filters, store.words, today));
  return {
    ...matching,
    total: rows.length,
    page,
    pages,
    limit,
    query: query.toString(),
    offers: rows.slice((page - 1) * limit, page * limit).map(({ offer }) => store.describe(findOffer(store, offer), priceView, today)),
    throughJob: plan,
  };
}
