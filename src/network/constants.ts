import { type Transport, transports } from './vocabulary.ts';

/** Boards whose GPUs are joined alike, as far as the share of the link that collectives reach goes. */
export const boards = ['ampere', 'hopper', 'blackwell', 'cubeMesh', 'fullMesh', 'bridge'] as const;
export type Board = (typeof boards)[number];

/** Boards that reduce in their switch (NVLS): third generation of NVSwitch and later; `rack`: domains that span nodes. */
export const switchBoards = ['hopper', 'blackwell', 'rack'] as const;
export type SwitchBoard = (typeof switchBoards)[number];

/** What is known of one transport beside its line rate. */
export interface TransportConstants {
  /** Share of the line rate that large collectives reach. */
  readonly share: number;
  /** Time of one step from node to node for a small message inside a collective, microseconds. */
  readonly hopUs: number;
  /** Coefficient of the middle term of `collectiveTimeS`. */
  readonly middle: number;
  /** Share of the line rate left on a fabric that others fill: what a what-if about congestion takes unless it is told. */
  readonly congestedShare: number;
}

const transportFields = ['share', 'hopUs', 'middle', 'congestedShare'] as const;

const scalars = [
  'treeShare',
  'pcieShare',
  'hostPathShare',
  'startUs',
  'insideStepUs',
  'switchStepUs',
  'messageUs',
  'insideMiddle',
  'reach',
  'domainExitGpus',
  'tcpMostGBytePerS',
  'stagedShare',
  'allToAllShare',
  'ringCrossingShare',
  'sharpGain',
] as const;

/**
 * Constants of the collective model; meaning, unit and reason of each stand in `data/calibration/network.yaml`. Each holds
 * for all clusters of its kind; none belongs to a source.
 */
export interface NetworkConstants extends Readonly<Record<(typeof scalars)[number], number>> {
  /** Ring bus bandwidth inside a domain over one direction of the link. */
  readonly ringShare: Readonly<Record<Board, number>>;
  /** Algorithm bandwidth of an all-reduce in the switch over one direction of the link. */
  readonly switchShare: Readonly<Record<SwitchBoard, number>>;
  readonly transports: Readonly<Record<Transport, TransportConstants>>;
}

/** Names under which the constants stand in the file: `startUs`, `ringShare.hopper`, `infiniband.hopUs`. */
export const networkConstantNames: readonly string[] = [
  ...scalars,
  ...boards.map((board) => `ringShare.${board}`),
  ...switchBoards.map((board) => `switchShare.${board}`),
  ...transports.flatMap((transport) => transportFields.map((field) => `${transport}.${field}`)),
];

/** Puts the flat names of the file together. Throws `RangeError` where one is missing. */
export function networkConstants(values: Readonly<Record<string, number>>): NetworkConstants {
  const read = (name: string): number => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`constant "${name}" is missing`);
    return value;
  };
  const group = <K extends string>(names: readonly K[], prefix: string): Record<K, number> =>
    Object.fromEntries(names.map((name) => [name, read(`${prefix}${name}`)])) as Record<K, number>;
  const carried = Object.fromEntries(transports.map((transport) => [transport, group(transportFields, `${transport}.`)])) as Record<
    Transport,
    TransportConstants
  >;
  return {
    ...group(scalars, ''),
    ringShare: group(boards, 'ringShare.'),
    switchShare: group(switchBoards, 'switchShare.'),
    transports: carried,
  };
}
