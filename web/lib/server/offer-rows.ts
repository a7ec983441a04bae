import { render } from 'svelte/server';
import { sayStates } from '$lib/cells.ts';
import OfferRow from '$lib/components/OfferRow.svelte';
import { type RowOptions, sayOfferRow } from '$lib/offer-row.ts';
import type { OfferDocument } from '$src/answers/documents.ts';
import type { Locale } from '$src/words/locales.ts';

/** Marks that Svelte leaves for a client that takes over a page; none does. */
const hydrationMarks = /<!--.*?-->/g;

const encoder = new TextEncoder();

/** A document stands for an offer on one day as one question sees it, so its row can be drawn once in each language. */
const drawnRows = new WeakMap<OfferDocument, Map<string, Uint8Array>>();

/**
 * Rows of the comparison as HTML, in bytes. Fifty of them take four times as long to draw as everything else of their page, and
 * the same rows stand in the answers to most questions.
 */
export function drawOfferRows(locale: Locale, offers: readonly OfferDocument[], options: RowOptions): readonly Uint8Array[] {
  const name = `${locale} ${options.isChoosable} ${options.isExcerpt}`;
  return offers.map((offer) => {
    const known = drawnRows.get(offer) ?? new Map<string, Uint8Array>();
    drawnRows.set(offer, known);
    const html = known.get(name) ?? drawOfferRow(locale, offer, options);
    known.set(name, html);
    return html;
  });
}

function drawOfferRow(locale: Locale, offer: OfferDocument, options: RowOptions): Uint8Array {
  const { body } = render(OfferRow, { props: { row: sayOfferRow(locale, offer, options), states: sayStates(locale) } });
  return encoder.encode(body.replace(hydrationMarks, ''));
}
