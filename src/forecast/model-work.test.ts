import { describe, expect, test } from 'vitest';
import { presetsOnFile, shapeOnFile } from '../../tests/setup/models-on-file.ts';
import type { ModelShape } from '../workload/model-shape.ts';
import { workOf } from './model-work.ts';

describe('the blocks of a model', () => {
  test('of one kind are put together, wherever they stand', () => {
    const shape = shapeOnFile('llama-3-8b');
    const [run] = shape.blocks;
    if (run === undefined) throw new Error('no blocks');
    const cut: ModelShape = { ...shape, blocks: Array.from({ length: run.count }, () => ({ ...run, count: 1 })) };
    expect(workOf(cut).blocks).toEqual(workOf(shape).blocks);
    expect(workOf(shape).blocks.map(({ count }) => count)).toEqual([32]);
  });

  test('of different kinds stay apart, and none is lost', () => {
    for (const { shape } of presetsOnFile.all) {
      const { blocks } = workOf(shape);
      const countOf = (parts: readonly { readonly count: number }[]): number => parts.reduce((sum, { count }) => sum + count, 0);
      expect(countOf(blocks), shape.name).toBe(countOf(shape.blocks));
      expect(blocks.length, shape.name).toBeLessThanOrEqual(8);
    }
    expect(workOf(shapeOnFile('deepseek-v3')).blocks.map(({ count }) => count)).toEqual([3, 58]);
  });
});
