import { DrawnHere } from '$lib/drawn-here.ts';
import { catalogueStore } from '$lib/server/catalogue.ts';
import { today } from '$lib/server/today.ts';
import { answerMethodology } from '$src/answers/methodology.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = () => ({ shown: new DrawnHere(answerMethodology(catalogueStore(), today())) });
