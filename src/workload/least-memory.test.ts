import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { presetsOnFile, shapeOnFile } from '../../tests/setup/models-on-file.ts';
import { fewestNodes, leastMemory } from './least-memory.ts';
import type { MemoryConstants } from './memory.ts';

/** Round figures near those of `data/calibration/memory.yaml`, so that a new fit changes no test. */
const constants: MemoryConstants = {
  stateScale: 1,
  activationScale: 1,
  workingScale: 1.5,
  selectiveKeep: 0.5,
  logitBytes: 12,
  gatheredLayers: 2,
  contextGiB: 3,
  communicatorGiB: 0,
};
const needs = (name: string, method: 'pretrain' | 'lora' | 'qlora' = 'pretrain') => leastMemory(shapeOnFile(name), method, constants);

describe('the least memory of a run', () => {
  test('on one GPU is at least the whole state', () => {
    expect(needs('llama-3-8b')({ gpus: 1, gpusPerNode: 8 })).toBeGreaterThan((17 * 8_030_261_248) / 2 ** 30);
  });

  test('lets a model of 8 thousand million train on one node of eight 80 GB, one of 70 on a few, one of 405 on many', () => {
    expect(fewestNodes(needs('llama-3-8b'), 8, 79.65)).toBe(1);
    expect(fewestNodes(needs('llama-3-70b'), 8, 79.65)).toBeGreaterThan(1);
    expect(fewestNodes(needs('llama-3-70b'), 8, 79.65)).toBeLessThanOrEqual(4);
    expect(fewestNodes(needs('llama-3.1-405b'), 8, 79.65)).toBeGreaterThan(10);
    expect(fewestNodes(needs('llama-3-70b', 'qlora'), 8, 79.65)).toBe(1);
  });

  test('of a model of experts does not gather them all', () => {
    expect(fewestNodes(needs('deepseek-v3'), 8, 79.65)).toBeLessThan(64);
  });

  test('is not met by any number of GPUs that are too small for one sequence', () => {
    expect(fewestNodes(needs('llama-3.1-405b'), 8, 6)).toBeNull();
  });

  test('never grows where GPUs double, and is least for the least that is learned', () => {
    fc.assert(
      fc.property(fc.constantFrom(...presetsOnFile.all), fc.integer({ min: 0, max: 9 }), ({ shape }, power) => {
        const of = (method: 'pretrain' | 'lora' | 'qlora') => leastMemory(shape, method, constants);
        const few = { gpus: 2 ** power, gpusPerNode: 8 };
        expect(of('pretrain')({ gpus: 2 ** (power + 1), gpusPerNode: 8 })).toBeLessThanOrEqual(of('pretrain')(few) + 1e-9);
        expect(of('lora')(few)).toBeLessThanOrEqual(of('pretrain')(few) + 1e-9);
        expect(of('qlora')(few)).toBeLessThanOrEqual(of('lora')(few) + 1e-9);
      }),
    );
  });
});
