import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fabricKinds } from '../hardware/vocabulary.ts';
import { readDataFiles } from '../snapshot/read-data.ts';
import { transportOf, transportOfText, transports } from './vocabulary.ts';

describe('the words of publishers', () => {
  test.each([
    ['infiniband', null, 'infiniband'],
    ['4x NDR400', null, 'infiniband'],
    ['HDR InfiniBand, GPUDirect RDMA', 1600, 'infiniband'],
    ['RoCEv2', null, 'roce'],
    ['rdma (type not stated)', null, 'roce'],
    ['Spectrum-X', null, 'roce'],
    ['EFA v3', null, 'efa'],
    ['eRDMA', null, 'erdma'],
    ['GPUDirect-TCPXO', null, 'gpudirect-tcpxo'],
    ['gpudirect-tcpx', null, 'gpudirect-tcpx'],
    ['Slingshot-11', null, 'slingshot'],
    ['Omni-Path 100', null, 'omni-path'],
    ['100GbE', 100, 'tcp'],
    ['TCP sockets', null, 'tcp'],
    ['ethernet', 100, 'tcp'],
    // Nobody builds nodes of 400 Gbit/s and more for TCP.
    ['ethernet', 3200, 'roce'],
    ['carrier pigeons', null, null],
  ] as const)('"%s" at %s Gbit/s is %s', (text, rate, transport) => {
    expect(transportOfText(text, rate)).toBe(transport);
  });

  test('of offers all have a transport, but for "other"', () => {
    for (const kind of fabricKinds) {
      const transport = transportOf(kind);
      if (kind === 'other') expect(transport).toBeNull();
      else expect(transports).toContain(transport);
    }
    expect(transportOf('ethernet')).toBe('tcp');
  });

  test('name every transport by itself', () => {
    for (const transport of transports) expect(transportOfText(transport, null)).toBe(transport);
  });

  test('tell the transport of every fabric on file by its id, in keeping with its kind', () => {
    const files = readDataFiles(path.join(import.meta.dirname, '../../data'));
    if (!('about' in files)) throw new Error('data/ cannot be read');
    for (const { id, kind } of files.fabrics.value.fabrics) {
      const transport = transportOfText(id, null);
      expect(transport, id).not.toBeNull();
      const ofKind = transportOf(kind);
      if (ofKind !== null) expect(transport?.replace('-v1', ''), id).toBe(ofKind);
    }
  });
});
