import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Gateway } from '../../../local/gateway/gateway.ts';
import type { GatewayLimits } from '../../../local/gateway/gateway-limits.ts';
import { eventually } from '../../support/service/api.ts';
import { gatewaysBeside } from '../../support/service/gateway-with.ts';
import { type RawConnection, rawConnection } from '../../support/service/raw-http.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';

const MIB = 1024 * 1024;
const spoolDir = await temporaryFolder('spool');
const gatewayWith = gatewaysBeside(spoolDir);

const open: RawConnection[] = [];

async function connectTo({ url }: Gateway): Promise<RawConnection> {
  const connection = await rawConnection(url);
  open.push(connection);
  return connection;
}

beforeEach(() => () => {
  for (const { socket } of open.splice(0)) socket.destroy();
});

const head = (method: string, target: string, headers: Record<string, string | number>): string =>
  [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

const upload = (length: number, key = 'key') =>
  head('POST', '/api/videos/upload', {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': length,
  });

test.each([
  ['sends half a header', 'GET /api/v1/whoami HTTP/1.1\r\nHost: localh'],
  ['sends nothing at all', ''],
])('a client that %s gets an error in the contract’s form, and cut off', async (_, start) => {
  const connection = await connectTo(await gatewayWith({ headersMs: 200 }));
  connection.send(start);
  const { status, headers, body } = await connection.answer();
  expect(status).toBe(400);
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(body)).toEqual({
    error: { code: 'INVALID_PARAMETER', message: 'The request took too long to arrive.' },
  });
  await connection.closed;
});

test('a client that sends half a body and then nothing is cut off, and the half is deleted from the disk', async () => {
  const connection = await connectTo(await gatewayWith({ idleMs: 300 }));
  connection.send(upload(MIB));
  connection.send(new Uint8Array(MIB / 2));
  await connection.closed;
  await eventually(
    () => readdir(spoolDir),
    (files) => files.length === 0,
  );
});

test('a large body goes to disk while it arrives, readable by its owner alone', async () => {
  const connection = await connectTo(await gatewayWith({}));
  connection.send(upload(10 * MIB));
  connection.send(new Uint8Array(MIB));
  const [file = ''] = await eventually(
    () => readdir(spoolDir),
    (files) => files.length === 1,
  );
  const { size } = await eventually(
    () => stat(path.join(spoolDir, file)),
    (found) => found.size === MIB,
  );
  expect(size).toBe(MIB);
  expect((await stat(path.join(spoolDir, file))).mode & 0o777).toBe(0o600);
});

test('an account has no more bytes on disk than its share: the next body is read once there is room', async () => {
  const gateway = await gatewayWith({ spooled: { total: 4 * MIB, share: 2 * MIB } });
  const first = await connectTo(gateway);
  const second = await connectTo(gateway);
  const content = new Uint8Array(2 * MIB);
  first.send(upload(content.length));
  first.send(content.subarray(0, MIB));
  await eventually(
    () => readdir(spoolDir),
    (files) => files.length === 1,
  );
  second.send(upload(content.length));
  second.send(content);
  first.send(content.subarray(MIB));
  expect((await first.answer()).status).toBe(200);
  expect((await second.answer()).status).toBe(200);
});

const preflight = head('OPTIONS', '/api/v1/whoami', {});

/** Sends a part of a large body, and waits until the gateway has taken it as its `count`th. */
async function beginUpload(
  connection: RawConnection,
  count: number,
  bytes = MIB / 2,
  key = 'key',
): Promise<void> {
  connection.send(upload(MIB, key));
  connection.send(new Uint8Array(bytes));
  await eventually(
    () => readdir(spoolDir),
    (files) => files.length === count,
  );
}

test('bodies of which hardly anything comes take no room from others, whatever they announce', async () => {
  const gateway = await gatewayWith({ spooled: { total: 8 * MIB, share: 2 * MIB } });
  for (const [i, key] of ['a', 'b', 'c', 'd'].entries()) {
    const slow = await connectTo(gateway);
    slow.send(upload(2 * MIB, key));
    slow.send(new Uint8Array(MIB / 8));
    await eventually(
      () => readdir(spoolDir),
      (files) => files.length === i + 1,
    );
  }
  const other = await connectTo(gateway);
  other.send(upload(2 * MIB, 'e'));
  other.send(new Uint8Array(2 * MIB));
  expect((await other.answer()).status).toBe(200);
});

/** Tries until there is a place. */
async function newcomerIsAnswered(gateway: Gateway): Promise<void> {
  await eventually(
    async () => {
      const next = await connectTo(gateway);
      next.send(preflight);
      return next.answer().catch(() => null);
    },
    (answer) => answer?.status === 204,
  );
}

test('at the cap a new connection takes the place of the one that has waited for longest', async () => {
  const gateway = await gatewayWith({ connections: 2 });
  const [first, second] = [await connectTo(gateway), await connectTo(gateway)];
  first.send('GET /api/v1/whoami HTTP/1.1\r\nHost: localh');
  second.send(preflight.slice(0, 20));
  const third = await connectTo(gateway);
  third.send(preflight);
  expect((await third.answer()).status).toBe(204);
  await first.closed;
  second.send(preflight.slice(20));
  expect((await second.answer()).status).toBe(204);
});

test('a connection waits from the end of its latest request on', async () => {
  const gateway = await gatewayWith({ connections: 2 });
  const [first, second] = [await connectTo(gateway), await connectTo(gateway)];
  first.send(preflight);
  await first.answer();
  const third = await connectTo(gateway);
  await second.closed;
  for (const kept of [first, third]) {
    kept.send(preflight);
    expect((await kept.answer()).status).toBe(204);
  }
});

test('at the cap a new connection takes the place of the body that arrives slowest', async () => {
  const gateway = await gatewayWith({ connections: 2 });
  const [slow, fast] = [await connectTo(gateway), await connectTo(gateway)];
  await beginUpload(slow, 1);
  await beginUpload(fast, 2, MIB - 1);
  const third = await connectTo(gateway);
  await slow.closed;
  fast.send(new Uint8Array(1));
  expect((await fast.answer()).status).toBe(200);
  third.send(preflight);
  expect((await third.answer()).status).toBe(204);
});

test('the account whose bodies take most connections gives up one of its own, however slow those of others are', async () => {
  const gateway = await gatewayWith({ connections: 3 });
  const [other, first, second] = [
    await connectTo(gateway),
    await connectTo(gateway),
    await connectTo(gateway),
  ];
  await beginUpload(other, 1, 100_000, 'other');
  await beginUpload(first, 2);
  await beginUpload(second, 3);
  await newcomerIsAnswered(gateway);
  other.send(new Uint8Array(MIB - 100_000));
  expect((await other.answer()).status).toBe(200);
});

test('a request that has arrived keeps its connection; where nobody has more than half of them no other is taken', async () => {
  const { gateway, connection, begin, goOn } = await requestInProgress({ connections: 2 });
  const other = await begin('other');
  await (await connectTo(gateway)).closed;
  goOn();
  for (const kept of [connection, other]) expect((await kept.answer()).status).toBe(200);
});

test('an account with more than half of the connections gives up the request that takes longest', async () => {
  const { gateway, connection, begin, goOn } = await requestInProgress({ connections: 2 });
  const second = await begin('key');
  await newcomerIsAnswered(gateway);
  await connection.closed;
  goOn();
  expect((await second.answer()).status).toBe(200);
});

test('requests that are sent ahead are answered one after the other', async () => {
  let running = 0;
  let most = 0;
  const gateway = await gatewayWith({}, '', async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    return { statusCode: 200, headers: {}, body: '{}' };
  });
  const connection = await connectTo(gateway);
  connection.send(head('GET', '/api/v1/whoami', { Authorization: 'Bearer key' }).repeat(5));
  for (let answered = 0; answered < 5; answered++) expect((await connection.answer()).status).toBe(200);
  expect(most).toBe(1);
});

test.each([
  ['requests', {}],
  ['requests that expect something', { Expect: 'foo' }],
])('a client that sends very many %s ahead is cut off', async (_, headers) => {
  const { connection, goOn } = await requestInProgress();
  connection.send(head('GET', '/api/v1/whoami', { Authorization: 'Bearer key', ...headers }).repeat(1000));
  await connection.closed;
  goOn();
});

test('a client that does not read refusals takes no place from others', async () => {
  const gateway = await gatewayWith({ connections: 1 });
  const deaf = await connectTo(gateway);
  deaf.socket.pause();
  deaf.send(head('GET', '/api/v1/whoami', {}).repeat(100_000));
  await newcomerIsAnswered(gateway);
});

test.each([
  ['is no HTTP', 'hello there\r\n\r\n'],
  ['asks for a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
])('a connection whose request %s ends, even if the client keeps its side open', async (_, request) => {
  const gateway = await gatewayWith({ headersMs: 300_000 });
  const connection = await rawConnection(gateway.url, { allowHalfOpen: true });
  open.push(connection);
  connection.send(request);
  expect((await connection.answer()).status).toBe(400);
  // Waits for all connections.
  await gateway.close();
});

test('a connection that a browser has opened ahead and not used does not hold the end of the service', async () => {
  const gateway = await gatewayWith({ headersMs: 300_000 });
  const ahead = await connectTo(gateway);
  // Connections are accepted in their order.
  await newcomerIsAnswered(gateway);
  await gateway.close();
  await ahead.closed;
});

/** Requests that are in progress until their function is let go on. */
async function requestInProgress(limits: Partial<GatewayLimits> = {}) {
  const begun: (() => void)[] = [];
  const over = Promise.withResolvers<void>();
  const gateway = await gatewayWith(limits, '', async () => {
    begun.shift()?.();
    await over.promise;
    return { statusCode: 200, headers: {}, body: '{}' };
  });
  const begin = async (key: string): Promise<RawConnection> => {
    const connection = await connectTo(gateway);
    const beginning = new Promise<void>((resolve) => void begun.push(resolve));
    connection.send(head('GET', '/api/v1/whoami', { Authorization: `Bearer ${key}` }));
    await beginning;
    return connection;
  };
  return { gateway, connection: await begin('key'), begin, goOn: over.resolve };
}

test('a request in progress is answered at the end of the service, which its client’s connection holds no longer', async () => {
  const { gateway, connection, goOn } = await requestInProgress();
  const ended = gateway.close();
  goOn();
  expect((await connection.answer()).status).toBe(200);
  await connection.closed;
  await ended;
});

test('a request that takes longer than the service waits at its end is cut off', async () => {
  const { gateway, connection } = await requestInProgress({ endMs: 100 });
  await gateway.close();
  await connection.closed;
});

test('no more than the cap is read of an unwanted body; the answer arrives', async () => {
  const connection = await connectTo(await gatewayWith({ drained: { bytes: MIB, ms: 60_000 } }));
  connection.send(head('POST', '/api/videos/upload', { 'Content-Length': 64 * MIB }));
  const { status, body } = await connection.answer();
  expect(status).toBe(401);
  expect(JSON.parse(body)).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
  let sent = 0;
  while (sent < 64 && (await connection.send(new Uint8Array(MIB)))) sent++;
  await connection.closed;
  // What the system holds of a connection besides.
  expect(sent).toBeLessThan(16);
});

test('a refused body that never comes holds its connection only for a while', async () => {
  const connection = await connectTo(await gatewayWith({ drained: { bytes: MIB, ms: 100 } }));
  connection.send(head('POST', '/api/videos/upload', { 'Content-Length': 64 * MIB }));
  expect((await connection.answer()).status).toBe(401);
  await connection.closed;
});

test('a client that does not read its answer is cut off', async () => {
  const gateway = await gatewayWith({ idleMs: 300 }, 'x'.repeat(64 * MIB));
  const { socket, send } = await connectTo(gateway);
  send(head('GET', '/api/v1/whoami', { Authorization: 'Bearer key' }));
  await once(socket, 'readable');
  // Waits for all connections.
  await gateway.close();
});

test('a client that does not read what the console answers is cut off', async () => {
  const closed = Promise.withResolvers<void>();
  const gateway = await gatewayWith({ idleMs: 300 }, '', undefined, async (_, response) => {
    response.once('close', closed.resolve).end('x'.repeat(64 * MIB));
    return true;
  });
  const { socket, send } = await connectTo(gateway);
  send(head('GET', '/', {}));
  await once(socket, 'readable');
  await closed.promise;
});
