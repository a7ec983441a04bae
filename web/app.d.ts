import type { Locale } from '../src/words/locales.ts';
import type { Refusal } from './lib/refusal.ts';
import type { Theme } from './lib/theme.ts';

declare global {
  namespace App {
    interface Locals {
      locale: Locale;
      theme: Theme | null;
      /** Why the request is not answered; the page that would have answered it shows this instead. */
      refusal: Refusal | null;
    }
    interface Error {
      message: string;
      refusal: Refusal;
    }
  }
}
