import type { PlacedDocument, PlanDocument } from '../answers/plan-documents.ts';
import type { Currency, DecimalText } from '../units/money.ts';
import { formatCompactMoney, formatCompactRange, formatNumber, formatPercent, formatPercentRange } from '../words/format.ts';
import type { Locale } from '../words/locales.ts';
import { sayNodes } from '../words/phrases.ts';
import { sayJobHours, sayPlan } from '../words/plan.ts';
import { say } from '../words/vocabulary.ts';
import { wordsIn } from '../words/words.ts';

/** Signs that would end a cell, a line or the text itself: what providers and users write stays what it is. */
const plain = (text: string): string => text.replaceAll(/[\\|`*_[\]<>#]/g, (sign) => `\\${sign}`).replaceAll(/\s+/g, ' ');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table whose first `left` columns hold words and whose others hold figures. */
const table = (heads: readonly string[], left: number, rows: readonly (readonly string[])[]): string[] => [
  row(heads),
  row(heads.map((_, index) => (index < left ? '---' : '--:'))),
  ...rows.map(row),
  '',
];

const nameOf = ({ providerName, name }: Pick<PlacedDocument, 'providerName' | 'name'>): string => plain(`${providerName} ${name}`);

function rankedRow(locale: Locale, placed: PlacedDocument): readonly string[] {
  const { fare, forecast, interval } = placed;
  const total = formatCompactMoney(locale, { amount: fare.total.amount as DecimalText, currency: fare.total.currency as Currency });
  const [low, high] = interval.total;
  const [lowShare, highShare] = interval.networkEfficiency;
  return [
    formatNumber(locale, placed.rank),
    nameOf(placed),
    `${sayNodes(locale, placed.nodes)}, ${placed.gpusPerNode} × ${placed.gpuName}`,
    say(locale, 'obtainable', placed.obtainable),
    `${formatPercent(locale, forecast.networkEfficiency)} (${formatPercentRange(locale, lowShare, highShare)})`,
    sayJobHours(locale, forecast.hours),
    `${fare.stickerPerGpuHour.currency} ${fare.stickerPerGpuHour.amount}`,
    `${total} (${formatCompactRange(locale, low as DecimalText, high as DecimalText)})`,
    formatNumber(locale, placed.stickerRank),
  ];
}

/** The answer to `plan` as a report in Markdown that can be sent on: verdict, offers, what they rest on, and what is left out. */
export function planToMarkdown(plan: PlanDocument, locale: Locale): string {
  const words = wordsIn(locale);
  const { job, ranked, rejected } = plan;
  const title =
    job.kind === 'training'
      ? [job.model ?? '', job.method ?? '', `${formatNumber(locale, job.tokens ?? 0)} tokens`, (job.precision ?? '').toUpperCase()]
      : [job.kind, ...Object.entries(job.figures).map(([key, value]) => `${key} ${value}`)];
  const reasons = new Map<string, string[]>();
  for (const one of rejected) {
    const because = sayPlan(locale, one.becauseSaid);
    reasons.set(because, [...(reasons.get(because) ?? []), nameOf(one)]);
  }
  const lines = [
    `# ${plain(title.filter((part) => part !== '').join(', '))}`,
    '',
    `${sayJobHours(locale, job.deadlineHours)} · ${plan.asOf}`,
    '',
    `**${plain(sayPlan(locale, plan.needsMultiNode.becauseSaid))}**`,
    '',
  ];
  if (ranked.length > 0) {
    const heads = [
      '#',
      words.plan_page_col_offer(),
      words.chart_nodes(),
      words.plan_page_row_obtainable(),
      words.plan_page_quantity(),
      words.plan_page_col_hours(),
      words.onjob_col_sticker(),
      `${words.plan_page_col_fare()} (${words.chart_interval()})`,
      words.plan_report_sticker_rank(),
    ];
    lines.push(
      `## ${words.plan_page_ranked()}`,
      '',
      ...table(
        heads,
        4,
        ranked.map((placed) => rankedRow(locale, placed)),
      ),
    );
  } else lines.push(words.plan_page_none(), '', words.plan_page_none_text(), '');
  if (rejected.length > 0) {
    lines.push(`## ${words.plan_page_rejected({ count: rejected.length })}`, '');
    for (const [because, offers] of reasons) lines.push(`- ${plain(because)}: ${offers.join(', ')}`);
    lines.push('');
  }
  if (plan.assumed.length > 0) lines.push(`## ${words.plan_page_assumed()}`, '', ...plan.assumed.map((text) => `- ${plain(text)}`), '');
  return `${lines.join('\n').trimEnd()}\n`;
}
