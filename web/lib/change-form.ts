import { multiNodeFilter } from '$src/catalogue/filters.ts';
import type { FilterGroup, FilterOption } from './filter-form.ts';

/** The form above the changes: one list for each of the filters that narrow them best, and everything else carried along. */
export interface ChangeForm {
  readonly lists: readonly ChoiceList[];
  readonly text: string;
  /** Filters in force that have no control here, such as those of a comparison that the reader came from. */
  readonly kept: readonly (readonly [string, string])[];
}

export interface ChoiceList {
  readonly key: string;
  readonly label: string;
  readonly options: readonly Pick<FilterOption, 'value' | 'label'>[];
  /** The value chosen, empty where none is or where a list cannot show it. */
  readonly chosen: string;
  /** How many values a list of one cannot show; they are carried along. */
  readonly others: number;
  /** What the first entry of the list sends. */
  readonly none: string;
}

const listKeys = ['multi-node', 'provider', 'gpu', 'fabric'] as const;
/** Lists that one searches by name; the others stay in the order of the comparison. */
const byName: readonly string[] = ['provider', 'gpu'];
/** Written by controls of this form, or without meaning for changes. */
const ownKeys: readonly string[] = [...listKeys, 'q', 'sort', 'page'];

const compareLabels = (a: { readonly label: string }, b: { readonly label: string }): number => {
  const [left, right] = [a.label.toLowerCase(), b.label.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
};

function chosenValues(parameters: URLSearchParams, key: string): readonly string[] {
  if (key === multiNodeFilter.key && !parameters.has(key)) return multiNodeFilter.standard;
  return parameters.getAll(key).filter((value) => value !== 'any');
}

/** Builds the form from the groups of the comparison's own form and the canonical query. */
export function buildChangeForm(groups: readonly FilterGroup[], query: string): ChangeForm {
  const parameters = new URLSearchParams(query);
  const hasList = (key: string): boolean => groups.some(({ name }) => name === key);
  // Where nothing matches, a filter can be in force whose list has nothing to offer.
  const kept: (readonly [string, string])[] = [...parameters].filter(
    ([key]) => !ownKeys.includes(key) || (listKeys.some((own) => own === key) && !hasList(key)),
  );
  const lists = groups
    .filter(({ name }) => listKeys.some((key) => key === name))
    .map(({ name: key, label, shown, folded, unknown }): ChoiceList => {
      const known = [...shown, ...folded];
      const options = [...(byName.includes(key) ? [...known].sort(compareLabels) : known), ...unknown];
      const chosen = chosenValues(parameters, key);
      const [first] = chosen;
      const isShown = chosen.length === 1 && options.some(({ value }) => value === first);
      if (!isShown) kept.push(...chosen.map((value) => [key, value] as const));
      const others = isShown ? 0 : chosen.length;
      return {
        key,
        label,
        options,
        chosen: isShown ? (first ?? '') : '',
        others,
        none: key === multiNodeFilter.key && others === 0 ? 'any' : '',
      };
    })
    .sort((a, b) => listKeys.indexOf(a.key as never) - listKeys.indexOf(b.key as never));
  return { lists, text: parameters.get('q') ?? '', kept };
}
