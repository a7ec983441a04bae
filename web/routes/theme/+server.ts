import { redirect } from '@sveltejs/kit';
import { isTheme, themeCookie } from '$lib/theme.ts';
import type { RequestHandler } from './$types';

const oneYearInSeconds = 31_536_000;

/** The page to return to, if it is one of ours: never another site, whatever the address says. */
function ownPath(back: string | null, origin: string): string {
  if (back === null || !URL.canParse(back, origin)) return '/';
  const target = new URL(back, origin);
  return target.origin === origin && !target.pathname.startsWith('//') ? target.pathname + target.search : '/';
}

/** Remembers the colours chosen, or forgets them (`to=system`), and goes back to where the reader was. */
export const GET: RequestHandler = ({ cookies, locals, setHeaders, url }) => {
  const to = url.searchParams.get('to');
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: locals.origin.startsWith('https:') } as const;
  if (isTheme(to)) cookies.set(themeCookie, to, { ...options, maxAge: oneYearInSeconds });
  else cookies.delete(themeCookie, options);
  setHeaders({ 'Cache-Control': 'no-store' });
  redirect(303, ownPath(url.searchParams.get('back'), url.origin));
};
