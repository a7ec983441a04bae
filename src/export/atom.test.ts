import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerChanges } from '../answers/changes.ts';
import type { ChangeDocument } from '../answers/data-documents.ts';
import { aSmallStore } from '../answers/fixtures/a-store.ts';
import { aDay } from '../catalogue/fixtures/an-offer.ts';
import { escapeXml, type Feed, formatAtom, mostFeedEntries } from './atom.ts';

const { changes } = answerChanges(aSmallStore(), new URLSearchParams('multi-node=any'), aDay);

const write = (about: Partial<Feed> = {}): string =>
  formatAtom({
    title: 'Changes',
    subtitle: 'What changed.',
    query: '',
    dataVersion: '2026-11-30',
    self: 'https://clusterfare.example/offers.atom',
    page: 'https://clusterfare.example/changes',
    rights: 'CC-BY-4.0',
    changes,
    addressOf: (offer) => `https://clusterfare.example/offers/${offer}`,
    ...about,
  });

const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map((found) => found[1] ?? '');

/** Open and closing tags in order, nothing left open and no bare sign between them. */
function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .replace(/<(\/?)([a-z]+)((?: [a-z:]+="[^"<]*")*)(\/?)>/g, (_, closes: string, name: string, _attributes, empty: string) => {
      if (closes === '/') {
        if (open.pop() !== name) open.push('!');
      } else if (empty !== '/') open.push(name);
      return '';
    });
  return open.length === 0 && !rest.includes('<') && !/&(?!(?:amp|lt|gt|quot|#39);)/.test(xml);
}

const anEntry = (about: Partial<ChangeDocument>): ChangeDocument => ({ ...(changes[0] as ChangeDocument), ...about });

describe('Atom feed', () => {
  test('has what RFC 4287 asks of a feed and of each entry', () => {
    const xml = write();
    expect(isWellFormed(xml)).toBe(true);
    const entries = xml.split('<entry>').slice(1);
    expect(entries).toHaveLength(changes.length);
    for (const part of [xml.split('<entry>', 1)[0] ?? '', ...entries]) {
      for (const name of ['id', 'title', 'updated']) expect(elements(part, name)).toHaveLength(1);
      expect(part).toMatch(/<link rel="alternate"/);
    }
    expect(elements(xml, 'name')).toEqual(['Clusterfare']);
    for (const time of elements(xml, 'updated')) expect(time).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
  });

  test('ids are tag URIs of a year that never changes, and no two are the same', () => {
    const ids = elements(write(), 'id');
    for (const id of ids) expect(id).toMatch(/^tag:clusterfare\.github\.io,2026:[\w./?=;&%+-]+$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a feed of other filters is another feed with the same entries', () => {
    const [feedId, ...entryIds] = elements(write({ query: 'fabric=roce' }), 'id');
    expect(feedId).toBe('tag:clusterfare.github.io,2026:changes?fabric=roce');
    expect(entryIds).toEqual(elements(write(), 'id').slice(1));
  });

  test('a month is its first day', () => {
    expect(elements(write({ changes: [anEntry({ date: '2026-09' })] }), 'updated')).toEqual([
      '2026-09-01T00:00:00Z',
      '2026-09-01T00:00:00Z',
    ]);
  });

  test('names the source of an entry, and says where there is none', () => {
    expect(write({ changes: [anEntry({ source: 'https://cloud.example/?a=1&b=2' })] })).toContain(
      '<link rel="via" href="https://cloud.example/?a=1&amp;b=2"/>',
    );
    expect(write({ changes: [anEntry({ source: null })] })).not.toContain('rel="via"');
  });

  test('without entries carries the day of the data', () => {
    expect(elements(write({ changes: [] }), 'updated')).toEqual(['2026-11-30T00:00:00Z']);
  });

  test('holds at most a hundred entries, the first of the list', () => {
    const many = Array.from({ length: 150 }, (_, number) => anEntry({ id: `acme/h100/fact/2026?field=f${number}` }));
    const entryIds = elements(write({ changes: many }), 'id').slice(1);
    expect(entryIds).toHaveLength(mostFeedEntries);
    expect(entryIds[0]).toMatch(/field=f0$/);
  });

  test('whatever a provider writes stays text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const xml = write({ changes: [anEntry({ offerName: text, says: `${text}]]><script>&` })] });
        expect(isWellFormed(xml)).toBe(true);
        expect(xml).not.toMatch(/<script/);
      }),
    );
  });

  test('characters that XML forbids are left out, all others kept', () => {
    expect(escapeXml('a\u0000\u0008\u000b\uFFFE\uD800b\t\n😀中')).toBe('ab\t\n😀中');
  });
});
