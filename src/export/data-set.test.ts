import { describe, expect, test } from 'vitest';
import { offerColumns } from './columns.ts';
import { type DataSet, dataLicence, describeDataPackage, describeForSearch } from './data-set.ts';

const dataSet: DataSet = {
  dataVersion: '2026-11-30',
  licence: dataLicence,
  page: 'https://clusterfare.example/data',
  counts: { offers: 218, multiNodeOffers: 130, providers: 99, prices: 400 },
  downloads: [
    {
      name: 'offers',
      format: 'csv',
      says: 'One row per offer.',
      url: 'https://clusterfare.example/data/offers.csv',
      rows: 218,
      bytes: 1_000,
      sha256: 'ab',
      columns: offerColumns,
    },
    {
      name: 'offers',
      format: 'jsonl',
      says: 'One document per offer.',
      url: 'https://clusterfare.example/data/offers.jsonl',
      rows: 218,
      bytes: 9_000,
      sha256: 'cd',
      columns: null,
    },
  ],
};

describe('the data set', () => {
  test('as a Data Package lists each file with its checksum and columns', () => {
    const { resources } = describeDataPackage(dataSet) as {
      resources: { name: string; hash: string; mediatype: string; schema?: { fields: { name: string }[] } }[];
    };
    expect(resources.map(({ name, hash, mediatype }) => [name, hash, mediatype])).toEqual([
      ['offers-csv', 'sha256:ab', 'text/csv'],
      ['offers-jsonl', 'sha256:cd', 'application/jsonl'],
    ]);
    expect(resources[0]?.schema?.fields.map(({ name }) => name)).toEqual(offerColumns.map(({ name }) => name));
    expect(resources[1]?.schema).toBeUndefined();
  });

  test('says units, and the words of closed lists as constraints', () => {
    const { resources } = describeDataPackage(dataSet) as { resources: { schema: { fields: Record<string, unknown>[] } }[] };
    const field = (name: string) => resources[0]?.schema.fields.find((candidate) => candidate['name'] === name);
    expect(field('nodeBandwidthGbitPerS')).toMatchObject({ type: 'number', unit: 'Gbit/s' });
    expect(field('rdma')).toMatchObject({ type: 'string', constraints: { enum: ['yes', 'no', 'unknown'] } });
    expect(field('orchestration')).toMatchObject({ type: 'list', delimiter: ';', itemWords: expect.arrayContaining(['slurm']) });
  });

  test('for search engines holds only absolute addresses, its licence and a plain JSON form', () => {
    const described = JSON.parse(JSON.stringify(describeForSearch(dataSet)));
    expect(described).toMatchObject({ '@type': 'Dataset', license: dataLicence.url, creator: { url: 'https://clusterfare.example/' } });
    expect(described.distribution).toHaveLength(2);
    expect(described.description).toContain('218 offers of 99 providers');
  });
});
