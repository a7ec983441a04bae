import { Socket as DatagramSocket } from 'node:dgram';
import { Socket } from 'node:net';

/**
 * No test reaches beyond this machine: sockets to anything but loopback are refused before they open. Recorded answers
 * stand in for the outside, so a test cannot pass or fail with the weather of the internet.
 */

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;

/** The host that `connect` was asked for; null for a path, which is always local. Node accepts four ways of calling it. */
function hostOf(args: readonly unknown[]): string | null {
  const [first, second] = args;
  if (Array.isArray(first)) return hostOf(first);
  if (typeof first === 'object' && first !== null) {
    const { path, host } = first as { path?: unknown; host?: unknown };
    return typeof path === 'string' ? null : typeof host === 'string' ? host : 'localhost';
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return null;
  return typeof second === 'string' ? second : 'localhost';
}

function refuse(host: string): Error {
  return new Error(`Tests may not reach "${host}": only loopback is open. Use a recorded answer or a server on 127.0.0.1.`);
}

const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;

Socket.prototype.connect = function guardedConnect(this: Socket, ...args: unknown[]): Socket {
  const host = hostOf(args);
  if (host === null || loopback.test(host)) return connect.apply(this, args);
  // As a real failure would come: later, as an event, so that the code under test handles it as it would in life.
  process.nextTick(() => this.destroy(refuse(host)));
  return this;
} as Socket['connect'];

const send = DatagramSocket.prototype.send as (this: DatagramSocket, ...args: unknown[]) => void;

DatagramSocket.prototype.send = function guardedSend(this: DatagramSocket, ...args: unknown[]): void {
  const host = args.slice(1).find((argument): argument is string => typeof argument === 'string');
  if (host !== undefined && !loopback.test(host)) throw refuse(host);
  send.apply(this, args);
} as DatagramSocket['send'];
