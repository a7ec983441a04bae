import type { AccuracyGroup } from '$src/answers/methodology-documents.ts';
import type { PlainMessageKey } from '$src/words/words.ts';

/** What the file calls all runs of a span, beside names of publishers. */
const spans: Readonly<Record<string, PlainMessageKey>> = { 'multi-node': 'method_whose_multi', 'one node': 'method_whose_one' };

export const whatKeys = {
  'step time or throughput': 'method_what_step',
  'bus bandwidth': 'method_what_bus',
  'bus bandwidth below 1 MiB': 'method_what_bus_small',
  'peak memory': 'method_what_memory',
} as const satisfies Record<AccuracyGroup['what'], PlainMessageKey>;

/** The word for a group of all publishers; null where `whose` is a publisher. */
export const spanKey = ({ whose }: AccuracyGroup): PlainMessageKey | null => (whose === null ? 'method_whose_all' : (spans[whose] ?? null));

const order = Object.keys(whatKeys);

/** Groups of all publishers, and those of one, each by quantity; several nodes stand before one. */
export function partGroups(groups: readonly AccuracyGroup[]): {
  readonly totals: readonly AccuracyGroup[];
  readonly byPublisher: readonly AccuracyGroup[];
} {
  const sorted = [...groups].sort((a, b) => order.indexOf(a.what) - order.indexOf(b.what));
  return { totals: sorted.filter((one) => spanKey(one) !== null), byPublisher: sorted.filter((one) => spanKey(one) === null) };
}

const classKeys: Readonly<Record<string, PlainMessageKey>> = {
  'plan stated': 'method_class_plan_stated',
  'plan assumed': 'method_class_plan_assumed',
  sharded: 'method_class_sharded',
  experts: 'method_class_experts',
  images: 'method_class_images',
  'collective rising': 'method_class_rising',
  'collective across': 'method_class_across',
  'collective inside': 'method_class_inside',
  'collective assumed': 'method_class_network_assumed',
  'collective small': 'method_class_small',
  memory: 'method_class_memory',
};

/** The word for a class of forecasts; null for one that has none yet. */
export const classKey = (of: string): PlainMessageKey | null => classKeys[of] ?? null;
