import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageInDays, compareDates, firstDayOf, isDay, isSourceDate, type SourceDate, toDay } from './date.ts';

describe('source dates', () => {
  it('are days, months or years that the calendar has', () => {
    for (const good of ['2026', '2026-11', '2026-11-30', '2024-02-29']) expect(isSourceDate(good)).toBe(true);
    for (const bad of ['', '26', '2026-13', '2026-02-30', '2025-02-29', '2026-1-1', '2026-11-30T00:00', ' 2026'])
      expect(isSourceDate(bad)).toBe(false);
  });

  it('count from their first day, so that nothing looks fresher than it may be', () => {
    expect(firstDayOf('2026' as SourceDate)).toBe('2026-01-01');
    expect(firstDayOf('2026-11' as SourceDate)).toBe('2026-11-01');
    expect(ageInDays('2026-11' as SourceDate, toDay('2026-11-30'))).toBe(29);
  });

  it('order an undated value before every date', () => {
    expect(compareDates(null, '1999' as SourceDate)).toBe(-1);
    expect(compareDates('2026-08' as SourceDate, '2026-08-01' as SourceDate)).toBe(0);
  });

  it('age by one day from each day to the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 5_000 }), (start, days) => {
        const dayNumber = (number: number) => toDay(new Date(number * 86_400_000).toISOString().slice(0, 10));
        expect(ageInDays(dayNumber(start), dayNumber(start + days))).toBe(days);
      }),
    );
  });

  it('refuse to make a day of anything else', () => {
    expect(() => toDay('2026-11')).toThrow(RangeError);
    expect(isDay('2026-00-10')).toBe(false);
  });
});
