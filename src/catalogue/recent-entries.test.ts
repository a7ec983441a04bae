import { describe, expect, it } from 'vitest';
import { RecentEntries } from './recent-entries.ts';

describe('recent entries', () => {
  it('are made once while they are kept', () => {
    const entries = new RecentEntries<object>(2);
    const first = entries.get('a', () => ({}));
    expect(entries.get('a', () => ({}))).toBe(first);
  });

  it('forget the one that was asked for longest ago', () => {
    const entries = new RecentEntries<string>(2);
    entries.get('a', () => 'old a');
    entries.get('b', () => 'old b');
    entries.get('a', () => 'new a');
    entries.get('c', () => 'old c');
    expect(entries.get('a', () => 'new a')).toBe('old a');
    expect(entries.get('b', () => 'new b')).toBe('new b');
  });
});
