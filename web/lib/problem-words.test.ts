import { describe, expect, test } from 'vitest';
import { aSmallStore } from '$src/answers/fixtures/a-store.ts';
import { createApi } from '$src/api/app.ts';
import { problemCodes } from '$src/api/problem.ts';
import { aDay } from '$src/catalogue/fixtures/an-offer.ts';
import { locales } from '$src/words/locales.ts';
import { readProblemCode, sayProblem } from './problem-words.ts';

const api = createApi(aSmallStore(), () => aDay);

describe('kinds of problems', () => {
  test.each(locales)('all have a title and say in %s what to do, without holes', (locale) => {
    for (const code of problemCodes) {
      const { title, hint } = sayProblem(locale, code);
      expect(title, code).not.toBe('');
      expect(hint, code).toMatch(/[.。]$/);
      expect(hint, code).not.toMatch(/undefined|[{}]/);
    }
  });

  test.each([
    ['GET', '/offers?fabrik=1'],
    ['GET', '/offers?fabric=tokenring'],
    ['GET', '/offers?max-price=2parsec'],
    ['GET', '/offers?page=99'],
    ['GET', '/offers/no/such'],
    ['GET', '/providers/nobody'],
    ['GET', '/nowhere'],
    ['POST', '/offers'],
  ])('%s %s has the title that the interface gives', async (method, path) => {
    const problem = (await (await api.request(`/api/v1${path}`, { method })).json()) as { type: string; title: string };
    const [, , room, name] = problem.type.split('/');
    const code = readProblemCode(room ?? '', name ?? '');
    expect(code === null ? null : sayProblem('en', code).title).toBe(problem.title);
  });

  test('are known by their whole code only', () => {
    expect(readProblemCode('query', 'unknown-filter')).toBe('query/unknown-filter');
    expect(readProblemCode('query', 'no-such')).toBeNull();
    expect(readProblemCode('constructor', 'name')).toBeNull();
  });
});
