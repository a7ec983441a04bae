import { describe, expect, test } from 'vitest';
import { calibrationOnFile, tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import { constantValues } from '../hardware/calibration-schema.ts';
import { networkConstantNames, networkConstants } from './constants.ts';

describe('constants of the network', () => {
  const values = constantValues(calibrationOnFile.network);

  test('on file are exactly those that the model reads', () => {
    expect(Object.keys(values).sort()).toEqual([...networkConstantNames].sort());
  });

  test('are missed by name', () => {
    for (const name of networkConstantNames) {
      const { [name]: _left, ...others } = values;
      expect(() => networkConstants(others)).toThrow(`constant "${name}" is missing`);
    }
  });

  test('on file are shares and times that can be', () => {
    const { transports, ringShare, switchShare, ...scalars } = tablesOnFile.network;
    for (const value of Object.values(scalars)) expect(value).toBeGreaterThan(0);
    for (const value of [...Object.values(ringShare), ...Object.values(switchShare)]) {
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThan(1);
    }
    for (const { share, hopUs, middle, congestedShare } of Object.values(transports)) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThanOrEqual(1);
      expect(congestedShare).toBeLessThan(share);
      expect(hopUs).toBeGreaterThan(0);
      // At -1 only the longer of start-up and transfer counts; below it more bandwidth would cost time.
      expect(middle).toBeGreaterThanOrEqual(-1);
    }
  });
});
