import type { FieldName, Gate, StorageSystem } from '../catalogue/offer.ts';
import type { DecimalText } from '../units/money.ts';
import { type Currency, compareAmounts } from '../units/money.ts';
import { formatList, formatMoney, formatWithUnit } from '../words/format.ts';
import type { Locale } from '../words/locales.ts';
import { sayGpus, sayHours, sayNodes } from '../words/phrases.ts';
import { say, sayField, type WordKind } from '../words/vocabulary.ts';
import { wordsIn } from '../words/words.ts';
import type { ChangeDocument, PublishedPrice } from './data-documents.ts';

/** Fields that hold words of a closed list, and which list. */
const wordLists = {
  multiNode: 'answer',
  rdma: 'answer',
  gpudirectRdma: 'answer',
  managed: 'answer',
  ncclReady: 'answer',
  prepaid: 'answer',
  nodeLink: 'nodeLink',
  fabric: 'fabric',
  fabricOptions: 'fabric',
  topology: 'topology',
  locality: 'locality',
  orchestration: 'orchestration',
  provisioning: 'provisioning',
  billingUnit: 'billingUnit',
} as const satisfies { readonly [F in FieldName]?: WordKind };

/** Figures, and how each is said with its unit. */
const figures: { readonly [F in FieldName]?: (locale: Locale, value: number) => string } = {
  gpuMemoryGB: (locale, value) => formatWithUnit(locale, value, 'GB'),
  gpusPerNode: sayGpus,
  nvlinkDomainGpus: sayGpus,
  nodeLinkGBytePerS: (locale, value) => formatWithUnit(locale, value, 'GB/s'),
  nodeBandwidthGbitPerS: (locale, value) => formatWithUnit(locale, value, 'Gbit/s'),
  generalNetworkGbitPerS: (locale, value) => formatWithUnit(locale, value, 'Gbit/s'),
  leadTimeDays: (locale, value) => wordsIn(locale).unit_days({ count: value }),
  minTermHours: sayHours,
  minNodes: sayNodes,
  maxNodes: sayNodes,
};

const isWordField = (field: string): field is keyof typeof wordLists => Object.hasOwn(wordLists, field);

function sayValue(locale: Locale, field: string, value: unknown): string {
  if (Array.isArray(value))
    return formatList(
      locale,
      value.map((item) => sayValue(locale, field, item)),
    );
  if (typeof value === 'string') return isWordField(field) ? say(locale, wordLists[field], value as never) : value;
  if (typeof value === 'number') return figures[field as FieldName]?.(locale, value) ?? String(value);
  if (field === 'nics') {
    const { count, gbitPerS } = value as { readonly count: number; readonly gbitPerS: number };
    return `${count} × ${formatWithUnit(locale, gbitPerS, 'Gbit/s')}`;
  }
  if (field === 'gates') return say(locale, 'gate', (value as Gate).kind);
  const { name, throughput } = value as StorageSystem;
  return throughput === null ? name : `${name} (${throughput})`;
}

function sayAmount(locale: Locale, range: { readonly lowest: string; readonly highest: string }, currency: string): string {
  const money = (amount: string): string => formatMoney(locale, { amount: amount as DecimalText, currency: currency as Currency });
  const isOne = compareAmounts(range.lowest as DecimalText, range.highest as DecimalText) === 0;
  return isOne ? money(range.lowest) : `${money(range.lowest)} – ${money(range.highest)}`;
}

function sayPrice(locale: Locale, price: PublishedPrice): string {
  const words = wordsIn(locale);
  const terms = price.termHours === null ? [] : [sayHours(locale, price.termHours)];
  const model = formatList(locale, [say(locale, 'priceModel', price.model), ...terms]);
  // Chinese words stand side by side without spaces.
  const after = [sayAmount(locale, price, price.currency), say(locale, 'pricePer', price.per)].join(locale === 'zh' ? '' : ' ');
  if (price.before === null) return words.changes_price_new({ model, amount: after });
  return words.changes_price_changed({ model, before: sayAmount(locale, price.before, price.currency), after });
}

/** What a change says, as one short sentence in a language, its offer and date left to the reader of the list. */
export function sayChange(locale: Locale, change: Pick<ChangeDocument, 'field' | 'value' | 'detail' | 'price' | 'availability'>): string {
  const words = wordsIn(locale);
  if (change.price !== null) return sayPrice(locale, change.price);
  if (change.availability !== null) {
    const { state, nodes } = change.availability;
    if (state === 'not-seen') return words.changes_not_seen();
    return words.changes_seen({ nodes: nodes === null ? '?' : sayNodes(locale, nodes) });
  }
  const value = change.value === null ? (change.detail ?? words.state_sources_disagree()) : sayValue(locale, change.field, change.value);
  return words.changes_fact({ field: sayField(locale, change.field as FieldName).label, value });
}
