/**
 * The sizes of a neural network that decide its parameters, its arithmetic and its memory: what `config.json` of a
 * checkpoint says, freed of the names that each architecture has for it. Widths are numbers of values, not bytes.
 */
export interface ModelShape {
  /** As people write it, for reading back to them. */
  readonly name: string;
  /** `model_type` of the config, or the word a preset uses for it. */
  readonly architecture: string;
  /** Width of the residual stream. */
  readonly hidden: number;
  /** Rows of the table of token embeddings; 0 for models that read no tokens (images, sound). */
  readonly vocabulary: number;
  /** `tied`: the output reads the same table; `untied`: a table of its own; `none`: no output over the vocabulary. */
  readonly output: 'tied' | 'untied' | 'none';
  /** Runs of equal blocks, in order, encoder before decoder. */
  readonly blocks: readonly BlockRun[];
  /** Everything outside the blocks and the two tables: positions, final norms, pooler, patch projection, class head. */
  readonly otherParameters: number;
}

/** `count` equal blocks one after the other. */
export interface BlockRun {
  readonly count: number;
  readonly stack: 'encoder' | 'decoder';
  readonly mixer: Mixer | null;
  /** A decoder's look at the encoder's output. */
  readonly crossAttention: AttentionShape | null;
  readonly feedForward: FeedForward | null;
  /** Norms, biases, sinks and scales of one block: parameters that no matrix product reads. */
  readonly vectorParameters: number;
}

export type Mixer = AttentionShape | LatentAttentionShape | StateSpaceShape;

/** Multi-head, grouped-query or multi-query attention (Ainslie et al. 2023, arXiv 2305.13245). */
export interface AttentionShape {
  readonly kind: 'attention';
  readonly heads: number;
  readonly keyValueHeads: number;
  /** Width of one head; not always `hidden / heads`. */
  readonly headWidth: number;
  /** Tokens that one token looks back on; null: all of them. */
  readonly window: number | null;
  /** Whether a token sees only those before it. */
  readonly causal: boolean;
}

/** Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434, section 2.1). */
export interface LatentAttentionShape {
  readonly kind: 'latent-attention';
  readonly heads: number;
  /** Null where queries are projected in one step. */
  readonly queryRank: number | null;
  readonly keyValueRank: number;
  /** Width of one query or key head without and with rotary position. */
  readonly plainHeadWidth: number;
  readonly rotaryHeadWidth: number;
  readonly valueHeadWidth: number;
  /** A small attention that picks the tokens to look at (DeepSeek sparse attention); null: all are looked at. */
  readonly indexer: { readonly heads: number; readonly headWidth: number; readonly picks: number } | null;
  readonly causal: boolean;
}

/** Selective state space (Mamba, arXiv 2312.00752; Mamba-2, arXiv 2405.21060). */
export interface StateSpaceShape {
  readonly kind: 'state-space';
  readonly generation: 1 | 2;
  readonly innerWidth: number;
  readonly stateSize: number;
  /** Taps of the short convolution before the scan. */
  readonly convolutionWidth: number;
  /** Mamba: rank of the step-size projection. Mamba-2: number of heads. */
  readonly stepRankOrHeads: number;
  /** Mamba-2: groups that share B and C; 1 in Mamba. */
  readonly groups: number;
}

export type FeedForward = DenseFeedForward | ExpertFeedForward;

/** Up, optional gate, down (Shazeer 2020, arXiv 2002.05202). */
export interface DenseFeedForward {
  readonly kind: 'dense';
  readonly width: number;
  readonly gated: boolean;
}

/** A mixture of experts: each token passes `active` of `experts` and all of the shared ones. */
export interface ExpertFeedForward {
  readonly kind: 'experts';
  readonly experts: number;
  readonly active: number;
  /** Width of one routed expert. */
  readonly width: number;
  readonly gated: boolean;
  /** Widths of the experts that see every token, added up; 0: none. */
  readonly sharedWidth: number;
  /** Width that tokens are projected to before they are sent to experts; null: the residual width itself. */
  readonly latentWidth: number | null;
  /** Biases inside one routed expert, all of its products together. */
  readonly biasesPerExpert: number;
}
