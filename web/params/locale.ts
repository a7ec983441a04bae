import type { ParamMatcher } from '@sveltejs/kit';
import { isPrefix } from '$lib/paths.ts';

/** Languages that stand in the path. English does not: it is at the root. */
export const match: ParamMatcher = (text) => isPrefix(text);
