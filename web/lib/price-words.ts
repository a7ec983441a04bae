import type { OfferDocument } from '$src/answers/documents.ts';
import type { DecimalText } from '$src/units/money.ts';
import { currencyName, formatAmount } from '$src/words/format.ts';
import type { Locale } from '$src/words/locales.ts';
import { sayHours } from '$src/words/phrases.ts';
import { explain, say } from '$src/words/vocabulary.ts';
import { wordsIn } from '$src/words/words.ts';
import { type CellLine, openDispute, quoted, toLine } from './cells.ts';
import { sayDate } from './dated.ts';

/** The current price of an offer as a cell: the amount, or why there is none, and under it for what and from when. */
export interface PriceWords {
  readonly amount: string | null;
  /** Where there is no amount: by quote, on its site, not published. */
  readonly status: string;
  readonly statusHelp: string | null;
  readonly dispute: string | null;
  readonly lines: readonly CellLine[];
  /** Where the price's source stands. */
  readonly href: string;
}

type Priced = Pick<OfferDocument, 'price' | 'priceStatus' | 'priceConflicts'>;
/** The currency that columns are headed with; another is named in the cell. */
const columnCurrency = 'USD';

function sayDateOf(locale: Locale, price: NonNullable<Priced['price']>): CellLine {
  const words = wordsIn(locale);
  if (price.source === null) return toLine(words.state_no_source(), { isAged: true, help: words.state_no_source_help() });
  return toLine('', sayDate(locale, price.asOf, price.stale, price.ageDays));
}

export function sayPrice(locale: Locale, { price, priceStatus, priceConflicts }: Priced, href: string): PriceWords {
  if (price === null) {
    return {
      amount: null,
      status: say(locale, 'priceStatus', priceStatus),
      statusHelp: explain(locale, 'priceStatus', priceStatus),
      dispute: null,
      lines: [],
      href,
    };
  }
  const terms = [
    say(locale, 'priceModel', price.model),
    ...(price.termHours === null ? [] : [sayHours(locale, price.termHours)]),
    ...(price.basis === 'list' ? [] : [say(locale, 'priceBasis', price.basis)]),
  ];
  return {
    amount: formatAmount(locale, price.amount as DecimalText, { atMostDecimals: 2 }),
    status: '',
    statusHelp: null,
    dispute: openDispute(priceConflicts),
    lines: [
      ...(price.currency === columnCurrency ? [] : [toLine(currencyName(locale, price.currency))]),
      toLine(terms.join(', ')),
      ...(price.region === null ? [] : [quoted(locale, price.region)]),
      sayDateOf(locale, price),
    ],
    href,
  };
}
