import type { FabricKind } from '../hardware/vocabulary.ts';

/** Transports that move bytes between nodes at different speeds for the same line rate. */
export const transports = [
  'infiniband',
  'roce',
  'efa',
  'efa-v1',
  'gpudirect-tcpxo',
  'gpudirect-tcpx',
  'erdma',
  'slingshot',
  'omni-path',
  'tcp',
] as const;
export type Transport = (typeof transports)[number];

/** In the words of offers. `other` says nothing of the transport; `ethernet` alone promises no more than TCP. */
const transportOfFabric: Readonly<Record<FabricKind, Transport | null>> = {
  infiniband: 'infiniband',
  roce: 'roce',
  efa: 'efa',
  'gpudirect-tcpx': 'gpudirect-tcpx',
  'gpudirect-tcpxo': 'gpudirect-tcpxo',
  erdma: 'erdma',
  ethernet: 'tcp',
  other: null,
};

export const transportOf = (fabric: FabricKind): Transport | null => transportOfFabric[fabric];

const words: readonly (readonly [RegExp, Transport])[] = [
  [/infiniband|\bib\b|quantum|\bndr|\bhdr|\bedr|\bxdr/i, 'infiniband'],
  [/tcpxo|fastrak/i, 'gpudirect-tcpxo'],
  [/tcpx/i, 'gpudirect-tcpx'],
  [/\broce|spectrum-?x|rdma/i, 'roce'],
  [/\befa[ -]?v1\b/i, 'efa-v1'],
  [/\befa|\bsrd\b/i, 'efa'],
  [/erdma/i, 'erdma'],
  [/slingshot|cassini/i, 'slingshot'],
  [/omni-?path|\bopa\b/i, 'omni-path'],
  [/tcp|ethernet|gbe\b|socket|thunderbolt|\bena\b|gvnic/i, 'tcp'],
];

/**
 * Reads the words of publishers and users: "rdma (type not stated)" is taken for RoCE, plain Ethernet of 400 Gbit/s per
 * node and more for RoCE too, since nobody built such nodes for TCP. Null where the words say no transport.
 */
export function transportOfText(text: string, nodeGbitPerS: number | null): Transport | null {
  const found = /erdma/i.test(text) ? 'erdma' : (words.find(([pattern]) => pattern.test(text))?.[1] ?? null);
  return found === 'tcp' && /ethernet/i.test(text) && (nodeGbitPerS === null || nodeGbitPerS >= 400) ? 'roce' : found;
}
