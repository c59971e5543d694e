import { describe, expect, test } from 'vitest';
import type { PagedCall } from '../../../client/package/call.ts';
import {
  createClient,
  typedClient,
  type VideoMetadataClient,
} from '../../../client/package/create-client.ts';

/** Methods as the package declares them; in the sources they have no types. */
interface Methods extends VideoMetadataClient {
  videos: Record<'list' | 'get', (...input: unknown[]) => PagedCall<{ videos: unknown[] }, { id: string }>>;
  metadata: Record<'get' | 'patch', (...input: unknown[]) => PagedCall<unknown, unknown>>;
  objects: Record<'delete', (...input: unknown[]) => Promise<unknown>>;
  processing: Record<'start', (...input: unknown[]) => Promise<unknown>>;
}

/** A client whose requests are kept and get these answers in turn. */
function clientAnswering(...answers: Response[]) {
  const sent: { method: string; target: string; headers: Headers; body: unknown }[] = [];
  const client = createClient({
    apiUrl: 'http://service.test/prod',
    apiKey: 'k',
    wait: async () => {},
    fetch: async (url, { method = '', headers, body } = {}) => {
      const target = String(url).replace('http://service.test/prod', '');
      sent.push({ method, target, headers: new Headers(headers), body });
      return answers.shift() ?? Promise.reject(new TypeError('asked too often'));
    },
  }) as Methods;
  return { client, sent, targets: () => sent.map(({ method, target }) => `${method} ${target}`) };
}

const refusal = (code: string, status: number) =>
  Response.json({ error: { code, message: 'Refused.' } }, { status });

describe('a method', () => {
  test('takes the parts of the path, the body, then options, of which the rest is the query', async () => {
    const { client, sent, targets } = clientAnswering(
      Response.json({}),
      Response.json({}),
      Response.json({}),
    );
    await client.metadata.get('a b', { version: 3 });
    await client.metadata.patch('v', { layers: [] }, { ifMatch: 7 });
    await client.objects.delete('v', 7, { ifMatch: 8 });
    expect(targets()).toEqual([
      'GET /api/videos/a%20b/metadata?version=3',
      'PATCH /api/videos/v/metadata',
      'DELETE /api/videos/v/objects/7',
    ]);
    expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual([null, '"7"', '"8"']);
    expect(sent[1]?.body).toBe('{"layers":[]}');
  });

  test('sends a body of another media type as that', async () => {
    const { client, sent } = clientAnswering(Response.json({}));
    await client.metadata.patch('v', [], { contentType: 'application/json-patch+json' });
    expect(sent[0]?.headers.get('content-type')).toBe('application/json-patch+json');
  });

  test('of a POST is repeated under a key of its own, or under the given one', async () => {
    const answers = [refusal('INTERNAL_ERROR', 500), Response.json({}), Response.json({})];
    const { client, sent } = clientAnswering(...answers);
    await client.processing.start('v');
    await client.processing.start('v', { fps: 3 }, { idempotencyKey: 'mine' });
    const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([second, third]).toEqual([first, 'mine']);
  });

  test('gives the version and the response where it is asked for them', async () => {
    const headers = { ETag: '"4"', 'X-RateLimit-Remaining': '12' };
    const { client } = clientAnswering(Response.json({ a: 1 }, { headers }));
    const { body, etag, response } = await client.metadata.get('v').withResponse();
    expect([body, etag, response.headers.get('x-ratelimit-remaining')]).toEqual([{ a: 1 }, 4, '12']);
  });

  test('returns the answer that is held while it is the newest', async () => {
    const first = Response.json({ a: 1 }, { headers: { ETag: '"4"' } });
    const { client, sent } = clientAnswering(first, new Response(null, { status: 304 }));
    const held = await client.metadata.get('v').withResponse();
    expect(await client.metadata.get('v', { held }).withResponse()).toBe(held);
    expect(sent[1]?.headers.get('if-none-match')).toBe('"4"');
  });

  test('rejects once, however its answer is asked for', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const answers = Array.from({ length: 4 }, () => refusal('VIDEO_NOT_FOUND', 404));
    const { client } = clientAnswering(...answers);
    const failure = { code: 'VIDEO_NOT_FOUND', status: 404 };
    await expect(client.videos.get('v').withResponse()).rejects.toMatchObject(failure);
    await expect(client.videos.get('v')).rejects.toMatchObject(failure);
    expect(await client.videos.get('v').catch(({ code }) => code)).toBe('VIDEO_NOT_FOUND');
    const ended: string[] = [];
    await expect(client.videos.get('v').finally(() => ended.push('ended'))).rejects.toMatchObject(failure);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect([ended, unhandled]).toEqual([['ended'], []]);
  });

  test('passes codes, states and members on that a later release has', async () => {
    const { client } = clientAnswering(
      Response.json({ status: 'archived', shelf: 4 }),
      refusal('VIDEO_ARCHIVED', 418),
    );
    expect(await client.videos.get('v')).toEqual({ status: 'archived', shelf: 4 });
    await expect(client.videos.get('v')).rejects.toMatchObject({ code: 'VIDEO_ARCHIVED', status: 418 });
  });

  test('ends with its signal', async () => {
    const { client, sent } = clientAnswering();
    await expect(client.videos.get('v', { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
    expect(sent.length).toBeLessThanOrEqual(1);
  });
});

describe('a list', () => {
  const page = (ids: string[], more: object) => Response.json({ videos: ids.map((id) => ({ id })), ...more });
  const idsOf = async (call: AsyncIterable<{ id: string }>) => {
    const ids: string[] = [];
    for await (const { id } of call) ids.push(id);
    return ids;
  };

  test('is one page where it is awaited, and all of them where it is iterated', async () => {
    const paged = (number: number) => ({ page: number, pageSize: 2, total: 5 });
    const { client, targets } = clientAnswering(
      page(['a', 'b'], paged(1)),
      page(['a', 'b'], paged(1)),
      page(['c', 'd'], paged(2)),
      page(['e'], paged(3)),
    );
    expect((await client.videos.list({ pageSize: 2 })).videos).toHaveLength(2);
    expect(await idsOf(client.videos.list({ pageSize: 2 }))).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(targets().slice(1)).toEqual([
      'GET /api/videos?pageSize=2',
      'GET /api/videos?pageSize=2&page=2',
      'GET /api/videos?pageSize=2&page=3',
    ]);
  });

  test('ends where others were deleted meanwhile', async () => {
    const { client } = clientAnswering(page([], { page: 3, pageSize: 2, total: 9 }));
    expect(await idsOf(client.videos.list({ page: 3, pageSize: 2 }))).toEqual([]);
  });

  test('follows cursors where answers have them', async () => {
    const { client, targets } = clientAnswering(
      page(['a'], { nextCursor: 'x' }),
      page(['b'], { nextCursor: null }),
    );
    expect(await idsOf(client.videos.list({ sort: 'name', page: 1 }))).toEqual(['a', 'b']);
    expect(targets()).toEqual(['GET /api/videos?sort=name&page=1', 'GET /api/videos?sort=name&cursor=x']);
  });

  test('compares its first page alone with the one that is held', async () => {
    const held = { body: { videos: [{ id: 'a' }], nextCursor: 'x' }, etag: 4 };
    const { client, sent } = clientAnswering(new Response(null, { status: 304 }), page(['b'], {}));
    expect(await idsOf(client.videos.list({ held }))).toEqual(['a', 'b']);
    expect(sent.map(({ headers }) => headers.get('if-none-match'))).toEqual(['"4"', null]);
  });

  test('is not read further than anyone wants', async () => {
    const { client, sent } = clientAnswering(page(['a', 'b'], { page: 1, pageSize: 2, total: 5 }));
    for await (const { id } of client.videos.list()) if (id === 'b') break;
    expect(sent).toHaveLength(1);
  });

  test('fails where one of its pages does', async () => {
    const { client } = clientAnswering(
      page(['a', 'b'], { page: 1, pageSize: 2, total: 5 }),
      refusal('UNAUTHENTICATED', 401),
    );
    await expect(idsOf(client.videos.list())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

test('a request of one’s own has the key and is repeated, and its body is left unread', async () => {
  const { client, sent } = clientAnswering(refusal('INTERNAL_ERROR', 500), new Response('text'));
  const response = await client.fetch('/api/later?x={y}', { headers: { Accept: 'text/plain' } });
  expect(await response.text()).toBe('text');
  expect(sent.map(({ target }) => target)).toEqual(Array(2).fill('/api/later?x=%7By%7D'));
  expect([...(sent[0]?.headers.keys() ?? [])].sort()).toEqual(['accept', 'authorization']);
});

test('what takes files by their path names a client that is none', () => {
  expect(() => typedClient({} as VideoMetadataClient)).toThrow('createClient');
});

test.each([
  ['an address', { apiKey: 'k' }, /apiUrl/],
  ['a key', { apiUrl: 'http://service.test', apiKey: undefined }, /apiKey/],
])('a client without %s is refused at once: variables may not be set', (_, options, complaint) => {
  expect(() => createClient(options as Parameters<typeof createClient>[0])).toThrow(complaint);
});
