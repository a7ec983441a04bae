import type { Offer } from '../catalogue/offer.ts';
import { formatQuery, parseQuery } from '../catalogue/query.ts';
import { goodputConstants } from '../fare/goodput.ts';
import { constantValues } from '../hardware/calibration-schema.ts';
import type { PlacedJob } from '../plan/job-model.ts';
import { compareRanked, isRejection, Planner, type RankedOffer, type RankingTables, type Rejection } from '../plan/rank-offers.ts';
import { type SingleNode, singleNodeOf } from '../plan/single-node.ts';
import type { Day } from '../units/date.ts';
import type { Hours } from '../units/duration.ts';
import type { Currency } from '../units/money.ts';
import { type PlanSaid, sayPlan } from '../words/plan.ts';
import { type AskedJob, askedMeasured, askedTraining, type NodeMemory } from './asked-job.ts';
import { jobKeys } from './job-parameters.ts';
import type { Parameters } from './offers.ts';
import { overriddenOffers } from './overrides.ts';
import { placedDocumentOf } from './placed-offer.ts';
import { bestOfEachFabric, curvesOf, eachOffer } from './plan-curves.ts';
import type { PlacedDocument, PlanDocument } from './plan-documents.ts';
import { type PlanQuestion, readPlanQuestion } from './plan-question.ts';
import { findOffer } from './show.ts';
import type { SizeSubject } from './size.ts';
import { type CatalogueStore, facetKeys } from './store.ts';

/** All amounts of an answer are in one currency: the only one with prices that compare. */
const currency = 'USD' as Currency;
/** Of whoever knows no deadline. */
const patience = Number.POSITIVE_INFINITY as Hours;

/** The job as a question in its one canonical spelling: job first, filters after. */
function canonicalQuery(given: readonly (readonly [string, string])[], filters: string): string {
  const parameters = new URLSearchParams();
  for (const key of jobKeys)
    for (const [name, value] of given) if (name === key && value.trim() !== '') parameters.append(key, value.trim());
  const job = parameters.toString();
  return [job, filters].filter((part) => part !== '').join('&');
}

interface Selected {
  readonly clusters: readonly Offer[];
  readonly anyNodes: readonly Offer[];
  readonly query: string;
}

/**
 * Offers that the filters leave: connected nodes unless they say otherwise, and for the single node any. Offers that are named
 * are taken as they are, whatever the filters say.
 */
function selectOffers(store: CatalogueStore, question: PlanQuestion, named: readonly string[] | null, today: Day): Selected {
  const query = parseQuery(question.filters, store.words, today);
  const index = store.indexOn(today);
  const changed = overriddenOffers(question.overrides, (id) => findOffer(store, id), today);
  const offersOf = (choices: typeof query.choices): readonly Offer[] =>
    index.select({ ...query, choices, page: 1, limit: store.catalogue.offers.length }, facetKeys.slice(0, 0)).rows.flatMap((row) => {
      const offer = store.catalogue.offers[row];
      return offer === undefined ? [] : [changed.get(offer.id) ?? offer];
    });
  const any = new Map(query.choices);
  any.delete('multi-node');
  const clusters = named?.map((id) => findOffer(store, id)).map((offer) => changed.get(offer.id) ?? offer) ?? offersOf(query.choices);
  return { clusters, anyNodes: offersOf(any), query: formatQuery({ ...query, page: 1 }) };
}

const rounded = (value: number): number => Number(value.toPrecision(4));

/** Reasons in the documents: a code, and figures that a reader can be told. */
export function saidOf(rejection: Rejection): PlanSaid {
  const code = `rejected-${rejection.code}`;
  switch (rejection.code) {
    case 'memory':
      return { code, params: { nodes: rejection.nodes, need: rounded(rejection.needGiB), have: rounded(rejection.haveGiB) } };
    case 'deadline':
      return { code, params: { hours: rounded(rejection.hours), nodes: rejection.nodes } };
    case 'too-few-nodes':
      return { code, params: { least: rejection.leastNodes, most: rejection.mostNodes } };
    case 'taken-back':
      return { code, params: { hours: rounded(rejection.hours) } };
    case 'node-too-small':
      return { code, params: { gpus: rejection.gpus } };
    case 'other-currency':
      return { code, params: { currency: rejection.currency } };
    default:
      return { code, params: {} };
  }
}

/** Share of the fare of one node from which several nodes that cost less are pointed out. */
const noticeablyCheaper = 0.95;

function verdictOf(
  single: SingleNode<PlacedJob>,
  first: RankedOffer | null,
  memory: readonly NodeMemory[],
  deadlineHours: number,
): PlanSaid {
  const { verdict, best } = single;
  if (best !== null) {
    const params = { gpus: best.plan.gpus, gpu: best.hardware.gpu.shortName, hours: rounded(best.wallHours) };
    if (verdict === 'no' && first !== null && first.nodes > 1 && Number(first.fare.total) < noticeablyCheaper * Number(best.fare.total)) {
      const cheaper = { cheaper: `${first.offer.provider.name} ${first.offer.name}`, nodes: first.nodes };
      return { code: 'verdict-no-dearer', params: { ...params, ...cheaper } };
    }
    return verdict === 'no' ? { code: 'verdict-no', params } : { code: 'verdict-for-time', params: { ...params, deadline: deadlineHours } };
  }
  // A kind of node that would hold it, and that nobody prices, is no reason.
  const largest = memory.findLast(({ needGiB, haveGiB }) => needGiB > haveGiB);
  if (largest === undefined || !Number.isFinite(largest.needGiB)) return { code: 'verdict-for-memory-unknown', params: {} };
  return {
    code: 'verdict-for-memory',
    params: {
      need: Math.round(largest.needGiB),
      have: Math.round(largest.haveGiB),
      gpus: largest.hardware.facts.gpusPerNode,
      gpu: largest.hardware.gpu.shortName,
    },
  };
}

/** Offers that no other beats in both hours and money, from the fastest to the cheapest. */
function frontierOf(ranked: readonly RankedOffer[]): PlanDocument['frontier'] {
  let cheapest = Number.POSITIVE_INFINITY;
  return [...ranked].sort(compareRanked('time')).flatMap(({ offer, wallHours, fare }) => {
    if (Number(fare.total) >= cheapest) return [];
    cheapest = Number(fare.total);
    return [{ offer: offer.id, hours: rounded(wallHours), total: fare.total }];
  });
}

function tablesOf(store: CatalogueStore): RankingTables {
  return { goodput: goodputConstants(constantValues(store.calibration.goodput)), gpuById: new Map(store.gpus.map((gpu) => [gpu.id, gpu])) };
}

/**
 * Where a job should run and what it will cost there: whether it needs several nodes, offers in the order of the objective,
 * and why others are left out. `config`: text of a `config.json` in place of a model on file. `named`: just these offers, with a
 * curve of each. Throws `Fault` `job/…`, `model/…`, `points/…`, `query/…` or `offer/not-found`.
 */
export function answerPlan(
  store: CatalogueStore,
  parameters: Parameters,
  today: Day,
  config: SizeSubject | null = null,
  named: readonly string[] | null = null,
): PlanDocument {
  const given = [...parameters];
  const question = readPlanQuestion(given, today);
  const { kind } = question;
  const tables = tablesOf(store);
  const setting = { store, question, given, named, tables, today };
  if (kind === 'training') return planOf(setting, askedTraining(question, store, tables, config));
  return planOf(setting, askedMeasured(question, kind, store));
}

interface PlanSetting {
  readonly store: CatalogueStore;
  readonly question: PlanQuestion;
  readonly given: readonly (readonly [string, string])[];
  readonly named: readonly string[] | null;
  readonly tables: RankingTables;
  readonly today: Day;
}

function planOf<P extends PlacedJob>({ store, question, given, named, tables, today }: PlanSetting, asked: AskedJob<P>): PlanDocument {
  const selected = selectOffers(store, question, named, today);
  const { limits } = question;
  const model = asked.modelFor(limits.maxNodes);
  const alone = asked.modelFor(1);
  const planner = new Planner(model, limits, tables, today, currency);
  const single = singleNodeOf(
    new Planner(alone, limits, tables, today, currency),
    new Planner(alone, { ...limits, deadlineHours: patience }, tables, today, currency),
    selected.anyNodes,
  );
  const placed = selected.clusters.map((offer) => ({ offer, outcome: planner.place(offer) }));
  const ranked = placed.flatMap(({ outcome }) => (isRejection(outcome) ? [] : [outcome])).sort(compareRanked(limits.objective));
  const sticker = [...ranked].sort((a, b) => a.stickerPerGpuHour - b.stickerPerGpuHour || (a.offer.id < b.offer.id ? -1 : 1));
  const stickerRank = new Map(sticker.map(({ offer }, index) => [offer.id, index + 1]));
  const { tokens, detailsOf } = asked;
  const cheapest = ranked.length === 0 ? null : Math.min(...ranked.map(({ fare }) => Number(fare.total)));
  const documentOf = (one: RankedOffer<P>, rank: number): PlacedDocument =>
    placedDocumentOf(one, {
      rank,
      stickerRank: stickerRank.get(one.offer.id) ?? 0,
      tokens,
      planner,
      detailsOf,
      cheapest,
      more: rank <= rowsWithMore,
    });
  const memory = asked.memoryOf(selected.anyNodes);
  const verdict = verdictOf(single, ranked[0] ?? null, memory, limits.deadlineHours);
  return {
    dataVersion: store.catalogue.dataVersion,
    asOf: today,
    query: canonicalQuery(given, selected.query),
    job: {
      ...asked.document,
      deadlineHours: limits.deadlineHours,
      maxNodes: limits.maxNodes,
      objective: limits.objective,
      datasetBytes: limits.datasetBytes,
      checkpointBytes: Math.round(model.checkpointBytes),
    },
    needsMultiNode: { verdict: single.verdict, because: sayPlan('en', verdict), becauseSaid: { ...verdict } },
    oneNodeMemory: memory.map(({ hardware, needGiB, haveGiB }) => ({
      gpu: hardware.gpu.id,
      gpuName: hardware.gpu.shortName,
      gpus: hardware.facts.gpusPerNode,
      needGiB: Math.round(needGiB),
      haveGiB: Math.round(haveGiB),
    })),
    oneNode: single.best === null ? null : documentOf(single.best, 0),
    ranked: ranked.map((one, index) => documentOf(one, index + 1)),
    rejected: placed.flatMap(({ offer, outcome }) => {
      if (!isRejection(outcome)) return [];
      const said = saidOf(outcome);
      const { id, name, provider } = offer;
      return [{ offer: id, name, providerName: provider.name, because: sayPlan('en', said), becauseSaid: { ...said } }];
    }),
    curves: curvesOf(
      named === null ? bestOfEachFabric(ranked) : eachOffer(placed, tables.gpuById),
      { chosen: ranked[0]?.nodes ?? 1, mostNodes: limits.maxNodes, whatIf: asked.dependsOnFabric ? question.whatIf : 'none' },
      model,
      store.forecast(),
    ),
    frontier: frontierOf(ranked),
    assumed: [...question.assumed, ...asked.assumed],
    evaluations: asked.evaluations(),
  };
}

/** Rows that are told what one more node would bring: it takes another search. */
const rowsWithMore = 60;
