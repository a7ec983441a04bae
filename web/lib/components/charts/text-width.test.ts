import { describe, expect, test } from 'vitest';
import { breakEvenly, breakLines, widthOf } from './text-width.ts';

describe('text of a drawing', () => {
  test('is wider in Chinese characters than in as many Latin letters', () => {
    expect(widthOf('扩展效率')).toBeGreaterThan(widthOf('rate'));
  });

  test('breaks at spaces and hyphens, and stays whole where it fits', () => {
    expect(breakLines('EFA v3', 100)).toEqual(['EFA v3']);
    expect(breakLines('Amazon Web Services p5en.48xlarge', 150)).toEqual(['Amazon Web Services', 'p5en.48xlarge']);
    expect(breakLines('mostly waste', 50)).toEqual(['mostly', 'waste']);
  });

  test('breaks between Chinese characters', () => {
    expect(breakLines('拥塞的以太网', 40)).toEqual(['拥塞的', '以太网']);
  });

  test('leaves no single character for the last line, and begins none with a comma', () => {
    expect(breakEvenly('TCP/IP以太网，100 Gbit/s，拥塞', 150)).toEqual(['TCP/IP以太网，', '100 Gbit/s，拥塞']);
    expect(breakEvenly('Amazon Web Services p5en.48xlarge', 150)).toEqual(['Amazon Web Services', 'p5en.48xlarge']);
    expect(breakEvenly('EFA v3', 150)).toEqual(['EFA v3']);
  });

  test('loses no character, even of a word that is wider than the line', () => {
    for (const text of ['h200-141gb-sxm-ib.8x', 'W'.repeat(60), '一二三四五六七八九十']) {
      const lines = breakLines(text, 70);
      expect(lines.join('')).toBe(text);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(70);
    }
  });
});
