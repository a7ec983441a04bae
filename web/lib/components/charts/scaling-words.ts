import type { EfficiencyGrade } from '$src/forecast/grades.ts';
import { gradeOfEfficiency } from '$src/forecast/grades.ts';
import { formatNumber, formatPercent, formatPercentRange, formatRange } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { sayNodes } from '$src/words/phrases.ts';
import { wordsIn } from '$src/words/words.ts';
import { type ChartUnit, type CurvePoint, commonEnd, type ScalingCurve } from './scaling-curves.ts';
import type { DrawingWords } from './scaling-geometry.ts';

const gradeKeys = {
  excellent: 'chart_grade_excellent',
  good: 'chart_grade_good',
  costly: 'chart_grade_costly',
  'mostly-waste': 'chart_grade_mostly_waste',
} as const;

export function sayGrade(locale: Locale, grade: EfficiencyGrade): string {
  return wordsIn(locale)[gradeKeys[grade]]();
}

export function sayValue(locale: Locale, unit: ChartUnit, value: number): string {
  return unit === 'percent' ? formatPercent(locale, value) : formatNumber(locale, threeDigits(value));
}

/** 82–93% in cells and at the ends of lines; a sentence says it in the same signs, which readers know how to speak. */
export function sayInterval(locale: Locale, unit: ChartUnit, { low, high }: Pick<CurvePoint, 'low' | 'high'>): string {
  return unit === 'percent' ? formatPercentRange(locale, low, high) : formatRange(locale, threeDigits(low), threeDigits(high));
}

/** 89% (82–93%): what stands at the end of a line and in the legend. */
export function sayWithInterval(locale: Locale, unit: ChartUnit, point: CurvePoint): string {
  return wordsIn(locale).chart_value_range({ value: sayValue(locale, unit, point.value), range: sayInterval(locale, unit, point) });
}

/** A forecast is not known to more than three digits. */
function threeDigits(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(3));
}

export function drawingWords(locale: Locale, unit: ChartUnit, quantity: string): DrawingWords {
  return {
    quantity,
    nodes: wordsIn(locale).chart_nodes(),
    value: (value) => sayValue(locale, unit, value),
    nodeCount: (nodes) => formatNumber(locale, nodes),
    valueWithInterval: (point) => sayWithInterval(locale, unit, point),
    grade: (grade) => sayGrade(locale, grade),
  };
}

const joinWith = (locale: Locale, items: readonly string[]): string => items.join(locale === 'zh' ? '；' : '; ');

/** What the chart shows, for those who do not see it: the end of each curve, best first, and its grade where it has one. */
export function sayFinding(locale: Locale, curves: readonly ScalingCurve[], unit: ChartUnit, quantity: string): string {
  const words = wordsIn(locale);
  const shown = curves.filter(({ points }) => points.length > 0);
  const common = commonEnd(shown);
  const ends = shown.flatMap(({ label, points }) => {
    const end = points.at(-1);
    return end === undefined ? [] : [{ label, end }];
  });
  ends.sort((a, b) => b.end.value - a.end.value);
  const items = ends.map(({ label, end }) => {
    const range = sayInterval(locale, unit, end);
    const plain = sayValue(locale, unit, end.value);
    const value =
      unit === 'percent' ? words.chart_value_graded({ value: plain, grade: sayGrade(locale, gradeOfEfficiency(end.value)) }) : plain;
    return common === null
      ? words.chart_finding_item_at({ label, value, range, nodes: sayNodes(locale, end.nodes) })
      : words.chart_finding_item({ label, value, range });
  });
  const list = joinWith(locale, items);
  return common === null
    ? words.chart_finding_each({ quantity, list })
    : words.chart_finding({ quantity, list, nodes: sayNodes(locale, common) });
}

export interface TableCell {
  readonly value: string;
  readonly range: string;
}

export interface TableRow {
  readonly nodes: string;
  /** In the order of the curves; null where a curve was not computed for these nodes. */
  readonly cells: readonly (TableCell | null)[];
}

export function tableRows(locale: Locale, curves: readonly ScalingCurve[], unit: ChartUnit, nodes: readonly number[]): readonly TableRow[] {
  return nodes.map((count) => ({
    nodes: formatNumber(locale, count),
    cells: curves.map(({ points }) => {
      const point = points.find((one) => one.nodes === count);
      return point === undefined ? null : { value: sayValue(locale, unit, point.value), range: sayInterval(locale, unit, point) };
    }),
  }));
}
