/**
 * What a page is drawn from. Kit writes the result of every `load` as text for a client that takes the page over, even
 * where none does; for fifty offers with all their facts that costs more than drawing them. `transport` in hooks.ts
 * leaves whatever stands in here out of it.
 */
export class DrawnHere<T> {
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }
}
