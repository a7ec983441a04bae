import { askApi } from '$lib/server/edges.ts';
import type { RequestHandler } from './$types';

/** Every method: the interface itself says which it answers. */
export const fallback: RequestHandler = ({ locals, request }) => askApi(request, locals.origin);
