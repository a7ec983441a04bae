/** Drawn text is 11 px at every width of a drawing. */
export const textPx = 11;
export const linePx = 13;

const narrow = /[ .,:;'|!ijltfrI()[\]/–·-]/;
const wide = /[mwMW%@—]/;
const fullWidth = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;

function emOf(character: string): number {
  if (fullWidth.test(character)) return 1;
  if (narrow.test(character)) return 0.33;
  return wide.test(character) ? 0.86 : /[A-Z]/.test(character) ? 0.68 : 0.56;
}

/**
 * About how wide 11 px text is in the system faces that we name: a server has no font to measure. Rounded up, so that a label
 * breaks too early rather than runs out of the drawing.
 */
export function widthOf(text: string): number {
  return Math.ceil([...text].reduce((sum, character) => sum + emOf(character), 0) * textPx * 1.04);
}

/**
 * Pieces between which a line may break: after a space, a hyphen or a slash, and around Chinese characters, whose closing
 * punctuation stays with them; never inside p5en.48xlarge.
 */
const piecesOf = (text: string): readonly string[] =>
  text.match(/[\u2e80-\u9fff\uff00-\uffef][、。，；：）]*|[^\s\-/\u2e80-\u9fff\uff00-\uffef]*[\s\-/]?/g) ?? [];

/** Breaks text into lines of at most so many pixels. A single piece that is too long is broken where it must; nothing is cut off. */
export function breakLines(text: string, maxPx: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const put = (piece: string): void => {
    if (widthOf((line + piece).trimEnd()) <= maxPx) {
      line += piece;
      return;
    }
    if (line.trim() !== '') {
      lines.push(line.trim());
      line = '';
      put(piece);
      return;
    }
    const characters = [...piece];
    let taken = Math.max(1, characters.length - 1);
    while (taken > 1 && widthOf(characters.slice(0, taken).join('')) > maxPx) taken -= 1;
    if (characters.length <= 1) {
      line = piece;
      return;
    }
    lines.push(characters.slice(0, taken).join(''));
    put(characters.slice(taken).join(''));
  };
  for (const piece of piecesOf(text)) if (piece !== '') put(piece);
  if (line.trim() !== '') lines.push(line.trim());
  return lines;
}

/** The same lines evened out, so that no single character or word is left over for the last. */
export function breakEvenly(text: string, maxPx: number): readonly string[] {
  let lines = breakLines(text, maxPx);
  const least = Math.max(...piecesOf(text).map((piece) => widthOf(piece.trim())));
  for (let px = maxPx - 4; lines.length > 1 && px >= least; px -= 4) {
    const narrower = breakLines(text, px);
    if (narrower.length > lines.length) break;
    lines = narrower;
  }
  return lines;
}
