import { describe, expect, test } from 'vitest';
import { tablesOnFile } from '../../tests/setup/forecast-on-file.ts';
import type { Layout } from './layout.ts';
import { prepareRun } from './prepared-run.ts';
import type { Run } from './run.ts';

const stated: Run = {
  id: 'x',
  kind: 'training',
  model: { name: 'Llama 3 8B', seq: 8192 },
  gpu: 'H100-80',
  gpus: 64,
  nodes: 8,
  gpus_per_node: 8,
  fabric: 'infiniband',
  node_gbps: 3200,
  precision: 'bf16',
  global_batch: 128,
  micro_batch: 1,
  recompute: 'none',
};
const prepared = (over: Partial<Run>) => prepareRun({ ...stated, ...over }, tablesOnFile);
const layoutOf = (over: Partial<Run>): Layout => {
  const run = prepared(over);
  if (run.kind !== 'training') throw new Error('refused');
  return run.layout;
};
const refusal = (over: Partial<Run>): string | null => {
  const run = prepared(over);
  return run.kind === 'refused' ? run.refused : null;
};

describe('sizes of parallelism', () => {
  test('that are stated stay as they are', () => {
    expect(layoutOf({ parallel: { tp: 4, pp: 2, cp: 2, vpp: 2, ep: 2, sp: true, zero: 1 } })).toMatchObject({
      tensor: 4,
      pipeline: 2,
      context: 2,
      data: 4,
      virtualStages: 2,
      expert: 2,
      sequenceParallel: true,
      sharding: 1,
    });
  });

  test('keep the replicas that are stated alone: the other GPUs cut the model, inside a node first', () => {
    expect(layoutOf({ parallel: { dp: 64 } })).toMatchObject({ data: 64, tensor: 1, pipeline: 1 });
    expect(layoutOf({ parallel: { dp: 16 } })).toMatchObject({ data: 16, tensor: 4, pipeline: 1 });
    expect(layoutOf({ parallel: { dp: 2 } })).toMatchObject({ data: 2, tensor: 8, pipeline: 4 });
    expect(layoutOf({ parallel: { dp: 8, pp: 4 } })).toMatchObject({ data: 8, tensor: 2, pipeline: 4 });
    expect(refusal({ parallel: { dp: 24 } })).toBe('tensor 1 × pipeline 1 × context 1 × data 24 is 24, not 64 GPUs: data 64 would fit');
  });

  test('always multiply to the GPUs, whatever is left open', () => {
    for (const parallel of [{}, { tp: 2 }, { pp: 4 }, { cp: 2 }, { dp: 8 }, { dp: 4, cp: 2 }, { tp: 2, pp: 2 }]) {
      const { tensor, pipeline, context, data, gpus } = layoutOf({ parallel });
      expect(tensor * pipeline * context * data, JSON.stringify(parallel)).toBe(gpus);
    }
  });

  test('split the sequences of a batch that is smaller than the replicas', () => {
    const { data, tensor, context } = layoutOf({ global_batch: 16, parallel: null });
    expect(data).toBe(16);
    expect(tensor * context).toBe(4);
  });
});

describe('sharding', () => {
  test('is read from a level or from words, and cut in a node where it is hybrid', () => {
    expect(layoutOf({ parallel: { tp: 1, zero: 3 } })).toMatchObject({ sharding: 3, shardGroup: 64, stack: 'fsdp' });
    expect(layoutOf({ parallel: { tp: 1, zero: 'hybrid 2 in node' } })).toMatchObject({ sharding: 2, shardGroup: 8 });
    expect(layoutOf({ parallel: { tp: 8, zero: 0 } })).toMatchObject({ sharding: 0, stack: 'megatron' });
  });
});

describe('batches', () => {
  test('are micro-batches times replicas: the work of a step is what is stated', () => {
    for (const microBatch of [1, 2]) {
      const { microBatches, microBatch: own, data } = layoutOf({ parallel: { tp: 1, dp: 64 }, micro_batch: microBatch });
      expect(own).toBe(microBatch);
      expect(microBatches * own * data).toBe(128);
    }
  });
});

describe('a run is refused', () => {
  test.each<[string, Partial<Run>, string]>([
    ['as an MPI code', { kind: 'hpc' }, 'MPI codes are forecast from their own timings or traffic, not from a published row'],
    [
      'as a mixture of experts without its sizes',
      { model: { name: 'our experts', moe: 'yes', layers: 32, hidden: 4096, seq: 4096 } },
      'a mixture of experts without its sizes',
    ],
    [
      'where sizes and count contradict each other',
      { model: { name: 'ours', params: 70e9, layers: 12, hidden: 768, seq: 2048 } },
      'sizes and parameters of the model contradict each other',
    ],
    ['as a collective over nobody knows how many GPUs', { kind: 'collective', gpus: null, nodes: null }, 'neither GPUs nor nodes stated'],
    ['as images on nobody knows how many GPUs', { model: { name: 'ResNet-50' }, gpus: null }, 'number of GPUs not stated'],
    ['as images of no batch', { model: { name: 'ResNet-50' }, global_batch: null, micro_batch: null }, 'batch not stated'],
  ])('%s', (_why, over, says) => {
    expect(refusal(over)).toBe(says);
  });
});
