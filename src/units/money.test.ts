import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts, type DecimalText, divideAmount, isCurrency, isDecimalText } from './money.ts';

const cents = fc
  .integer({ min: 0, max: 10_000_000 })
  .map((number) => `${Math.floor(number / 100)}.${String(number % 100).padStart(2, '0')}` as DecimalText);

describe('money', () => {
  it('is decimal text, never an exponent, a sign or a thousands mark', () => {
    for (const good of ['0', '6.155', '98.32', '000.10']) expect(isDecimalText(good)).toBe(true);
    for (const bad of ['', '-1', '+1', '1e3', '1,000', '.5', '5.', 'NaN', '0x1', '1'.repeat(13)]) expect(isDecimalText(bad)).toBe(false);
  });

  it('compares by value, not by spelling', () => {
    expect(compareAmounts('6.1' as DecimalText, '6.10' as DecimalText)).toBe(0);
    expect(compareAmounts('9.9' as DecimalText, '10' as DecimalText)).toBe(-1);
  });

  it('compares as a decimal library does', () => {
    const amount = fc.tuple(fc.nat(99_999), fc.nat(999_999)).map(([whole, fraction]) => `${whole}.${fraction}` as DecimalText);
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(compareAmounts(a, b)).toBe(new Decimal(a).comparedTo(b));
      }),
    );
  });

  it('divides a node price by its GPUs without binary rounding', () => {
    expect(divideAmount('55.04' as DecimalText, 8)).toBe('6.88');
    expect(divideAmount('0.3' as DecimalText, 3)).toBe('0.1');
    expect(divideAmount('100' as DecimalText, 3)).toBe('33.333333');
  });

  it('gives an amount back when a whole multiple of it is divided', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 64 }), (amount, by) => {
        const multiple = ((BigInt(amount.replace('.', '')) * BigInt(by))
          .toString()
          .padStart(3, '0')
          .replace(/(\d\d)$/, '.$1') || '0') as DecimalText;
        expect(compareAmounts(divideAmount(multiple, by), amount)).toBe(0);
      }),
    );
  });

  it('names a currency by three capital letters', () => {
    expect(isCurrency('USD')).toBe(true);
    expect(isCurrency('usd')).toBe(false);
  });
});
