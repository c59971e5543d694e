import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { ApiFailure, ConnectionFailure, InvalidParameter } from '../../client/failure.ts';
import { whoami } from '../../shared/contract/routes/account.ts';
import { getMetadata, patchMetadata } from '../../shared/contract/routes/metadata.ts';
import { startProcessing } from '../../shared/contract/routes/processing.ts';
import { getVideo, listVideos } from '../../shared/contract/routes/videos.ts';
import { httpServer } from './http-server.ts';

interface Sent {
  url: string;
  init: RequestInit & { headers: Headers };
}

/** A client whose requests are kept and answered with `answer`. */
function clientAnswering(answer: Response) {
  const sent: Sent[] = [];
  const client = createClient({
    apiUrl: 'http://service.test',
    apiKey: 'vms_sk_key',
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init as Sent['init'] });
      return answer.clone();
    },
  });
  return { client, sent };
}

test('a call is made with method, path, query and key of its row', async () => {
  const { client, sent } = clientAnswering(Response.json({}));
  await client.call(getMetadata, { params: { id: 'v1' }, query: { version: 3 } });
  expect(sent[0]?.url).toBe('http://service.test/api/videos/v1/metadata?version=3');
  expect(sent[0]?.init.method).toBe('GET');
  expect(sent[0]?.init.headers.get('authorization')).toBe('Bearer vms_sk_key');
  expect(sent[0]?.init.body).toBeNull();
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

test('an optional body may be left out', async () => {
  const { client, sent } = clientAnswering(Response.json({}));
  await client.call(startProcessing, { params: { id: 'v' } });
  expect(sent[0]?.init.headers.has('content-type')).toBe(false);
});

test('an error answer becomes an ApiFailure with everything it says', async () => {
  const error = { code: 'RATE_LIMITED', message: 'Too many requests.', field: 'f', details: { limit: 100 } };
  const headers = { 'X-Request-Id': 'r-1', 'Retry-After': '7' };
  const { client } = clientAnswering(Response.json({ error }, { status: 429, headers }));
  const failure = await client.call(whoami).catch((reason: unknown) => reason);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({ ...error, status: 429, requestId: 'r-1', retryAfter: 7 });
});

test.each([
  ['a page of a proxy', new Response('<html>', { status: 502 })],
  ['JSON that is no error body', Response.json({ error: 'nope' }, { status: 500 })],
  ['success without JSON', new Response('fine')],
])('%s is reported as not coming from the API', async (_, answer) => {
  const { client } = clientAnswering(answer);
  await expect(client.call(whoami)).rejects.toThrow(ConnectionFailure);
});

test('a service that is not there is named with the reason', async () => {
  const gone = await httpServer(() => undefined);
  await gone[Symbol.asyncDispose]();
  const client = createClient({ apiUrl: gone.url, apiKey: 'k' });
  await expect(client.call(whoami)).rejects.toThrow(`${gone.url} cannot be reached: connect ECONNREFUSED`);
});

test('an aborted call rejects with the reason of its signal', async () => {
  const controller = new AbortController();
  await using server = await httpServer(() => controller.abort(new Error('enough')));
  const client = createClient({ apiUrl: server.url, apiKey: 'k' });
  await expect(client.call(whoami, { signal: controller.signal })).rejects.toThrow('enough');
});
