import type { SourceDocument } from '$src/answers/documents.ts';

/** A source in a few words: its title, or host and first steps of its path. */
export function nameSource({ title, url }: Pick<SourceDocument, 'title' | 'url'>): string {
  if (title !== null) return title;
  if (!URL.canParse(url)) return url;
  const { hostname, pathname } = new URL(url);
  const host = hostname.replace(/^www\./, '');
  // A repository is named by its owner and name, not by the site that holds it.
  const steps = host === 'github.com' || host === 'raw.githubusercontent.com' ? pathname.split('/').slice(1, 3).join('/') : '';
  return steps === '' ? host : steps;
}
