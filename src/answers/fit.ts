import { Fault } from '../faults/fault.ts';
import { type ThroughputPoint, usualKneeShare } from '../forecast/knee.ts';
import { fitScaling, type MeasuredScaling, usualMeasurementError } from '../forecast/measured-scaling.ts';
import type { Day } from '../units/date.ts';
import type { ScalingFitDocument } from './fit-documents.ts';
import { readPoints } from './measured-points.ts';
import { readNodes } from './predict.ts';
import type { CatalogueStore } from './store.ts';

/** What is asked of a curve: numbers of nodes, null for those that show it best, and the share that makes a knee. */
export interface FitQuestion {
  readonly nodes: readonly number[] | null;
  readonly kneeShare: number;
}

/** Reads the words of a question, as an option or a parameter has them. Throws `Fault` `query/…`. */
export function readFitQuestion({ nodes, knee }: { readonly nodes: string | null; readonly knee: string | null }): FitQuestion {
  const kneeShare = knee === null ? usualKneeShare : /^(?:0?\.\d{1,12})$/.test(knee.trim()) ? Number(knee) : 0;
  if (kneeShare === 0) throw new Fault('points/not-a-share', { given: (knee ?? '').slice(0, 60) });
  return { nodes: nodes === null ? null : readNodes(nodes), kneeShare };
}

/** Four significant digits: more than measurements are good for. */
const toFour = (value: number): number => Number(value.toPrecision(4));

/** How far beyond the points a curve is shown where nobody says. */
const shownBeyond = 4;

/** The measured numbers, powers of two to some way beyond them, and the knee. */
function usualNodes({ fit, searchedTo }: MeasuredScaling, measured: readonly number[], knee: number | null): readonly number[] {
  const most = Math.min(searchedTo, Math.max(fit.mostNodes * shownBeyond, knee ?? 0));
  const doublings: number[] = [];
  for (let nodes = 1; nodes <= most; nodes *= 2) doublings.push(nodes);
  return [...measured, ...doublings, ...(knee === null ? [] : [knee])];
}

function assumedOf({ fit }: MeasuredScaling): string[] {
  const assumed: string[] = [];
  if (fit.residualShare === null || fit.residualShare < usualMeasurementError) {
    assumed.push(`error of a measurement ${usualMeasurementError * 100}%`);
  }
  if (fit.name === 'amdahl') assumed.push('kappa 0: two numbers of nodes cannot show it, three can');
  if (fit.fewestNodes > 1) assumed.push(`throughput of one node, from ${fit.fewestNodes} nodes and more`);
  if (fit.superlinear) assumed.push('no loss: nodes bring more together than alone, as where data fits in more caches');
  return assumed;
}

function kneeOfFit(scaling: MeasuredScaling, share: number): ScalingFitDocument['knee'] {
  const nodes = scaling.kneeAt(share);
  const [low, high] = scaling.kneeIntervalAt(share);
  const { searchedTo } = scaling;
  const { sigma, kappa, mostNodes } = scaling.fit;
  const isFree = sigma === 0 && kappa === 0;
  const because = isFree ? 'the points show no loss' : `none up to ${searchedTo} nodes`;
  return {
    nodes,
    interval: [low, high],
    share,
    extrapolated: nodes !== null && nodes > mostNodes,
    searchedTo,
    because: nodes === null ? because : null,
  };
}

/** The curve through points that were read. Throws `Fault` `points/one-node-count` or `points/falls-too-fast` where there is none. */
export function scalingOf(points: readonly ThroughputPoint[]): MeasuredScaling {
  const scaling = fitScaling(points);
  if (scaling === 'one-node-count') throw new Fault('points/one-node-count', { nodes: points[0]?.nodes ?? 0 });
  if (scaling === 'falls-too-fast') throw new Fault('points/falls-too-fast');
  return scaling;
}

/** Fits a scaling curve to measurements in CSV or JSON. Throws `Fault` as `readPoints` and `scalingOf` do. */
export function answerFit(store: CatalogueStore, text: string, question: FitQuestion, today: Day): ScalingFitDocument {
  const points = readPoints(text);
  const scaling = scalingOf(points);
  const { fit } = scaling;
  const knee = kneeOfFit(scaling, question.kneeShare);
  const measured = points.map(({ nodes }) => nodes);
  const shown = [...new Set(question.nodes ?? usualNodes(scaling, measured, knee.nodes))].sort((a, b) => a - b);
  const peak = scaling.peakNodes;
  return {
    dataVersion: store.catalogue.dataVersion,
    asOf: today,
    points: points.map(({ nodes, throughput }) => ({ nodes, throughput, fitted: toFour(scaling.throughputAt(nodes)) })),
    model: {
      name: fit.name,
      x1: toFour(fit.x1),
      sigma: toFour(fit.sigma),
      kappa: toFour(fit.kappa),
      residualShare: fit.residualShare === null ? null : toFour(fit.residualShare),
      errorShare: toFour(fit.errorShare),
    },
    curve: shown.map((nodes) => {
      const [low, high] = scaling.intervalAt(nodes);
      return {
        nodes,
        throughput: toFour(scaling.throughputAt(nodes)),
        interval: [toFour(low), toFour(high)],
        efficiency: toFour(scaling.efficiencyAt(nodes)),
        marginal: toFour(scaling.marginalAt(nodes)),
        marginalShare: toFour(scaling.marginalAt(nodes) / fit.x1),
        extrapolated: nodes < fit.fewestNodes || nodes > fit.mostNodes,
      };
    }),
    knee,
    peak: peak === null || peak > scaling.searchedTo ? null : { nodes: peak, throughput: toFour(scaling.throughputAt(peak)) },
    assumed: assumedOf(scaling),
  };
}
