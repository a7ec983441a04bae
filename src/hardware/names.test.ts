import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { gpusFile } from './gpu-schema.ts';
import { buildGpuTable, type Gpu } from './gpu-table.ts';
import { buildGpuNames, findAmbiguousNames, type GpuHints, type GpuResolution } from './names.ts';

const folder = `${import.meta.dirname}/../../data/gpus`;
const table = buildGpuTable(readdirSync(folder).map((name) => gpusFile.parse(parse(readFileSync(`${folder}/${name}`, 'utf8')))));
const resolveGpu = buildGpuNames(table);

const idOf = (resolution: GpuResolution): string => (resolution.kind === 'exact' ? resolution.gpu.id : resolution.kind);
const candidatesOf = (resolution: GpuResolution): readonly string[] =>
  resolution.kind === 'family' ? resolution.candidates.map((gpu) => gpu.id) : [];
const resolve = (label: string, hints?: GpuHints): string => idOf(resolveGpu(label, hints));

const exactNames = (gpu: Gpu): readonly string[] => [gpu.id, gpu.name, ...gpu.aliases, ...Object.values(gpu.machines).flat()];
const named = table.gpus.flatMap((gpu) => exactNames(gpu).map((label) => ({ label, id: gpu.id })));
const ambiguous = table.gpus.flatMap((gpu) => gpu.ambiguousAliases.map((label) => ({ label, gpu })));
const owned = table.gpus.flatMap((gpu) =>
  Object.entries(gpu.providerAliases).flatMap(([provider, labels]) => labels.map((label) => ({ label, provider, gpu }))),
);

/** A label in another spelling: other case, and other characters where words end. */
const respelled = <T extends { label: string }>(entries: readonly T[]) =>
  fc
    .tuple(
      fc.constantFrom(...entries),
      fc.infiniteStream(fc.constantFrom(' ', '_', '-', '  ', ' - ', '/')),
      fc.infiniteStream(fc.boolean()),
    )
    .map(([entry, separators, capitals]) => ({
      entry,
      label: entry.label
        .replace(/[^\p{L}\p{N}]+/gu, () => separators.next().value ?? ' ')
        .replace(/./gsu, (letter) => (capitals.next().value ? letter.toUpperCase() : letter.toLowerCase())),
    }));

describe('names of GPUs', () => {
  test('every name leads to its GPU, whatever the case and the separators', () => {
    for (const { label, id } of named) expect(resolve(label), label).toBe(id);
    fc.assert(
      fc.property(respelled(named), ({ entry, label }) => resolve(label) === entry.id),
      { numRuns: 2_000 },
    );
  });

  test('no name belongs to two GPUs', () => {
    expect(findAmbiguousNames(table)).toEqual([]);
  });

  test('an ambiguous name never leads to one GPU without a hint, and lists the one it stands with', () => {
    for (const { label, gpu } of ambiguous) {
      expect(resolveGpu(label).kind, label).toBe('family');
      expect(candidatesOf(resolveGpu(label)), label).toContain(gpu.id);
    }
    fc.assert(fc.property(respelled(ambiguous), ({ label }) => resolveGpu(label).kind === 'family'));
  });

  test('a name that a provider uses for one GPU leads there when the provider is known', () => {
    for (const { label, provider, gpu } of owned) {
      const resolution = resolveGpu(label, { provider, memoryGB: gpu.memoryGB?.value ?? null });
      expect(idOf(resolution), `${provider} ${label}`).toBe(gpu.id);
    }
  });

  test('"H100" alone says that it is ambiguous', () => {
    expect(resolveGpu('H100')).toMatchObject({ kind: 'family', family: 'h100' });
    expect(candidatesOf(resolveGpu('nvidia h100'))).toEqual(['nvidia-h100-pcie-80gb', 'nvidia-h100-sxm5-80gb', 'nvidia-h100-nvl-94gb']);
    expect(candidatesOf(resolveGpu('H100 80GB'))).toEqual(['nvidia-h100-pcie-80gb', 'nvidia-h100-sxm5-80gb']);
  });

  test('"H200" alone is ambiguous since the NVL card exists, and a form settles it', () => {
    expect(resolve('H200')).toBe('family');
    expect(resolve('H200', { formFactor: 'SXM5' })).toBe('nvidia-h200-sxm5-141gb');
    expect(resolve('H200', { formFactor: 'NVL' })).toBe('nvidia-h200-nvl-141gb');
    expect(resolve('H200', { memoryGB: 141 })).toBe('family');
  });

  test('memory settles a name as a driver or a feed writes it', () => {
    expect(resolve('H100', { memoryGB: 93.58 })).toBe('nvidia-h100-nvl-94gb');
    expect(resolve('V100 SXM2', { memoryGB: 15.8 })).toBe('nvidia-v100-sxm2-16gb');
    for (const memoryGB of [179, 180, 184, 192]) expect(resolve('B200', { memoryGB })).toBe('nvidia-b200-sxm6-180gb');
    for (const memoryGB of [262, 268, 275, 288]) expect(resolve('B300', { memoryGB })).toBe('nvidia-b300-sxm6-288gb');
    expect(resolve('L40S', { memoryGB: 44.99 })).toBe('nvidia-l40s-48gb');
  });

  test('a bare number at the end is memory', () => {
    expect(resolve('B200-180')).toBe('nvidia-b200-sxm6-180gb');
    expect(resolve('RTX 3090-24')).toBe('nvidia-rtx-3090-24gb');
    expect(candidatesOf(resolveGpu('A100-40'))).toEqual(['nvidia-a100-sxm4-40gb', 'nvidia-a100-pcie-40gb']);
    expect(resolve('Gaudi 3')).toBe('intel-gaudi3-128gb');
  });

  test('a machine type serves as a hint of the form', () => {
    expect(resolve('H100', { formFactor: 'gpu-h100-sxm_8gpu-128vcpu-1600gb' })).toBe('nvidia-h100-sxm5-80gb');
    expect(resolve('A100-80GB', { formFactor: 'denvr_A100-sxm4-80GBx8' })).toBe('nvidia-a100-sxm4-80gb');
  });

  test('a provider that uses the name for one form settles it', () => {
    expect(resolve('H100', { provider: 'hyperstack' })).toBe('nvidia-h100-pcie-80gb');
    expect(resolve('H100', { provider: 'nebius' })).toBe('nvidia-h100-sxm5-80gb');
    expect(resolve('NVIDIA A100', { provider: 'aws', memoryGB: 40 })).toBe('nvidia-a100-sxm4-40gb');
    expect(resolve('rtx6000', { provider: 'gcp' })).toBe('nvidia-rtx-pro-6000-blackwell-server-96gb');
    expect(resolve('H100', { provider: 'no-such-provider' })).toBe('family');
  });

  test('what stands beside a name outweighs the habit of its provider', () => {
    expect(resolve('H100', { provider: 'hyperstack', formFactor: 'SXM5' })).toBe('nvidia-h100-sxm5-80gb');
  });

  test('a hint that fits no GPU of that name makes it unknown, with what was near', () => {
    expect(resolveGpu('RTX 4090', { memoryGB: 48 })).toMatchObject({ kind: 'unknown', nearest: [{ id: 'nvidia-rtx-4090-24gb' }] });
    expect(resolve('H100 40GB')).toBe('unknown');
    expect(resolve('RTX 6000', { memoryGB: 24 })).toBe('unknown');
  });

  test('a name for several families narrows to the one that fits', () => {
    expect(resolveGpu('RTX 6000')).toMatchObject({ kind: 'family', family: 'rtx-6000' });
    expect(resolve('RTX 6000', { memoryGB: 48 })).toBe('nvidia-rtx-6000-ada-48gb');
    expect(resolveGpu('RTX 6000', { memoryGB: 96 })).toMatchObject({ kind: 'family', family: 'rtx-pro-6000' });
  });

  test('a generation without a model is a family', () => {
    const blackwell = resolveGpu('Blackwell (model not stated)');
    expect(blackwell).toMatchObject({ kind: 'family', family: 'blackwell' });
    expect(candidatesOf(blackwell)).toContain('nvidia-gb300-nvl72-288gb');
    expect(candidatesOf(blackwell)).not.toContain('nvidia-h100-sxm5-80gb');
  });

  test('a family of which no GPU is on file can still be named', () => {
    const bare = buildGpuNames(buildGpuTable([gpusFile.parse({ families: [{ id: 'rubin', vendor: 'nvidia', shortName: 'Rubin' }] })]));
    expect(bare('NVIDIA Rubin')).toEqual({ kind: 'family', family: 'rubin', candidates: [] });
  });

  test('a family of one GPU is that GPU', () => {
    expect(resolve('gaudi 3')).toBe('intel-gaudi3-128gb');
    expect(resolve('Ascend A5')).toBe('huawei-ascend-a5');
  });

  test('a misspelt name is unknown and names what is near', () => {
    expect(resolveGpu('L4OS')).toMatchObject({ kind: 'unknown', label: 'L4OS' });
    expect(resolveGpu('MI30OX')).toMatchObject({ kind: 'unknown', nearest: [{ id: 'amd-mi300x-192gb' }] });
  });

  test.each([
    '__proto__',
    'constructor',
    'toString',
    '',
    ' ',
    'Н100',
    'H100'.repeat(100_000),
    '\u0000',
    '💥'.repeat(50),
    'A'.repeat(119),
    '8x '.repeat(39),
    '-'.repeat(1_000_000),
  ])('hostile label number %# comes back unknown', (label) => {
    expect(resolveGpu(label, { provider: '__proto__', formFactor: label, memoryGB: Number.NaN }).kind).toBe('unknown');
  });

  test('any label and any hints give an answer', () => {
    const hints = fc.record(
      {
        memoryGB: fc.option(fc.double()),
        formFactor: fc.option(fc.string({ unit: 'grapheme' })),
        provider: fc.option(fc.constantFrom('aws', 'hyperstack', '__proto__')),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), hints, (label, beside) =>
        ['exact', 'family', 'unknown'].includes(resolveGpu(label, beside).kind),
      ),
    );
  });
});
