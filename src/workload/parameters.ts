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

/** Parameters of the matrices of one feed-forward network: up, down and, where gated, the gate. */
const feedForwardMatrices = (from: number, width: number, gated: boolean): number => from * width * (gated ? 3 : 2);

/**
 * Parameters of the matrices of one mixer over a residual stream of `hidden` values. Formulas: attention, Vaswani et
 * al. 2017 (arXiv 1706.03762), 3.2.2; latent attention, DeepSeek-V2 (arXiv 2405.04434), 2.1 and, for the indexer,
 * DeepSeek-V3.2-Exp 2.1; state space, Mamba (arXiv 2312.00752), 3.4, and Mamba-2 (arXiv 2405.21060), 7.
 */
export function countMixerParameters(mixer: Mixer | null, hidden: number): number {
  if (mixer === null) return 0;
  switch (mixer.kind) {
    case 'attention': {
      const { heads, keyValueHeads, headWidth } = mixer;
      return 2 * hidden * heads * headWidth + 2 * hidden * keyValueHeads * headWidth;
    }
    case 'latent-attention': {
      const { heads, queryRank, keyValueRank, plainHeadWidth, rotaryHeadWidth, valueHeadWidth, indexer } = mixer;
      const queryWidth = heads * (plainHeadWidth + rotaryHeadWidth);
      const query = queryRank === null ? hidden * queryWidth : (hidden + queryWidth) * queryRank;
      const keyValue = hidden * (keyValueRank + rotaryHeadWidth) + keyValueRank * heads * (plainHeadWidth + valueHeadWidth);
      const picking =
        indexer === null ? 0 : (queryRank ?? hidden) * indexer.heads * indexer.headWidth + hidden * (indexer.headWidth + indexer.heads);
      return query + keyValue + heads * valueHeadWidth * hidden + picking;
    }
    case 'state-space': {
      const { generation, innerWidth, stateSize, stepRankOrHeads, groups } = mixer;
      const into =
        generation === 1
          ? 2 * hidden * innerWidth + innerWidth * (stepRankOrHeads + 2 * stateSize) + stepRankOrHeads * innerWidth
          : hidden * (2 * innerWidth + 2 * groups * stateSize + stepRankOrHeads);
      return into + innerWidth * hidden;
    }
  }
}

interface FeedForwardParameters {
  readonly dense: number;
  readonly routedExperts: number;
  readonly oneExpert: number;
  readonly idleExperts: number;
  readonly router: number;
  readonly sharedExperts: number;
  readonly latentProjections: number;
}

const noFeedForward: FeedForwardParameters = {
  dense: 0,
  routedExperts: 0,
  oneExpert: 0,
  idleExperts: 0,
  router: 0,
  sharedExperts: 0,
  latentProjections: 0,
};

function countFeedForward(part: FeedForward | null, hidden: number): FeedForwardParameters {
  if (part === null) return noFeedForward;
  if (part.kind === 'dense') return { ...noFeedForward, dense: feedForwardMatrices(hidden, part.width, part.gated) };
  const oneExpert = feedForwardMatrices(part.latentWidth ?? hidden, part.width, part.gated) + part.biasesPerExpert;
  return {
    dense: 0,
    oneExpert,
    routedExperts: part.experts * oneExpert,
    idleExperts: (part.experts - part.active) * oneExpert,
    router: hidden * part.experts,
    sharedExperts: feedForwardMatrices(hidden, part.sharedWidth, part.gated),
    latentProjections: part.latentWidth === null ? 0 : 2 * hidden * part.latentWidth,
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
