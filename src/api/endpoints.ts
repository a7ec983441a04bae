import { answerChanges } from '../answers/changes.ts';
import { answerCompareOnJob } from '../answers/compare-on-job.ts';
import { answerData } from '../answers/data.ts';
import { answerFit, readFitQuestion } from '../answers/fit.ts';
import { jobKeys } from '../answers/job-parameters.ts';
import { mostPointsBytes } from '../answers/measured-points.ts';
import { answerMethodology } from '../answers/methodology.ts';
import { answerOffersOnJob } from '../answers/offers-on-job.ts';
import { answerPlan } from '../answers/plan.ts';
import { answerPredict } from '../answers/predict.ts';
import { answerProvider, answerProviders } from '../answers/providers.ts';
import { answerShow } from '../answers/show.ts';
import { answerModels, answerSize } from '../answers/size.ts';
import type { CatalogueStore } from '../answers/store.ts';
import { Fault } from '../faults/fault.ts';
import { nearestWord } from '../faults/nearest.ts';
import type { Day } from '../units/date.ts';
import { mostConfigBytes } from '../workload/json-text.ts';
import type { DocumentName } from './schemas.ts';

/** A question that has reached an endpoint: its path's parts decoded, its parameters as they came. */
export interface Asked {
  readonly store: CatalogueStore;
  readonly today: Day;
  readonly parts: Readonly<Record<string, string>>;
  readonly parameters: readonly (readonly [string, string])[];
  /** What was sent along; null where nothing was. */
  readonly body: string | null;
}

/** One address of the interface. From this list come the routes, the twins of pages and the OpenAPI description. */
export interface Endpoint {
  /** Below the root of the interface, parts in braces. */
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  /** What may stand behind the "?": the filters of the comparison, with or without a job, `offer` repeated, a model and a method, how a curve is drawn, or nothing. */
  readonly takes: 'filters' | 'filters-or-job' | 'offers' | 'model' | 'curve' | 'job' | 'nothing';
  /** What may be sent along with POST, where the question is too long for an address. */
  readonly accepts?: {
    readonly says: string;
    /** What it may be; JSON unless said. */
    readonly mediaTypes?: readonly string[];
    readonly mostBytes: number;
    readonly tooLong: () => Fault;
  };
  readonly document: DocumentName;
  /** The document. Throws `Fault`. */
  readonly answer: (asked: Asked) => object;
  /** The present parts of an address that has moved; null where it has not. */
  readonly movedTo?: (asked: Asked) => Readonly<Record<string, string>> | null;
}

const offerKey = 'offer';

/** Throws `Fault` `query/unknown-filter` for a parameter that the address has no use for: ignored, it would look obeyed. */
function refuseOthers({ parameters }: Asked, known: readonly string[]): void {
  const other = parameters.find(([key]) => !known.includes(key));
  if (other === undefined) return;
  const given = other[0].slice(0, 60);
  throw new Fault('query/unknown-filter', { given, nearest: nearestWord(given, known) ?? '' });
}

const idOf = ({ parts }: Asked): string => `${parts['provider'] ?? ''}/${parts['slug'] ?? ''}`;

export const offersEndpoint: Endpoint = {
  path: '/offers',
  operation: 'listOffers',
  summary:
    'Offers that match, one page of them, with what each further choice would leave; seen through a job, where the question holds one.',
  takes: 'filters-or-job',
  document: 'OffersAnswer',
  answer: ({ store, parameters, today }) => answerOffersOnJob(store, parameters, today),
};

export const offerEndpoint: Endpoint = {
  path: '/offers/{provider}/{slug}',
  operation: 'showOffer',
  summary: 'One offer with all that is on file for it. A former id redirects to the present one.',
  takes: 'nothing',
  document: 'ShowAnswer',
  answer: (asked) => {
    refuseOthers(asked, []);
    return answerShow(asked.store, idOf(asked), asked.today);
  },
  movedTo: (asked) => {
    const [provider, slug] = asked.store.movedOffers.get(idOf(asked))?.split('/') ?? [];
    return provider === undefined || slug === undefined ? null : { provider, slug };
  },
};

export const compareEndpoint: Endpoint = {
  path: '/compare',
  operation: 'compareOffers',
  summary: 'Two to four offers side by side, and in which properties they differ; one to four on a job, where the question holds one.',
  takes: 'offers',
  document: 'CompareAnswer',
  answer: (asked) => {
    refuseOthers(asked, [offerKey, ...jobKeys]);
    const ids = asked.parameters.filter(([key]) => key === offerKey).map(([, id]) => id.trim());
    const job = asked.parameters.filter(([key]) => key !== offerKey);
    return answerCompareOnJob(
      asked.store,
      ids.filter((id) => id !== ''),
      job,
      asked.today,
    );
  },
};

export const providersEndpoint: Endpoint = {
  path: '/providers',
  operation: 'listProviders',
  summary: 'Providers whose offers match; "multi-node" is answered for the provider as a whole.',
  takes: 'filters',
  document: 'ProvidersAnswer',
  answer: ({ store, parameters, today }) => answerProviders(store, parameters, today),
};

export const providerEndpoint: Endpoint = {
  path: '/providers/{id}',
  operation: 'showProvider',
  summary: 'One provider with all its offers.',
  takes: 'nothing',
  document: 'ProviderAnswer',
  answer: (asked) => {
    refuseOthers(asked, []);
    const { store, today, parts } = asked;
    return { dataVersion: store.catalogue.dataVersion, asOf: today, ...answerProvider(store, parts['id'] ?? '', today) };
  },
};

export const changesEndpoint: Endpoint = {
  path: '/changes',
  operation: 'listChanges',
  summary: 'Dated facts, prices and sightings of the offers that match, newest first.',
  takes: 'filters',
  document: 'ChangesAnswer',
  answer: ({ store, parameters, today }) => answerChanges(store, parameters, today),
};

export const dataEndpoint: Endpoint = {
  path: '/data',
  operation: 'describeData',
  summary: 'How much is on file, how old it is and who says so.',
  takes: 'nothing',
  document: 'DataAnswer',
  answer: (asked) => {
    refuseOthers(asked, []);
    return answerData(asked.store, asked.today);
  },
};

export const methodologyEndpoint: Endpoint = {
  path: '/methodology',
  operation: 'describeMethodology',
  summary: 'What forecasts rest on beside data sheets, and how far they were off.',
  takes: 'nothing',
  document: 'MethodologyAnswer',
  answer: (asked) => {
    refuseOthers(asked, []);
    return answerMethodology(asked.store, asked.today);
  },
};

/** Runs that one request may send: some thousand, which take a tenth of a second. */
const mostSentBytes = 2_000_000;

const modelKey = 'model';
const methodKey = 'method';

/** A parameter that stands once. Repeated, it would be two questions: `query/too-many-values`. */
function oneOf({ parameters }: Asked, key: string): string | null {
  const values = parameters.filter(([name]) => name === key).map(([, value]) => value.trim());
  if (values.length > 1) throw new Fault('query/too-many-values', { most: 1 });
  return values[0] === undefined || values[0] === '' ? null : values[0];
}

export const sizeEndpoint: Endpoint = {
  path: '/size',
  operation: 'sizeModel',
  summary: 'What a model counts, and which GPUs hold its training: a model on file by name, or a config.json sent along.',
  takes: 'model',
  document: 'SizeAnswer',
  accepts: {
    says: 'A Hugging Face config.json.',
    mostBytes: mostConfigBytes,
    tooLong: () => new Fault('model/too-long', { mostMB: mostConfigBytes / 1_000_000 }),
  },
  answer: (asked) => {
    const isSent = asked.body !== null;
    refuseOthers(asked, isSent ? [methodKey] : [modelKey, methodKey]);
    const method = oneOf(asked, methodKey);
    if (asked.body !== null) return answerSize(asked.store, { config: asked.body, calledLike: 'config.json' }, method, asked.today);
    const name = oneOf(asked, modelKey);
    if (name === null) throw new Fault('model/not-given');
    return answerSize(asked.store, { name }, method, asked.today);
  },
};

export const predictEndpoint: Endpoint = {
  path: '/predict',
  operation: 'predictRuns',
  summary: 'Step time, rates, memory and efficiency of runs that are sent along, with intervals.',
  takes: 'nothing',
  document: 'PredictAnswer',
  accepts: {
    says: 'One run as a JSON object, or several, one on each line.',
    mostBytes: mostSentBytes,
    tooLong: () => new Fault('run/too-long', { mostMB: mostSentBytes / 1_000_000 }),
  },
  answer: (asked) => {
    refuseOthers(asked, []);
    if (asked.body === null) throw new Fault('run/not-given');
    return answerPredict(asked.store, asked.body, asked.today);
  },
};

const nodesKey = 'nodes';
const kneeKey = 'knee';

export const fitEndpoint: Endpoint = {
  path: '/fit',
  operation: 'fitScaling',
  summary: 'The scaling curve of measurements that are sent along, with intervals and its knee.',
  takes: 'curve',
  document: 'FitAnswer',
  accepts: {
    says: 'Measurements: a CSV with the columns nodes and throughput, or an object with a list `points` of the two.',
    mediaTypes: ['text/csv', 'application/json'],
    mostBytes: mostPointsBytes,
    tooLong: () => new Fault('points/too-long', { mostMB: mostPointsBytes / 1_000_000 }),
  },
  answer: (asked) => {
    refuseOthers(asked, [nodesKey, kneeKey]);
    if (asked.body === null) throw new Fault('points/not-given');
    const question = readFitQuestion({ nodes: oneOf(asked, nodesKey), knee: oneOf(asked, kneeKey) });
    return answerFit(asked.store, asked.body, question, asked.today);
  },
};

export const planEndpoint: Endpoint = {
  path: '/plan',
  operation: 'planJob',
  summary:
    'Whether a job needs several nodes, where it should run and what it will cost there: a model on file, or a config.json sent along.',
  takes: 'job',
  document: 'PlanAnswer',
  accepts: {
    says: 'A Hugging Face config.json.',
    mostBytes: mostConfigBytes,
    tooLong: () => new Fault('model/too-long', { mostMB: mostConfigBytes / 1_000_000 }),
  },
  answer: ({ store, parameters, today, body }) =>
    answerPlan(store, parameters, today, body === null ? null : { config: body, calledLike: 'config.json' }),
};

export const modelsEndpoint: Endpoint = {
  path: '/models',
  operation: 'listModels',
  summary: 'The models on file, with what each counts.',
  takes: 'nothing',
  document: 'ModelsAnswer',
  answer: (asked) => {
    refuseOthers(asked, []);
    return answerModels(asked.store, asked.today);
  },
};

export const endpoints: readonly Endpoint[] = [
  offersEndpoint,
  offerEndpoint,
  compareEndpoint,
  providersEndpoint,
  providerEndpoint,
  changesEndpoint,
  dataEndpoint,
  methodologyEndpoint,
  sizeEndpoint,
  modelsEndpoint,
  predictEndpoint,
  fitEndpoint,
  planEndpoint,
];
