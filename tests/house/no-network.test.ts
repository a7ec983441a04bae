import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { expect, test } from 'vitest';

// 192.0.2.0/24 is set aside for documentation (RFC 5737): nothing lives there even if the guard should fail.
const outside = '192.0.2.1';

test('a fetch to the outside fails with a message that says what to do', async () => {
  const fault: unknown = await fetch(`http://${outside}/`).catch((error: unknown) => error);
  expect((fault as Error).cause).toMatchObject({ message: expect.stringContaining(`may not reach "${outside}"`) });
});

test('plain and encrypted sockets to the outside are refused', async () => {
  const sockets = [connect(80, outside), connect({ port: 80, host: outside }), connectSecurely(443, outside)];
  const faults = await Promise.all(sockets.map((socket) => new Promise<Error>((resolve) => socket.once('error', resolve))));
  for (const fault of faults) expect(fault.message).toContain('only loopback is open');
});

test('a server on this machine can be reached', async () => {
  const server = createServer((_request, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await answer.text()).toBe('here');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
