import type { CalibrationFile } from '../../hardware/calibration-schema.ts';
import { operations } from '../../network/collective-time.ts';
import { type NetworkConstants, networkConstantNames, networkConstants } from '../../network/constants.ts';
import { busBandwidthOfRanks } from '../../network/expected-bandwidth.ts';
import { type ClusterFacts, linksOf } from '../../network/links.ts';
import { transports } from '../../network/vocabulary.ts';
import { clusterOfRun } from '../cluster-of-run.ts';
import { gpuOfRun } from '../gpu-of-run.ts';
import { intervalClassOf } from '../interval.ts';
import type { PublishedRun } from '../measurements/published-run.ts';
import { publisherOf } from '../measurements/score.ts';
import { type PreparedCollective, prepareRun, type RunTables } from '../prepared-run.ts';
import { fittedOf, weightsByPublisher } from './fits.ts';
import { fitConstants } from './least-squares.ts';

/** A published collective that the model of the network can be held against. */
export interface CollectiveCase {
  readonly prepared: PreparedCollective;
  readonly facts: ClusterFacts;
  readonly busBandwidthGBytePerS: number;
  readonly publisher: string;
  /** Weight beside that of the publisher: less for readings that somebody quoted from memory. */
  readonly trust: number;
}

/** Posts and reports of issues give round figures, often of an ill system, and seldom how they were taken. */
const trustInPosts = 0.5;

export function collectiveCases(runs: readonly PublishedRun[], tables: RunTables): readonly CollectiveCase[] {
  return runs.flatMap((published): CollectiveCase[] => {
    const { run, measured, healthy, quality } = published;
    const { busBandwidthGBytePerS } = measured;
    if (run.kind !== 'collective' || !healthy || quality === 'analytic-or-estimate' || busBandwidthGBytePerS === undefined) return [];
    const prepared = prepareRun(run, tables);
    if (prepared.kind !== 'collective') return [];
    const found = gpuOfRun(run.gpu ?? null, run.intra ?? null, tables.resolveGpu);
    const facts = clusterOfRun(run, 'refused' in found ? null : found.gpu);
    return [
      {
        prepared,
        facts,
        busBandwidthGBytePerS,
        publisher: publisherOf(published.source.title),
        trust: quality === 'blog-or-issue' ? trustInPosts : 1,
      },
    ];
  });
}

const smallBytes = 2 ** 20;
/** Sweeps are one experiment, so a publisher's weight grows slowly; small sizes move few bytes of a job. */
const sweepExponent = -0.5;
const smallWeight = 0.35;
const ordinaryError = 0.12;

/** ln(predicted / measured) of the bus bandwidth. */
export const logBandwidthError = ({ prepared, facts, busBandwidthGBytePerS }: CollectiveCase, constants: NetworkConstants): number =>
  Math.log(
    busBandwidthOfRanks(linksOf(facts, constants).links, prepared.operation, prepared.bytes, prepared.ranks) / busBandwidthGBytePerS,
  );

/**
 * Between two domains only the payload itself crosses, and what runs inside decides as much as the wire: such readings say
 * nothing of a fabric's share of its line rate (nccl-tests issue 290).
 */
const isReducedOverTwoDomains = ({ prepared: { operation, ranks, cluster } }: CollectiveCase): boolean =>
  operation === operations.allReduce && ranks > cluster.links.domainGpus && ranks <= 2 * cluster.links.domainGpus;

const isShareOfLine = (name: string): boolean => transports.some((transport) => name === `${transport}.share`);

/** The constants of `fixed` as they are, all others near their priors so that they explain the cases. */
function fitAround(
  cases: readonly CollectiveCase[],
  file: CalibrationFile,
  fixed: Readonly<Record<string, number>>,
  start: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  // The fit works on logarithms: a constant whose prior is negative keeps it.
  const fitted = fittedOf(file, networkConstantNames).filter(({ name, prior }) => prior > 0 && !Object.hasOwn(fixed, name));
  const priors = Object.fromEntries(networkConstantNames.map((name) => [name, file.constants[name]?.prior ?? 0]));
  const toValues = (point: readonly number[]): Readonly<Record<string, number>> => ({
    ...priors,
    ...fixed,
    ...Object.fromEntries(fitted.map(({ name }, index) => [name, point[index] as number])),
  });
  const weights = weightsByPublisher(cases, sweepExponent).map(
    (weight, index) => weight * 2 * (cases[index]?.trust ?? 1) * ((cases[index]?.prepared.bytes ?? 0) < smallBytes ? smallWeight : 1),
  );
  const { values } = fitConstants({
    constants: fitted,
    residuals: (point) => {
      const constants = networkConstants(toValues(point));
      return Float64Array.from(cases, (one) => logBandwidthError(one, constants));
    },
    weights,
    scale: ordinaryError,
    start: fitted.map(({ name, prior }) => start[name] ?? prior),
  });
  return toValues(values);
}

/**
 * Constants of the network from published collectives: the shares of line rates from those that are bound by the wire, then
 * everything else from all. `start`: where to begin, for the many fits of leaving sources out.
 */
export function fitNetworkConstants(
  cases: readonly CollectiveCase[],
  file: CalibrationFile,
  start: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const bound = fitAround(
    cases.filter((one) => !isReducedOverTwoDomains(one)),
    file,
    {},
    start,
  );
  const shares = Object.fromEntries(Object.entries(bound).filter(([name]) => isShareOfLine(name)));
  return fitAround(cases, file, shares, bound);
}

export const classOfCollective = (one: CollectiveCase): string => intervalClassOf(one.prepared) ?? 'collective assumed';
