import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LIMITS } from '../../shared/contract/limits.ts';
import { apiOf } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { type RawAnswer, rawConnection } from '../support/service/raw-http.ts';
import { startTestService } from '../support/service/test-service.ts';

const MIB = 1024 * 1024;
const service = await startTestService({ worker: false });
const api = apiOf(service);
const authorization = `Authorization: Bearer ${service.apiKey}`;

/** The answers to bytes on a connection of their own. */
async function sent(text: string): Promise<RawAnswer> {
  const connection = await rawConnection(service.apiUrl);
  connection.send(text);
  const answer = await connection.answer();
  connection.socket.destroy();
  return answer;
}

test.each([
  ['no HTTP at all', 'hello there\r\n\r\n'],
  ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 'BREW /api/videos HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  [
    'a header without a colon',
    `GET /api/videos HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\nnonsense\r\n\r\n`,
  ],
  ['a folded header', `GET /api/videos HTTP/1.1\r\nHost: localhost\r\nName: a\r\n b\u0000\r\n\r\n`],
  [
    'two lengths',
    'POST /api/videos/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  ],
  [
    'a length and chunks',
    'POST /api/videos/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  ],
  [
    'a broken chunk',
    `POST /api/videos/upload HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ],
  [
    'headers that are too large',
    `GET /api/videos HTTP/1.1\r\nHost: localhost\r\nName: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
  [
    'headers that are larger by far',
    `GET /api/videos HTTP/1.1\r\nHost: localhost\r\nName: ${'x'.repeat(4 * MIB)}\r\n\r\n`,
  ],
  [
    'an address that is too long',
    `GET /api/videos?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ],
  ['no host', `GET /api/videos HTTP/1.1\r\n${authorization}\r\n\r\n`],
  ['two hosts', `GET /api/videos HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n${authorization}\r\n\r\n`],
  [
    'two hosts of HTTP/1.0',
    `GET /api/videos HTTP/1.0\r\nHost: localhost\r\nHost: b\r\n${authorization}\r\n\r\n`,
  ],
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['an unknown expectation', 'GET /api/videos HTTP/1.1\r\nHost: localhost\r\nExpect: the-unexpected\r\n\r\n'],
])('%s is 400 INVALID_PARAMETER in the contract’s form', async (_, text) => {
  const { status, headers, body } = await sent(text);
  expect(status).toBe(400);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(JSON.parse(body)).toEqual({
    error: { code: 'INVALID_PARAMETER', message: expect.stringMatching(/^[A-Z].*\.$/) },
  });
});

test.each([
  'GET /api/v1/whoami HTTP/1.1',
  'GET /api/v1/whoami HTTP/1.0',
  'POST /api/videos/upload HTTP/1.1',
  'DELETE /api/videos/x HTTP/1.1',
  'GET http://localhost/api/videos HTTP/1.1',
  'PUT /api/nowhere HTTP/1.1',
])('two Authorization headers are 401, not what the parser refuses: %s', async (line) => {
  const { status, headers } = await sent(
    `${line}\r\nHost: localhost\r\n${authorization}\r\n${authorization}\r\nConnection: close\r\n\r\n`,
  );
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

test('a request to another host is refused with what to do about it', async () => {
  const { host, port } = new URL(service.apiUrl);
  const targets = [
    `GET /api/v1/whoami HTTP/1.1\r\nHost: box.lan:${port}`,
    `GET http://box.lan:${port}/api/v1/whoami HTTP/1.1\r\nHost: ${host}`,
  ];
  for (const target of targets) {
    const { status, body } = await sent(`${target}\r\n${authorization}\r\n\r\n`);
    const { error } = JSON.parse(body);
    expect([status, error.code]).toEqual([400, 'INVALID_PARAMETER']);
    expect(error.message).toContain(`answers only as ${service.apiUrl} or http://localhost:${port}`);
    expect(error.message).toContain(`ssh -L ${port}:${host}`);
    expect(error.message).toContain(`send "Host: ${host}"`);
  }
});

test.each([
  ['GET http://{host}/api/v1/whoami', 200],
  ['GET HTTP://localhost:1/api/v1/whoami', 200],
  ['GET http://{host}/api/videos?page=1', 200],
  ['GET http://{host}/api/nowhere', 404],
  ['GET http://{host}', 302],
  ['GET http://{host}?page=1', 400],
  ['OPTIONS http://{host}/api/videos', 204],
])('a request whose target is a whole address is answered as any other: %s', async (line, status) => {
  const { host } = new URL(service.apiUrl);
  // The host in the target counts (RFC 9112, 3.2.2).
  const text = `${line.replace('{host}', host)} HTTP/1.1\r\nHost: ignored\r\n${authorization}\r\n\r\n`;
  expect((await sent(text)).status).toBe(status);
});

test('who asks for a tunnel and breaks the connection off harms nobody', async () => {
  const connection = await rawConnection(service.apiUrl);
  connection.send(`CONNECT example.org:443 HTTP/1.1\r\nHost: localhost\r\n\r\n${'x'.repeat(1000)}`);
  await connection.answer();
  connection.socket.resetAndDestroy();
  await connection.closed;
  expect((await api('GET', '/api/v1/whoami')).status).toBe(200);
});

const upload = (headers: string) =>
  `POST /api/videos/upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${MIB}\r\nExpect: 100-continue\r\n${headers}\r\n\r\n`;

/** The answer to an upload of an account that has used up its requests of this minute. */
async function uploadOverLimit(): Promise<RawAnswer> {
  const { secret: key } = await createKey(service, { account: 'exhausted', tier: 'free' });
  const exhaust = async (): Promise<void> => {
    while ((await api('GET', '/api/v1/whoami', { key })).status !== 429);
  };
  const attempt = async (): Promise<RawAnswer> => {
    await exhaust();
    return sent(upload(`Authorization: Bearer ${key}`));
  };
  const first = await attempt();
  // A minute may have begun in between; not twice.
  return first.status === 429 ? first : attempt();
}

test('the body of an upload that is let in is asked for', async () => {
  expect((await sent(upload(authorization))).status).toBe(100);
});

test('who is not let in is refused before the body is requested', async () => {
  const reader = await createKey(service, { account: 'reader', scopes: ['project:read'] });
  expect((await sent(upload('Name: value'))).status).toBe(401);
  expect((await sent(upload('Authorization: Bearer unknown'))).status).toBe(401);
  expect((await sent(upload(`Authorization: Bearer ${reader.secret}`))).status).toBe(403);
  const limited = await uploadOverLimit();
  expect(limited.status).toBe(429);
  expect(limited.headers.get('x-ratelimit-remaining')).toBe('0');
});

test.each([
  ['/api/openapi.json', 'GET', 200],
  ['/api/videos', 'GET', 200],
  ['/api/nowhere', 'POST', 404],
])('the body of a request to %s, which takes none, is not asked for', async (target, method, status) => {
  const request = upload(authorization).replace('POST /api/videos/upload', `${method} ${target}`);
  expect((await sent(request)).status).toBe(status);
});

test('a JSON body beyond the limit gets the endpoint’s own answer, however it is sent', async () => {
  const [target, text] = ['/api/videos/0190e2f0-0000-7000-8000-000000000000/process', 'x'.repeat(2 * MIB)];
  const headers = { 'Content-Type': 'application/json' };
  const announced = await api('POST', target, { raw: text, headers });
  const chunked = await fetch(`${service.apiUrl}${target}`, {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${service.apiKey}` },
    body: new Blob([text]).stream(),
    duplex: 'half',
  } as RequestInit);
  for (const { status, headers: answered } of [announced, chunked]) {
    expect(status).toBe(400);
    expect(answered.get('x-ratelimit-limit')).not.toBeNull();
  }
  const tooLarge = { code: 'INVALID_PARAMETER', field: 'body' };
  expect(announced.body.error).toMatchObject({
    ...tooLarge,
    details: { min: 0, max: LIMITS.jsonBodyBytes, provided: 2 * MIB },
  });
  const { error } = (await chunked.json()) as typeof announced.body;
  expect(error).toMatchObject({ ...tooLarge, details: { min: 0, max: LIMITS.jsonBodyBytes } });
  expect(error.details?.provided).toBeGreaterThan(LIMITS.jsonBodyBytes);
});

test('a form beyond the limit is refused by its announced length, with min, max and provided', async () => {
  const length = 300 * MIB;
  const { status, headers, body } = await sent(
    upload(authorization).replace(`Content-Length: ${MIB}`, `Content-Length: ${length}`),
  );
  expect(status).toBe(400);
  expect(headers.get('x-ratelimit-limit')).not.toBeNull();
  expect(JSON.parse(body).error).toMatchObject({
    code: 'FILE_TOO_LARGE',
    field: 'file',
    details: { min: 1, max: 100 * MIB, provided: length },
  });
});

test('nothing of all that is left on the disk', async () => {
  expect(await readdir(path.join(service.dataDir, 'spool'))).toEqual([]);
});
