import type { Reroute, Transport } from '@sveltejs/kit';
import { DrawnHere } from '$lib/drawn-here.ts';
import { localeOf } from '$lib/paths.ts';

/**
 * An address that is not UTF-8 fails before any page can answer it. Sent to the start page, it is refused there
 * by `handle`, in the reader's language.
 */
export const reroute: Reroute = ({ url }) => {
  try {
    decodeURI(url.pathname);
    return undefined;
  } catch {
    return localeOf(url.pathname) === 'en' ? '/' : `/${localeOf(url.pathname)}`;
  }
};

export const transport: Transport = {
  drawnHere: {
    encode: (value) => value instanceof DrawnHere && 'drawn on the server',
    decode: () => {
      throw new Error('a page that is drawn on the server has nothing to hydrate');
    },
  },
};
