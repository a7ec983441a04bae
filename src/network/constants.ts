import { type Transport, transports } from './vocabulary.ts';

/** What is known of one transport beside its line rate. */
export interface TransportConstants {
  /** Share of the line rate that large collectives reach. */
  readonly share: number;
  /** Time of one step from node to node for a small message inside a collective, microseconds. */
  readonly hopUs: number;
  /** Coefficient of the middle term: how far overlap of start-up and transfer is from none (0). */
  readonly middle: number;
}

/**
 * Constants of the collective model, in `data/calibration/network.yaml`. Each holds for all clusters of its kind; none
 * belongs to a source.
 */
export interface NetworkConstants {
  /** Ring bus bandwidth inside an NVLink, xGMI or PCIe domain over one direction of the link, where no measurement is on file. */
  readonly ringShare: number;
  /** Algorithm bandwidth of an all-reduce in the switch (NVLS) over one direction of the link, where none is on file. */
  readonly switchShare: number;
  /** Algorithm bandwidth of the in-node part of a tree over the ring's bus bandwidth. */
  readonly treeShare: number;
  /** PCIe through host memory, no peer access: share of one direction of the slot. */
  readonly hostPathShare: number;
  /** Start-up of a collective and one step inside the domain, microseconds. */
  readonly startUs: number;
  readonly insideStepUs: number;
  /** Coefficient of the middle term inside the domain. */
  readonly insideMiddle: number;
  /** Share of bandwidth left when the network card cannot reach GPU memory and data passes through the host. */
  readonly stagedShare: number;
  /** Part of a ring's traffic that meets an oversubscribed tier when ranks follow the topology. */
  readonly ringCrossingShare: number;
  readonly transports: Readonly<Record<Transport, TransportConstants>>;
}

const scalars = [
  'ringShare',
  'switchShare',
  'treeShare',
  'hostPathShare',
  'startUs',
  'insideStepUs',
  'insideMiddle',
  'stagedShare',
  'ringCrossingShare',
] as const;

/** Names under which the constants stand in the file: `ringShare`, `infiniband.hopUs`. */
export const networkConstantNames: readonly string[] = [
  ...scalars,
  ...transports.flatMap((transport) => ['share', 'hopUs', 'middle'].map((field) => `${transport}.${field}`)),
];

/** Puts the flat names of the file together. Throws `RangeError` where one is missing. */
export function networkConstants(values: Readonly<Record<string, number>>): NetworkConstants {
  const read = (name: string): number => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`constant "${name}" is missing`);
    return value;
  };
  const carried = Object.fromEntries(
    transports.map((transport) => [
      transport,
      { share: read(`${transport}.share`), hopUs: read(`${transport}.hopUs`), middle: read(`${transport}.middle`) },
    ]),
  ) as Record<Transport, TransportConstants>;
  return {
    ...(Object.fromEntries(scalars.map((name) => [name, read(name)])) as Record<(typeof scalars)[number], number>),
    transports: carried,
  };
}
