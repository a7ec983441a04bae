import { error } from '@sveltejs/kit';
import { statusOf } from '$src/faults/fault.ts';
import type { LayoutServerLoad } from './$types';

/** Addresses that the guard turned away end here, so that the error page stands in the site's own frame. */
export const load: LayoutServerLoad = ({ locals }) => {
  if (locals.refusal !== null) error(statusOf(locals.refusal.code), { message: locals.refusal.code, refusal: locals.refusal });
};
