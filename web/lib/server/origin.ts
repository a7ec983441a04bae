import type { RequestEvent } from '@sveltejs/kit';

/**
 * Scheme and host under which the reader sees the site. Without `ORIGIN` or `PROTOCOL_HEADER` Kit's adapter takes every
 * request for https; then the connection itself is asked, so that a server on one's own machine does not name addresses
 * that nobody answers.
 */
export function originOf({ platform, url }: Pick<RequestEvent, 'platform' | 'url'>): string {
  const isToldByEnvironment = Boolean(process.env['ORIGIN'] || process.env['PROTOCOL_HEADER']);
  const socket = platform?.req?.socket;
  if (isToldByEnvironment || socket === undefined) return url.origin;
  return `${'encrypted' in socket ? 'https' : 'http'}://${url.host}`;
}
