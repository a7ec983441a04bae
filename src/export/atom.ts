import type { ChangeDocument } from '../answers/data-documents.ts';
import { firstDayOf, type SourceDate } from '../units/date.ts';

/**
 * Changes as an Atom feed, RFC 4287. Written here rather than by the `feed` package: that one gives titles as HTML in
 * CDATA (a "<" in a product name would become markup), has no `rel="via"` for the source of an entry, lets control
 * characters through that XML 1.0 forbids, and reads the clock where a date is missing.
 */

/** A feed as its readers see it. Addresses are absolute. */
export interface Feed {
  readonly title: string;
  readonly subtitle: string;
  /** Canonical filters, empty for everything: part of the feed's own id. */
  readonly query: string;
  /** Day of the data version: the feed's date where it has no entry. */
  readonly dataVersion: string;
  /** Address of this feed. */
  readonly self: string;
  /** Address of the page that shows the same. */
  readonly page: string;
  readonly rights: string;
  readonly changes: readonly ChangeDocument[];
  /** Address of an offer's page, by its id. */
  readonly addressOf: (offer: string) => string;
}

/** Owner of the ids, RFC 4151: a name and year that the project keeps even when the site moves. Never to be changed. */
const authority = 'clusterfare.github.io,2026';

/** Readers poll often and keep what they have seen: more entries only cost bytes. */
export const mostFeedEntries = 100;

/** Characters that XML 1.0, section 2.2, does not allow even as references, and halves of surrogate pairs. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for XML content or a quoted attribute. */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"']/g, (character) => references[character] ?? character);
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

function emptyElement(name: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}/>`;
}

/** RFC 3339 wants a time; a date known to the month or year counts from its first day, as everywhere. */
const timeOf = (date: string): string => `${firstDayOf(date as SourceDate)}T00:00:00Z`;

function formatEntry(change: ChangeDocument, addressOf: Feed['addressOf']): string {
  const source = change.source === null ? 'No source on file.' : `Source: ${change.source}`;
  return [
    '  <entry>',
    `    ${element('id', `tag:${authority}:${change.id}`)}`,
    `    ${element('title', `${change.providerName} ${change.offerName}: ${change.says}`)}`,
    `    ${element('updated', timeOf(change.date))}`,
    `    ${emptyElement('link', { rel: 'alternate', type: 'text/html', href: addressOf(change.offer) })}`,
    ...(change.source === null ? [] : [`    ${emptyElement('link', { rel: 'via', href: change.source })}`]),
    `    ${emptyElement('category', { term: change.kind })}`,
    `    ${element('summary', `${change.says}. As of ${change.date}. ${source}`)}`,
    '  </entry>',
  ].join('\n');
}

/**
 * The feed as text, newest entries first and at most 100 of them. Entry ids depend on what an entry says, never on
 * its place, so a reader that has seen one does not see it again.
 */
export function formatAtom(feed: Feed): string {
  const changes = feed.changes.slice(0, mostFeedEntries);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  ${element('id', `tag:${authority}:changes${feed.query === '' ? '' : `?${feed.query}`}`)}`,
    `  ${element('title', feed.title)}`,
    `  ${element('subtitle', feed.subtitle)}`,
    `  ${element('updated', timeOf(changes[0]?.date ?? feed.dataVersion))}`,
    `  <author>${element('name', 'Clusterfare')}</author>`,
    `  ${element('rights', feed.rights)}`,
    `  ${emptyElement('link', { rel: 'self', type: 'application/atom+xml', href: feed.self })}`,
    `  ${emptyElement('link', { rel: 'alternate', type: 'text/html', href: feed.page })}`,
    ...changes.map((change) => formatEntry(change, feed.addressOf)),
    '</feed>',
    '',
  ].join('\n');
}
