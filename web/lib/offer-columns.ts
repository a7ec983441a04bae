import type { SortKey } from '$src/catalogue/filters.ts';
import { checkNames } from '$src/catalogue/vocabulary.ts';
import type { Locale } from '$src/words/locales.ts';
import { sayCheck } from '$src/words/vocabulary.ts';
import { wordsIn } from '$src/words/words.ts';

/** A column of the comparison: its head, what the second line of its cells holds, and what a click on it sorts by. */
export interface OfferColumn {
  readonly name: string;
  readonly head: string;
  readonly second: string;
  readonly sort: SortKey | null;
  /** Largest or newest first is what one looks for. */
  readonly isFallingFirst: boolean;
  readonly isNumber: boolean;
  readonly isInExcerpt: boolean;
}

const columnsByLocale = new Map<Locale, readonly OfferColumn[]>();
const labelsByLocale = new Map<Locale, Readonly<Record<string, string>>>();

function listColumns(locale: Locale): readonly OfferColumn[] {
  const words = wordsIn(locale);
  const column = (name: string, head: string, second: string, sort: SortKey | null, about: Partial<OfferColumn> = {}): OfferColumn => ({
    name,
    head,
    second,
    sort,
    isFallingFirst: false,
    isNumber: false,
    isInExcerpt: true,
    ...about,
  });
  return [
    column('offer', words.compare_col_offer(), words.compare_col_offer_second(), 'provider'),
    column('gpu', words.compare_col_gpus(), words.compare_col_gpus_second(), 'gpu'),
    column('fabric', words.compare_col_fabric(), words.compare_col_fabric_second(), 'fabric'),
    column('rate', words.compare_col_bandwidth(), words.compare_col_bandwidth_second(), 'node-gbit', {
      isFallingFirst: true,
      isNumber: true,
    }),
    column('access', words.compare_col_access(), words.compare_col_access_second(), null),
    column('topology', words.compare_col_topology(), words.compare_col_topology_second(), 'topology'),
    column('orchestration', words.compare_col_orchestration(), words.compare_col_orchestration_second(), 'orchestration', {
      isInExcerpt: false,
    }),
    column('terms', words.compare_col_provisioning(), words.compare_col_provisioning_second(), 'obtainable'),
    column('storage', words.compare_col_storage(), words.compare_col_storage_second(), 'storage', { isInExcerpt: false }),
    column('price', words.compare_col_price(), words.compare_col_price_second(), 'price', { isNumber: true }),
  ];
}

function remember<T>(kept: Map<Locale, T>, locale: Locale, make: () => T): T {
  const present = kept.get(locale) ?? make();
  kept.set(locale, present);
  return present;
}

export const offerColumns = (locale: Locale): readonly OfferColumn[] => remember(columnsByLocale, locale, () => listColumns(locale));

/** Units and pairs are said in full; where the second line only qualifies the first, the head is enough. */
function ticketLabel({ name, head, second }: OfferColumn): string {
  if (name === 'gpu' || name === 'rate' || name === 'price') return `${head} ${second}`;
  return name === 'access' || name === 'topology' ? `${head}, ${second}` : head;
}

/** What stands above each value where the table is shown as tickets and its head is out of sight. */
export function columnLabels(locale: Locale): Readonly<Record<string, string>> {
  return remember(labelsByLocale, locale, () => ({
    ...Object.fromEntries(offerColumns(locale).map((column) => [column.name, ticketLabel(column)])),
    checks: checkNames.map((check) => sayCheck(locale, check).letter).join(''),
  }));
}
