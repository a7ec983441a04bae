import type { PlainMessageKey } from '$src/words/words.ts';

/** The pages that head and sitemap name, in the order in which a renter needs them. */
export const pages = [
  { path: '/offers', label: 'layout_nav_compare' },
  { path: '/plan', label: 'layout_nav_plan' },
  { path: '/providers', label: 'layout_nav_providers' },
  { path: '/', label: 'layout_nav_guide' },
  { path: '/data', label: 'layout_nav_data' },
  { path: '/changes', label: 'layout_nav_changes' },
] as const satisfies readonly { path: string; label: PlainMessageKey }[];

/** Pages that the foot and the sitemap name: what the answers rest on. */
export const groundPages = [{ path: '/methodology', label: 'method_title' }] as const satisfies readonly {
  path: string;
  label: PlainMessageKey;
}[];
