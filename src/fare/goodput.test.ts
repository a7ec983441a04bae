import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goodputOnFile } from '../../tests/setup/forecast-on-file.ts';
import { checkpointIntervalS, goodputConstantNames, goodputConstants, type Rhythm, secondsBetweenFailures, stretchOf } from './goodput.ts';

/** Five minutes to write a checkpoint, a failure a day, ten minutes to start again. */
const daily: Rhythm = { betweenFailuresS: 86_400, checkpointS: 300, restartS: 600 };

const anyRhythm = fc.record({
  betweenFailuresS: fc.double({ min: 600, max: 1e8, noNaN: true }),
  checkpointS: fc.double({ min: 0, max: 3600, noNaN: true }),
  restartS: fc.double({ min: 0, max: 3600, noNaN: true }),
});

/** Wall clock over run time with checkpoints after so much work, equation 20 of Daly 2006, written out anew. */
const stretchAt = ({ betweenFailuresS: mean, checkpointS, restartS }: Rhythm, interval: number): number =>
  (Math.exp(restartS / mean) * mean * (Math.exp((interval + checkpointS) / mean) - 1)) / interval;

describe('the interval between checkpoints', () => {
  it('is what equation 37 of Daly 2006 gives by hand', () => {
    // sqrt(2 · 300 · 86,400) = 7,200; 300 / 172,800 = 1/576, whose root is 1/24: 7,200 · (1 + 1/72 + 1/5,184) − 300.
    expect(checkpointIntervalS(daily)).toBeCloseTo(7_200 * (1 + 1 / 72 + 1 / 5_184) - 300, 9);
    expect(checkpointIntervalS(daily)).toBeCloseTo(7_001.389, 3);
  });

  it('comes to what Young 1974 gives where checkpoints are short', () => {
    const short: Rhythm = { betweenFailuresS: 1e8, checkpointS: 1, restartS: 0 };
    expect(checkpointIntervalS(short) / Math.sqrt(2 * 1 * 1e8)).toBeCloseTo(1, 3);
  });

  it('is the time between failures where a checkpoint takes twice as long as that', () => {
    expect(checkpointIntervalS({ betweenFailuresS: 100, checkpointS: 200, restartS: 0 })).toBe(100);
    expect(checkpointIntervalS({ betweenFailuresS: 100, checkpointS: 900, restartS: 0 })).toBe(100);
  });

  it('loses hardly more than the best of all intervals', () => {
    fc.assert(
      fc.property(anyRhythm, fc.double({ min: 0.05, max: 20, noNaN: true }), (rhythm, factor) => {
        fc.pre(rhythm.checkpointS > 1 && rhythm.checkpointS < rhythm.betweenFailuresS / 2);
        const chosen = stretchOf(rhythm);
        expect(chosen).toBeLessThanOrEqual(stretchAt(rhythm, checkpointIntervalS(rhythm) * factor) * 1.003);
      }),
    );
  });
});

describe('the stretch that failures bring', () => {
  it('is what equation 20 of Daly 2006 gives by hand', () => {
    // e^(600/86,400) = 1.0069686; e^(7,301.389/86,400) − 1 = 0.0881802; 86,400 / 7,001.389 = 12.340409.
    expect(stretchOf(daily)).toBeCloseTo(1.0069686 * 0.0881802 * 12.340409, 4);
  });

  it('is 1 where nothing fails', () => {
    expect(stretchOf({ betweenFailuresS: Number.POSITIVE_INFINITY, checkpointS: 300, restartS: 600 })).toBe(1);
  });

  it('is that of restarts alone where nothing has to be saved', () => {
    expect(stretchOf({ betweenFailuresS: 86_400, checkpointS: 0, restartS: 600 })).toBeCloseTo(Math.exp(600 / 86_400), 12);
  });

  it('is never below 1', () => {
    fc.assert(
      fc.property(anyRhythm, (rhythm) => {
        // A checkpoint that costs a nanosecond leaves 1 but for the last digit.
        expect(stretchOf(rhythm)).toBeGreaterThanOrEqual(1 - 1e-12);
      }),
    );
  });

  it('grows with the GPUs that can fail, with slower checkpoints and with longer restarts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 8_192 }), fc.double({ min: 1.1, max: 4, noNaN: true }), (gpus, more) => {
        const rhythm = (times: { gpus?: number; write?: number; restart?: number }): Rhythm => ({
          betweenFailuresS: secondsBetweenFailures(gpus * (times.gpus ?? 1), goodputOnFile.hoursPerFailure),
          checkpointS: 60 * (times.write ?? 1),
          restartS: 600 * (times.restart ?? 1),
        });
        const base = stretchOf(rhythm({}));
        for (const times of [{ gpus: more }, { write: more }, { restart: more }]) expect(stretchOf(rhythm(times))).toBeGreaterThan(base);
      }),
    );
  });
});

describe('failures', () => {
  it('come as often as operators saw them: 419 in 54 days on 16,384 GPUs', () => {
    const failures = (54 * 24 * 3600) / secondsBetweenFailures(16_384, goodputOnFile.hoursPerFailure);
    expect(failures).toBeCloseTo(419, -1);
  });

  it('are more frequent at the worst end than expected, and rarer at the best', () => {
    expect(goodputOnFile.hoursPerFailureWorst).toBeLessThan(goodputOnFile.hoursPerFailure);
    expect(goodputOnFile.hoursPerFailureBest).toBeGreaterThan(goodputOnFile.hoursPerFailure);
  });

  it('need every constant: a file that lacks one is refused by its name', () => {
    const values = Object.fromEntries(goodputConstantNames.map((name) => [name, 1]));
    for (const name of goodputConstantNames) {
      const { [name]: _left, ...rest } = values;
      expect(() => goodputConstants(rest)).toThrow(name);
    }
    expect(goodputConstants(values).restartMinutes).toBe(1);
  });
});
