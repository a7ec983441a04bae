import { answerHealth } from '$src/api/health.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = () => answerHealth();
