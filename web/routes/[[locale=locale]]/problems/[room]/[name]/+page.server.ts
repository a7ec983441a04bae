import { error } from '@sveltejs/kit';
import { DrawnHere } from '$lib/drawn-here.ts';
import { readProblemCode } from '$lib/problem-words.ts';
import type { PageServerLoad } from './$types';

/** Where the `type` of a problem leads whoever follows it. */
export const load: PageServerLoad = ({ params }) => {
  const code = readProblemCode(params.room, params.name);
  if (code === null) error(404, { message: 'Not found', refusal: { code: 'page/not-found', params: {} } });
  return { shown: new DrawnHere({ code }) };
};
