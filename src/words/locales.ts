/** The languages of the product. English is at `/`, the others under a prefix. */
export const locales = ['en', 'de', 'zh'] as const;
export type Locale = (typeof locales)[number];

export const baseLocale: Locale = 'en';

export interface LocaleFacts {
  /** The language's own name, as its readers look for it. */
  readonly name: string;
  /** For the language switch. */
  readonly shortName: string;
  /** Value of `lang` and `hreflang`. `zh-Hans` names the script, which fonts and readers go by, and no country. */
  readonly htmlLang: string;
  /** For `Intl`. The region only settles the form of numbers and dates. */
  readonly intl: string;
  /** Value of `og:locale`. */
  readonly openGraph: string;
}

export const localeFacts: Readonly<Record<Locale, LocaleFacts>> = {
  en: { name: 'English', shortName: 'EN', htmlLang: 'en', intl: 'en-US', openGraph: 'en_US' },
  de: { name: 'Deutsch', shortName: 'DE', htmlLang: 'de', intl: 'de-DE', openGraph: 'de_DE' },
  zh: { name: '中文', shortName: '中文', htmlLang: 'zh-Hans', intl: 'zh-CN', openGraph: 'zh_CN' },
};

export function isLocale(text: string): text is Locale {
  return (locales as readonly string[]).includes(text);
}
