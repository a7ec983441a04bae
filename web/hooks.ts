import type { Transport } from '@sveltejs/kit';
import { DrawnHere } from '$lib/drawn-here.ts';

export const transport: Transport = {
  drawnHere: {
    encode: (value) => value instanceof DrawnHere && 'drawn on the server',
    decode: () => {
      throw new Error('a page that is drawn on the server has nothing to hydrate');
    },
  },
};
