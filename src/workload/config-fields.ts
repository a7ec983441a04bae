import { Fault } from '../faults/fault.ts';

/** Largest size of each kind that is believed. Ten to a thousand times what has been published. */
export const mostOf = {
  /** Widths of streams, heads and feed-forward parts. */
  width: 10_000_000,
  layers: 10_000,
  /** Heads, groups, experts. */
  parts: 1_000_000,
  vocabulary: 100_000_000,
  /** Tokens of a window, positions, picks. */
  tokens: 1_000_000_000,
} as const;
export type SizeKind = keyof typeof mostOf;

/** As much of a value as a message can hold on its one line. */
function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const flat = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return flat.length > 40 ? `${flat.slice(0, 39)}…` : flat;
}

/**
 * The fields of one object of a config. Every read names the field, so that a fault can say where it is; a field that
 * is present with a value it cannot have is never replaced by a default. Prototype keys are not looked at.
 */
export class ConfigFields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #path: string;

  constructor(values: Readonly<Record<string, unknown>>, path = '') {
    this.#values = values;
    this.#path = path;
  }

  #find(names: readonly string[]): { readonly name: string; readonly value: unknown } | null {
    for (const name of names) {
      // Python's None stands for "not given".
      if (Object.hasOwn(this.#values, name) && this.#values[name] !== null) return { name, value: this.#values[name] };
    }
    return null;
  }

  #label(name: string): string {
    return this.#path + name;
  }

  has(...names: string[]): boolean {
    return this.#find(names) !== null;
  }

  #whole(name: string, value: unknown, least: number, kind: SizeKind): number {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > mostOf[kind]) {
      throw new Fault('model/not-a-size', { field: this.#label(name), given: show(value), least, most: mostOf[kind] });
    }
    return value;
  }

  /** A size that must be there, under any of its names. Throws `Fault` `model/missing-size` or `model/not-a-size`. */
  size(kind: SizeKind, ...names: [string, ...string[]]): number {
    const found = this.#find(names);
    if (found === null) throw new Fault('model/missing-size', { field: this.#label(names[0]) });
    return this.#whole(found.name, found.value, 1, kind);
  }

  /** A size that the architecture has a rule for where the config is silent. Throws `Fault` `model/not-a-size`. */
  sizeOr<T>(otherwise: T, kind: SizeKind, ...names: [string, ...string[]]): number | T {
    const found = this.#find(names);
    return found === null ? otherwise : this.#whole(found.name, found.value, 1, kind);
  }

  /** A number of things of which there may be none. Throws `Fault` `model/not-a-size`. */
  countOr(otherwise: number, kind: SizeKind, ...names: [string, ...string[]]): number {
    const found = this.#find(names);
    return found === null ? otherwise : this.#whole(found.name, found.value, 0, kind);
  }

  /** Yes or no. Throws `Fault` `model/not-yes-or-no`. */
  flagOr(otherwise: boolean, ...names: [string, ...string[]]): boolean {
    const found = this.#find(names);
    if (found === null) return otherwise;
    if (typeof found.value !== 'boolean')
      throw new Fault('model/not-yes-or-no', { field: this.#label(found.name), given: show(found.value) });
    return found.value;
  }

  /** A short word. Throws `Fault` `model/not-a-word`. */
  wordOr<T>(otherwise: T, ...names: [string, ...string[]]): string | T {
    const found = this.#find(names);
    if (found === null) return otherwise;
    if (typeof found.value !== 'string' || found.value === '' || found.value.length > 20_000) {
      throw new Fault('model/not-a-word', { field: this.#label(found.name), given: show(found.value) });
    }
    return found.value;
  }

  is(name: string, value: string | number): boolean {
    return this.#find([name])?.value === value;
  }

  /** A fault about a field that must be there and is not. */
  missing(name: string): never {
    throw new Fault('model/missing-size', { field: this.#label(name) });
  }

  /** A list of at most `most` entries; null where there is none. Throws `Fault` `model/not-a-list`. */
  list(name: string, most: number = mostOf.layers): readonly unknown[] | null {
    const found = this.#find([name]);
    if (found === null) return null;
    if (!Array.isArray(found.value) || found.value.length > most) {
      throw new Fault('model/not-a-list', { field: this.#label(name), given: show(found.value), most });
    }
    return found.value;
  }

  isList(name: string): boolean {
    return Array.isArray(this.#find([name])?.value);
  }

  /** A list of sizes. Throws `Fault` `model/not-a-size` for an entry that is none. */
  sizes(kind: SizeKind, name: string): readonly number[] {
    return (this.list(name) ?? []).map((value, index) => this.#whole(`${name}[${index}]`, value, 1, kind));
  }

  /** Names of the fields that are there. */
  names(): readonly string[] {
    return Object.keys(this.#values);
  }

  /** The object under a name; null where there is none. Throws `Fault` `model/not-a-section`. */
  section(name: string): ConfigFields | null {
    const found = this.#find([name]);
    if (found === null) return null;
    if (typeof found.value !== 'object' || found.value === null || Array.isArray(found.value)) {
      throw new Fault('model/not-a-section', { field: this.#label(name), given: show(found.value) });
    }
    return new ConfigFields(found.value as Readonly<Record<string, unknown>>, `${this.#label(name)}.`);
  }

  /** Throws `Fault` `model/indivisible` unless `value` is a multiple of `by`. Names are those of the config. */
  mustDivide(name: string, value: number, byName: string, by: number): void {
    if (value % by !== 0)
      throw new Fault('model/indivisible', { field: this.#label(name), given: value, by: this.#label(byName), byGiven: by });
  }

  /** Throws `Fault` `model/too-many` where `value` exceeds what another field leaves room for. */
  mustNotExceed(name: string, value: number, mostName: string, most: number): void {
    if (value > most)
      throw new Fault('model/too-many', { field: this.#label(name), given: value, by: this.#label(mostName), byGiven: most });
  }

  /** Throws `Fault` `model/unequal` where two fields that say the same number of things do not. */
  mustEqual(name: string, value: number, otherName: string, other: number): void {
    if (value !== other)
      throw new Fault('model/unequal', { field: this.#label(name), given: value, by: this.#label(otherName), byGiven: other });
  }

  /** A fault about a field whose value is known to the format but not to the arithmetic here. */
  refuse(name: string, value: unknown): never {
    throw new Fault('model/unknown-variant', { field: this.#label(name), given: show(value) });
  }
}
