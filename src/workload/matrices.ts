import type { FeedForward, Mixer } from './model-shape.ts';

/** One weight matrix: `inner` values of a token in, `outer` values out. */
export interface Matrix {
  readonly inner: number;
  readonly outer: number;
}

const matrix = (inner: number, outer: number): Matrix => ({ inner, outer });

/** Weights of matrices, without biases. */
export const weightsOf = (matrices: readonly Matrix[]): number => matrices.reduce((sum, { inner, outer }) => sum + inner * outer, 0);

/**
 * The matrices of one mixer over a residual stream of `hidden` values. Attention: Vaswani et al. 2017 (arXiv
 * 1706.03762), 3.2.2; latent attention: DeepSeek-V2 (arXiv 2405.04434), 2.1; its indexer: DeepSeek-V3.2, 2.1; state
 * space: Mamba (arXiv 2312.00752), 3.4, and Mamba-2 (arXiv 2405.21060), 7.
 */
export function mixerMatrices(mixer: Mixer | null, hidden: number): readonly Matrix[] {
  if (mixer === null) return [];
  switch (mixer.kind) {
    case 'attention': {
      const queryWidth = mixer.heads * mixer.headWidth;
      const keyWidth = mixer.keyValueHeads * mixer.headWidth;
      return [matrix(hidden, queryWidth), matrix(hidden, keyWidth), matrix(hidden, keyWidth), matrix(queryWidth, hidden)];
    }
    case 'latent-attention': {
      const { heads, queryRank, keyValueRank, plainHeadWidth, rotaryHeadWidth, valueHeadWidth, indexer } = mixer;
      const queryWidth = heads * (plainHeadWidth + rotaryHeadWidth);
      return [
        ...(queryRank === null ? [matrix(hidden, queryWidth)] : [matrix(hidden, queryRank), matrix(queryRank, queryWidth)]),
        matrix(hidden, keyValueRank + rotaryHeadWidth),
        matrix(keyValueRank, heads * (plainHeadWidth + valueHeadWidth)),
        matrix(heads * valueHeadWidth, hidden),
        ...(indexer === null
          ? []
          : [
              matrix(queryRank ?? hidden, indexer.heads * indexer.headWidth),
              matrix(hidden, indexer.headWidth),
              matrix(hidden, indexer.heads),
            ]),
      ];
    }
    case 'state-space': {
      const { generation, innerWidth, stateSize, stepRankOrHeads, groups } = mixer;
      return [
        ...(generation === 1
          ? [matrix(hidden, 2 * innerWidth), matrix(innerWidth, stepRankOrHeads + 2 * stateSize), matrix(stepRankOrHeads, innerWidth)]
          : [matrix(hidden, 2 * innerWidth + 2 * groups * stateSize + stepRankOrHeads)]),
        matrix(innerWidth, hidden),
      ];
    }
  }
}

/** Up, gate where there is one, and down (Shazeer 2020, arXiv 2002.05202). */
function networkMatrices(from: number, width: number, gated: boolean): readonly Matrix[] {
  if (width === 0) return [];
  return [...(gated ? [matrix(from, width)] : []), matrix(from, width), matrix(width, from)];
}

/** The matrices of a feed-forward part by what passes them. */
export interface FeedForwardMatrices {
  /** Every token. */
  readonly dense: readonly Matrix[];
  readonly router: readonly Matrix[];
  readonly shared: readonly Matrix[];
  readonly latent: readonly Matrix[];
  /** Those of one routed expert: the tokens sent to it. */
  readonly oneExpert: readonly Matrix[];
}

export function feedForwardMatrices(part: FeedForward | null, hidden: number): FeedForwardMatrices {
  const none: FeedForwardMatrices = { dense: [], router: [], shared: [], latent: [], oneExpert: [] };
  if (part === null) return none;
  if (part.kind === 'dense') return { ...none, dense: networkMatrices(hidden, part.width, part.gated) };
  const { latentWidth } = part;
  return {
    dense: [],
    router: [matrix(hidden, part.experts)],
    shared: networkMatrices(hidden, part.sharedWidth, part.gated),
    latent: latentWidth === null ? [] : [matrix(hidden, latentWidth), matrix(latentWidth, hidden)],
    oneExpert: networkMatrices(latentWidth ?? hidden, part.width, part.gated),
  };
}
