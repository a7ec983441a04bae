import { type AskFilter, type Filter, filters, sortKeys, unknownOption } from '../catalogue/filters.ts';
import { standardLimit } from '../catalogue/query.ts';
import { sayFilter } from '../words/vocabulary.ts';

/** A Parameter Object of OpenAPI 3.1, section 4.8.12. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly style?: 'form' | 'simple';
  readonly explode?: boolean;
}

/** Where the words of an open list come from, where the filter's own words do not say it. */
const openOptions = { providers: ' By the ids of /api/v1/providers.', gpus: ' Usual spellings are understood.', regions: '' } as const;

const askPatterns: Readonly<Record<AskFilter['kind'], string>> = {
  nodes: '^([1-9]\\d{0,5}|unknown)$',
  start: '^(\\d{4}-\\d{2}-\\d{2}|unknown)$',
  term: '^(\\d{1,6}(\\.\\d{1,3})?[hdwmyHDWMY]|unknown)$',
};

function valueSchema(filter: Filter): Readonly<Record<string, unknown>> {
  switch (filter.kind) {
    case 'choice':
      if (typeof filter.options === 'string') return { type: 'string', maxLength: 200 };
      return { type: 'string', enum: [...filter.options, unknownOption, 'any'] };
    case 'at-least':
    case 'at-most':
      return { type: 'string', pattern: '^(\\d{1,9}(\\.\\d{1,6})?\\s*[A-Za-z/]*|unknown)$' };
    case 'text':
      return { type: 'string', maxLength: 200 };
    default:
      return { type: 'string', pattern: askPatterns[filter.kind] };
  }
}

function describe(filter: Filter): string {
  const { help } = sayFilter('en', filter.key);
  if (filter.kind === 'choice') return typeof filter.options === 'string' ? help + openOptions[filter.options] : help;
  return filter.kind === 'at-least' || filter.kind === 'at-most' ? `${help} "unknown" keeps them.` : help;
}

/** Every key may be repeated, so every filter is a list; only plain text is one value. */
function toParameter(filter: Filter): Parameter {
  const common = { name: filter.key, in: 'query', required: false, description: describe(filter) } as const;
  if (filter.kind === 'text') return { ...common, schema: valueSchema(filter) };
  const standard = filter.kind === 'choice' && filter.standard !== undefined ? { default: filter.standard } : {};
  return { ...common, style: 'form', explode: true, schema: { type: 'array', items: valueSchema(filter), ...standard } };
}

const viewSchemas = {
  sort: { type: 'string', enum: sortKeys.flatMap((key) => [key, `-${key}`]) },
  page: { type: 'integer', minimum: 1, default: 1 },
  limit: { type: 'integer', minimum: 1, maximum: 500, default: standardLimit },
  currency: { type: 'string', enum: ['USD'] },
} as const;

/** The filters of the comparison and the keys that shape its answer, as their own declarations say them. */
export const filterParameters: readonly Parameter[] = [
  ...filters.map(toParameter),
  ...Object.entries(viewSchemas).map(
    ([name, schema]): Parameter => ({ name, in: 'query', required: false, description: sayFilter('en', name).help, schema }),
  ),
];
