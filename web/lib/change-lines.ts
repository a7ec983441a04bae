import { sayChange } from '$src/answers/change-words.ts';
import type { ChangeDocument, PublishedPrice } from '$src/answers/data-documents.ts';
import { formatList } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { say } from '$src/words/vocabulary.ts';
import { wordsIn } from '$src/words/words.ts';
import { type ChangeDay, isAgedPrice } from './change-days.ts';

/** A change in words: the sentence, what qualifies it, and what a reader should be wary of. */
export interface ChangeLine {
  readonly says: string;
  /** In the page's language. */
  readonly terms: string;
  /** In the words of the source, whatever the page's language. */
  readonly quoted: string;
  readonly isSuperseded: boolean;
  readonly isInConflict: boolean;
  /** Why the entry may no longer hold; null where it is recent, or where its day says so. */
  readonly aged: string | null;
}

/** More names than this would hide the price among its regions. */
const mostRegions = 3;

/** GPUs are stored by id; a sentence names them. */
function withGpuNames(change: ChangeDocument, gpuName: (id: string) => string): ChangeDocument {
  if (change.field === 'gpu' && typeof change.value === 'string') return { ...change, value: gpuName(change.value) };
  if (change.field === 'gpuOptions' && Array.isArray(change.value)) return { ...change, value: change.value.map(gpuName) };
  return change;
}

function sayTerms(locale: Locale, price: PublishedPrice, gpuName: (id: string) => string): string {
  const words = wordsIn(locale);
  return [
    price.minGpus === null ? null : words.offer_prices_min_gpus({ count: price.minGpus }),
    price.gpu === null ? null : words.offer_prices_for_gpu({ gpu: gpuName(price.gpu) }),
    price.basis === 'list' ? null : say(locale, 'priceBasis', price.basis),
    price.scope === 'cluster' ? null : say(locale, 'priceScope', price.scope),
    price.regions.length > mostRegions ? words.changes_regions({ count: price.regions.length }) : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function sayQuoted(locale: Locale, { price, availability, value, detail }: ChangeDocument): string {
  if (price !== null) return price.regions.length > mostRegions ? '' : formatList(locale, price.regions);
  if (availability !== null) return availability.region ?? '';
  // Without a value the sentence already says what the source says.
  return value === null ? '' : (detail ?? '');
}

export function sayChangeLine(
  locale: Locale,
  change: ChangeDocument,
  day: Pick<ChangeDay, 'ageDays' | 'isAged'>,
  gpuName: (id: string) => string,
): ChangeLine {
  const words = wordsIn(locale);
  return {
    says: sayChange(locale, withGpuNames(change, gpuName)),
    terms: change.price === null ? '' : sayTerms(locale, change.price, gpuName),
    quoted: sayQuoted(locale, change),
    isSuperseded: change.price?.superseded ?? false,
    isInConflict: change.inConflict,
    aged: !day.isAged && isAgedPrice(change, day.ageDays) ? words.changes_stale_price() : null,
  };
}
