import { error, redirect } from '@sveltejs/kit';
import { Fault, statusOf } from '$src/faults/fault.ts';

/** Gives an answer to a page, or the page that says why there is none. */
export function answered<T>(ask: () => T): T {
  try {
    return ask();
  } catch (fault) {
    if (!(fault instanceof Fault) || statusOf(fault.code) === 500) throw fault;
    return error(statusOf(fault.code), { message: fault.message, refusal: { code: fault.code, params: fault.params } });
  }
}

const sorted = (parameters: URLSearchParams): string =>
  [...parameters]
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('&');

/**
 * Sends a question to its canonical address, so that untouched form fields and defaults do not stay in the URL that
 * people share. The order of parameters alone is no reason to go anywhere.
 */
export function keepCanonical(url: URL, query: string): void {
  if (sorted(url.searchParams) !== sorted(new URLSearchParams(query)))
    redirect(303, query === '' ? url.pathname : `${url.pathname}?${query}`);
}
