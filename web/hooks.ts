import type { Reroute, Transport } from '@sveltejs/kit';
import { DrawnHere } from '$lib/drawn-here.ts';
import { inLocale, localeOf } from '$lib/paths.ts';

/**
 * An address that is not UTF-8 fails before any route can answer it. Sent to the start page, or to the interface, it is
 * refused there: in the reader's language, or as a problem.
 */
export const reroute: Reroute = ({ url }) => {
  try {
    decodeURI(url.pathname);
    return undefined;
  } catch {
    if (url.pathname.startsWith('/api/')) return '/api/v1/';
    return inLocale(localeOf(url.pathname), '/');
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
