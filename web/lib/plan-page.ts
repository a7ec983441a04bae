import type { PlacedDocument, PlanCurve, PlanDocument } from '$src/answers/plan-documents.ts';
import type { Currency, DecimalText } from '$src/units/money.ts';
import { formatCompactMoney, formatMoney, formatNumber, formatPercent, formatWithUnit } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { sayJobHours, sayPlan } from '$src/words/plan.ts';
import { say } from '$src/words/vocabulary.ts';
import { type PlainMessageKey, type SnakeCase, type Worded, wordsIn } from '$src/words/words.ts';
import type { FareAmounts } from './components/charts/fare-lines.ts';
import type { ScalingCurve } from './components/charts/scaling-curves.ts';
import { sayLayout, toScalingCurves } from './job-words.ts';

/** The messages of everything that can bind. */
export type BindsMessage = Worded<`plan_page_binds_${SnakeCase<PlacedDocument['forecast']['binds']>}`>;

type Money = PlacedDocument['fare']['total'];

const compact = (locale: Locale, { amount, currency }: Money): string =>
  formatCompactMoney(locale, { amount: amount as DecimalText, currency: currency as Currency });
const exact = (locale: Locale, { amount, currency }: Money): string =>
  formatMoney(locale, { amount: amount as DecimalText, currency: currency as Currency }, { atMostDecimals: 2 });

/** A property of placed jobs, side by side; rows that none of them has are left out. */
export interface DetailRow {
  readonly label: string;
  /** Null where the job has no such thing. */
  readonly cells: readonly (string | null)[];
}

export function detailRows(locale: Locale, placed: readonly PlacedDocument[]): readonly DetailRow[] {
  const words = wordsIn(locale);
  const row = (label: string, of: (one: PlacedDocument) => string | null): DetailRow => ({ label, cells: placed.map(of) });
  const hoursAndFare = (hours: number, fare: Money): string =>
    words.plan_page_hours_and_fare({ hours: sayJobHours(locale, hours), fare: compact(locale, fare) });
  const rows = [
    row(words.plan_page_row_obtainable(), ({ obtainable }) => say(locale, 'obtainable', obtainable)),
    row(words.plan_page_row_price(), ({ fare }) => say(locale, 'priceModel', fare.priceModel as never)),
    row(words.plan_page_row_plan(), (one) => sayLayout(locale, one)),
    row(words.plan_page_row_binds(), ({ forecast }) => words[`plan_page_binds_${forecast.binds}`]()),
    row(words.plan_page_row_memory(), ({ forecast: { memoryGiB, memoryHaveGiB } }) =>
      memoryGiB === null
        ? null
        : words.plan_page_memory_of({ need: formatNumber(locale, memoryGiB, 0), have: formatNumber(locale, memoryHaveGiB ?? 0, 0) }),
    ),
    row(words.plan_page_row_mfu(), ({ forecast }) => (forecast.mfu === null ? null : formatPercent(locale, forecast.mfu))),
    row(words.plan_page_row_more(), ({ oneMoreNode }) =>
      oneMoreNode === null ? null : hoursAndFare(oneMoreNode.hours, oneMoreNode.total),
    ),
    row(words.plan_page_row_ideal(), ({ nodes, idealNetwork }) =>
      nodes === 1 ? null : hoursAndFare(idealNetwork.hours, idealNetwork.total),
    ),
    row(words.plan_page_row_leads(), ({ leadsAtPricePerGpuHour }) =>
      leadsAtPricePerGpuHour === null ? null : words.plan_page_per_gpu_hour({ price: exact(locale, leadsAtPricePerGpuHour) }),
    ),
    row(words.plan_page_row_break_even(), ({ fare }) =>
      fare.breakEvenDays === null ? null : words.unit_days({ count: Math.ceil(fare.breakEvenDays) }),
    ),
    row(words.plan_page_row_tokens(), ({ fare }) =>
      fare.perMillionTokens === null ? null : `${fare.total.currency} ${formatNumber(locale, Number(fare.perMillionTokens))}`,
    ),
    row(words.plan_page_row_checkpoints(), ({ forecast }) =>
      forecast.checkpointEveryMinutes === null ? null : words.plan_page_minutes({ count: Math.round(forecast.checkpointEveryMinutes) }),
    ),
    row(words.plan_page_row_failures(), ({ forecast }) =>
      forecast.hoursBetweenFailures === null ? null : sayJobHours(locale, forecast.hoursBetweenFailures),
    ),
    row(words.plan_page_row_storage(), ({ forecast }) =>
      forecast.needsStorageGBytePerS === null || forecast.needsStorageGBytePerS < 0.01
        ? null
        : formatWithUnit(locale, Number(forecast.needsStorageGBytePerS.toPrecision(2)), 'GB/s'),
    ),
  ];
  return rows.filter(({ cells }) => cells.some((cell) => cell !== null));
}

/** Lines of a fare as the breakdown draws them. */
export function fareAmounts({ fare }: PlacedDocument): FareAmounts {
  return Object.fromEntries(fare.lines.map(({ what, amount }) => [what === 'compute' ? 'computing' : what, amount])) as FareAmounts;
}

/** Speed over that of the first point, for jobs whose network is no matter of its own. */
export function speedCurves(locale: Locale, curves: readonly PlanCurve[], nameOf: (offer: string) => string): readonly ScalingCurve[] {
  return toScalingCurves(locale, curves, nameOf, null).map((curve, index) => {
    const points = curves[index]?.points ?? [];
    const first = points[0];
    return {
      ...curve,
      points:
        first === undefined
          ? []
          : points.map(({ nodes, hours, hoursInterval: [short, long] }) => ({
              nodes,
              value: first.hours / hours,
              low: first.hours / long,
              high: first.hours / short,
            })),
    };
  });
}

interface Reason {
  readonly because: string;
  /** `own`: the figures of an offer, where those of one kind of reason differ. */
  readonly offers: readonly { readonly id: string; readonly name: string; readonly own: string | null }[];
}

/** Offers that are left out, those of one kind of reason together, the most frequent last. */
export function reasonsOf(locale: Locale, rejected: PlanDocument['rejected']): readonly Reason[] {
  const words = wordsIn(locale);
  const byCode = new Map<string, PlanDocument['rejected'][number][]>();
  for (const one of rejected) byCode.set(one.becauseSaid.code, [...(byCode.get(one.becauseSaid.code) ?? []), one]);
  return [...byCode]
    .map(([code, all]) => {
      const says = all.map(({ becauseSaid }) => sayPlan(locale, becauseSaid));
      const isSame = new Set(says).size === 1;
      const key = `planner_left_out_${code.replace('rejected-', '').replaceAll('-', '_')}`;
      return {
        because: isSame || !(key in words) ? (says[0] ?? '') : words[key as PlainMessageKey](),
        offers: all.map(({ offer, name, providerName }, index) => ({
          id: offer,
          name: `${providerName} ${name}`,
          own: isSame ? null : (says[index] ?? null),
        })),
      };
    })
    .sort((a, b) => a.offers.length - b.offers.length);
}

const assumedForms: readonly (readonly [RegExp, (locale: Locale, count: number) => string])[] = [
  [/^deadline (\d+)d$/, (locale, count) => wordsIn(locale).plan_page_assumed_deadline({ hours: sayJobHours(locale, count * 24) })],
  [/^sequence (\d+)$/, (locale, count) => wordsIn(locale).plan_page_assumed_sequence({ count })],
  [/^batch (\d+) tokens$/, (locale, count) => wordsIn(locale).plan_page_assumed_batch({ count })],
  [/^measured on (\d+) GPUs$/, (locale, count) => wordsIn(locale).plan_page_assumed_measured({ count })],
];
const assumedWords: Readonly<Record<string, PlainMessageKey>> = {
  'every GPU as fast as the one measured': 'plan_page_assumed_every_gpu',
  "all loss of scaling counted as the network's": 'plan_page_assumed_scaling',
};

/** What was filled in, in the language of the page; as it stands where it has no words. */
export function sayAssumed(locale: Locale, text: string): string {
  const key = assumedWords[text];
  if (key !== undefined) return wordsIn(locale)[key]();
  for (const [form, speak] of assumedForms) {
    const count = form.exec(text)?.[1];
    if (count !== undefined) return speak(locale, Number(count));
  }
  return text;
}

const plain = /^[\w.:,/@%+-]+$/;

/** The question as a command line, its values quoted for a POSIX shell where they need it. */
export function commandOf(query: string): string {
  const quoted = (value: string): string => (plain.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);
  return ['npx clusterfare plan', ...[...new URLSearchParams(query)].map(([key, value]) => `--${key} ${quoted(value)}`)].join(' ');
}
