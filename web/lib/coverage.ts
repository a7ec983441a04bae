import type { FieldCount } from '$src/answers/data-documents.ts';
import { unknownOption } from '$src/catalogue/filters.ts';
import type { FieldName } from '$src/catalogue/offer.ts';
import type { PlainMessageKey } from '$src/words/words.ts';
import { factGroups } from './fact-groups.ts';

/** The coverage of one part of an offer, in the order of a renter's questions. */
export interface CoverageGroup {
  readonly title: PlainMessageKey;
  readonly fields: readonly FieldCount[];
}

/**
 * Filters whose "unknown" finds the offers that do not publish a field. A filter that also reads something else is left
 * out, since its list would not be the one counted: `region` also knows regions from prices.
 */
const filterOf: { readonly [F in FieldName]?: string } = {
  multiNode: 'multi-node',
  gpu: 'gpu',
  fabric: 'fabric',
  nodeBandwidthGbitPerS: 'min-node-gbit',
  rdma: 'rdma',
  gpudirectRdma: 'gpudirect',
  topology: 'topology',
  locality: 'locality',
  orchestration: 'orchestration',
  managed: 'managed',
  ncclReady: 'nccl-ready',
  storage: 'storage',
  provisioning: 'provisioning',
  maxNodes: 'nodes',
  minTermHours: 'term',
};

/** Query of the comparison for the offers that do not publish a field; null where no filter asks for it. */
export function queryForSilent(field: string): string | null {
  const key = filterOf[field as FieldName];
  return key === undefined ? null : `${key}=${unknownOption}`;
}

/** Puts counts under the titles that the facts of an offer have. A field without a place of its own stays with the one before it. */
export function groupCoverage(counts: readonly FieldCount[]): readonly CoverageGroup[] {
  const groups = factGroups.map(({ title, fields }) => ({ title, fields, counts: [] as FieldCount[] }));
  let place = groups[0];
  for (const count of counts) {
    place = groups.find(({ fields }) => fields.includes(count.field as FieldName)) ?? place;
    place?.counts.push(count);
  }
  return groups.map(({ title, counts: fields }) => ({ title, fields })).filter(({ fields }) => fields.length > 0);
}

/** How many of the published values rest on a source of the last 365 days; the others are old, undated or without one. */
export function countSound({ stated, stale, undated, unconfirmed }: FieldCount): number {
  return stated - stale - undated - unconfirmed;
}
