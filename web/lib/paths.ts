import { baseLocale, isLocale, type Locale } from '$src/words/locales.ts';

/** The first part of a path where it names a language that stands in paths: all but the base language. */
function prefixOf(pathname: string): string | null {
  const first = pathname.split('/', 2)[1] ?? '';
  return isPrefix(first) ? first : null;
}

export function isPrefix(text: string): boolean {
  return isLocale(text) && text !== baseLocale;
}

/** The language that an address asks for. */
export function localeOf(pathname: string): Locale {
  const prefix = prefixOf(pathname);
  return prefix === null ? baseLocale : (prefix as Locale);
}

/** A path without its language: `/de/offers` and `/offers` are one page. */
export function withoutLocale(pathname: string): string {
  const prefix = prefixOf(pathname);
  return prefix === null ? pathname : pathname.slice(prefix.length + 1) || '/';
}

/** A path such as `/offers` in a language. */
export function inLocale(locale: Locale, path: string): string {
  if (locale === baseLocale) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}
