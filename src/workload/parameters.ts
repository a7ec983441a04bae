import { feedForwardMatrices, mixerMatrices, weightsOf } from './matrices.ts';
import type { BlockRun, FeedForward, Mixer, ModelShape } from './model-shape.ts';

/** Parameters of one block by what they do. All are whole numbers. */
export interface BlockParameters {
  /** Matrices of attention, latent attention or the state space, those of a look at the encoder among them. */
  readonly mixer: number;
  /** Matrices of a dense feed-forward part. */
  readonly dense: number;
  /** Matrices of all routed experts, with the biases inside them. */
  readonly routedExperts: number;
  /** One routed expert: matrices and biases. */
  readonly oneExpert: number;
  /** Routed experts that one token does not pass. */
  readonly idleExperts: number;
  readonly router: number;
  /** Experts that see every token. */
  readonly sharedExperts: number;
  /** The two projections around experts that work in a narrower space. */
  readonly latentProjections: number;
  /** Norms, biases, sinks and scales: read by no matrix product. */
  readonly vectors: number;
  readonly total: number;
  /** What one token passes. */
  readonly active: number;
}

/** Exact parameter counts of a model; every one is a whole number of parameters, not of bytes. */
export interface ParameterCounts {
  readonly total: number;
  /** What one token passes: all but the experts it is not sent to. Both tables count, as in most published figures. */
  readonly active: number;
  /** The table of token embeddings. */
  readonly embedding: number;
  /** The output's own table; 0 where it is tied or there is none. */
  readonly output: number;
  /** Everything in blocks. */
  readonly blocks: number;
  /** Routed experts of all blocks. */
  readonly routedExperts: number;
  /** Positions, final norms, patch projection, heads. */
  readonly other: number;
  /** Number of blocks, encoder and decoder together. */
  readonly layers: number;
}

/** Parameters of the matrices of one mixer over a residual stream of `hidden` values. */
export const countMixerParameters = (mixer: Mixer | null, hidden: number): number => weightsOf(mixerMatrices(mixer, hidden));

function countFeedForward(part: FeedForward | null, hidden: number) {
  const matrices = feedForwardMatrices(part, hidden);
  const isRouted = part?.kind === 'experts';
  const oneExpert = weightsOf(matrices.oneExpert) + (isRouted ? part.biasesPerExpert : 0);
  return {
    dense: weightsOf(matrices.dense),
    oneExpert,
    routedExperts: isRouted ? part.experts * oneExpert : 0,
    idleExperts: isRouted ? (part.experts - part.active) * oneExpert : 0,
    router: weightsOf(matrices.router),
    sharedExperts: weightsOf(matrices.shared),
    latentProjections: weightsOf(matrices.latent),
  };
}

/** Parameters of one block of a run, over a residual stream of `hidden` values. */
export function countBlockParameters(block: BlockRun, hidden: number): BlockParameters {
  const mixer = countMixerParameters(block.mixer, hidden) + countMixerParameters(block.crossAttention, hidden);
  const parts = countFeedForward(block.feedForward, hidden);
  const total =
    mixer + parts.dense + parts.routedExperts + parts.router + parts.sharedExperts + parts.latentProjections + block.vectorParameters;
  return { mixer, ...parts, vectors: block.vectorParameters, total, active: total - parts.idleExperts };
}

/**
 * Counts the parameters of a model. Exact as long as `total` is a safe integer (below 2⁵³); beyond, the sum is only
 * near, and larger than any safe integer, so that a caller can tell.
 */
export function countParameters(shape: ModelShape): ParameterCounts {
  let blocks = 0;
  let routedExperts = 0;
  let idle = 0;
  let layers = 0;
  for (const run of shape.blocks) {
    const one = countBlockParameters(run, shape.hidden);
    blocks += run.count * one.total;
    routedExperts += run.count * one.routedExperts;
    idle += run.count * one.idleExperts;
    layers += run.count;
  }
  const embedding = shape.vocabulary * shape.hidden;
  const output = shape.output === 'untied' ? embedding : 0;
  const total = blocks + embedding + output + shape.otherParameters;
  return { total, active: total - idle, embedding, output, blocks, routedExperts, other: shape.otherParameters, layers };
}
