/** A bar in a cell is drawn 100 wide and stretched to its column, so that all bars of a column share one scale. */
export interface IntervalBarShape {
  /** Ends of the bar, 0 to 100. */
  readonly from: number;
  readonly to: number;
  readonly tick: number;
  /** The interval goes on beyond the scale: that end is drawn pointed. */
  readonly isCutLow: boolean;
  readonly isCutHigh: boolean;
}

/** The least width that can be seen in a column of some hundred pixels. */
const leastWidth = 1.5;
const round = (value: number): number => Math.round(value * 10) / 10;

export function intervalBar(
  { value, low, high }: { readonly value: number; readonly low: number; readonly high: number },
  [scaleLow, scaleHigh]: readonly [number, number],
): IntervalBarShape {
  const place = (at: number): number => Math.max(0, Math.min(100, ((at - scaleLow) / (scaleHigh - scaleLow)) * 100));
  const [from, to] = [place(low), place(high)];
  const lacking = Math.max(0, leastWidth - (to - from)) / 2;
  const start = Math.max(0, Math.min(100 - leastWidth, from - lacking));
  return {
    from: round(start),
    to: round(Math.min(100, Math.max(to + lacking, start + leastWidth))),
    tick: round(place(value)),
    isCutLow: low < scaleLow,
    isCutHigh: high > scaleHigh,
  };
}

/** The bar as a path of height 6 about y 7; a cut end is a point, as long as the bar leaves room for it. */
export function intervalPath({ from, to, isCutLow, isCutHigh }: IntervalBarShape): string {
  const tip = Math.min(3, (to - from) / 2);
  const left = isCutLow ? `M${round(from + tip)} 4L${from} 7L${round(from + tip)} 10` : `M${from} 4V10`;
  const right = isCutHigh ? `H${round(to - tip)}L${to} 7L${round(to - tip)} 4` : `H${to}V4`;
  return `${left}${right}z`;
}
