import type { IntervalWidths } from '../hardware/calibration-schema.ts';
import { type BandwidthClass, bandwidthClassOf } from '../network/expected-bandwidth.ts';
import type { PreparedRun, PreparedTraining } from './prepared-run.ts';

/**
 * Kinds of forecast that err alike. Their 80% intervals come from runs of sources that were left out of the fit, so a
 * class with much left open is wide without further ado.
 */
export type IntervalClass = 'images' | 'experts' | 'sharded' | 'plan stated' | 'plan assumed' | BandwidthClass | 'memory';

function classOfTraining({ work, layout, assumed }: PreparedTraining): IntervalClass {
  if (work.expertParameters > 0) return 'experts';
  if (layout.stack === 'fsdp') return 'sharded';
  return assumed.some((word) => /^(tensor|micro-batch)/.test(word)) ? 'plan assumed' : 'plan stated';
}

/** The class of a prepared run; null for one that is refused. */
export function intervalClassOf(run: PreparedRun): IntervalClass | null {
  if (run.kind === 'refused') return null;
  if (run.kind === 'images') return 'images';
  return run.kind === 'collective'
    ? bandwidthClassOf({ links: run.cluster.links, assumed: run.assumed }, run.bytes, run.ranks)
    : classOfTraining(run);
}

/** Widths in ln(predicted / measured) where no run of a class was ever left out: half as much again or a third less. */
const unknownWidth = { low: -0.4, high: 0.4 };

/** Ends of the 80% interval around a forecast quantity that grows with time; `inverse`: one that falls with it, such as a rate. */
export function intervalAround(value: number, of: IntervalClass, widths: IntervalWidths, inverse = false): readonly [number, number] {
  const { low, high } = widths[of] ?? unknownWidth;
  // The width is of ln(predicted / measured): a forecast that tends to be slow by `high` means a measured time below it.
  return inverse ? [value * Math.exp(low), value * Math.exp(high)] : [value * Math.exp(-high), value * Math.exp(-low)];
}
