/**
 * Parts of a page that are drawn beforehand and put in as bytes. A string of more than 128 kB lies in a part of V8's
 * heap where each costs a mapping of its own, and a page of fifty rows went through four of them: more time than all
 * the drawing. So rows never become part of one: the page holds a mark where they go.
 */
export class PageParts {
  readonly #parts: (readonly Uint8Array[])[] = [];

  /** Keeps a part and gives the mark to print in its place. No text of the catalogue can look like it: "<" is escaped there. */
  add(part: readonly Uint8Array[]): string {
    this.#parts.push(part);
    return `<!--part ${this.#parts.length - 1}-->`;
  }

  /** The page as bytes, each mark replaced by its part. */
  assemble(html: string): Uint8Array<ArrayBuffer> {
    const encoder = new TextEncoder();
    const pieces: Uint8Array[] = [];
    for (const [place, text] of html.split(/<!--part (\d+)-->/).entries()) {
      // Every second piece is the number that the expression caught.
      if (place % 2 === 0) pieces.push(encoder.encode(text));
      else pieces.push(...(this.#parts[Number(text)] ?? []));
    }
    return Buffer.concat(pieces);
  }
}
