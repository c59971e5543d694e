import { describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../client/client.ts';
import { ApiFailure, ConnectionFailure, InvalidParameter } from '../../client/failure.ts';
import { versionOf } from '../../client/read-answer.ts';
import { readAt, readSections } from '../../client/read-part.ts';
import { route } from '../../shared/contract/route.ts';
import { whoami } from '../../shared/contract/routes/account.ts';
import { getMetadata, patchMetadata } from '../../shared/contract/routes/metadata.ts';
import { createSurface } from '../../shared/contract/routes/objects.ts';
import { cancelProcessing, startProcessing } from '../../shared/contract/routes/processing.ts';
import { deleteVideo, getVideo, listVideos } from '../../shared/contract/routes/videos.ts';
import { httpServer } from './http-server.ts';

interface Sent {
  url: string;
  init: RequestInit & { headers: Headers };
}

/** A client whose requests are kept and get these answers in turn, the last one for ever; its waits are noted. */
function clientAnswering(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const client = createClient({
    apiUrl: 'http://service.test',
    apiKey: 'vms_sk_key',
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init as Sent['init'] });
      const answer = answers[Math.min(sent.length, answers.length) - 1] ?? new Error('no answer');
      if (answer instanceof Error) throw answer;
      return answer.clone();
    },
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  });
  return { client, sent, waits };
}

/** What `fetch` throws, with the system's reason. */
const networkError = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

const refusal = (code: string, status: number, headers: Record<string, string> = {}): Response =>
  Response.json({ error: { code, message: 'Refused.' } }, { status, headers });

const keysOf = (sent: Sent[]): (string | null)[] =>
  sent.map(({ init }) => init.headers.get('idempotency-key'));

test('a call is made with method, path, query and key of its definition', async () => {
  const { client, sent } = clientAnswering(Response.json({}));
  await client.call(getMetadata, { params: { id: 'v1' }, query: { version: 3 } });
  expect(sent[0]?.url).toBe('http://service.test/api/videos/v1/metadata?version=3');
  expect(sent[0]?.init.method).toBe('GET');
  expect(sent[0]?.init.headers.get('authorization')).toBe('Bearer vms_sk_key');
  expect(sent[0]?.init.body).toBeNull();
});

test('a body can be sent as it is, and an answer left unread', async () => {
  const { client, sent } = clientAnswering(new Response('{"a": 1}', { headers: { ETag: '"4"' } }));
  const response = await client.fetch(patchMetadata, {
    params: { id: 'v1' },
    query: { baseVersion: 3 },
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: () => '{}',
  });
  expect(await response.text()).toBe('{"a": 1}');
  expect(versionOf(response.headers.get('etag'))).toBe(4);
  expect(sent[0]?.url).toBe('http://service.test/api/videos/v1/metadata?baseVersion=3');
  expect(sent[0]?.init).toMatchObject({ method: 'PATCH', body: '{}' });
  expect(sent[0]?.init.headers.get('content-type')).toBe('application/merge-patch+json');
});

test('an answer that is left unread is no error answer', async () => {
  const { client } = clientAnswering(refusal('VERSION_NOT_FOUND', 404));
  const answer = client.fetch(getMetadata, { params: { id: 'v1' } });
  await expect(answer).rejects.toMatchObject({ name: 'ApiFailure', code: 'VERSION_NOT_FOUND' });
});

test('a call is made below another path, and with what the caller gives as authorization', async () => {
  const sent: [url: string, authorization: string | null][] = [];
  let count = 0;
  const client = createClient({
    apiUrl: 'http://service.test',
    basePath: '/console/api',
    authorization: async () => `Bearer token ${++count}`,
    fetch: async (url, init) => {
      sent.push([String(url), new Headers(init?.headers).get('authorization')]);
      return count < 2 ? refusal('INTERNAL_ERROR', 500) : Response.json({});
    },
    wait: async () => {},
  });
  await client.call(getVideo, { params: { id: 'v1' } });
  await client.call({ ...getVideo, path: '/console/api/keys' }, { params: { id: 'v1' } });
  expect(sent).toEqual([
    ['http://service.test/console/api/videos/v1', 'Bearer token 1'],
    ['http://service.test/console/api/videos/v1', 'Bearer token 2'],
    ['http://service.test/console/api/keys', 'Bearer token 3'],
  ]);
});

test('what prevents the authorization reaches the caller as it is', async () => {
  const refused = new Error('signed out');
  const client = createClient({
    apiUrl: 'http://service.test',
    authorization: () => Promise.reject(refused),
    fetch: async () => Response.json({}),
  });
  await expect(client.call(whoami)).rejects.toBe(refused);
});

test('a parameter cannot break out of its place in the path', async () => {
  const { client, sent } = clientAnswering(Response.json({}));
  await client.call(getVideo, { params: { id: 'a/../b?c#d %' } });
  expect(sent[0]?.url).toBe('http://service.test/api/videos/a%2F..%2Fb%3Fc%23d%20%25');
  for (const id of ['', '.', '..']) {
    await expect(client.call(getVideo, { params: { id } })).rejects.toThrow(InvalidParameter);
  }
  expect(sent).toHaveLength(1);
});

test('query values that are undefined are left out', async () => {
  const { client, sent } = clientAnswering(Response.json({}));
  await client.call(listVideos, { query: { page: 2 } });
  await client.call(listVideos);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?page=2', '']);
});

test('a JSON body is sent as such, with the version that a write is based on', async () => {
  const { client, sent } = clientAnswering(Response.json({ success: true, version: 5, updatedAt: '' }));
  const answer = await client.call(patchMetadata, { params: { id: 'v' }, body: { layers: [] }, ifMatch: 4 });
  expect(answer.version).toBe(5);
  expect(sent[0]?.init.body).toBe('{"layers":[]}');
  expect(sent[0]?.init.headers.get('content-type')).toBe('application/json');
  expect(sent[0]?.init.headers.get('if-match')).toBe('"4"');
});

test('a surface is marked under a key of the call, so that a lost answer does not mark it twice', async () => {
  const lost = new TypeError('fetch failed');
  const { client, sent } = clientAnswering(
    lost,
    Response.json({ success: true, objectId: 'surface_1', trackedFrames: 7 }),
  );
  const body = {
    name: 'Board',
    frame: 3,
    corners: [
      { x: 0.1, y: 0.1 },
      { x: 0.5, y: 0.1 },
      { x: 0.5, y: 0.5 },
      { x: 0.1, y: 0.5 },
    ],
  };
  const { objectId, trackedFrames } = await client.call(createSurface, { params: { id: 'v' }, body });
  expect([objectId, trackedFrames]).toEqual(['surface_1', 7]);
  expect(sent.map(({ url }) => url)).toEqual(
    Array(2).fill('http://service.test/api/videos/v/objects/surface'),
  );
  expect(JSON.parse(String(sent[1]?.init.body))).toEqual(body);
  const [first, second] = keysOf(sent);
  expect(first).not.toBeNull();
  expect(second).toBe(first);
});

test('an optional body may be left out', async () => {
  const { client, sent } = clientAnswering(Response.json({}));
  await client.call(startProcessing, { params: { id: 'v' } });
  expect(sent[0]?.init.headers.has('content-type')).toBe(false);
});

test.each([
  ['http://service.test', 'http://service.test/api/videos'],
  ['http://service.test/', 'http://service.test/api/videos'],
  ['https://gateway.test/prod', 'https://gateway.test/prod/api/videos'],
  ['https://gateway.test/prod/', 'https://gateway.test/prod/api/videos'],
  ['https://gateway.test/a/b//', 'https://gateway.test/a/b/api/videos'],
])('a service at %s is called at %s', async (apiUrl, url) => {
  const called: string[] = [];
  const fetch: typeof globalThis.fetch = async (target) => {
    called.push(String(target));
    return Response.json({});
  };
  await createClient({ apiUrl, apiKey: 'k', fetch }).call(listVideos);
  expect(called).toEqual([url]);
});

test.each([
  ['"7"', 7],
  ['W/"12"', 12],
  ['"abc"', null],
  [null, null],
])('the ETag %s is the version %s, which a write can be based on', async (header, version) => {
  const answer = Response.json({}, { headers: header === null ? {} : { ETag: header } });
  const { client } = clientAnswering(answer);
  expect(await client.exchange(getMetadata, { params: { id: 'v' } })).toMatchObject({
    body: {},
    etag: version,
  });
});

test('an answer that is held is returned again where it is the newest still, and replaced where it is not', async () => {
  const { client, sent } = clientAnswering(
    Response.json({ schemaVersion: '1.0' }, { headers: { ETag: 'W/"7"' } }),
    new Response(null, { status: 304, headers: { ETag: 'W/"7"' } }),
    Response.json({ schemaVersion: '1.0' }, { headers: { ETag: 'W/"8"' } }),
  );
  const call = { params: { id: 'v' } };
  const held = await client.exchange(getMetadata, call);
  expect(await client.exchange(getMetadata, { ...call, held })).toBe(held);
  expect((await client.exchange(getMetadata, { ...call, held })).etag).toBe(8);
  expect(sent.map(({ init }) => init.headers.get('if-none-match'))).toEqual([null, '"7"', '"7"']);
});

test('a part of a document is asked for by names, or by a path in which names may hold anything', async () => {
  const { client, sent } = clientAnswering(Response.json({}, { headers: { ETag: '"7"' } }));
  await readSections(client, 'v', ['layers', 'rules']);
  await readAt(client, 'v', ['layers', 'a/b~c', 'name'], { version: 3 });
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    '?sections=layers%2Crules',
    '?path=%2Flayers%2Fa%7E1b%7E0c%2Fname&version=3',
  ]);
});

describe('a call whose answer got lost', () => {
  const lost = () => networkError('ECONNRESET');

  test('is repeated under the same key where it is a POST, each call under one of its own', async () => {
    const { client, sent, waits } = clientAnswering(
      lost(),
      refusal('INTERNAL_ERROR', 500),
      Response.json({}),
    );
    await client.call(startProcessing, { params: { id: 'v' }, body: { fps: 3 } });
    expect(sent.map(({ init }) => init.body)).toEqual(Array(3).fill('{"fps":3}'));
    expect(waits).toEqual([500, 1000]);
    await client.call(startProcessing, { params: { id: 'v' } });
    const [first, ...others] = keysOf(sent);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(others.slice(0, 2)).toEqual([first, first]);
    expect(others[2]).not.toBe(first);
  });

  test('is repeated where it only reads, without a key', async () => {
    const { client, sent } = clientAnswering(lost(), Response.json({}));
    await client.call(listVideos);
    expect(keysOf(sent)).toEqual([null, null]);
  });

  test.each([
    ['PATCH', (client: Client) => client.call(patchMetadata, { params: { id: 'v' }, body: {} })],
    ['DELETE', (client: Client) => client.call(deleteVideo, { params: { id: 'v' } })],
    [
      'a POST whose answer is not kept',
      (client: Client) =>
        client.call(route({ ...cancelProcessing, keepsNoAnswer: true }), { params: { id: 'v' } }),
    ],
  ])('is left to the caller where doing it twice would show: %s', async (_, call) => {
    const { client, sent } = clientAnswering(lost(), Response.json({}));
    await expect(call(client)).rejects.toThrow(ConnectionFailure);
    expect(keysOf(sent)).toEqual([null]);
  });

  test.each([
    ['the connection breaks', lost(), 6],
    ['a gateway says that the API does not answer', new Response('<html>', { status: 502 }), 6],
    ['nothing listens', networkError('ECONNREFUSED'), 3],
    ['another server answers', new Response('<html>', { status: 404 }), 1],
    ['the service refuses', refusal('VIDEO_NOT_FOUND', 404), 1],
    ['the first attempt still runs', refusal('IDEMPOTENCY_IN_PROGRESS', 409), 8],
  ])('is given up after a while when %s', async (_, answer, attempts) => {
    const { client, sent, waits } = clientAnswering(answer);
    await expect(client.call(cancelProcessing, { params: { id: 'v' } })).rejects.toThrow();
    expect(sent).toHaveLength(attempts);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  });
});

test('a refusal for too many requests is waited out for as long as it says', async () => {
  const limited = refusal('RATE_LIMITED', 429, { 'Retry-After': '17' });
  const { client, waits } = clientAnswering(limited, Response.json({}));
  await client.call(listVideos);
  expect(waits).toEqual([17_000]);
});

test('an error answer becomes an ApiFailure with everything it says', async () => {
  const error = { code: 'RATE_LIMITED', message: 'Too many requests.', field: 'f', details: { limit: 100 } };
  const headers = { 'X-Request-Id': 'r-1', 'Retry-After': '7' };
  const { client } = clientAnswering(Response.json({ error }, { status: 429, headers }));
  const failure = await client.call(whoami).catch((reason: unknown) => reason);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({ ...error, status: 429, requestId: 'r-1', retryAfter: 7 });
  expect(failure).toMatchObject({ url: expect.stringMatching(/\/api\/v1\/whoami$/) });
});

test.each([
  ['a page of a proxy', new Response('<html>', { status: 502 })],
  ['JSON other than an error body', Response.json({ error: 'nope' }, { status: 500 })],
  ['success without JSON', new Response('fine')],
])('%s is reported as not coming from the API', async (_, answer) => {
  const { client } = clientAnswering(answer);
  await expect(client.call(whoami)).rejects.toThrow(ConnectionFailure);
});

test('a service that is not there is named with the reason', async () => {
  const gone = await httpServer(() => undefined);
  await gone[Symbol.asyncDispose]();
  const client = createClient({ apiUrl: gone.url, apiKey: 'k', wait: async () => {} });
  await expect(client.call(whoami)).rejects.toThrow(`${gone.url} cannot be reached: connect ECONNREFUSED`);
});

test('a port that fetch never connects to is reported at once', async () => {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const client = createClient({ apiUrl: 'http://127.0.0.1:6000', apiKey: 'k', wait });
  await expect(client.call(whoami)).rejects.toThrow('cannot be reached: bad port');
  expect(waits).toEqual([]);
});

test('an aborted call rejects with the reason of its signal', async () => {
  const controller = new AbortController();
  await using server = await httpServer(() => controller.abort(new Error('enough')));
  const client = createClient({ apiUrl: server.url, apiKey: 'k' });
  await expect(client.call(whoami, { signal: controller.signal })).rejects.toThrow('enough');
});
