import { type Block, layOut } from '../block-runs.ts';
import type { ConfigFields } from '../config-fields.ts';
import type { FeedForward, LatentAttentionShape, ModelShape } from '../model-shape.ts';
import { readExpertCounts } from './experts.ts';

/** How the architectures with latent attention differ. Sources: their modelling code in Hugging Face Transformers, v4.57 and v5.0. */
export interface LatentVariant {
  /** A bias for each routed expert that balances their load without a loss (DeepSeek-V3, arXiv 2412.19437, 2.1.2). */
  readonly balanceBias: boolean;
  /** Whether `index_n_heads` and its fellows must be there. */
  readonly indexer: 'none' | 'required';
}

/** By `model_type`. */
export const latentVariants: Readonly<Record<string, LatentVariant>> = {
  deepseek_v2: { balanceBias: false, indexer: 'none' },
  deepseek_v3: { balanceBias: true, indexer: 'none' },
  kimi_k2: { balanceBias: true, indexer: 'none' },
  deepseek_v32: { balanceBias: true, indexer: 'required' },
  glm_moe_dsa: { balanceBias: true, indexer: 'required' },
};

function readLatentAttention(fields: ConfigFields, variant: LatentVariant): LatentAttentionShape {
  return {
    kind: 'latent-attention',
    heads: fields.size('parts', 'num_attention_heads'),
    queryRank: fields.sizeOr(null, 'width', 'q_lora_rank'),
    keyValueRank: fields.size('width', 'kv_lora_rank'),
    plainHeadWidth: fields.size('width', 'qk_nope_head_dim'),
    rotaryHeadWidth: fields.size('width', 'qk_rope_head_dim'),
    valueHeadWidth: fields.size('width', 'v_head_dim'),
    indexer:
      variant.indexer === 'none'
        ? null
        : {
            heads: fields.size('parts', 'index_n_heads'),
            headWidth: fields.size('width', 'index_head_dim'),
            picks: fields.size('tokens', 'index_topk'),
          },
    causal: true,
  };
}

/** Norms of the compressed queries, keys and values, the norm of the indexer's keys, and biases where the config wants them. */
function latentVectors(attention: LatentAttentionShape, hidden: number, isBiased: boolean): number {
  const { queryRank, keyValueRank, rotaryHeadWidth, indexer } = attention;
  const norms = (queryRank ?? 0) + keyValueRank + (indexer === null ? 0 : 2 * indexer.headWidth);
  return norms + (isBiased ? (queryRank ?? 0) + keyValueRank + rotaryHeadWidth + hidden : 0);
}

/** Layers that use the picks of the indexer of a layer before them, from `indexer_types` (GLM-5.2). */
function readSharedIndexers(fields: ConfigFields, layers: number): (layer: number) => boolean {
  const types = fields.list('indexer_types');
  if (types === null) return () => false;
  fields.mustEqual('indexer_types', types.length, 'num_hidden_layers', layers);
  for (const type of types) if (type !== 'full' && type !== 'shared') fields.refuse('indexer_types', type);
  return (layer) => types[layer] === 'shared';
}

/** The same attention in a layer that has no indexer of its own: the picks stay, the parameters go. */
function withoutIndexer(attention: LatentAttentionShape): LatentAttentionShape {
  return attention.indexer === null ? attention : { ...attention, indexer: { ...attention.indexer, heads: 0, headWidth: 0 } };
}

type Kind = `${'dense' | 'experts'} ${'own' | 'shared'}`;

/**
 * Decoders with latent attention and fine-grained experts (DeepSeek-V2, arXiv 2405.04434; DeepSeek-V3, arXiv
 * 2412.19437). The blocks that predict further tokens are not part of the model and are left out.
 */
export function readLatent(fields: ConfigFields, architecture: string, variant: LatentVariant): Omit<ModelShape, 'name'> {
  const hidden = fields.size('width', 'hidden_size');
  const layers = fields.size('layers', 'num_hidden_layers');
  const attention = readLatentAttention(fields, variant);
  const isBiased = fields.flagOr(false, 'attention_bias');
  const denseFirst = fields.countOr(0, 'layers', 'first_k_dense_replace');
  fields.mustNotExceed('first_k_dense_replace', denseFirst, 'num_hidden_layers', layers);
  const frequency = fields.sizeOr(1, 'layers', 'moe_layer_freq');
  const counts = readExpertCounts(fields, ['n_routed_experts']);
  const width = fields.size('width', 'moe_intermediate_size');
  const experts: FeedForward = {
    kind: 'experts',
    ...counts,
    width,
    gated: true,
    sharedWidth: fields.countOr(0, 'parts', 'n_shared_experts') * width,
    latentWidth: null,
    biasesPerExpert: 0,
  };
  const sharesIndexer = readSharedIndexers(fields, layers);
  const kindOf = (layer: number): Kind =>
    `${layer < denseFirst || layer % frequency !== 0 ? 'dense' : 'experts'} ${sharesIndexer(layer) ? 'shared' : 'own'}`;
  const blockOf = (kind: Kind): Block => {
    const isDense = kind.startsWith('dense');
    const mixer = kind.endsWith('shared') ? withoutIndexer(attention) : attention;
    return {
      stack: 'decoder',
      mixer,
      crossAttention: null,
      feedForward: isDense ? { kind: 'dense', width: fields.size('width', 'intermediate_size'), gated: true } : experts,
      vectorParameters: 2 * hidden + latentVectors(mixer, hidden, isBiased) + (!isDense && variant.balanceBias ? counts.experts : 0),
    };
  };
  return {
    architecture,
    hidden,
    vocabulary: fields.size('vocabulary', 'vocab_size'),
    output: fields.flagOr(false, 'tie_word_embeddings') ? 'tied' : 'untied',
    blocks: layOut(layers, kindOf, blockOf),
    otherParameters: hidden,
  };
}
