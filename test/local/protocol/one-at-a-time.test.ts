import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { oneAtATimeServer, refusingAsNode } from '../../../local/protocol/one-at-a-time.ts';
import { eventually } from '../../support/service/api.ts';
import { type RawConnection, rawConnection } from '../../support/service/raw-http.ts';

const passedOn: ServerResponse[] = [];
let taken = 0;
const server = oneAtATimeServer({}, (_, response) => void passedOn.push(response));
// What Node's server makes of what it reads.
for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, () => void taken++);

let connection: RawConnection;

beforeEach(async () => {
  taken = 0;
  passedOn.length = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  connection = await rawConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    connection.socket.destroy();
    server.close().closeAllConnections();
    await once(server, 'close');
  };
});

const KINDS = [
  ['plain', 'Host: a\r\n'],
  ['without a Host header', ''],
  ['that expect something unknown', 'Host: a\r\nExpect: foo\r\n'],
] as const;

test.each(KINDS)('of the requests of a connection %s one at a time is passed on', async (_, headers) => {
  connection.send(`GET / HTTP/1.1\r\n${headers}\r\n`.repeat(5));
  for (let count = 1; count <= 5; count++) {
    await eventually(
      async () => passedOn.length,
      (length) => length === count,
    );
    expect(taken).toBe(5);
    passedOn[count - 1]?.writeHead(204).end();
    expect((await connection.answer()).status).toBe(204);
  }
});

test.each(KINDS)(
  'a client that sends thousands of requests %s costs no more than ten',
  async (_, headers) => {
    connection.send(`GET / HTTP/1.1\r\n${headers}\r\n`.repeat(10_000));
    await connection.closed;
    expect(passedOn.length).toBe(1);
    expect(taken).toBe(10);
  },
);

test.each([
  ['no Host header', '', 400],
  ['an unknown expectation', 'Host: a\r\nExpect: foo\r\n', 417],
])('a request with %s is refused as by Node', async (_, headers, status) => {
  const refusing = oneAtATimeServer(
    {},
    refusingAsNode(() => expect.unreachable('it was passed on')),
  );
  refusing.listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const own = await rawConnection(`http://127.0.0.1:${(refusing.address() as AddressInfo).port}`);
  own.send(`GET / HTTP/1.1\r\n${headers}\r\n`);
  expect((await own.answer()).status).toBe(status);
  await own.closed;
  refusing.close();
});
