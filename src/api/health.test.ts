import { describe, expect, test } from 'vitest';
import { aSmallStore, aStore } from '../answers/fixtures/a-store.ts';
import { Fault } from '../faults/fault.ts';
import { answerHealth, answerReadiness } from './health.ts';

const read = async (response: Response) => ({ status: response.status, body: (await response.json()) as object });

describe('health', () => {
  test('a process that answers is well, whatever its data', async () => {
    expect(await read(answerHealth())).toEqual({ status: 200, body: { status: 'ok' } });
  });

  test('a machine is ready once it holds offers', async () => {
    expect(await read(answerReadiness(aSmallStore))).toMatchObject({
      status: 200,
      body: { status: 'ready', offers: 3, dataVersion: '2026-11-30' },
    });
    expect(await read(answerReadiness(() => aStore([])))).toEqual({ status: 503, body: { status: 'empty' } });
  });

  test('a catalogue that cannot be opened says its code and no path of the machine', async () => {
    const open = () => {
      throw new Fault('snapshot/unreadable', { path: '/srv/secret' });
    };
    expect(await read(answerReadiness(open))).toEqual({ status: 503, body: { status: 'unready', code: 'snapshot/unreadable' } });
  });
});
