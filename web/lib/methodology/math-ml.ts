/** Formulas as MathML, which browsers set without a script. Text comes from our own messages and is escaped all the same. */

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A quantity by its letter. */
export const letter = (name: string): string => `<mi>${escaped(name)}</mi>`;
/** A quantity by its name in words. */
export const word = (text: string): string => `<mtext>${escaped(text)}</mtext>`;
export const number = (text: string): string => `<mn>${escaped(text)}</mn>`;
/** Infix also where a line begins with it. */
export const sign = (text: string): string => `<mo${/[+−]/.test(text) ? ' form="infix"' : ''}>${escaped(text)}</mo>`;
export const row = (...parts: readonly string[]): string => `<mrow>${parts.join('')}</mrow>`;
export const fraction = (over: string, under: string): string => `<mfrac>${over}${under}</mfrac>`;
export const root = (...parts: readonly string[]): string => `<msqrt>${parts.join('')}</msqrt>`;
export const indexed = (base: string, index: string): string => `<msub>${base}${index}</msub>`;
export const raised = (base: string, exponent: string): string => `<msup>${base}${exponent}</msup>`;
/** In round brackets. */
export const bracketed = (...parts: readonly string[]): string => row(sign('('), ...parts, sign(')'));
/** A function of values: `max(a, b)`. */
export const applied = (name: string, ...values: readonly string[]): string =>
  row(`<mi>${escaped(name)}</mi>`, sign('('), values.join(sign(',')), sign(')'));
/** A whole formula. */
export const formula = (...parts: readonly string[]): string => `<math display="block">${row(...parts)}</math>`;
