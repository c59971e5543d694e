import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { ConnectionCap, type HeldRequest } from '../../../local/protocol/connection-cap.ts';
import { eventually } from '../../support/service/api.ts';
import { type RawConnection, rawConnection } from '../../support/service/raw-http.ts';

const UPLOAD = 'PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n';

/** A request as the server has it. */
interface Begun {
  message: IncomingMessage;
  response: ServerResponse;
  held: HeldRequest;
}

let now = 0;
const cap = new ConnectionCap({ most: 6, now: () => now });
const begun: ((begun: Begun) => void)[] = [];
const server = createServer((message, response) => {
  begun.shift()?.({ message, response, held: cap.hold(message) });
});
cap.guard(server);

beforeEach(async () => {
  now = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    for (const { socket } of open.splice(0)) socket.destroy();
    server.close().closeAllConnections();
    await once(server, 'close');
  };
});

const open: RawConnection[] = [];

/** Connects, and waits until the server has admitted or refused the connection. */
async function connect(): Promise<RawConnection> {
  const admitted = once(server, 'connection');
  const connection = await rawConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await admitted;
  open.push(connection);
  return connection;
}

async function begin(request: string, account = '') {
  const connection = await connect();
  const { promise, resolve } = Promise.withResolvers<Begun>();
  begun.push(resolve);
  connection.send(request);
  const { message, response, held } = await promise;
  if (account !== '') held.belongsTo(account);
  return { connection, message, response, held, socket: message.socket };
}

/** A request of which so many bytes of the body have arrived, and been read where somebody reads. */
async function arriving(bytes: number, { isRead = true, account = '' } = {}) {
  const request = await begin(UPLOAD, account);
  const { message, connection } = request;
  const before = message.socket.bytesRead;
  if (isRead) message.resume();
  connection.send(new Uint8Array(bytes));
  await eventually(
    async () => message.socket.bytesRead - before,
    (arrived) => arrived === bytes,
  );
  return request;
}

/** A request that has arrived in full. */
async function arrived(account = '') {
  const request = await begin('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', account);
  await eventually(
    async () => request.message.complete,
    (complete) => complete,
  );
  return request;
}

const areOpen = (requests: readonly { socket: Socket }[]): boolean[] =>
  requests.map(({ socket }) => !socket.destroyed);

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
  const { message } = await arriving(1000, { isRead: false });
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

test('a request that nobody known has half sent gives way before who has connected or been answered since', async () => {
  const halves = [await arriving(10), await arriving(10), await arriving(10)];
  now = 500;
  const answered = await arrived();
  answered.held.release();
  const fresh = await begin(UPLOAD);
  await connect();
  now = 600;
  await connect();
  expect(areOpen([...halves, answered, fresh])).toEqual([false, true, true, true, true]);
  // A newcomer's request may follow in its own time.
  await connect();
  expect(areOpen([...halves, answered, fresh])).toEqual([false, false, true, true, true]);
});

test('an account with most of the connections gives way before who has just connected', async () => {
  const greedy = [await arrived('a'), await arrived('a'), await arrived('a')];
  const small = await arrived('b');
  const half = await arriving(10);
  now = 1000;
  await connect();
  await connect();
  expect(areOpen([...greedy, small, half])).toEqual([false, true, true, true, true]);
  now = 1001;
  await connect();
  expect(areOpen([...greedy, small, half])).toEqual([false, true, true, true, false]);
});

test('where accounts hold all connections the one with most gives way, though it has no more than half', async () => {
  const most = [await arrived('a'), await arrived('a'), await arrived('a')];
  const others = [await arrived('b'), await arrived('b'), await arriving(10, { account: 'c' })];
  await connect();
  expect(areOpen(most)).toEqual([false, true, true]);
  expect(areOpen(others)).toEqual([true, true, true]);
});

test('of the account with most connections a body that still arrives gives way first', async () => {
  const most = [await arrived('a'), await arriving(10, { account: 'a' }), await arrived('a')];
  for (const account of ['b', 'c', 'd']) await arrived(account);
  await connect();
  expect(areOpen(most)).toEqual([true, false, true]);
});

/** Sends an answer by chunks of 64 KiB as long as there is room, of which so many bytes are read. */
async function answering() {
  const request = await arrived('a');
  const { response, connection } = request;
  connection.socket.pause();
  const fill = (): void => {
    while (response.write(new Uint8Array(65_536)));
  };
  response.on('drain', fill).once('close', () => response.off('drain', fill));
  fill();
  let unsent = 0;
  await eventually(
    async () => {
      const before = unsent;
      unsent = request.socket.bytesWritten - request.socket.writableLength;
      await new Promise(setImmediate);
      return before === unsent && request.socket.writableLength > 0;
    },
    (isFull) => isFull,
  );
  return request;
}

test('a client that reads its answer at less than 4 KiB a second for a minute is cut off, a faster one is not', async () => {
  const [slow, fast] = [await answering(), await answering()];
  now = 60_000;
  cap.cutSlow();
  expect(areOpen([slow, fast])).toEqual([true, true]);
  const before = fast.socket.bytesWritten;
  fast.connection.socket.resume();
  await eventually(
    async () => fast.socket.bytesWritten - before,
    (bytes) => bytes > 1_000_000,
  );
  now = 120_000;
  cap.cutSlow();
  expect(areOpen([slow, fast])).toEqual([false, true]);
});

test('a client that waits for the rest of its answer is not cut off', async () => {
  const { response, connection, socket } = await arrived('a');
  await new Promise((resolve) => response.write('begin', resolve));
  for (now = 0; now <= 300_000; now += 60_000) cap.cutSlow();
  expect(socket.destroyed).toBe(false);
  connection.socket.destroy();
});
