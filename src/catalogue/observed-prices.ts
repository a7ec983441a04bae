import type { ObservationFile } from './observation-schema.ts';
import type { Price, Source } from './offer.ts';

/**
 * Regional prices by provider and feed label. A file is one reading of one feed, so its source stands behind every row.
 * The same product, region and model in a later file is the newer price; both stay, as the history that they are.
 */
export function collectObservedPrices(
  files: readonly ObservationFile[],
): (providerId: string, feedNames: readonly string[]) => readonly Price[] {
  const byProduct = new Map<string, Price[]>();
  for (const file of files) {
    const source: Source = {
      url: file.source.url,
      asOf: file.source.asOf,
      kind: file.source.kind,
      title: file.source.title ?? null,
      seenVia: null,
      note: file.source.note ?? null,
    };
    for (const row of file.rows) {
      const key = `${file.provider}\n${row.product.toLowerCase()}`;
      const prices = byProduct.get(key) ?? [];
      prices.push({
        amount: row.amount,
        currency: file.currency,
        per: file.per,
        model: row.model,
        termHours: row.termHours ?? null,
        minGpus: null,
        gpu: null,
        region: row.region,
        basis: 'list',
        scope: 'node',
        asOf: file.source.asOf,
        source,
        superseded: false,
        note: null,
      });
      byProduct.set(key, prices);
    }
  }
  return (providerId, feedNames) => feedNames.flatMap((name) => byProduct.get(`${providerId}\n${name.toLowerCase()}`) ?? []);
}
