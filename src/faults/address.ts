import { Fault } from './fault.ts';

const longestAddress = 4_000;
const mostParameters = 100;

function isDecodable(text: string): boolean {
  try {
    // The result is looked at because bundlers take a call whose result nobody uses for one without effect, and drop it.
    return decodeURIComponent(text).length <= text.length;
  } catch {
    return false;
  }
}

/** Why an address is not even looked at: too long, not UTF-8, or a heap of parameters. Null for an ordinary one. */
export function refuseAddress({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Fault | null {
  if (pathname.length + search.length > longestAddress) return new Fault('address/too-long', { most: longestAddress });
  if (!isDecodable(pathname) || !isDecodable(search)) return new Fault('address/malformed');
  let parameters = 0;
  for (const character of search) if (character === '&') parameters++;
  return parameters < mostParameters ? null : new Fault('query/too-many-values', { most: mostParameters });
}
