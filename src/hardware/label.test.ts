import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readGpuLabel } from './label.ts';

describe('a GPU label', () => {
  test.each([
    ['8x NVIDIA A100-SXM4-80GB', { model: 'a100', memoryGB: 80, forms: ['sxm'] }],
    ['H100 NVLink (PCIe)', { model: 'h100', memoryGB: null, forms: ['pcie'] }],
    ['NVIDIA H100 80GB HBM3', { model: 'h100', memoryGB: 80, memoryType: 'hbm3' }],
    ['gpu-h100-sxm_8gpu-128vcpu', { forms: ['sxm'] }],
    ['GB200 NVL72', { model: 'gb200', forms: ['nvl72'] }],
    ['H100NVL', { model: 'h100', forms: ['nvl'] }],
    ['H100 x 8', { model: 'h100' }],
    ['H100x8', { model: 'h100' }],
    ['8×H100', { model: 'h100' }],
    ['RTX 4090', { model: 'rtx4090' }],
    ['MI300X', { model: 'mi300x' }],
  ])('"%s" is told apart into model, memory and form', (label, parts) => {
    expect(readGpuLabel(label)).toMatchObject(parts);
  });

  test('memory is read as GB, GiB or the MiB of a driver', () => {
    expect(['A100 40GB', 'A100 (40 GB)', 'A100_40G', 'A100 40GiB', 'A100 40960MiB'].map((label) => readGpuLabel(label)?.memoryGB)).toEqual([
      40, 40, 40, 40, 40,
    ]);
  });

  test('an NVL card that is also called PCIe is an NVL card', () => {
    expect(readGpuLabel('H100 NVL PCIe')?.forms).toEqual(['nvl']);
  });

  test('full-width letters are the same letters', () => {
    expect(readGpuLabel('Ｈ１００')?.model).toBe('h100');
  });

  test('a look-alike from another script is another word', () => {
    expect(readGpuLabel('Н100')?.model).toBe('н100');
    expect(readGpuLabel('H100é')?.model).toBe('h100é');
  });

  test('nothing, or far too much, is no label', () => {
    expect(readGpuLabel('')).toBeNull();
    expect(readGpuLabel(' -_/ ')).toBeNull();
    expect(readGpuLabel('H100 '.repeat(1_000_000))).toBeNull();
  });

  test('any text is read without a fault', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        (text) => readGpuLabel(text) === null || typeof readGpuLabel(text)?.literal === 'string',
      ),
    );
  });
});
