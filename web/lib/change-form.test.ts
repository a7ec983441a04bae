import { describe, expect, test } from 'vitest';
import { aSmallStore } from '$src/answers/fixtures/a-store.ts';
import { answerOffers } from '$src/answers/offers.ts';
import { aDay } from '$src/catalogue/fixtures/an-offer.ts';
import { buildChangeForm } from './change-form.ts';
import { buildFilterForm } from './filter-form.ts';

const build = (query: string) => {
  const { facets } = answerOffers(aSmallStore(), new URLSearchParams(query), aDay);
  return buildChangeForm(buildFilterForm({ facets, query, locale: 'en', names: { provider: (id) => id, gpu: (id) => id } }), query);
};
const listOf = (query: string, key: string) => build(query).lists.find((list) => list.key === key);

/** What a reader who changes nothing sends: every list, the search and what is carried along. */
function sent(query: string): string {
  const { lists, text, kept } = build(query);
  const pairs = [...kept, ...lists.map(({ key, chosen, none }) => [key, chosen || none] as const), ['q', text] as const];
  return pairs
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('&');
}

describe('the form above the changes', () => {
  test('asks for connected nodes unless told otherwise', () => {
    expect(listOf('', 'multi-node')).toMatchObject({ chosen: 'yes', none: 'any', others: 0 });
    expect(listOf('multi-node=any', 'multi-node')).toMatchObject({ chosen: '', none: 'any', others: 0 });
  });

  test.each([
    ['', 'multi-node=yes'],
    ['multi-node=any&provider=acme', 'multi-node=any&provider=acme'],
    ['multi-node=no&multi-node=unknown', 'multi-node=no&multi-node=unknown'],
    ['provider=acme&provider=beta&q=h', 'multi-node=yes&provider=acme&provider=beta&q=h'],
    ['rdma=yes&min-node-gbit=400&limit=10', 'limit=10&min-node-gbit=400&multi-node=yes&rdma=yes'],
    ['gpu=h100&q=nothing-is-called-so', 'gpu=h100&multi-node=yes&q=nothing-is-called-so'],
    // No offer of acme is left, so the list of providers does not name it.
    ['multi-node=no&provider=acme', 'multi-node=no&provider=acme'],
  ])('sent unchanged, "%s" asks the same', (query, expected) => expect(sent(query)).toBe(expected));

  test('starts again at the first page, in its own order', () => expect(sent('page=1&sort=price')).toBe('multi-node=yes'));
});
