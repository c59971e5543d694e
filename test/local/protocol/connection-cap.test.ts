import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { ConnectionCap } from '../../../local/protocol/connection-cap.ts';
import { eventually } from '../../support/service/api.ts';
import { rawConnection } from '../../support/service/raw-http.ts';

const UPLOAD = 'PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n';

let now = 0;
const cap = new ConnectionCap({ most: 10, now: () => now });
const begun: ((message: IncomingMessage) => void)[] = [];
const server = createServer((message) => {
  cap.hold(message);
  begun.shift()?.(message);
});
cap.guard(server);

beforeEach(async () => {
  now = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.close().closeAllConnections();
    await once(server, 'close');
  };
});

/** A request of which so many bytes of the body have arrived, and been read where somebody reads. */
async function arriving(bytes: number, isRead = true) {
  const connection = await rawConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  begun.push(resolve);
  connection.send(UPLOAD);
  const message = await promise;
  const before = message.socket.bytesRead;
  if (isRead) message.resume();
  connection.send(new Uint8Array(bytes));
  await eventually(
    async () => message.socket.bytesRead - before,
    (arrived) => arrived === bytes,
  );
  return { connection, message };
}

test('a body that arrives at less than 500 bytes a second is cut off after 20 s, a faster one is not', async () => {
  const { connection: slow } = await arriving(9_999);
  const { message: fast } = await arriving(10_000);
  now = 19_999;
  cap.cutSlow();
  expect(fast.socket.destroyed).toBe(false);
  now = 20_000;
  cap.cutSlow();
  await slow.closed;
  expect(fast.socket.destroyed).toBe(false);
});

test('a body that the service does not read meanwhile may take its time', async () => {
  const { message } = await arriving(1000, false);
  for (now = 5000; now <= 60_000; now += 5000) cap.cutSlow();
  expect(message.socket.destroyed).toBe(false);
  message.resume();
  await eventually(
    async () => message.readableLength,
    (unread) => unread === 0,
  );
  cap.cutSlow();
  expect(message.socket.destroyed).toBe(false);
});
