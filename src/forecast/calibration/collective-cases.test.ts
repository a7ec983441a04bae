import { describe, expect, test } from 'vitest';
import { calibrationOnFile, publishedOnFile, tablesOnFile } from '../../../tests/setup/forecast-on-file.ts';
import { networkConstants } from '../../network/constants.ts';
import { collectiveCases, fitNetworkConstants, logBandwidthError } from './collective-cases.ts';

const file = calibrationOnFile.network;
const cases = collectiveCases(publishedOnFile, tablesOnFile);
const priorOf = (name: string): number => file.constants[name]?.prior ?? Number.NaN;

describe('the fit of the network', () => {
  test('never takes the share of a line rate from all-reduces over two nodes, which exceed it', () => {
    const ofTwo = cases.filter(({ prepared: { nodes, operation, bytes } }) => nodes === 2 && operation === 0 && bytes >= 2 ** 30);
    expect(ofTwo.some(({ facts, busBandwidthGBytePerS }) => busBandwidthGBytePerS > (facts.nodeGbitPerS ?? 1e9) / 8)).toBe(true);
    const values = fitNetworkConstants(ofTwo, file);
    for (const transport of ['infiniband', 'gpudirect-tcpxo', 'tcp'])
      expect(values[`${transport}.share`] ?? 0).toBeCloseTo(priorOf(`${transport}.share`), 9);
    expect(Math.abs((values['switchShare.blackwell'] ?? 0) - priorOf('switchShare.blackwell'))).toBeGreaterThan(1e-4);
  });

  test('explains its cases better than the priors, and gives what is on file', () => {
    const values = fitNetworkConstants(cases, file);
    const sizeOf = (constants: Readonly<Record<string, number>>): number => {
      const read = networkConstants(constants);
      const sizes = cases.map((one) => Math.abs(logBandwidthError(one, read))).sort((a, b) => a - b);
      return sizes[Math.floor(sizes.length / 2)] ?? Number.NaN;
    };
    expect(sizeOf(values)).toBeLessThan(sizeOf(Object.fromEntries(Object.keys(file.constants).map((name) => [name, priorOf(name)]))));
    for (const [name, { value }] of Object.entries(file.constants)) expect((values[name] ?? 0) / value, name).toBeCloseTo(1, 2);
  });
});
