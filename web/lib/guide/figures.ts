import { type Catalogue, valueOf } from '$src/catalogue/offer.ts';
import type { SourceDate } from '$src/units/date.ts';

/** What the guide says about the catalogue. Counted, never typed into prose, so that it stays true as facts change. */
export interface GuideFigures {
  readonly offers: number;
  readonly providers: number;
  /** Offers whose provider rents the connected nodes as one unit; all counts below are among these. */
  readonly multiNodeOffers: number;
  readonly providersYes: number;
  /** Offers that publish the bandwidth per node. */
  readonly withBandwidth: number;
  /** Offers that say yes or no to GPUDirect RDMA. */
  readonly gpudirectKnown: number;
  /** Offers that say whether the network is non-blocking or oversubscribed. */
  readonly topologyKnown: number;
  /** Offers that are listed on demand. */
  readonly onDemand: number;
  /** Offers that name a throughput of their shared storage. */
  readonly storageThroughputKnown: number;
  /** Offers with at least one price that no later one replaced. */
  readonly priced: number;
  /** Day of the newest entry. */
  readonly asOf: SourceDate;
}

export function countFigures(catalogue: Pick<Catalogue, 'offers' | 'providers' | 'dataVersion'>): GuideFigures {
  const multiNode = catalogue.offers.filter((offer) => valueOf(offer, 'multiNode') === 'yes');
  const count = (isSaid: (offer: (typeof multiNode)[number]) => boolean): number => multiNode.filter(isSaid).length;
  return {
    offers: catalogue.offers.length,
    providers: catalogue.providers.length,
    multiNodeOffers: multiNode.length,
    providersYes: new Set(multiNode.map((offer) => offer.provider.id)).size,
    withBandwidth: count((offer) => valueOf(offer, 'nodeBandwidthGbitPerS') !== null),
    gpudirectKnown: count((offer) => valueOf(offer, 'gpudirectRdma') !== null),
    topologyKnown: count((offer) => valueOf(offer, 'topology') !== null || valueOf(offer, 'oversubscription') !== null),
    onDemand: count((offer) => valueOf(offer, 'provisioning')?.includes('on-demand') ?? false),
    storageThroughputKnown: count((offer) => valueOf(offer, 'storage')?.some((system) => system.throughput !== null) ?? false),
    priced: count((offer) => offer.prices.some((price) => !price.superseded)),
    asOf: catalogue.dataVersion as SourceDate,
  };
}

/** What a guide is given: the figures, and how a path such as `/offers` is written in its language. */
export interface GuideProps {
  readonly figures: GuideFigures;
  readonly href: (path: string) => string;
}
