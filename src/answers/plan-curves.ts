import type { Offer } from '../catalogue/offer.ts';
import { kneeOf } from '../forecast/knee.ts';
import type { ForecastTables } from '../forecast/predict-run.ts';
import type { Gpu } from '../hardware/gpu-table.ts';
import { linksOf } from '../network/links.ts';
import { type HardwareClass, hardwareClassOf } from '../plan/hardware-class.ts';
import type { JobModel, PlacedJob } from '../plan/job-model.ts';
import { isRejection, type RankedOffer, type Rejection } from '../plan/rank-offers.ts';
import { efficiencyInterval } from './placed-offer.ts';
import type { PlanCurve } from './plan-documents.ts';
import { readWhatIf } from './predict.ts';

const toFour = (value: number): number => Number(value.toPrecision(4));
const toShare = (value: number): number => Number(value.toFixed(4));
const mostCurves = 4;

/** Powers of two, twice as far as the plan takes: numbers like 31 split few models well, and would show as dents. */
function nodesOf(chosen: number, most: number): readonly number[] {
  const reach = Math.min(most, Math.max(64, 2 * chosen));
  return Array.from({ length: 11 }, (_, exponent) => 2 ** exponent).filter((nodes) => nodes <= reach);
}

interface Subject {
  readonly offer: string | null;
  readonly label: string;
  readonly hardware: HardwareClass;
}

function curveOf<P extends PlacedJob>(
  subject: Subject,
  chosen: number,
  model: JobModel<P>,
  most: number,
  tables: ForecastTables,
): PlanCurve | null {
  const { hardware } = subject;
  const onHardware = model.on(hardware);
  const plans = nodesOf(chosen, most).flatMap((nodes) => onHardware.fastestOn(nodes) ?? []);
  const [first] = plans;
  if (first === undefined) return null;
  const work = first.runTimeS * first.nodes;
  const { transport, nodeGbitPerS } = linksOf({ ...hardware.facts, nodes: 2 }, tables.network);
  return {
    offer: subject.offer,
    label: subject.label,
    fabric: transport,
    nodeGbitPerS,
    points: plans.map((plan) => {
      const { runTimeFactors, networkEfficiency, worstNetworkEfficiency } = onHardware.outlookOf(plan);
      const hours = plan.runTimeS / 3600;
      return {
        nodes: plan.nodes,
        hours: toFour(hours),
        hoursInterval: [toFour(hours * runTimeFactors[0]), toFour(hours * runTimeFactors[1])],
        networkEfficiency: toShare(networkEfficiency),
        networkEfficiencyInterval: efficiencyInterval(networkEfficiency, worstNetworkEfficiency),
        efficiency: toShare(work / (plan.runTimeS * plan.nodes)),
      };
    }),
    knee: kneeOf(plans.map(({ nodes, runTimeS }) => ({ nodes, throughput: 1 / runTimeS }))),
  };
}

/** An offer whose curve is drawn: its name, and the hardware that it stands for. */
export interface CurveOffer {
  readonly offer: Offer;
  readonly hardware: HardwareClass;
}

/** The best offer of each fabric among the ranked. */
export function bestOfEachFabric(ranked: readonly CurveOffer[]): readonly CurveOffer[] {
  const byFabric = new Map<string, CurveOffer>();
  for (const one of ranked) {
    const fabric = one.hardware.facts.transport ?? 'unknown';
    if (!byFabric.has(fabric)) byFabric.set(fabric, one);
  }
  return [...byFabric.values()].slice(0, mostCurves);
}

/** Each of the offers in the order given, those without a price among them; left out where no forecast is possible. */
export function eachOffer(
  placed: readonly { readonly offer: Offer; readonly outcome: RankedOffer | Rejection }[],
  gpuById: ReadonlyMap<string, Gpu>,
): readonly CurveOffer[] {
  return placed.flatMap(({ offer, outcome }) => {
    const hardware = isRejection(outcome) ? hardwareClassOf(offer, gpuById, null) : outcome.hardware;
    return typeof hardware === 'string' ? [] : [{ offer, hardware }];
  });
}

interface CurveQuestion {
  /** Nodes that the plan at hand takes; curves reach twice as far. */
  readonly chosen: number;
  readonly mostNodes: number;
  /** The fabric asked about; null: plain Ethernet. `none`: the network plays no part, one curve is all there is to see. */
  readonly whatIf: string | 'none' | null;
}

/**
 * How the job scales on each of the offers, every number of nodes with its own best plan, and on the nodes of the first of them
 * over the fabric asked about. Without a question that is plain Ethernet, half of it taken by others.
 */
export function curvesOf<P extends PlacedJob>(
  offers: readonly CurveOffer[],
  { chosen, mostNodes, whatIf }: CurveQuestion,
  model: JobModel<P>,
  tables: ForecastTables,
): PlanCurve[] {
  const [first] = offers;
  if (first === undefined) return [];
  const subjectOf = ({ offer, hardware }: CurveOffer): Subject => ({
    offer: offer.id,
    label: `${offer.provider.name} ${offer.name}`,
    hardware,
  });
  if (whatIf === 'none') return [curveOf(subjectOf(first), chosen, model, mostNodes, tables)].filter((curve) => curve !== null);
  const change = readWhatIf(whatIf ?? 'tcp:100:0.5');
  const facts = { ...first.hardware.facts, ...change };
  const asked: HardwareClass = {
    ...first.hardware,
    key: `${first.hardware.key}|what-if`,
    facts,
    worstFacts: facts,
    unknown: [],
  };
  const { transport, nodeGbitPerS } = linksOf({ ...facts, nodes: 2 }, tables.network);
  const share = change.congestionShare === null || change.congestionShare === undefined ? '' : `, ${100 * change.congestionShare}%`;
  return [
    ...offers.map(subjectOf),
    { offer: null, label: `${first.hardware.gpu.shortName}, ${transport} ${nodeGbitPerS} Gbit/s${share}`, hardware: asked },
  ].flatMap((subject) => curveOf(subject, chosen, model, mostNodes, tables) ?? []);
}
