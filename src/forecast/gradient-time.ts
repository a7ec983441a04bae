import { collectiveTimeS, operations } from '../network/collective-time.ts';
import type { ClusterLinks } from '../network/links.ts';
import type { ForecastConstants } from './constants.ts';
import type { Layout } from './layout.ts';
import type { ModelWork } from './model-work.ts';
import { bytesPerValue } from './product-time.ts';
import { groupOf, shareOf } from './rank-group.ts';

/** Exposed seconds of gathering parameters and reducing gradients in fully sharded training (FSDP, arXiv 2304.11277; ZeRO-3). */
export function shardedTime(
  work: ModelWork,
  layout: Layout,
  links: ClusterLinks,
  constants: ForecastConstants,
  adapters: boolean,
  busy: number,
  own: number,
): number {
  const { shardGroup, microBatches } = layout;
  const ranks = Math.min(shardGroup, layout.data * layout.context);
  if (ranks <= 1) return 0;
  const group = groupOf(ranks, layout.tensor, layout, links);
  const share = shareOf(group, constants);
  const pieces = work.layers / layout.pipeline;
  const eight = layout.format === 'fp8' || layout.format === 'fp4';
  const gatherBytes = (own / pieces) * bytesPerValue;
  const gather = collectiveTimeS(links, operations.allGather, eight ? gatherBytes / 2 : gatherBytes, group) / share;
  const reduce = adapters ? 0 : collectiveTimeS(links, operations.reduceScatter, gatherBytes, group) / share;
  const gathers = layout.sharding === 3 ? 2 : 1;
  // Under a pipeline the parameters are gathered once for all micro-batches.
  const rounds = layout.pipeline > 1 ? 1 : microBatches;
  const traffic = rounds * pieces * (gathers * gather + reduce);
  const hidden = Math.min(busy, traffic);
  let exposed = Math.max(0, traffic - busy) + constants.shardedExposed * hidden + gather;
  if (layout.data * layout.context > ranks && !adapters) {
    const across = groupOf((layout.data * layout.context) / ranks, ranks * layout.tensor, layout, links);
    exposed += collectiveTimeS(links, operations.allReduce, (own / ranks) * bytesPerValue, across) / shareOf(across, constants);
  }
  return exposed;
}

/** Exposed seconds of gradient reduction among replicas, with optimizer states cut among them or not (ZeRO-1). */
export function replicatedTime(
  layout: Layout,
  links: ClusterLinks,
  constants: ForecastConstants,
  micro: number,
  ownDense: number,
  ownExperts: number,
): number {
  const ranks = layout.data * layout.context;
  const group = groupOf(ranks, layout.tensor, layout, links);
  let traffic = collectiveTimeS(links, operations.allReduce, ownDense * bytesPerValue, group) / shareOf(group, constants);
  if (ownExperts > 0 && layout.tensor * ranks > layout.expert) {
    const replicas = (layout.tensor * ranks) / layout.expert;
    const among = groupOf(replicas, layout.expert, layout, links);
    traffic += collectiveTimeS(links, operations.allReduce, ownExperts * bytesPerValue, among) / shareOf(among, constants);
  }
  if (layout.stack === 'megatron-early') return traffic * constants.dataExposedEarly;
  return exposedTime(traffic, constants.dataHideable * micro, constants);
}

/** Seconds that gradient traffic adds to a step: what nothing hides, and what the rest slows the computation that hides it. */
export const exposedTime = (traffic: number, hideable: number, constants: ForecastConstants): number =>
  Math.max(0, traffic - hideable) + constants.dataFloor * Math.min(traffic, hideable);
