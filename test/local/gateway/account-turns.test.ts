import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { AccountTurns } from '../../../local/gateway/account-turns.ts';
import type { LambdaResponseStream } from '../../../local/gateway/lambda-runtime.ts';
import { eventually } from '../../support/service/api.ts';
import { gatewaysBeside } from '../../support/service/gateway-with.ts';
import { rawConnection } from '../../support/service/raw-http.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';

const gatewayWith = gatewaysBeside(await temporaryFolder('spool'));
const VIDEO = '/api/videos/0190e2f0-0000-7000-8000-000000000000';
const METADATA = `${VIDEO}/metadata`;
const SURFACE = `${VIDEO}/objects/surface`;
const never = new AbortController().signal;
const ONE = { share: 1, alone: 1 };
const turnOf = (turns: AccountTurns, account = 'a') => turns.of(account, 'light', never);

test('an account has more places while it is alone, and has them back a second after another one was there', async () => {
  let now = 0;
  const turns = new AccountTurns({ share: 1, alone: 3 }, () => now);
  const working: string[] = [];
  const begin = (account: string) => {
    const turn = turnOf(turns, account);
    void turn.take().then(() => working.push(account));
    return turn;
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const first = Array.from({ length: 4 }, () => begin('a'));
  await settled();
  expect(working).toEqual(['a', 'a', 'a']);
  const other = begin('b');
  await settled();
  expect(working).toEqual(['a', 'a', 'a', 'b']);
  other.end();
  for (const turn of first.slice(0, 2)) turn.end();
  await settled();
  expect(working).toHaveLength(4);
  now = 999;
  const later = begin('a');
  await settled();
  expect(working).toHaveLength(4);
  now = 1000;
  first[2]?.end();
  await settled();
  expect(working.slice(4)).toEqual(['a', 'a']);
  later.end();
});

test('a request that has ended while it waited leaves its place to the next', async () => {
  const turns = new AccountTurns(ONE, () => 0);
  const [first, ended, last] = [turnOf(turns), turnOf(turns), turnOf(turns)];
  await first.take();
  const waiting = [ended.take(), last.take()];
  ended.end();
  first.end();
  await Promise.all(waiting);
});

test('a request whose client has gone gives up its turn', async () => {
  const turns = new AccountTurns(ONE, () => 0);
  const gone = new AbortController();
  const [first, second, third] = [turnOf(turns), turns.of('a', 'light', gone.signal), turnOf(turns)];
  await first.take();
  const refused = expect(second.take()).rejects.toThrow('gone');
  const next = third.take();
  gone.abort(new Error('gone'));
  await refused;
  first.end();
  await next;
});

test('functions work on as many requests of an account at a time as its share, and beside them on those of others', async () => {
  const working: string[] = [];
  const end = Promise.withResolvers<void>();
  const gateway = await gatewayWith({ working: { share: 2, alone: 2 } }, '', async (event) => {
    const { headers, httpMethod, path } = event as APIGatewayProxyEvent;
    working.push(`${headers.Authorization} ${httpMethod} ${path.split('/').at(-1)}`);
    await end.promise;
    return { statusCode: 200, headers: {}, body: '{}' };
  });
  const ask = (key: string, target: string, method = 'GET') =>
    rawConnection(gateway.url).then(({ send, answer }) => {
      const body = method === 'GET' ? '' : 'Content-Type: application/json\r\nContent-Length: 2\r\n';
      const content = method === 'GET' ? '' : '{}';
      send(
        `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${key}\r\n${body}\r\n${content}`,
      );
      return answer();
    });
  const asked = Array.from({ length: 5 }, () => ask('busy', '/api/v1/whoami'));
  const theirs = () => working.filter((call) => call === 'busy GET whoami');
  await eventually(
    async () => theirs().length,
    (count) => count >= 2,
  );
  // Edits have places besides, and what mostly waits needs none.
  asked.push(...Array.from({ length: 3 }, () => ask('busy', SURFACE, 'POST')));
  asked.push(ask('busy', METADATA, 'PATCH'), ask('other', '/api/v1/whoami'));
  await eventually(
    async () => working.length - theirs().length,
    (count) => count === 5,
  );
  expect(theirs()).toHaveLength(2);
  end.resolve();
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
});

test('an answer that nobody reads keeps no place from others of its account', async () => {
  const gateway = await gatewayWith({ working: ONE }, '', async (_, stream) => {
    const answer = stream as LambdaResponseStream;
    if (answer === undefined || !('announce' in answer)) return { statusCode: 200, headers: {}, body: '{}' };
    answer.announce({ statusCode: 200, headers: {} });
    const piece = Buffer.alloc(1024 * 1024);
    for (;;) {
      const failed = await new Promise((resolve) => answer.write(piece, resolve));
      if (failed) return undefined;
    }
  });
  const unread = await rawConnection(gateway.url);
  unread.socket.pause();
  unread.send(`GET ${METADATA} HTTP/1.1\r\nHost: localhost\r\nAuthorization: key\r\n\r\n`);
  const answer = await fetch(`${gateway.url}/api/v1/whoami`, { headers: { Authorization: 'key' } });
  expect(answer.status).toBe(200);
  unread.socket.destroy();
});
