import type { BlockRun, Mixer } from './model-shape.ts';

/** What one layer keeps of one token from its forward to its backward pass, bytes in 16 bits, for the part that tensor parallelism cuts. */
export interface KeptBytes {
  readonly all: number;
  /** Of these, the results of matrix products. */
  readonly products: number;
  /** Of these, the result of attention or of the scan in its place. */
  readonly attention: number;
}

const none: KeptBytes = { all: 0, products: 0, attention: 0 };
const bytesPerValue = 2;
/** Score after softmax 2 bytes, its mask 1, and 2 after dropout (Korthikanti et al. 2022, arXiv 2205.05198, section 4.1). */
const bytesPerScore = 5;

/** Queries, keys, values and what attention makes of them: 8sbh of multi-head attention (Korthikanti et al. 2022, section 4.1). */
function keptByMixer(mixer: Mixer | null): KeptBytes {
  if (mixer === null) return none;
  if (mixer.kind === 'attention') {
    const query = bytesPerValue * mixer.heads * mixer.headWidth;
    const keysAndValues = 2 * bytesPerValue * mixer.keyValueHeads * mixer.headWidth;
    return { all: 2 * query + keysAndValues, products: query + keysAndValues, attention: query };
  }
  if (mixer.kind === 'latent-attention') {
    const queriesAndKeys = 2 * bytesPerValue * mixer.heads * (mixer.plainHeadWidth + mixer.rotaryHeadWidth);
    const values = bytesPerValue * mixer.heads * mixer.valueHeadWidth;
    const latent = bytesPerValue * (mixer.keyValueRank + mixer.rotaryHeadWidth + (mixer.queryRank ?? 0));
    return { all: queriesAndKeys + 2 * values + latent, products: queriesAndKeys + values + latent, attention: values };
  }
  // Input and gate, both after their projection, what the short convolution gave, and the result of the scan.
  const inner = bytesPerValue * mixer.innerWidth;
  return { all: 4 * inner, products: 2 * inner, attention: inner };
}

/** Results of the first product and of the activation, of the gate and of both together: 16sbh of a plain network four times as wide. */
function keptByFeedForward({ feedForward: part }: BlockRun, hidden: number): KeptBytes {
  if (part === null) return none;
  const of = (width: number, gated: boolean): KeptBytes => ({
    all: bytesPerValue * width * (gated ? 3 : 2),
    products: bytesPerValue * width * (gated ? 2 : 1),
    attention: 0,
  });
  if (part.kind === 'dense') return of(part.width, part.gated);
  const shared = of(part.sharedWidth, part.gated);
  const routed = of(part.width, part.gated);
  // Each token is sent to `active` experts and comes back from them.
  const sent = bytesPerValue * part.active * (part.latentWidth ?? hidden);
  return {
    all: shared.all + part.active * routed.all + 2 * sent,
    products: shared.products + part.active * routed.products + sent,
    attention: 0,
  };
}

/** One block of a run. */
export function keptBytesOf(block: BlockRun, hidden: number): KeptBytes {
  const parts = [keptByMixer(block.mixer), keptByMixer(block.crossAttention), keptByFeedForward(block, hidden)];
  const sum = (of: keyof KeptBytes): number => parts.reduce((total, part) => total + part[of], 0);
  return { all: sum('all'), products: sum('products'), attention: sum('attention') };
}

/** Bytes of all heads' scores for one token and one token looked at, where they are written out. */
export const scoreBytesOf = ({ mixer }: BlockRun): number => (mixer !== null && 'heads' in mixer ? bytesPerScore * mixer.heads : 0);
