/**
 * Results kept by name, at most so many: the one that was asked for longest ago goes first. For what depends on a
 * question, since questions come from URLs and their number has no bound.
 */
export class RecentEntries<T> {
  readonly #most: number;
  readonly #entries = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The result of that name, made now if it is not kept. */
  get(name: string, make: () => T): T {
    let entry = this.#entries.get(name);
    if (entry === undefined) {
      entry = make();
      const oldest = this.#entries.keys().next();
      if (this.#entries.size >= this.#most && !oldest.done) this.#entries.delete(oldest.value);
    } else {
      this.#entries.delete(name);
    }
    this.#entries.set(name, entry);
    return entry;
  }
}
