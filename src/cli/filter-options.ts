import { type Command, Option } from 'commander';
import { type Filter, filters, sortKeys, unknownOption } from '../catalogue/filters.ts';

const keyOf = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function describe(filter: Filter): string {
  switch (filter.kind) {
    case 'choice':
      return typeof filter.options === 'string'
        ? `${{ providers: 'provider id', gpus: 'GPU family or exact id', regions: "country, eu, or the provider's own region" }[filter.options]}`
        : 'may repeat';
    case 'at-least':
      return `at least this many ${filter.unit}`;
    case 'at-most':
      return `at most this ${filter.unit}, USD`;
    case 'nodes':
      return 'how many nodes you need';
    case 'start':
      return 'first day you need them, YYYY-MM-DD';
    case 'term':
      return 'how long you need them: 36h, 30d, 2w, 6m, 1y';
    case 'text':
      return 'words of provider or product';
  }
}

const repeat = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Choices are named for help and completion only: the catalogue itself refuses a wrong word, and names the nearest. */
function toOption(filter: Filter): Option {
  const option = new Option(`--${filter.key} <value>`, describe(filter));
  if (filter.kind === 'choice' && typeof filter.options !== 'string') option.choices([...filter.options, unknownOption, 'any']);
  return option.argParser(repeat);
}

/** Adds every filter of the catalogue as an option that may repeat, and the keys that shape the answer. */
export function addFilterOptions(command: Command): Command {
  for (const filter of filters) command.addOption(toOption(filter));
  command.option('--sort <field>', `sort by ${sortKeys.join(', ')}; -field falls`);
  command.option('--page <number>', 'page of the answer');
  command.option('--limit <number>', 'offers to a page, 50 unless said');
  command.option('--currency <code>', 'currency of prices; only those with a rate on file');
  return command;
}

/** The options of a command as the pairs that a URL would carry. */
export function readFilterOptions(options: Readonly<Record<string, unknown>>): [string, string][] {
  const pairs: [string, string][] = [];
  for (const key of [...filters.map((filter) => filter.key), 'sort', 'page', 'limit', 'currency']) {
    const value = options[keyOf(key)];
    if (Array.isArray(value)) for (const entry of value) pairs.push([key, String(entry)]);
    else if (typeof value === 'string') pairs.push([key, value]);
  }
  return pairs;
}
