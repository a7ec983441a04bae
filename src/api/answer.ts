import type { Context } from 'hono';
import type { CatalogueStore } from '../answers/store.ts';
import type { Day } from '../units/date.ts';
import type { Asked, Endpoint } from './endpoints.ts';
import { pageLinks, parametersOf, respondWith } from './http.ts';

/** The day on which questions are answered. */
export type Clock = () => Day;

export interface Source {
  readonly store: CatalogueStore;
  readonly clock: Clock;
}

/** The question of a request; `ending` is what a twin's address carries behind the last part of its path. */
export function askedBy(c: Context, { store, clock }: Source, ending = '', body: string | null = null): Asked {
  const parts = Object.entries(c.req.param() as Record<string, string>).map(([name, value]) => [
    name,
    ending !== '' && value.endsWith(ending) ? value.slice(0, -ending.length) : value,
  ]);
  return { store, today: clock(), parts: Object.fromEntries(parts), parameters: parametersOf(c), body };
}

/** Fills a path such as `/offers/{provider}/{slug}`. */
export const fillPath = (path: string, parts: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));

/** Answers a request with an endpoint's document. `pathOf` says where the same endpoint stands for other parts. */
export function respondWithDocument(c: Context, endpoint: Endpoint, asked: Asked, pathOf: (parts: Asked['parts']) => string): Response {
  const moved = endpoint.movedTo?.(asked) ?? null;
  if (moved !== null) return c.redirect(pathOf(moved) + new URL(c.req.url).search, 308);
  const document = endpoint.answer(asked);
  return respondWith(c, 'application/json; charset=utf-8', JSON.stringify(document), pageLinks(c, document));
}
