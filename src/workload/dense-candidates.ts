import { feedForwardBiases, inputBiases, repeat } from './block-runs.ts';
import type { AttentionShape, DenseFeedForward, ModelShape } from './model-shape.ts';

/** What was assumed to fill a description; `preset:ID` where a model on file gave what was missing. */
export type ShapeAssumption =
  | `preset:${string}`
  /** Only a size was said: the shape of a model of about that size, of its own family where named. */
  | `typical:${string}`
  | 'heads'
  | 'key-value-heads'
  | 'feed-forward-width'
  | 'vocabulary'
  | 'expert-width'
  | 'gated'
  | 'untied-output'
  | 'tied-output'
  /** The sizes said make a count more than 3% away from the one said. */
  | 'parameters-disagree';

/** Sizes of a dense decoder, as far as a description gives them. */
export interface DenseDescription {
  readonly name: string;
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
  readonly headWidth: number;
  readonly keyValueHeads: number;
  /** Null: four times the residual width, or what a gated part usually has. */
  readonly feedForwardWidth: number | null;
  readonly vocabulary: number;
  /** Learned positions, where the model has them; null: how many is not known. */
  readonly positions: number | null;
  /** Whether a gated form is the usual one of its family. */
  readonly isGatedFirst: boolean;
  readonly assumed: readonly ShapeAssumption[];
}

interface Form {
  readonly isGated: boolean;
  readonly isTied: boolean;
  /** GPT: biases everywhere, layer norms with biases; Llama: none, norms with a scale only. */
  readonly isBiased: boolean;
  readonly hasPositions: boolean;
}

const gptForm: Form = { isGated: false, isTied: true, isBiased: true, hasPositions: true };
const llamaForm: Form = { isGated: true, isTied: false, isBiased: false, hasPositions: false };

/** Every form, the usual one first, then those that differ from it in what changes the count most. */
function formsFrom(usual: Form): readonly Form[] {
  const either = [true, false];
  const all = either.flatMap((isGated) =>
    either.flatMap((isTied) =>
      either.flatMap((isBiased) => either.map((hasPositions): Form => ({ isGated, isTied, isBiased, hasPositions }))),
    ),
  );
  const distance = (form: Form): number =>
    8 * Number(form.isGated !== usual.isGated) +
    4 * Number(form.isTied !== usual.isTied) +
    2 * Number(form.isBiased !== usual.isBiased) +
    Number(form.hasPositions !== usual.hasPositions);
  return all.toSorted((a, b) => distance(a) - distance(b));
}

/** A gated part of three matrices has the parameters of two when it is a third narrower (Shazeer 2020, arXiv 2002.05202, 2). */
const gatedWidth = (hidden: number): number => Math.ceil((8 * hidden) / 3 / 256) * 256;

function shapeOf(said: DenseDescription, form: Form): ModelShape {
  const { hidden, heads, headWidth, keyValueHeads } = said;
  const attention: AttentionShape = { kind: 'attention', heads, keyValueHeads, headWidth, window: null, causal: true };
  const width = said.feedForwardWidth ?? (form.isGated ? gatedWidth(hidden) : 4 * hidden);
  const feedForward: DenseFeedForward = { kind: 'dense', width, gated: form.isGated };
  const biases = form.isBiased ? inputBiases(attention) + hidden + feedForwardBiases(feedForward, hidden) : 0;
  const norm = form.isBiased ? 2 * hidden : hidden;
  const positions = form.hasPositions ? (said.positions ?? 0) * hidden : 0;
  return {
    name: said.name,
    architecture: form.isGated ? 'llama' : 'gpt',
    hidden,
    vocabulary: said.vocabulary,
    output: form.isTied ? 'tied' : 'untied',
    blocks: repeat(said.layers, {
      stack: 'decoder',
      mixer: attention,
      crossAttention: null,
      feedForward,
      vectorParameters: 2 * norm + biases,
    }),
    otherParameters: norm + positions,
  };
}

/** The networks that a description leaves open, the usual one of its family first. */
export function candidateShapes(
  said: DenseDescription,
): readonly { readonly shape: ModelShape; readonly assumed: readonly ShapeAssumption[] }[] {
  const usual = said.isGatedFirst ? llamaForm : gptForm;
  return formsFrom(usual).map((form) => ({
    shape: shapeOf(said, form),
    assumed: [
      ...(said.feedForwardWidth === null ? ['feed-forward-width' as const] : []),
      ...(form.isGated && !usual.isGated ? ['gated' as const] : []),
      ...(form.isTied === usual.isTied ? [] : [form.isTied ? ('tied-output' as const) : ('untied-output' as const)]),
    ],
  }));
}
