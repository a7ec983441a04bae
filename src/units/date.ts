/**
 * A date as sources give it: a day, a month or a year (`2026-11-30`, `2026-11`, `2026`).
 * ISO 8601 reduced precision, section 5.2.1.2.
 */
export type SourceDate = string & { readonly unit: 'ISO day' | 'ISO month or year' };

/** A calendar day, `2026-11-30`. */
export type Day = string & { readonly unit: 'ISO day' };

const shape = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/;
const millisecondsPerDay = 86_400_000;

/** True for `2026`, `2026-11` and `2026-11-30`, false for days that no calendar has. */
export function isSourceDate(text: string): text is SourceDate {
  const parts = shape.exec(text);
  if (parts === null) return false;
  return parts[3] === undefined || isDay(text);
}

/** True for a day of the Gregorian calendar in the form `2026-11-30`. */
export function isDay(text: string): text is Day {
  if (!shape.test(text) || text.length !== 10) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** A day from text. Throws `RangeError` where the text is none; meant for values already checked. */
export function toDay(text: string): Day {
  if (!isDay(text)) throw new RangeError(`"${text}" is not a day of the form YYYY-MM-DD`);
  return text;
}

/**
 * The first day that a source date covers. A date known only to the month or year counts from its
 * first day everywhere, so that nothing looks fresher than it may be.
 */
export function firstDayOf(date: SourceDate): Day {
  if (date.length === 4) return `${date}-01-01` as Day;
  if (date.length === 7) return `${date}-01` as Day;
  return date as string as Day;
}

/** Whole days from `date` (its first day) to `today`; negative for a date to come. */
export function ageInDays(date: SourceDate, today: Day): number {
  return Math.round((Date.parse(`${today}T00:00:00Z`) - Date.parse(`${firstDayOf(date)}T00:00:00Z`)) / millisecondsPerDay);
}

/** Orders dates from old to new; an undated value counts as older than any date. */
export function compareDates(a: SourceDate | null, b: SourceDate | null): number {
  const left = a === null ? '' : firstDayOf(a);
  const right = b === null ? '' : firstDayOf(b);
  return left < right ? -1 : left > right ? 1 : 0;
}
