import { type Block, inputBiases, layOut, repeat } from '../block-runs.ts';
import type { ConfigFields } from '../config-fields.ts';
import type { AttentionShape, ModelShape, StateSpaceShape } from '../model-shape.ts';
import { readExpertCounts } from './experts.ts';

type Read = Omit<ModelShape, 'name'>;

const alone = (mixer: StateSpaceShape, vectorParameters: number): Block => ({
  stack: 'decoder',
  mixer,
  crossAttention: null,
  feedForward: null,
  vectorParameters,
});

/** Mamba (arXiv 2312.00752) as in Hugging Face Transformers: every block a scan of selective states, nothing else. */
export function readMamba(fields: ConfigFields): Read {
  const hidden = fields.size('width', 'hidden_size', 'd_model');
  const layers = fields.size('layers', 'num_hidden_layers', 'n_layer');
  const innerWidth = fields.sizeOr(null, 'width', 'intermediate_size') ?? hidden * fields.sizeOr(2, 'parts', 'expand');
  const mixer: StateSpaceShape = {
    kind: 'state-space',
    generation: 1,
    innerWidth,
    stateSize: fields.sizeOr(16, 'width', 'state_size'),
    convolutionWidth: fields.sizeOr(4, 'width', 'conv_kernel'),
    stepRankOrHeads: readStepRank(fields, hidden),
    groups: 1,
  };
  const productBiases = fields.flagOr(false, 'use_bias') ? 2 * innerWidth + hidden : 0;
  const convolution = innerWidth * (mixer.convolutionWidth + (fields.flagOr(true, 'use_conv_bias') ? 1 : 0));
  // The states' decay is a matrix that no product reads; the skip and the bias of the step are vectors.
  const scan = innerWidth * mixer.stateSize + 2 * innerWidth;
  return {
    architecture: 'mamba',
    hidden,
    vocabulary: fields.size('vocabulary', 'vocab_size'),
    output: fields.flagOr(true, 'tie_word_embeddings') ? 'tied' : 'untied',
    blocks: repeat(layers, alone(mixer, hidden + productBiases + convolution + scan)),
    otherParameters: hidden,
  };
}

/** "auto" stands for a sixteenth of the residual width. */
function readStepRank(fields: ConfigFields, hidden: number): number {
  return fields.is('time_step_rank', 'auto') ? Math.ceil(hidden / 16) : fields.sizeOr(Math.ceil(hidden / 16), 'width', 'time_step_rank');
}

interface SecondGeneration {
  readonly mixer: StateSpaceShape;
  /** Convolution, decay, skip, step and the norm before the way out. */
  readonly vectors: number;
}

/** One mixer of Mamba-2 (arXiv 2405.21060): heads that share their decay, groups that share B and C. */
function readSecondGeneration(
  fields: ConfigFields,
  hidden: number,
  names: Readonly<Record<'heads' | 'headWidth' | 'state', string>>,
): SecondGeneration {
  const heads = fields.size('parts', names.heads);
  const innerWidth = heads * fields.size('width', names.headWidth);
  const groups = fields.size('parts', 'n_groups');
  fields.mustDivide(names.heads, heads, 'n_groups', groups);
  const stateSize = fields.size('width', names.state);
  const convolutionWidth = fields.sizeOr(4, 'width', 'conv_kernel');
  const convolved = innerWidth + 2 * groups * stateSize;
  const convolution = convolved * (convolutionWidth + (fields.flagOr(true, 'use_conv_bias') ? 1 : 0));
  const productBiases = fields.flagOr(false, 'use_bias', 'mamba_proj_bias') ? 2 * innerWidth + 2 * groups * stateSize + heads + hidden : 0;
  return {
    mixer: { kind: 'state-space', generation: 2, innerWidth, stateSize, convolutionWidth, stepRankOrHeads: heads, groups },
    vectors: convolution + 3 * heads + innerWidth + productBiases,
  };
}

/** Mamba-2 as in Hugging Face Transformers. */
export function readMamba2(fields: ConfigFields): Read {
  const hidden = fields.size('width', 'hidden_size');
  const layers = fields.size('layers', 'num_hidden_layers');
  const { mixer, vectors } = readSecondGeneration(fields, hidden, { heads: 'num_heads', headWidth: 'head_dim', state: 'state_size' });
  return {
    architecture: 'mamba2',
    hidden,
    vocabulary: fields.size('vocabulary', 'vocab_size'),
    output: fields.flagOr(false, 'tie_word_embeddings') ? 'tied' : 'untied',
    blocks: repeat(layers, alone(mixer, hidden + vectors)),
    otherParameters: hidden,
  };
}

/** Letters of `hybrid_override_pattern`: Mamba-2, attention, dense feed-forward, experts. */
const hybridLetters = ['M', '*', '-', 'E'] as const;
type HybridLetter = (typeof hybridLetters)[number];

/** The same, as later configs list it in `layers_block_type`. */
const letterOfType: ReadonlyMap<unknown, HybridLetter> = new Map<unknown, HybridLetter>([
  ['mamba', 'M'],
  ['attention', '*'],
  ['mlp', '-'],
  ['moe', 'E'],
]);

function readPattern(fields: ConfigFields): readonly HybridLetter[] {
  const types = fields.list('layers_block_type');
  const pattern = fields.wordOr(null, 'hybrid_override_pattern');
  if (types === null && pattern === null) return fields.missing('hybrid_override_pattern');
  const name = types === null ? 'hybrid_override_pattern' : 'layers_block_type';
  const letters =
    types === null
      ? [...(pattern ?? '')].map((letter) => hybridLetters.find((known) => known === letter) ?? fields.refuse(name, letter))
      : types.map((type) => letterOfType.get(type) ?? fields.refuse(name, type));
  if (letters.length === 0) fields.refuse(name, '');
  const layers = fields.sizeOr(letters.length, 'layers', 'num_hidden_layers');
  fields.mustEqual(name, letters.length, 'num_hidden_layers', layers);
  return letters;
}

/**
 * Nemotron-H (arXiv 2504.03624) and Nemotron 3 (arXiv 2512.20856): blocks with one part each, in the order of a
 * pattern. Experts of the larger Nemotron 3 models work in a narrower space that tokens are projected to and from.
 */
export function readNemotronH(fields: ConfigFields): Read {
  const hidden = fields.size('width', 'hidden_size');
  const pattern = readPattern(fields);
  const hasBias = (name: 'mlp_bias' | 'attention_bias'): boolean => fields.flagOr(false, name);
  const readAttentionBlock = (): Block => {
    const heads = fields.size('parts', 'num_attention_heads');
    const keyValueHeads = fields.size('parts', 'num_key_value_heads');
    fields.mustDivide('num_attention_heads', heads, 'num_key_value_heads', keyValueHeads);
    const headWidth = fields.size('width', 'attention_head_dim', 'head_dim');
    const attention: AttentionShape = { kind: 'attention', heads, keyValueHeads, headWidth, window: null, causal: true };
    const biases = hasBias('attention_bias') ? inputBiases(attention) + hidden : 0;
    return { stack: 'decoder', mixer: attention, crossAttention: null, feedForward: null, vectorParameters: hidden + biases };
  };
  const readExpertBlock = (): Block => {
    const counts = readExpertCounts(fields, ['n_routed_experts']);
    const width = fields.size('width', 'moe_intermediate_size');
    const sharedWidth =
      fields.countOr(0, 'parts', 'n_shared_experts') === 0 ? 0 : fields.size('width', 'moe_shared_expert_intermediate_size');
    const latentWidth = fields.sizeOr(null, 'width', 'moe_latent_size');
    if (hasBias('mlp_bias')) fields.refuse('mlp_bias', true);
    return {
      stack: 'decoder',
      mixer: null,
      crossAttention: null,
      feedForward: { kind: 'experts', ...counts, width, gated: false, sharedWidth, latentWidth, biasesPerExpert: 0 },
      // A bias for each expert balances their load.
      vectorParameters: hidden + counts.experts,
    };
  };
  const blockOf = (letter: HybridLetter): Block => {
    if (letter === '*') return readAttentionBlock();
    if (letter === 'E') return readExpertBlock();
    if (letter === 'M') {
      const { mixer, vectors } = readSecondGeneration(fields, hidden, {
        heads: 'mamba_num_heads',
        headWidth: 'mamba_head_dim',
        state: 'ssm_state_size',
      });
      return alone(mixer, hidden + vectors);
    }
    const width = fields.size('width', 'intermediate_size');
    return {
      stack: 'decoder',
      mixer: null,
      crossAttention: null,
      feedForward: { kind: 'dense', width, gated: false },
      vectorParameters: hidden + (hasBias('mlp_bias') ? width + hidden : 0),
    };
  };
  return {
    architecture: 'nemotron_h',
    hidden,
    vocabulary: fields.size('vocabulary', 'vocab_size'),
    output: fields.flagOr(false, 'tie_word_embeddings') ? 'tied' : 'untied',
    blocks: layOut(pattern.length, (layer) => pattern[layer] ?? 'M', blockOf),
    otherParameters: hidden,
  };
}
