import { type Day, isDay } from '$src/units/date.ts';

/**
 * The day on which questions are answered: UTC, so that every machine and every twin of a page agrees.
 * `CLUSTERFARE_TODAY` fixes it for tests and demonstrations.
 */
export function today(): Day {
  const fixed = process.env['CLUSTERFARE_TODAY'];
  if (fixed !== undefined && isDay(fixed)) return fixed;
  return new Date().toISOString().slice(0, 10) as Day;
}
