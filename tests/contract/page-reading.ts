/** Reads what the tests need out of a page. The pages are written by one compiler, so that patterns do where a browser would be slow. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

const decode = (text: string): string => text.replaceAll(/&(#39|\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** The text that a reader sees, with single spaces. */
export function textOf(html: string): string {
  return decode(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

type Attributes = Readonly<Record<string, string>>;

function attributesOf(tag: string): Attributes {
  const found = tag.matchAll(/\s([^\s"'<>/=]+)(?:="([^"]*)")?/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name ?? '', decode(value ?? '')]));
}

/** Attributes of each element of that name, in the order of the page. */
export function elementsOf(html: string, name: string): readonly Attributes[] {
  return [...html.matchAll(new RegExp(`<${name}(?=[\\s>/])[^>]*>`, 'g'))].map(([tag]) => attributesOf(tag));
}

/** Attributes of every element there is. */
export function allElementsOf(html: string): readonly Attributes[] {
  return [...html.matchAll(/<[a-z][a-z0-9]*(?=[\s>/])[^>]*>/g)].map(([tag]) => attributesOf(tag));
}

export interface Question {
  readonly question: string;
  readonly answer: string;
}

export interface ReadPage {
  readonly html: string;
  readonly lang: string | undefined;
  readonly theme: string | undefined;
  readonly title: string;
  readonly description: string | undefined;
  readonly robots: string | undefined;
  readonly canonical: string | undefined;
  /** Address in each language, by `hreflang`. */
  readonly alternates: Readonly<Record<string, string>>;
  readonly headings: readonly string[];
  /** Blocks of schema.org. */
  readonly data: readonly DataBlock[];
  /** Frequent questions as they stand on the page. */
  readonly questions: readonly Question[];
}

/** A block of JSON-LD: anything, until a test has looked at it. */
export type DataBlock = Readonly<Record<string, unknown>>;

export function readPage(html: string): ReadPage {
  const [root] = elementsOf(html, 'html');
  const metas = elementsOf(html, 'meta');
  const links = elementsOf(html, 'link');
  const meta = (name: string): string | undefined => metas.find((attributes) => attributes['name'] === name)?.['content'];
  const faq = /<div class="faq">([\s\S]*?)<\/div>/.exec(html)?.[1] ?? '';
  return {
    html,
    lang: root?.['lang'],
    theme: root?.['data-theme'],
    title: textOf(/<title>([\s\S]*?)<\/title>/.exec(html)?.[1] ?? ''),
    description: meta('description'),
    robots: meta('robots'),
    canonical: links.find(({ rel }) => rel === 'canonical')?.['href'],
    alternates: Object.fromEntries(
      links.filter(({ rel, hreflang }) => rel === 'alternate' && hreflang).map((link) => [link['hreflang'], link['href'] ?? '']),
    ),
    headings: [...html.matchAll(/<h1[^>]*>([\s\S]*?)<\/h1>/g)].map(([, content]) => textOf(content ?? '')),
    data: [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json ?? '') as DataBlock,
    ),
    questions: [...faq.matchAll(/<summary>([\s\S]*?)<\/summary>\s*<p>([\s\S]*?)<\/p>/g)].map(([, question, answer]) => ({
      question: textOf(question ?? ''),
      // The link behind the answer leads on; it is no part of it.
      answer: textOf((answer ?? '').replace(/<a [\s\S]*$/, '')),
    })),
  };
}
