import type { IncomingMessage } from 'node:http';
import type { Locale } from '../src/words/locales.ts';
import type { Refusal } from './lib/refusal.ts';
import type { PageParts } from './lib/server/page-parts.ts';
import type { Theme } from './lib/theme.ts';

declare global {
  namespace App {
    interface Locals {
      /** Scheme and host that the reader asked. */
      origin: string;
      locale: Locale;
      theme: Theme | null;
      /** What the page is put together from beside its own markup. */
      parts: PageParts;
      /** Why the request is not answered; the page that would have answered it shows this instead. */
      refusal: Refusal | null;
      /** Status of a page that says by itself what is wrong with the question, in place of 200. */
      status: number | null;
    }
    interface Platform {
      req: IncomingMessage;
    }
    interface Error {
      message: string;
      refusal: Refusal;
    }
  }
}
