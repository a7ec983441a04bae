import type { OfferDocument } from '$src/answers/documents.ts';
import type { FieldName } from '$src/catalogue/offer.ts';
import type { PlainMessageKey } from '$src/words/words.ts';

/** The facts of an offer in the order of a renter's questions. */
export interface FactGroup {
  readonly title: PlainMessageKey;
  readonly fields: readonly FieldName[];
}

export const factGroups: readonly FactGroup[] = [
  {
    title: 'offer_group_rented',
    fields: [
      'multiNode',
      'gpu',
      'gpuOptions',
      'gpuMemoryGB',
      'gpusPerNode',
      'nodeLink',
      'nodeLinkGBytePerS',
      'nvlinkDomainGpus',
      'unitOfSale',
      'minNodes',
      'maxNodes',
      'regions',
    ],
  },
  {
    title: 'offer_group_network',
    fields: [
      'fabric',
      'fabricOptions',
      'fabricGeneration',
      'nodeBandwidthGbitPerS',
      'nics',
      'rdma',
      'gpudirectRdma',
      'topology',
      'oversubscription',
      'locality',
      'generalNetworkGbitPerS',
    ],
  },
  { title: 'offer_group_running', fields: ['orchestration', 'managed', 'ncclReady', 'storage'] },
  { title: 'offer_group_terms', fields: ['provisioning', 'leadTimeDays', 'minTermHours', 'prepaid', 'billingUnit', 'egress', 'gates'] },
  { title: 'offer_group_safeguards', fields: ['sla', 'replacement', 'spares', 'dataLocation', 'certificates'] },
];

/** Facts that are shown only where something is on file: they refine another one, and their absence says nothing by itself. */
const refinements = new Set<FieldName>([
  'gpuOptions',
  'gpuMemoryGB',
  'nodeLinkGBytePerS',
  'fabricOptions',
  'nics',
  'generalNetworkGbitPerS',
  'leadTimeDays',
  'spares',
]);

/** True where a row for the field has something to say about the offer, be it "not published". */
export function isShown(offer: OfferDocument, field: FieldName): boolean {
  if (field === 'gpu' && offer.facts['gpuOptions'] !== undefined) return false;
  return offer.facts[field] !== undefined || !refinements.has(field);
}

/** Names under which a comparison reports a difference in the field. */
export function differenceNames(field: FieldName): readonly string[] {
  switch (field) {
    case 'gpu':
    case 'gpuOptions':
      return ['gpu', 'gpus', 'gpuMemoryGB'];
    case 'multiNode':
      return ['multiNode', 'multiNodeReason'];
    case 'nodeBandwidthGbitPerS':
      return ['nodeBandwidthGbitPerS', 'gpuBandwidthGbitPerS', 'nodeBandwidthIsUpTo'];
    case 'maxNodes':
      return ['maxNodes', 'maxNodesScope'];
    default:
      return [field];
  }
}
