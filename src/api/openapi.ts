import { z } from 'zod';
import { dataLicence } from '../export/data-set.ts';
import { usualKneeShare } from '../forecast/knee.ts';
import { trainingMethods } from '../workload/flops.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { filterParameters, type Parameter } from './filter-parameters.ts';
import { jobParameters } from './job-parameters.ts';
import { schemas } from './schemas.ts';

/**
 * The description of the interface, OpenAPI 3.1. Its schemas are the documents' own: 3.1 speaks JSON Schema 2020-12,
 * which zod writes itself, references between named documents included. Routes are not made by a library that also
 * reads parameters, since `parseQuery` is the one place that understands a question.
 */

type Json = Readonly<Record<string, unknown>>;

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** New keys may appear in any document, so no schema forbids them; ids and dialects of single schemas are the whole's. */
function loosen({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
}

function describeSchemas(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(schemas)) registry.add(schema, { id: name });
  const described = z.toJSONSchema(registry, { uri: refTo, override: loosen }).schemas;
  return Object.fromEntries(Object.entries(described).map(([name, { $id: _id, $schema: _dialect, ...schema }]) => [name, schema]));
}

const problem = (description: string): Json => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: refTo('Problem') } } },
});

const partWords: Readonly<Record<string, string>> = {
  provider: 'Id of the provider: the part of an offer id before "/".',
  slug: 'The part of an offer id after "/".',
  id: 'Id of the provider.',
};

const partsOf = (path: string): readonly Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: partWords[name] ?? name,
    schema: { type: 'string', pattern: '^[a-z0-9]+([.-][a-z0-9]+)*$' },
  }));

const comparedOffers: Parameter = {
  name: 'offer',
  in: 'query',
  required: true,
  description: 'Id of an offer, provider/product. Repeat it: two to four, or one to four on a job.',
  style: 'form',
  explode: true,
  schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 4 },
};

const sizedModel: readonly Parameter[] = [
  {
    name: 'model',
    in: 'query',
    required: true,
    description: 'A model on file by its id, name or an alias; /models lists them.',
    schema: { type: 'string', maxLength: 120 },
  },
  {
    name: 'method',
    in: 'query',
    required: false,
    description: 'How it is trained.',
    schema: { type: 'string', enum: [...trainingMethods], default: 'pretrain' },
  },
];

const drawnCurve: readonly Parameter[] = [
  {
    name: 'nodes',
    in: 'query',
    required: false,
    description: 'Numbers of nodes to draw the curve at, 1,2,4,8; unless said, those measured and powers of two beyond them.',
    schema: { type: 'string', pattern: '^\\d{1,6}(,\\d{1,6}){0,63}$' },
  },
  {
    name: 'knee',
    in: 'query',
    required: false,
    description: 'The knee is the first number of nodes whose last node brings less than this share of what the first does.',
    schema: { type: 'string', pattern: '^0?\\.\\d{1,12}$', default: String(usualKneeShare) },
  },
];

const parametersFor: Readonly<Record<Endpoint['takes'], readonly Parameter[]>> = {
  filters: filterParameters,
  'filters-or-job': [...filterParameters, ...jobParameters],
  offers: [comparedOffers, ...jobParameters],
  model: sizedModel,
  curve: drawnCurve,
  job: [...jobParameters, ...filterParameters],
  nothing: [],
};

const answerHeaders = {
  ETag: { description: 'Changes whenever the body does. Send it back as If-None-Match.', schema: { type: 'string' } },
  Link: { description: 'Where an answer has pages: first, prev, next and last (RFC 8288).', schema: { type: 'string' } },
};

type Accepted = NonNullable<Endpoint['accepts']>;

const sentSchema = (mediaType: string): Json => ({ schema: { type: mediaType === 'application/json' ? 'object' : 'string' } });

/** The same question with what it is about sent along instead of named. */
function describePost(endpoint: Endpoint, { says, mediaTypes = ['application/json'] }: Accepted, answer: Json): Json {
  return {
    post: {
      operationId: `${endpoint.operation}Sent`,
      summary: endpoint.summary,
      parameters: parametersFor[endpoint.takes].filter(({ required }) => !required),
      requestBody: { required: true, description: says, content: Object.fromEntries(mediaTypes.map((type) => [type, sentSchema(type)])) },
      responses: {
        200: answer,
        400: problem('What was sent was not understood. `detail` says what, where and what to do.'),
        413: problem('What was sent is too long.'),
      },
    },
  };
}

function describeEndpoint(endpoint: Endpoint): Json {
  const content = { 'application/json': { schema: { $ref: refTo(endpoint.document) } } };
  const mayBeMissing = endpoint.path.includes('{') || !['nothing', 'curve'].includes(endpoint.takes);
  return {
    get: {
      operationId: endpoint.operation,
      summary: endpoint.summary,
      parameters: [...partsOf(endpoint.path), ...parametersFor[endpoint.takes]],
      responses: {
        200: {
          description: 'The answer.',
          headers: answerHeaders,
          content,
        },
        304: { description: 'The body is still the one with the tag in If-None-Match.' },
        ...(endpoint.movedTo === undefined ? {} : { 308: { description: 'The offer has another id now: see Location.' } }),
        400: problem('The question was not understood. `detail` says what, where and what to do.'),
        ...(mayBeMissing ? { 404: problem('No such thing, or a page beyond the last.') } : {}),
      },
    },
    ...(endpoint.accepts === undefined ? {} : describePost(endpoint, endpoint.accepts, { description: 'The answer.', content })),
  };
}

/** The whole description. `version` is that of the software. */
export function describeApi(version: string): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Clusterfare',
      version,
      summary: 'Offers of connected multi-node GPU clusters, every figure with source and date.',
      description:
        'Unknown is null, never 0 or "no"; three-valued answers are "yes", "no" or "unknown"; money is decimal text. ' +
        'Keys keep their names and units; new keys may appear. Pages have twins with the same query: /offers.json, /offers.csv, /offers.atom.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1' }],
    externalDocs: { description: `The data is ${dataLicence.name}.`, url: dataLicence.url },
    paths: Object.fromEntries(endpoints.map((endpoint) => [endpoint.path, describeEndpoint(endpoint)])),
    components: { schemas: describeSchemas() },
  };
}
