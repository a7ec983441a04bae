import type { Words } from '$src/words/words.ts';
import { repository } from './site.ts';

/** What a report is about: enough for someone else to find the figure and check it. */
export interface Correction {
  readonly offer: string;
  readonly field: string;
  /** The value as the page shows it. */
  readonly value: string;
  readonly url: string;
}

/** A prefilled report to the project: the reader only adds what is right, and the address that supports it. */
export function correctionLink(words: Words, { offer, field, value, url }: Correction): string {
  const parameters = new URLSearchParams({
    title: words.correct_subject({ offer, field }),
    body: words.correct_body({ url, field, value }),
  });
  return `${repository}/issues/new?${parameters}`;
}

/** A mail with subject and text, to whom the reader decides. */
export function mailLink(subject: string, body: string): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
