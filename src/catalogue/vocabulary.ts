import { fabricKinds, type NodeLinkKind, nodeLinkKinds, type SourceKind, sourceKinds } from '../hardware/vocabulary.ts';

/**
 * The closed lists of words in which offers are described. YAML, URL, CLI, API and messages use the same
 * spelling; GLOSSARY.md says what each means.
 */

/** Three answers, never two: a page's silence is not a "no". */
export const answers = ['yes', 'no', 'unknown'] as const;
export type Answer = (typeof answers)[number];

/** How the nodes of one job are joined. `multiple`: the offer comes with one of several, see `fabricOptions`. */
export const fabrics = [...fabricKinds, 'multiple'] as const;
export type Fabric = (typeof fabrics)[number];

/** Why an offer is not rented as one connected unit. */
export const multiNodeReasons = ['isolated-server', 'self-wired-network', 'single-box-broker', 'no-cluster-network'] as const;
export type MultiNodeReason = (typeof multiNodeReasons)[number];

export const topologies = ['non-blocking', 'oversubscribed'] as const;
export type Topology = (typeof topologies)[number];

/** How close together the nodes of one job are promised to be, nearest first. */
export const localities = ['rack', 'pod', 'fabric', 'zone', 'region'] as const;
export type Locality = (typeof localities)[number];

export const orchestrations = ['slurm', 'kubernetes', 'mpi', 'ray', 'vm', 'bare-metal'] as const;
export type Orchestration = (typeof orchestrations)[number];

export const provisionings = ['on-demand', 'spot', 'reserved', 'capacity-block', 'flex-start', 'calendar', 'waitlist', 'quote'] as const;
export type Provisioning = (typeof provisionings)[number];

/** Parallel file systems first; the last three are not shared file systems that a training job can read in parallel. */
export const storageKinds = [
  'lustre',
  'weka',
  'vast',
  'gpfs',
  'beegfs',
  'ddn',
  'ceph',
  'parallel',
  'nfs',
  'shared',
  'object',
  'block',
  'local',
] as const;
export type StorageKind = (typeof storageKinds)[number];

export const billingUnits = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type BillingUnit = (typeof billingUnits)[number];

/** What stands between an account and the cluster. */
export const gateKinds = ['approval', 'quota', 'spend-cap', 'agreement', 'account-manager', 'deposit', 'residency'] as const;
export type GateKind = (typeof gateKinds)[number];

/** `unconfirmed`: a value on file that no source on file supports. */
export const confidences = [...sourceKinds, 'unconfirmed'] as const;
export type Confidence = (typeof confidences)[number];

export const priceModels = ['on-demand', 'spot', 'reserved', 'capacity-block', 'flex-start', 'marketplace', 'subsidised'] as const;
export type PriceModel = (typeof priceModels)[number];

/** What kind of figure a price is. A market figure never stands for what an offer costs unless asked for. */
export const priceBases = ['list', 'starting', 'average', 'market'] as const;
export type PriceBasis = (typeof priceBases)[number];

/** What the price was published for: the cluster itself, a node that can be clustered, or something else. */
export const priceScopes = ['cluster', 'node', 'single-node', 'marketplace'] as const;
export type PriceScope = (typeof priceScopes)[number];

export const providerKinds = ['cloud', 'marketplace', 'broker', 'research'] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** Whether nodes of an offer were seen free to rent. A listing alone is no proof of capacity. */
export const sightingStates = ['seen', 'not-seen'] as const;
export type SightingState = (typeof sightingStates)[number];

/** The six checks, always in this order. */
export const checkNames = ['network', 'topology', 'orchestration', 'provisioning', 'billing', 'storage'] as const;
export type CheckName = (typeof checkNames)[number];

/** Words that offers share with hardware: links inside a node, and who says so. */
export { type NodeLinkKind as NodeLink, nodeLinkKinds as nodeLinks, type SourceKind, sourceKinds };
