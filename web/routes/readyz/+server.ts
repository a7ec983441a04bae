import { catalogueStore } from '$lib/server/catalogue.ts';
import { answerReadiness } from '$src/api/health.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = () => answerReadiness(catalogueStore);
