import { describe, expect, test } from 'vitest';
import { createKey } from '../support/service/create-key.ts';
import { decodedText, undecoded } from '../support/service/undecoded.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { seedVideo } from '../support/videos/seed-video.ts';
import { trackedCrowd } from '../support/videos/tracked-crowd.ts';

const bench = await startWorkbench();
const { api, apiUrl, environment } = bench;
const id = await seedVideo(environment, { parts: trackedCrowd(300, 20) });
for (let edit = 0; edit < 10; edit++) await api('PATCH', `/api/videos/${id}/metadata`, { json: { edit } });
const small = await seedVideo(environment);

const { secret } = await createKey(environment, { account: 'demo' });
const authorization = { Authorization: `Bearer ${secret}` };
const ask = (target: string, acceptEncoding?: string, method = 'GET') =>
  undecoded(apiUrl + target, {
    method,
    headers: { ...authorization, ...(acceptEncoding !== undefined && { 'Accept-Encoding': acceptEncoding }) },
  });

/** Whole documents, streamed and at once, and the reference. */
const LARGE = [
  `/api/videos/${id}/metadata`,
  `/api/videos/${id}`,
  `/api/videos/${id}/objects`,
  `/api/videos/${id}/versions`,
  '/api/openapi.json',
  '/api/docs',
  // A document is sent while it is read.
  `/api/videos/${small}/metadata`,
];

/** Presigned addresses change with the second. */
const lasting = (text: string): string => text.replace(/X-Amz-(?:Date|Signature)=\w+/g, '');

describe.each(LARGE)('%s', (target) => {
  test.each(['br', 'gzip'])('is sent as %s to who takes that, and is the same', async (coding) => {
    const [plain, coded] = [await ask(target), await ask(target, coding)];
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect([coded.status, coded.headers['content-encoding']]).toEqual([200, coding]);
    expect(lasting(decodedText(coded))).toBe(lasting(plain.bytes.toString()));
    for (const { headers, bytes } of [plain, coded]) {
      expect(headers.vary).toBe('Accept-Encoding');
      expect(Number(headers['content-length'] ?? bytes.length)).toBe(bytes.length);
    }
    expect(coded.headers.etag).toBe(plain.headers.etag?.replace(/^/, 'W/'));
  });
});

test('a large document takes less than half of its size', async () => {
  const target = `/api/videos/${id}/metadata`;
  const { bytes } = await ask(target);
  for (const coding of ['br', 'gzip'])
    expect((await ask(target, coding)).bytes.length).toBeLessThan(bytes.length / 2);
});

test('a short answer, and an error, are sent as they are, unless the client does not take that', async () => {
  for (const target of ['/api/v1/whoami', '/api/v1/nothing']) {
    const { headers } = await ask(target, 'br, gzip');
    expect([headers.vary, headers['content-encoding']]).toEqual(['Accept-Encoding', undefined]);
    const coded = await ask(target, 'gzip, identity;q=0');
    expect(coded.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(decodedText(coded))).toBeTypeOf('object');
  }
});

test('what a write answers names its version, compressed or not', async () => {
  const target = `/api/videos/${id}/objects/obj_000000000000`;
  const json = { customData: { text: 'x'.repeat(3000) } };
  const { status, headers } = await api('PATCH', target, { json });
  expect([status, headers.get('content-encoding'), headers.get('etag')]).toEqual([
    200,
    'gzip',
    expect.stringMatching(/^"\d+"$/),
  ]);
});

test('either form of the ETag is a condition of what is read and of what is written', async () => {
  const target = `/api/videos/${id}/metadata`;
  const etag = (await ask(target, 'br')).headers.etag ?? '';
  expect(etag).toMatch(/^W\/"\d+"$/);
  for (const held of [etag, etag.slice(2)])
    for (const [accepted, answered] of [
      ['br', etag],
      ['identity', etag.slice(2)],
    ] as const) {
      const headers = { ...authorization, 'If-None-Match': held, 'Accept-Encoding': accepted };
      const { status, bytes, headers: answer } = await undecoded(apiUrl + target, { headers });
      expect([status, bytes.length, answer.etag, answer.vary]).toEqual([304, 0, answered, 'Accept-Encoding']);
      expect(answer).not.toHaveProperty('content-encoding');
    }
  for (const form of [(version: number) => `W/"${version}"`, (version: number) => `"${version}"`]) {
    const version = Number(/\d+/.exec((await ask(target)).headers.etag ?? '')?.[0]);
    const patch = (base: number) =>
      api('PATCH', target, { json: { note: 'x' }, headers: { 'If-Match': form(base) } });
    expect((await patch(version - 1)).status).toBe(409);
    expect((await patch(version)).status).toBe(200);
  }
});
