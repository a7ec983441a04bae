import { describe, expect, test } from 'vitest';
import { jobKeys } from '../../src/answers/job-parameters.ts';
import { createApi } from '../../src/api/app.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { schemas } from '../../src/api/schemas.ts';
import { filters, viewKeys } from '../../src/catalogue/filters.ts';
import { dayOf, openTestStore } from './catalogue.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: {
    readonly type: string;
    readonly enum?: readonly string[];
    readonly items?: { readonly enum?: readonly string[]; readonly pattern?: string };
  };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, { schema: JsonObject }>> }>
  >;
}

const store = openTestStore();
const api = createApi(store, () => dayOf(store), { version: '1.2.3' });
const response = await api.request('/api/v1/openapi.json');
const description = (await response.json()) as {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> };
};
const operations = Object.entries(description.paths).map(([path, { get }]) => ({ path, ...get }));

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object in a document, with the path that leads to it. */
function objectsIn(value: Json, path = '#'): readonly (readonly [string, JsonObject])[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => objectsIn(item, `${path}/${index}`));
  if (!isObject(value)) return [];
  return [[path, value], ...Object.entries(value).flatMap(([key, part]) => objectsIn(part, `${path}/${key}`))];
}

function resolve(reference: string): Json | undefined {
  return reference
    .slice(2)
    .split('/')
    .reduce<Json | undefined>((value, part) => (isObject(value) ? value[part] : undefined), description as unknown as Json);
}

/** Keywords of JSON Schema 2020-12 that zod writes for our documents, with the type that each must have. */
const keywords: Readonly<Record<string, (value: Json) => boolean>> = {
  $ref: (value) => typeof value === 'string' && resolve(value) !== undefined,
  type: (value) =>
    [value].flat().every((type) => ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'].includes(type as string)),
  enum: (value) => Array.isArray(value) && value.length > 0 && new Set(value).size === value.length,
  const: () => true,
  anyOf: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  items: (value) => value === false || isSchema(value),
  prefixItems: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  properties: (value) => isObject(value) && Object.values(value).every(isSchema),
  propertyNames: (value) => isSchema(value),
  additionalProperties: (value) => typeof value === 'boolean' || isSchema(value),
  required: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string') && new Set(value).size === value.length,
  description: (value) => typeof value === 'string',
  default: () => true,
  pattern: (value) => typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp,
  minLength: Number.isInteger as (value: Json) => boolean,
  maxLength: Number.isInteger as (value: Json) => boolean,
  minItems: Number.isInteger as (value: Json) => boolean,
  maxItems: Number.isInteger as (value: Json) => boolean,
  minimum: (value) => typeof value === 'number',
  maximum: (value) => typeof value === 'number',
};

function isSchema(value: Json): boolean {
  if (!isObject(value)) return false;
  const required = (value['required'] ?? []) as readonly string[];
  const properties = value['properties'];
  if (isObject(properties) && required.some((name) => !Object.hasOwn(properties, name))) return false;
  return Object.entries(value).every(([keyword, content]) => keywords[keyword]?.(content) ?? false);
}

describe('the description of the interface', () => {
  test('is OpenAPI 3.1 with the version of the software', () => {
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(description.openapi).toMatch(/^3\.1\.\d$/);
    expect(description.info).toMatchObject({ title: 'Clusterfare', version: '1.2.3' });
    expect(Object.keys(description)).toEqual(expect.arrayContaining(['info', 'paths', 'components']));
  });

  test('every reference leads somewhere', () => {
    const references = objectsIn(description as unknown as Json).flatMap(([path, { $ref }]) =>
      typeof $ref === 'string' ? [[path, $ref] as const] : [],
    );
    expect(references.length).toBeGreaterThan(20);
    for (const [path, reference] of references) expect(resolve(reference), path).toBeDefined();
  });

  test('every schema is one of JSON Schema 2020-12, and none forbids keys that may come', () => {
    for (const [name, schema] of Object.entries(description.components.schemas)) expect(isSchema(schema), name).toBe(true);
    expect(Object.keys(description.components.schemas).sort()).toEqual(Object.keys(schemas).sort());
    expect(JSON.stringify(description)).not.toContain('"additionalProperties":false');
  });

  test('names every address, each with its own operation', () => {
    expect(operations.map(({ path }) => path)).toEqual(endpoints.map(({ path }) => path));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  test('says of each address what it takes, gives and refuses', () => {
    for (const { path, summary, parameters, responses } of operations) {
      expect(summary, path).toMatch(/\.$/);
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
        path,
      ).toEqual(parts);
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(names).size, path).toBe(names.length);
      for (const parameter of parameters) {
        expect(parameter.description, parameter.name).toMatch(/\S/);
        expect(isSchema(parameter.schema as unknown as Json), parameter.name).toBe(true);
        if (parameter.in === 'path') expect(parameter.required).toBe(true);
      }
      for (const [status, answer] of Object.entries(responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/);
        expect(answer.description, status).toMatch(/\S/);
        const mediaType = Number(status) >= 400 ? 'application/problem+json' : 'application/json';
        if (answer.content !== undefined) expect(Object.keys(answer.content)).toEqual([mediaType]);
      }
    }
  });

  test('names every filter, its words and its default', () => {
    const namesOf = (path: string): string[] => (description.paths[path]?.get.parameters ?? []).map(({ name }) => name);
    const filterKeys = [...filters.map(({ key }) => key), ...viewKeys];
    for (const path of ['/providers', '/changes']) expect(namesOf(path)).toEqual(filterKeys);
    for (const path of ['/offers', '/plan']) expect(namesOf(path).sort()).toEqual([...filterKeys, ...jobKeys].sort());
    const offers = description.paths['/offers']?.get.parameters ?? [];
    expect(offers.find(({ name }) => name === 'multi-node')?.schema).toMatchObject({
      default: ['yes'],
      items: { enum: ['yes', 'no', 'unknown', 'any'] },
    });
  });

  test('every word that it allows is understood, and a page size beyond its maximum is not', async () => {
    const aJob: readonly [string, string][] = [
      ['model', 'llama-3-8b'],
      ['tokens', '1e9'],
      ['max-nodes', '4'],
    ];
    for (const { name, schema } of description.paths['/offers']?.get.parameters ?? []) {
      const asked = (jobKeys as readonly string[]).includes(name) ? aJob : [];
      for (const word of [...(schema.enum ?? []), ...(schema.items?.enum ?? [])]) {
        const query = new URLSearchParams([['limit', '1'], ...asked, [name, word]]);
        const answer = await api.request(`/api/v1/offers?${query}`);
        // Other kinds of job than training need figures of their own, and say which.
        const understood = name === 'kind' && word !== 'training' ? 'job/figure-not-given' : undefined;
        const { code } = (await answer.json()) as { code?: string };
        expect(code, `${name}=${word}`).toBe(understood);
      }
    }
    expect((await api.request('/api/v1/offers?limit=500')).status).toBe(200);
    expect((await api.request('/api/v1/offers?limit=501')).status).toBe(400);
  });
});
