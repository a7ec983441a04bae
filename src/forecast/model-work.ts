import type { BlockRun, FeedForward, Mixer, ModelShape } from '../workload/model-shape.ts';
import { countBlockParameters, countParameters } from '../workload/parameters.ts';

/** How tensor parallelism cuts a matrix: its columns, its rows, or not at all. */
export type Split = 'columns' | 'rows' | 'whole';

/** One matrix product of a block: `tokens × inner` by `inner × outer`. */
export interface Product {
  readonly inner: number;
  readonly outer: number;
  readonly split: Split;
}

/** What one kind of block asks of a GPU, per token and before any parallelism. */
export interface BlockWork {
  readonly count: number;
  /** 1 for a mixer with a feed-forward part, a half for either alone, as hybrids count their layers. */
  readonly share: number;
  readonly products: readonly Product[];
  /** Width of queries plus keys of all heads, for scores, and of values: FLOPs per token and token looked at are 2 × this. */
  readonly scoreWidth: number;
  readonly headWidth: number;
  readonly heads: number;
  readonly causal: boolean;
  /** Tokens looked at when the sequence is longer; Infinity: all. */
  readonly window: number;
  /** Width of the keys and values of one token, which context parallelism hands on. */
  readonly keyValueWidth: number;
  /** Values that pass through memory per token outside the products and scores, cut by tensor parallelism or not. */
  readonly cutWidth: number;
  /** Values of the state that the scan of a state-space block updates per token. */
  readonly scanWidth: number;
  readonly experts: ExpertWork | null;
  /** Parameters of one block that every data-parallel rank holds, and those of all its routed experts. */
  readonly denseParameters: number;
  readonly expertParameters: number;
}

export interface ExpertWork {
  readonly experts: number;
  readonly active: number;
  readonly products: readonly Product[];
  /** Width of a token on its way to an expert. */
  readonly sentWidth: number;
  readonly cutWidth: number;
}

/** A model as arithmetic: made once for each shape, read by every forecast of it. */
export interface ModelWork {
  readonly hidden: number;
  readonly layers: number;
  readonly vocabulary: number;
  readonly hasOutput: boolean;
  readonly blocks: readonly BlockWork[];
  /** Parameters of the token table and of the output where it has its own. */
  readonly embeddingParameters: number;
  readonly outputParameters: number;
  readonly blockParameters: number;
  readonly expertParameters: number;
  readonly totalParameters: number;
  readonly activeParameters: number;
}

const product = (inner: number, outer: number, split: Split): Product => ({ inner, outer, split });

interface MixerWork {
  readonly products: readonly Product[];
  readonly scoreWidth: number;
  readonly headWidth: number;
  readonly heads: number;
  readonly causal: boolean;
  readonly window: number;
  readonly keyValueWidth: number;
  readonly cutWidth: number;
  readonly scanWidth: number;
}

const noMixer: MixerWork = {
  products: [],
  scoreWidth: 0,
  headWidth: 128,
  heads: 0,
  causal: true,
  window: Number.POSITIVE_INFINITY,
  keyValueWidth: 0,
  cutWidth: 0,
  scanWidth: 0,
};

function mixerWork(mixer: Mixer | null, hidden: number): MixerWork {
  if (mixer === null) return noMixer;
  if (mixer.kind === 'attention') {
    const { heads, keyValueHeads, headWidth, causal, window } = mixer;
    const queryWidth = heads * headWidth;
    const keyValueWidth = 2 * keyValueHeads * headWidth;
    return {
      products: [product(hidden, queryWidth + keyValueWidth, 'columns'), product(queryWidth, hidden, 'rows')],
      scoreWidth: 2 * queryWidth,
      headWidth,
      heads,
      causal,
      window: window ?? Number.POSITIVE_INFINITY,
      keyValueWidth,
      cutWidth: 2 * queryWidth + keyValueWidth,
      scanWidth: 0,
    };
  }
  if (mixer.kind === 'latent-attention') {
    const { heads, queryRank, keyValueRank, plainHeadWidth, rotaryHeadWidth, valueHeadWidth, indexer } = mixer;
    const queryWidth = heads * (plainHeadWidth + rotaryHeadWidth);
    const valueWidth = heads * valueHeadWidth;
    const query =
      queryRank === null
        ? [product(hidden, queryWidth, 'columns')]
        : [product(hidden, queryRank, 'whole'), product(queryRank, queryWidth, 'columns')];
    return {
      products: [
        ...query,
        product(hidden, keyValueRank + rotaryHeadWidth, 'whole'),
        product(keyValueRank, heads * (plainHeadWidth + valueHeadWidth), 'columns'),
        product(valueWidth, hidden, 'rows'),
      ],
      scoreWidth: queryWidth + valueWidth,
      headWidth: plainHeadWidth + rotaryHeadWidth,
      heads,
      causal: mixer.causal,
      window: indexer?.picks ?? Number.POSITIVE_INFINITY,
      keyValueWidth: keyValueRank + rotaryHeadWidth,
      cutWidth: 2 * queryWidth + 2 * valueWidth,
      scanWidth: 0,
    };
  }
  const { generation, innerWidth, stateSize, groups, stepRankOrHeads } = mixer;
  const into =
    generation === 1
      ? [
          product(hidden, 2 * innerWidth, 'columns'),
          product(innerWidth, stepRankOrHeads + 2 * stateSize, 'rows'),
          product(stepRankOrHeads, innerWidth, 'columns'),
        ]
      : [product(hidden, 2 * innerWidth + 2 * groups * stateSize + stepRankOrHeads, 'columns')];
  return {
    ...noMixer,
    products: [...into, product(innerWidth, hidden, 'rows')],
    // Projection, short convolution, scan, gate and norm each read and write the inner width.
    cutWidth: 16 * innerWidth,
    scanWidth: innerWidth * stateSize,
  };
}

/** The gate and the way up are one product where a gate exists. */
const feedForwardProducts = (hidden: number, width: number, gated: boolean): readonly Product[] => [
  product(hidden, width * (gated ? 2 : 1), 'columns'),
  product(width, hidden, 'rows'),
];

function feedForwardWork(
  part: FeedForward | null,
  hidden: number,
): { products: readonly Product[]; cutWidth: number; experts: ExpertWork | null } {
  if (part === null) return { products: [], cutWidth: 0, experts: null };
  if (part.kind === 'dense') {
    return { products: feedForwardProducts(hidden, part.width, part.gated), cutWidth: part.width * (part.gated ? 3 : 2), experts: null };
  }
  const sentWidth = part.latentWidth ?? hidden;
  const latent = part.latentWidth === null ? [] : [product(hidden, part.latentWidth, 'whole'), product(part.latentWidth, hidden, 'whole')];
  const shared = part.sharedWidth === 0 ? [] : feedForwardProducts(hidden, part.sharedWidth, part.gated);
  return {
    products: [product(hidden, part.experts, 'whole'), ...latent, ...shared],
    cutWidth: part.sharedWidth * (part.gated ? 3 : 2),
    experts: {
      experts: part.experts,
      active: part.active,
      products: feedForwardProducts(sentWidth, part.width, part.gated),
      sentWidth,
      cutWidth: part.width * (part.gated ? 3 : 2),
    },
  };
}

function blockWork(block: BlockRun, hidden: number): BlockWork {
  const mixer = mixerWork(block.mixer, hidden);
  const cross = mixerWork(block.crossAttention, hidden);
  const feedForward = feedForwardWork(block.feedForward, hidden);
  const products = [...mixer.products, ...cross.products, ...feedForward.products];
  const { experts } = feedForward;
  const counted = countBlockParameters(block, hidden);
  return {
    ...mixer,
    count: block.count,
    share: block.mixer !== null && block.feedForward !== null ? 1 : 0.5,
    products,
    scoreWidth: mixer.scoreWidth + cross.scoreWidth,
    cutWidth: mixer.cutWidth + cross.cutWidth + feedForward.cutWidth,
    experts,
    denseParameters: counted.total - counted.routedExperts,
    expertParameters: counted.routedExperts,
  };
}

/** Puts blocks of one kind together: a step adds them up, and hybrids alternate between a few kinds over all their depth. */
function mergeAlike(blocks: readonly BlockWork[]): readonly BlockWork[] {
  const merged = new Map<string, BlockWork>();
  for (const block of blocks) {
    const kind = JSON.stringify({ ...block, count: 0 });
    merged.set(kind, { ...block, count: block.count + (merged.get(kind)?.count ?? 0) });
  }
  return [...merged.values()];
}

/** Turns a shape into the products, widths and parameter counts that `stepTime` reads. */
export function workOf(shape: ModelShape): ModelWork {
  const blocks = mergeAlike(shape.blocks.map((block) => blockWork(block, shape.hidden)));
  const counts = countParameters(shape);
  return {
    hidden: shape.hidden,
    layers: counts.layers,
    vocabulary: shape.vocabulary,
    hasOutput: shape.output !== 'none',
    blocks,
    embeddingParameters: counts.embedding,
    outputParameters: counts.output,
    blockParameters: counts.blocks,
    expertParameters: counts.routedExperts,
    totalParameters: counts.total,
    activeParameters: counts.active,
  };
}
