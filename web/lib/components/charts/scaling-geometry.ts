import { scaleLinear, scaleLog } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { type EfficiencyGrade, gradeOfEfficiency } from '$src/forecast/grades.ts';
import { placeLabels } from './label-places.ts';
import type { ChartFabric, ChartUnit, CurvePoint, MarkShape, ScalingCurve } from './scaling-curves.ts';
import { marksFor, nodesOf } from './scaling-curves.ts';
import { breakEvenly, breakLines, linePx, widthOf } from './text-width.ts';

/** The words of a drawing, already in its language. */
export interface DrawingWords {
  readonly quantity: string;
  readonly nodes: string;
  readonly value: (value: number) => string;
  readonly nodeCount: (nodes: number) => string;
  readonly valueWithInterval: (point: CurvePoint) => string;
  readonly grade: (grade: EfficiencyGrade) => string;
}

export interface PlacedText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface DrawnCurve {
  readonly fabric: ChartFabric;
  readonly emphasised: boolean;
  readonly line: string;
  /** One number of nodes alone: `line` is its interval, upright. */
  readonly isLone: boolean;
  readonly band: string;
  readonly mark: MarkShape | null;
  /** Where its points stand; empty for a curve that needs no marks. */
  readonly marks: readonly (readonly [x: number, y: number])[];
  readonly knee: readonly [x: number, y: number] | null;
  /** What stands at the line's end, and the line that leads to it; nothing on a narrow drawing, which has a legend. */
  readonly label: readonly PlacedText[];
  readonly endValue: PlacedText | null;
  readonly leader: string | null;
}

export interface ScalingDrawing {
  readonly width: number;
  readonly height: number;
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly title: PlacedText;
  readonly axisTitle: PlacedText;
  readonly yTicks: readonly PlacedText[];
  readonly xTicks: readonly PlacedText[];
  readonly grades: readonly PlacedText[];
  /** In the order of painting: what is emphasised lies on top. */
  readonly curves: readonly DrawnCurve[];
}

/** One drawing per width, so that text is 11 px on both: the place of a page column, and of a phone of 390 px. */
export const drawingWidths = { wide: 600, narrow: 358 } as const;
export type DrawingSize = keyof typeof drawingWidths;

/** Grades begin at these shares (forecast/grades.ts); below the last, steps that leave room for their figures. */
const percentSteps = [1, 0.95, 0.85, 0.7, 0.5, 0.25, 0];
const gradeEnds = [1, 0.95, 0.85, 0.7];
const top = 26;
const plotHeights = { wide: 250, narrow: 210 } as const;
const axisHeight = 24;
const tickGap = 8;
const labelGap = 12;
const labelsApart = 5;
const widestLabel = 170;

export interface ValueRange {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** What the vertical axis shows: shares from 50% or from the next step below the lowest interval, quantities from zero. */
export function valueRange(curves: readonly ScalingCurve[], unit: ChartUnit): ValueRange {
  const points = curves.flatMap((curve) => curve.points);
  const lowest = Math.min(1, ...points.map((point) => point.low));
  const highest = Math.max(...points.map((point) => point.high), unit === 'percent' ? 1 : 0);
  if (unit === 'plain') {
    const scale = scaleLinear([0, highest === 0 ? 1 : highest], [0, 1]).nice(5);
    const [low = 0, high = 1] = scale.domain();
    return { low, high, ticks: scale.ticks(5) };
  }
  const low = percentSteps.find((step) => step <= 0.5 && step <= lowest) ?? 0;
  // A share above 1 is rare (a cache that fits at last) but not wrong: the axis then ends above 100%.
  const high = highest > 1.005 ? Math.ceil(highest * 20) / 20 : 1;
  return { low, high, ticks: percentSteps.filter((step) => step >= low) };
}

/** Powers of two within the range; every second one, or fewer, where their figures would touch. */
export function nodeTicks(first: number, last: number, pixels: number, nodeCount: (nodes: number) => string): readonly number[] {
  const powers: number[] = [];
  for (let power = 2 ** Math.ceil(Math.log2(first)); power <= last; power *= 2) powers.push(power);
  if (powers.length === 0) return first === last ? [first] : [first, last];
  const widest = Math.max(...powers.map((power) => widthOf(nodeCount(power)))) + 6;
  const apart = powers.length === 1 ? pixels : pixels / Math.max(1, Math.log2(last / first));
  const every = Math.max(1, Math.ceil(widest / apart));
  // Counted from the right end: the largest number of nodes is what one looks for.
  return powers.filter((_, index) => (powers.length - 1 - index) % every === 0);
}

const round = (value: number): number => Math.round(value * 10) / 10;
const byLog = (nodes: number): number => Math.log2(nodes);

/** The value of a curve at any number of nodes within it, straight between its points on the axis of doublings; null outside. */
export function valueAt(points: readonly CurvePoint[], nodes: number): number | null {
  for (let index = 0; index < points.length; index++) {
    const [here, next] = [points[index], points[index + 1]];
    if (here === undefined) break;
    if (here.nodes === nodes) return here.value;
    if (next === undefined || nodes < here.nodes || nodes > next.nodes) continue;
    const share = (byLog(nodes) - byLog(here.nodes)) / (byLog(next.nodes) - byLog(here.nodes));
    return here.value + share * (next.value - here.value);
  }
  return null;
}

function placeGrades(y: (value: number) => number, range: ValueRange, words: DrawingWords, maxPx: number): PlacedText[] {
  return gradeEnds.flatMap((end, index) => {
    const from = gradeEnds[index + 1] ?? range.low;
    const lines = breakLines(words.grade(gradeOfEfficiency((end + from) / 2)), maxPx);
    const first = y((end + from) / 2) + 4 - ((lines.length - 1) * linePx) / 2;
    return lines.map((text, place) => ({ x: 0, y: round(first + place * linePx), text }));
  });
}

interface EndLabel {
  readonly lines: readonly string[];
  readonly value: string;
}

function endLabels(curves: readonly ScalingCurve[], words: DrawingWords): { labels: readonly EndLabel[]; width: number } {
  const texts = curves.map(({ label, points }) => {
    const end = points.at(-1);
    return { label, value: end === undefined ? '' : words.valueWithInterval(end) };
  });
  const width = Math.min(widestLabel, Math.max(0, ...texts.flatMap(({ label, value }) => [widthOf(label) * 1.06, widthOf(value)])));
  return { labels: texts.map(({ label, value }) => ({ lines: breakEvenly(label, width), value })), width: Math.ceil(width) };
}

/** Everything that is drawn, in pixels. */
export function drawScaling(
  given: readonly ScalingCurve[],
  { unit, size, words }: { readonly unit: ChartUnit; readonly size: DrawingSize; readonly words: DrawingWords },
): ScalingDrawing {
  const curves = given.filter(({ points }) => points.length > 0);
  const width = drawingWidths[size];
  const range = valueRange(curves, unit);
  const grades = (['excellent', 'good', 'costly', 'mostly-waste'] as const).map(words.grade);
  // The words of the grades break at spaces, so the longest word is what needs room.
  const gradeWidth = unit === 'percent' ? Math.max(...grades.flatMap((grade) => grade.split(' ')).map(widthOf)) : 0;
  const tickWidth = Math.max(widthOf(words.nodes), ...range.ticks.map((tick) => widthOf(words.value(tick))));
  const isWide = size === 'wide';
  const gradeColumn = gradeWidth === 0 ? 0 : gradeWidth + 10;
  const { labels, width: labelWidth } = endLabels(curves, words);

  const left = tickWidth + tickGap + (isWide ? gradeColumn : 0);
  const right = isWide ? width - labelWidth - labelGap : width - Math.max(gradeColumn, 6);
  const heights = labels.map(({ lines }) => (lines.length + 1) * linePx);
  const needed = heights.reduce((sum, height) => sum + height + labelsApart, 0);
  const bottom = top + (isWide ? Math.max(plotHeights.wide, needed) : plotHeights.narrow);

  const nodes = nodesOf(curves);
  const [first, last] = [nodes[0] ?? 1, nodes.at(-1) ?? 1];
  // One number of nodes alone stands in the middle.
  const x = scaleLog(first === last ? [first / 2, last * 2] : [first, last], [left, right]).base(2);
  const y = scaleLinear([range.low, range.high], [bottom, top]).clamp(true);
  const paths = {
    line: line<CurvePoint>(
      (point) => x(point.nodes),
      (point) => y(point.value),
    )
      .curve(curveMonotoneX)
      .digits(1),
    band: area<CurvePoint>(
      (point) => x(point.nodes),
      (point) => y(point.low),
      (point) => y(point.high),
    )
      .curve(curveMonotoneX)
      .digits(1),
  };
  const ends = curves.map(({ points }) => points.at(-1) ?? { nodes: first, value: 0, low: 0, high: 0 });
  const middles = placeLabels(
    ends.map((end, index) => ({ wanted: y(end.value), height: heights[index] ?? 0 })),
    top - 6,
    bottom + 6,
    labelsApart,
  );
  const marks = marksFor(curves);

  const drawn = curves.map((curve, index): DrawnCurve => {
    const { points } = curve;
    const end = ends[index] ?? { nodes: first, value: 0 };
    const label = labels[index] ?? { lines: [], value: '' };
    const textTop = (middles[index] ?? 0) - (heights[index] ?? 0) / 2 + 10;
    const [endX, endY, middle] = [round(x(end.nodes)), round(y(end.value)), round(middles[index] ?? 0)];
    const at = (place: number): { x: number; y: number } => ({ x: right + labelGap, y: round(textTop + place * linePx) });
    const knee = curve.knee == null ? null : valueAt(points, curve.knee);
    const isLone = points.length === 1;
    const whisker = `M${endX} ${round(y(points[0]?.low ?? 0))}V${round(y(points[0]?.high ?? 0))}`;
    const isFar = Math.abs(middle - endY) > 3 || right - endX > 2;
    return {
      fabric: curve.fabric,
      emphasised: curve.emphasised === true,
      isLone,
      line: isLone ? whisker : (paths.line(points) ?? ''),
      band: isLone ? '' : (paths.band(points) ?? ''),
      mark: isLone ? (marks[index] ?? 'disc') : (marks[index] ?? null),
      marks:
        isLone || (marks[index] ?? null) !== null ? points.map((point) => [round(x(point.nodes)), round(y(point.value))] as const) : [],
      knee: knee === null || curve.knee == null ? null : [round(x(curve.knee)), round(y(knee))],
      label: isWide ? label.lines.map((text, place) => ({ ...at(place), text })) : [],
      endValue: isWide ? { ...at(label.lines.length), text: label.value } : null,
      leader: isWide && isFar ? `M${round(endX + 3)} ${endY}L${right + labelGap - 4} ${middle}` : null,
    };
  });

  const ticks = nodeTicks(first, last, right - left, words.nodeCount);
  const gradeX = isWide ? 1 : right + 8;
  return {
    width,
    height: bottom + axisHeight,
    plot: { left, right, top, bottom },
    title: { x: 0, y: 11, text: words.quantity },
    axisTitle: { x: left - tickGap, y: bottom + 18, text: words.nodes },
    yTicks: range.ticks.map((tick) => ({ x: left - tickGap, y: round(y(tick)), text: words.value(tick) })),
    xTicks: ticks.map((tick) => ({ x: round(x(tick)), y: bottom + 18, text: words.nodeCount(tick) })),
    grades: unit === 'percent' ? placeGrades(y, range, words, gradeWidth).map((text) => ({ ...text, x: gradeX })) : [],
    curves: [...drawn.filter(({ emphasised }) => !emphasised), ...drawn.filter(({ emphasised }) => emphasised)],
  };
}
