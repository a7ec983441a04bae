import type { PlacedDocument, PlanCurve, PlanDocument } from '$src/answers/plan-documents.ts';
import { formatList, formatLongNumber, formatPercent, formatWithUnit } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { sayJobHours } from '$src/words/plan.ts';
import { say } from '$src/words/vocabulary.ts';
import { type PlainMessageKey, wordsIn } from '$src/words/words.ts';
import type { ChartFabric, ScalingCurve } from './components/charts/scaling-curves.ts';

/** A job, and what an offer makes of it, in words. */

const kindKeys = {
  'data-parallel': 'onjob_kind_data_parallel',
  mpi: 'onjob_kind_mpi',
  independent: 'onjob_kind_independent',
} as const;

/** "Llama 3 70B, pre-training, 1 trillion tokens, BF16, within 60 days". */
export function sayJob(locale: Locale, job: PlanDocument['job']): string {
  const words = wordsIn(locale);
  const deadline = sayJobHours(locale, job.deadlineHours);
  const { kind, model, method, tokens, precision } = job;
  if (kind !== 'training') return words.onjob_title_measured({ kind: words[kindKeys[kind]](), deadline });
  return words.onjob_title({
    model: model ?? '',
    method: method === null ? '' : words[`planner_form_method_${method}`](),
    tokens: formatLongNumber(locale, tokens ?? 0),
    precision: (precision ?? '').toUpperCase(),
    deadline,
  });
}

/** What the provider does not publish and what therefore widens the interval, in words. */
export function sayUnpublished(locale: Locale, unknown: readonly string[]): string | null {
  const words = wordsIn(locale);
  const names = unknown.map((fact) => {
    const key = `onjob_unknown_${fact.replaceAll('-', '_')}`;
    return key in words ? words[key as PlainMessageKey]() : fact;
  });
  return names.length === 0 ? null : formatList(locale, names);
}

/** A fare whose fabric or rate is a guess says so beside the figure. */
export const restsOnFabric = ({ unknown, nodes }: Pick<PlacedDocument, 'unknown' | 'nodes'>): boolean =>
  nodes > 1 && unknown.includes('fabric');

/** "TP 8 · PP 2 · DP 27": the ways in which the model is cut, those of one left out. */
export function sayLayout(locale: Locale, { parallel }: PlacedDocument): string | null {
  if (parallel === null) return null;
  const words = wordsIn(locale);
  const parts = [
    ['TP', parallel.tp],
    ['PP', parallel.pp],
    ['CP', parallel.cp],
    ['EP', parallel.ep],
  ] as const;
  return [
    ...parts.filter(([, size]) => size > 1).map(([name, size]) => `${name} ${size}`),
    `DP ${parallel.dp}`,
    ...(parallel.zero === 3 ? [words.onjob_sbs_sharded()] : []),
    ...(parallel.recompute === 'none' ? [] : [words[`onjob_sbs_recompute_${parallel.recompute}`]()]),
  ].join(' · ');
}

/** Transports as the fabrics that charts have a colour for. */
const chartFabricOf = (transport: string): ChartFabric => {
  if (transport === 'tcp') return 'ethernet';
  const known = ['infiniband', 'roce', 'efa', 'gpudirect-tcpxo', 'gpudirect-tcpx'] as const;
  return known.find((fabric) => fabric === transport) ?? 'unknown';
};

const namedFabrics = ['infiniband', 'roce', 'efa', 'gpudirect-tcpx', 'gpudirect-tcpxo', 'erdma', 'ethernet'] as const;

function sayTransport(locale: Locale, transport: string): string {
  const fabric = transport === 'tcp' ? 'ethernet' : namedFabrics.find((known) => known === transport);
  return fabric === undefined ? transport : say(locale, 'fabric', fabric);
}

/** The fabric asked about: "TCP/IP Ethernet, 100 Gbit/s, 50% of it left by others". */
export function sayOtherFabric(locale: Locale, { fabric, nodeGbitPerS }: PlanCurve, shareLeft: number | null): string {
  const words = wordsIn(locale);
  const name = sayTransport(locale, fabric);
  if (nodeGbitPerS === null) return name;
  const rate = formatWithUnit(locale, nodeGbitPerS, 'Gbit/s');
  return shareLeft === null || shareLeft >= 1
    ? words.onjob_fabric_at_rate({ fabric: name, rate })
    : words.onjob_fabric_at_share({ fabric: name, rate, share: formatPercent(locale, shareLeft) });
}

/** Curves of network efficiency for the chart; a curve that belongs to no offer is that of the fabric asked about. */
export function toScalingCurves(
  locale: Locale,
  curves: readonly PlanCurve[],
  nameOf: (offer: string) => string,
  emphasised: string | null,
): readonly ScalingCurve[] {
  const words = wordsIn(locale);
  return curves.map((curve) => ({
    label:
      curve.offer === null
        ? words.onjob_sbs_same_nodes({
            fabric: `${sayTransport(locale, curve.fabric)}${curve.nodeGbitPerS === null ? '' : ` ${formatWithUnit(locale, curve.nodeGbitPerS, 'Gbit/s')}`}`,
          })
        : nameOf(curve.offer),
    fabric: chartFabricOf(curve.fabric),
    emphasised: curve.offer !== null && curve.offer === emphasised,
    knee: curve.knee,
    points: curve.points
      .filter(({ nodes }) => nodes > 1)
      .map(({ nodes, networkEfficiency, networkEfficiencyInterval: [low, high] }) => ({ nodes, value: networkEfficiency, low, high })),
  }));
}
