import { boundFilters, type ChoiceKey, choiceFilters, multiNodeFilter, unknownOption } from '$src/catalogue/filters.ts';
import { countryName } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { say, sayFilter, type WordKind } from '$src/words/vocabulary.ts';
import { type PlainMessageKey, type Words, wordsIn } from '$src/words/words.ts';

/** The form of the comparison, as a list of what to draw: what each box says, counts and whether it is ticked. */

export interface FilterOption {
  readonly key: string;
  readonly value: string;
  readonly label: string;
  /** How many offers ticking it would leave, the other filters as they are. */
  readonly count: number;
  readonly isChosen: boolean;
}

export interface FilterField {
  readonly key: string;
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly type: 'number' | 'date' | 'text';
  /** "≥" or "≤" before the box; the unit behind it then says what is bounded. */
  readonly bound: string | null;
  readonly unit: string | null;
  readonly placeholder: string;
  readonly step: string | null;
}

export interface FilterGroup {
  readonly name: string;
  readonly label: string;
  readonly isOpen: boolean;
  readonly fields: readonly FilterField[];
  readonly shown: readonly FilterOption[];
  /** Behind "more": rarer answers, unless one is ticked. */
  readonly folded: readonly FilterOption[];
  /** "Not published": always there, always last. */
  readonly unknown: readonly FilterOption[];
}

/** A filter in force, and the query without it. */
export interface ActiveFilter {
  readonly label: string;
  readonly query: string;
}

/** Names that come from the catalogue and not from the vocabulary. */
export interface CatalogueNames {
  readonly provider: (id: string) => string;
  readonly gpu: (idOrFamily: string) => string;
}

type Facets = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface FormInput {
  readonly facets: Facets;
  /** The canonical query: defaults left out. */
  readonly query: string;
  readonly locale: Locale;
  readonly names: CatalogueNames;
}

const mostShown = 8;
const wordKinds: Partial<Record<ChoiceKey, WordKind>> = {
  fabric: 'fabric',
  topology: 'topology',
  locality: 'locality',
  orchestration: 'orchestration',
  provisioning: 'provisioning',
  storage: 'storage',
};
/** Yes and no in words of their own, so that a box says what it is about without its heading. */
const answerStems: Partial<Record<ChoiceKey, string>> = {
  'multi-node': 'compare_filter_multi_node',
  rdma: 'compare_filter_rdma',
  gpudirect: 'compare_filter_gpudirect',
  managed: 'compare_filter_managed',
  'nccl-ready': 'compare_filter_nccl',
  priced: 'compare_filter_priced',
  confirmed: 'compare_filter_confirmed',
};

function labelOf(words: Words, { locale, names }: FormInput, key: ChoiceKey, value: string): string {
  const stem = answerStems[key];
  if (stem !== undefined) {
    const own = `${stem}_${value}`;
    if (own in words) return words[own as PlainMessageKey]();
  }
  if (value === unknownOption) return words.state_not_published();
  if (key === 'provider') return names.provider(value);
  if (key === 'gpu') return names.gpu(value);
  if (key === 'region') return countryName(locale, value);
  const kind = wordKinds[key];
  return kind === undefined ? value : say(locale, kind, value as never);
}

function chosenValues(query: URLSearchParams, key: ChoiceKey): readonly string[] {
  const given = query.getAll(key);
  if (key === multiNodeFilter.key && given.length === 0) return multiNodeFilter.standard ?? [];
  return given;
}

/** Builds the form of a list: groups in the order of the questions a renter asks. */
export function buildFilterForm(input: FormInput): FilterGroup[] {
  const words = wordsIn(input.locale);
  const query = new URLSearchParams(input.query);

  const optionsOf = (key: ChoiceKey): FilterOption[] => {
    const chosen = chosenValues(query, key);
    const filter = choiceFilters.find((candidate) => candidate.key === key);
    const order: readonly string[] = filter === undefined || typeof filter.options === 'string' ? [] : filter.options;
    return Object.entries(input.facets[key] ?? {})
      .map(([value, count]) => ({ key, value, label: labelOf(words, input, key, value), count, isChosen: chosen.includes(value) }))
      .sort((a, b) =>
        isAnswer(order) ? order.indexOf(a.value) - order.indexOf(b.value) : b.count - a.count || (a.label < b.label ? -1 : 1),
      );
  };
  /** "Not published" alone does not say what, where one group asks about several things. */
  const withSubject = (option: FilterOption): FilterOption =>
    option.value !== unknownOption || option.label !== words.state_not_published()
      ? option
      : {
          ...option,
          label: words.layout_label_value({ label: sayFilter(input.locale, option.key as ChoiceKey).label, value: option.label }),
        };
  const group = (name: string, label: string, keys: readonly ChoiceKey[], about: Partial<FilterGroup> = {}): FilterGroup => {
    const options = keys.flatMap((key) => optionsOf(key)).map((option) => (keys.length > 1 ? withSubject(option) : option));
    const known = options.filter((option) => option.value !== unknownOption);
    const isShort = known.length <= mostShown + 2;
    const shown = known.filter((option, place) => isShort || place < mostShown || option.isChosen);
    return {
      name,
      label,
      isOpen: true,
      fields: [],
      shown,
      folded: known.filter((option) => !shown.includes(option)),
      unknown: options.filter((option) => option.value === unknownOption),
      ...about,
    };
  };
  const field = (key: 'nodes' | 'start' | 'term' | (typeof boundFilters)[number]['key'], about: Partial<FilterField>): FilterField => ({
    key,
    ...sayFilter(input.locale, key),
    value: query.getAll(key).find((value) => value !== unknownOption) ?? '',
    type: 'number',
    bound: null,
    unit: null,
    placeholder: '',
    step: null,
    ...about,
  });
  const hasChoice = (key: ChoiceKey): boolean => query.has(key);
  const title = (key: Parameters<typeof sayFilter>[1]): string => sayFilter(input.locale, key).label;

  const groups = [
    group('multi-node', title('multi-node'), ['multi-node']),
    group('gpu', title('gpu'), ['gpu']),
    group('fabric', title('fabric'), ['fabric']),
    group('bandwidth', words.compare_group_bandwidth(), [], {
      fields: [
        field('min-node-gbit', { bound: '≥', unit: `Gbit/s ${words.field_node_bandwidth_unit()}`, placeholder: '3200', step: 'any' }),
        field('min-gpu-gbit', { bound: '≥', unit: `Gbit/s ${words.field_gpu_bandwidth_unit()}`, placeholder: '400', step: 'any' }),
      ],
    }),
    group('access', words.compare_group_access(), ['rdma', 'gpudirect']),
    group('topology', words.check_topology_name(), ['topology', 'locality']),
    group('orchestration', title('orchestration'), ['orchestration', 'managed', 'nccl-ready']),
    group('provisioning', title('provisioning'), ['provisioning']),
    group('need', words.compare_group_need(), [], {
      fields: [
        field('nodes', { placeholder: '16', step: '1' }),
        field('start', { type: 'date' }),
        field('term', { type: 'text', placeholder: '30d' }),
      ],
    }),
    group('storage', title('storage'), ['storage']),
    group('price', words.field_price_label(), ['priced'], {
      fields: [field('max-price', { bound: '≤', unit: words.compare_filter_price_unit(), placeholder: '5.00', step: 'any' })],
    }),
    group('region', title('region'), ['region'], { isOpen: hasChoice('region') }),
    group('provider', title('provider'), ['provider'], { isOpen: hasChoice('provider') }),
    group('confirmed', title('confirmed'), ['confirmed'], { isOpen: hasChoice('confirmed') }),
  ];
  // Where nothing matches, a heading without a choice under it would be all that is left of most groups.
  return groups.filter(({ fields, shown, unknown }) => fields.length + shown.length + unknown.length > 0);
}

const isAnswer = (options: readonly string[]): boolean => options.includes('yes');

/** The filters in force, each with the query that drops it. Dropping the standing "multi-node: yes" asks for any. */
export function listActiveFilters(input: FormInput): ActiveFilter[] {
  const words = wordsIn(input.locale);
  const query = new URLSearchParams(input.query);
  const without = (key: string, value: string): string => {
    const rest = new URLSearchParams(query);
    rest.delete(key, value);
    rest.delete('page');
    if (key === multiNodeFilter.key && !rest.has(key)) rest.set(key, 'any');
    return rest.toString();
  };
  const active: ActiveFilter[] = choiceFilters.flatMap((filter) =>
    chosenValues(query, filter.key)
      .filter((value) => value !== 'any')
      .map((value) => ({
        label: words.layout_label_value({
          label: sayFilter(input.locale, filter.key).label,
          value: labelOf(words, input, filter.key, value),
        }),
        query: without(filter.key, value),
      })),
  );
  for (const key of ['min-node-gbit', 'min-gpu-gbit', 'max-price', 'nodes', 'start', 'term', 'q'] as const) {
    for (const value of query.getAll(key)) {
      const said = value === unknownOption ? words.state_not_published() : key === 'q' ? words.layout_quoted({ text: value }) : value;
      active.push({
        label: words.layout_label_value({ label: sayFilter(input.locale, key).label, value: said }),
        query: without(key, value),
      });
    }
  }
  return active;
}

/** The query that also takes in offers which do not publish the figures it sets bounds on. */
export function withUnpublished(query: string): string {
  const parameters = new URLSearchParams(query);
  for (const { key } of boundFilters) {
    if (parameters.has(key) && !parameters.has(key, unknownOption)) parameters.append(key, unknownOption);
  }
  parameters.delete('page');
  return parameters.toString();
}
