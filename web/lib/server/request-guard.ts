import type { Refusal } from '$lib/refusal.ts';

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
export function refuseAddress(url: URL): Refusal | null {
  if (url.pathname.length + url.search.length > longestAddress) return { code: 'address/too-long', params: { most: longestAddress } };
  if (!isDecodable(url.pathname) || !isDecodable(url.search)) return { code: 'address/malformed', params: {} };
  let parameters = 0;
  for (const character of url.search) if (character === '&') parameters++;
  return parameters < mostParameters ? null : { code: 'query/too-many-values', params: { most: mostParameters } };
}
