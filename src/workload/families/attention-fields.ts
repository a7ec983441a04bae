import type { ConfigFields } from '../config-fields.ts';
import type { AttentionShape } from '../model-shape.ts';

/** What an architecture does where its config is silent. */
export interface AttentionRules {
  /** `equal`: as many as query heads; `stated`: the config must say. */
  readonly keyValueHeads: 'equal' | 'stated';
  /** Head width where the config has none; null: residual width over heads. */
  readonly headWidth: number | null;
}

/** Attention of the configs that follow Llama's names. `window`: tokens looked back on. Throws `Fault` of `ConfigFields`. */
export function readAttention(fields: ConfigFields, hidden: number, rules: AttentionRules): AttentionShape {
  const heads = fields.size('parts', 'num_attention_heads');
  const keyValueHeads =
    rules.keyValueHeads === 'equal' ? fields.sizeOr(heads, 'parts', 'num_key_value_heads') : fields.size('parts', 'num_key_value_heads');
  fields.mustNotExceed('num_key_value_heads', keyValueHeads, 'num_attention_heads', heads);
  fields.mustDivide('num_attention_heads', heads, 'num_key_value_heads', keyValueHeads);
  const stated = fields.sizeOr(rules.headWidth, 'width', 'head_dim');
  if (stated === null) fields.mustDivide('hidden_size', hidden, 'num_attention_heads', heads);
  return { kind: 'attention', heads, keyValueHeads, headWidth: stated ?? hidden / heads, window: null, causal: true };
}

export type Reach = 'full' | 'sliding';

/**
 * Which layers look back over a window only. `layer_types` says it layer by layer in newer configs; older ones follow
 * the rule of their architecture. Throws `Fault` `model/unknown-variant` for a kind of layer that is neither.
 */
export function readReach(fields: ConfigFields, layers: number, otherwise: (layer: number) => Reach): (layer: number) => Reach {
  const types = fields.list('layer_types');
  if (types === null) return otherwise;
  fields.mustEqual('layer_types', types.length, 'num_hidden_layers', layers);
  const reaches = types.map((type): Reach => {
    if (type === 'full_attention') return 'full';
    if (type === 'sliding_attention' || type === 'chunked_attention') return 'sliding';
    return fields.refuse('layer_types', type);
  });
  return (layer) => reaches[layer] ?? 'full';
}
