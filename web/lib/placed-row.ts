import type { OfferDocument } from '$src/answers/documents.ts';
import type { PlacedDocument, PlanDocument } from '$src/answers/plan-documents.ts';
import type { DecimalText } from '$src/units/money.ts';
import { formatAmount, formatNumber, formatRange } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { sayGpus } from '$src/words/phrases.ts';
import { sayJobHours } from '$src/words/plan.ts';
import { wordsIn } from '$src/words/words.ts';
import { type CellLine, missing, type TextCell, toLine } from './cells.ts';
import { sayGrade } from './components/charts/scaling-words.ts';
import { sayDate } from './dated.ts';
import { restsOnFabric, sayUnpublished } from './job-words.ts';
import { sayOfferRow } from './offer-row.ts';

/** A column of offers that are seen through a job. */
export interface JobColumn {
  readonly name: string;
  readonly head: string;
  readonly second: string;
  /** What a click on the head sorts by; "" is the order of the objective, null none. */
  readonly sort: string | null;
  readonly isFallingFirst: boolean;
  readonly isNumber: boolean;
}

export function jobColumns(locale: Locale, objective: PlanDocument['job']['objective']): readonly JobColumn[] {
  const words = wordsIn(locale);
  const column = (name: string, head: string, second: string, sort: string | null, about: Partial<JobColumn> = {}): JobColumn => ({
    name,
    head,
    second,
    sort,
    isFallingFirst: false,
    isNumber: false,
    ...about,
  });
  return [
    column('rank', words.onjob_col_rank(), words[`onjob_col_rank_${objective}`](), ''),
    column('offer', words.compare_col_offer(), words.compare_col_offer_second(), null),
    column('gpu', words.compare_col_gpus(), words.compare_col_gpus_second(), null),
    column('fabric', words.compare_col_fabric(), words.onjob_col_fabric_second(), null),
    column('nodes', words.onjob_col_nodes(), words.onjob_col_nodes_second(), null, { isNumber: true }),
    column('efficiency', words.onjob_col_efficiency(), words.onjob_col_efficiency_second(), 'efficiency', { isFallingFirst: true }),
    column('hours', words.onjob_col_hours(), words.onjob_col_hours_second(), 'hours', { isNumber: true }),
    column('sticker', words.onjob_col_sticker(), words.onjob_col_sticker_second(), 'sticker', { isNumber: true }),
    column('fare', words.onjob_col_fare(), words.onjob_col_fare_second(), 'fare', { isNumber: true }),
    column('rests', words.onjob_col_rests(), words.onjob_col_rests_second(), null),
  ];
}

/** A row in words; figures that a component draws are left to it. */
export interface PlacedRowWords {
  readonly placed: PlacedDocument;
  readonly id: string;
  readonly href: string;
  readonly name: string;
  readonly provider: string;
  /** Whether the nodes can be had. */
  readonly obtainable: string;
  readonly choose: string;
  readonly gpu: TextCell;
  readonly fabric: TextCell;
  readonly nodes: string;
  readonly gpus: string;
  readonly grade: string;
  readonly hours: string;
  readonly hoursHelp: string;
  readonly days: string;
  readonly sticker: string;
  readonly priced: CellLine;
  readonly rests: string | null;
  readonly isFabricAssumed: boolean;
}

/** Below two days, tenths of a day say less than hours. */
const hoursInsteadOfDays = 48;

/** Days with one decimal where they are few. */
function sayDays(locale: Locale, [low, high]: readonly [number, number]): string {
  const decimals = high < 24 * 10 ? 1 : 0;
  return formatRange(locale, low / 24, high / 24, decimals);
}

export function sayPlacedRow(locale: Locale, offer: OfferDocument, placed: PlacedDocument): PlacedRowWords {
  const words = wordsIn(locale);
  const row = sayOfferRow(locale, offer, { isChoosable: true, isExcerpt: true });
  const { forecast, interval, fare } = placed;
  const rate = placed.nodeBandwidthGbitPerS;
  const dated = sayDate(locale, fare.priceAsOf, fare.priceStale);
  return {
    placed,
    id: offer.id,
    href: row.href,
    name: row.name,
    provider: row.provider,
    obtainable: words[`compare_cell_obtainable_${placed.obtainable}`](),
    choose: row.choose ?? '',
    gpu: row.gpu,
    fabric: { ...row.fabric, lines: [rate === null ? missing(words.field_node_bandwidth_unit()) : toLine(formatNumber(locale, rate))] },
    nodes: formatNumber(locale, placed.nodes),
    gpus: sayGpus(locale, placed.gpus),
    grade: sayGrade(locale, forecast.grade),
    hours: formatNumber(locale, forecast.hours, forecast.hours < 10 ? 1 : 0),
    hoursHelp: sayJobHours(locale, forecast.hours),
    days:
      interval.hours[1] < hoursInsteadOfDays
        ? `${formatRange(locale, interval.hours[0], interval.hours[1], 1)}\u00a0h`
        : words.onjob_hours_of_days({ range: sayDays(locale, interval.hours) }),
    sticker: formatAmount(locale, fare.stickerPerGpuHour.amount as DecimalText, { atMostDecimals: 2 }),
    priced: toLine(dated.text, { isAged: dated.isAged, help: dated.help }),
    rests: sayUnpublished(locale, placed.unknown),
    isFabricAssumed: restsOnFabric(placed),
  };
}
