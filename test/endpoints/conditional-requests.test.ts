import { describe, expect, test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import type { Route } from '../../shared/contract/route.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { interceptCalls } from '../support/store-calls.ts';
import { commitAsAnother } from '../support/videos/commit-as-another.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';
import { seedVideo, trackedCars } from '../support/videos/seed-video.ts';

const bench = await startWorkbench();
const { api, environment } = bench;
const clip = await shortClip(1);

/** A video of whose metadata there are two versions. */
async function editedVideo(made: () => Promise<string>): Promise<string> {
  const id = await made();
  expect((await api('PATCH', `/api/videos/${id}/metadata`, { json: { note: 'new' } })).status).toBe(200);
  return id;
}

const ifMatch = (value: string) => ({ headers: { 'If-Match': value } });
const ifNoneMatch = (value: string) => ({ headers: { 'If-None-Match': value } });

const seeded = () => seedVideo(environment, { parts: trackedCars(['obj_000000000001']) });

describe('What is based on an older version than the newest is refused', () => {
  test.each([
    ['DELETE', ''],
    ['POST', '/process'],
  ])('%s /api/videos/{id}%s', async (method, rest) => {
    const id = await editedVideo(() => ingestedVideo(bench, clip));
    const target = `/api/videos/${id}${rest}`;
    const stale = await api(method, target, ifMatch('"1"'));
    expect([stale.status, stale.body.error]).toMatchObject([
      409,
      { code: 'VERSION_CONFLICT', details: { expected: 1, current: 2, conflictingPaths: [] } },
    ]);
    const { status, body } = await api('GET', `/api/videos/${id}/process/status`);
    expect([status, body.error.code]).toEqual([404, 'JOB_NOT_FOUND']);
    expect((await api(method, target, ifMatch('"2"'))).status).toBeLessThan(300);
  });

  test('a deletion also where the newer version comes while the video is being deleted', async () => {
    const id = await editedVideo(seeded);
    let edits = 0;
    using _ = interceptCalls(async (call, proceed) => {
      const item = (call.input as { Item?: Record<string, unknown> }).Item;
      if (item?.tombstone === true && edits++ === 0) await commitAsAnother(environment, id);
      return proceed();
    });
    const { status, body } = await api('DELETE', `/api/videos/${id}`, ifMatch('"2"'));
    expect([status, body.error.details]).toMatchObject([409, { expected: 2, current: 3 }]);
    expect((await api('GET', `/api/videos/${id}`)).status).toBe(200);
  });

  test('a deletion of a video that has no version yet', async () => {
    const { body } = await api<{ id: string }>('POST', '/api/videos/upload', {
      json: { fileName: 'clip.mp4', fileSize: 1_000_000 },
    });
    const { status, body: refused } = await api('DELETE', `/api/videos/${body.id}`, ifMatch('"1"'));
    expect([status, refused.error.details]).toMatchObject([409, { expected: 1, current: 0 }]);
    expect((await api('DELETE', `/api/videos/${body.id}`)).status).toBe(200);
  });
});

describe('If-Match is never ignored where something changes', () => {
  const unaware = endpointsFor('integrators').filter(
    ({ method, ifMatch }: Route) => method !== 'GET' && !ifMatch,
  );

  test.each(unaware.map(({ method, path }) => [method, path] as const))(
    '%s %s, which compares nothing with it, refuses it',
    async (method, path) => {
      const target = path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
      const { status, body } = await api(method, target, { json: {}, headers: { 'If-Match': '"1"' } });
      expect([status, body.error]).toMatchObject([400, { code: 'INVALID_PARAMETER', field: 'If-Match' }]);
    },
  );
});

describe('A client that holds the newest answer gets no other', () => {
  test('of the metadata: 304, without a body, until there is another version', async () => {
    const id = await editedVideo(seeded);
    const target = `/api/videos/${id}/metadata`;
    const whole = await api('GET', target);
    const etag = whole.headers.get('etag') ?? '';
    for (const held of [etag, etag.replace('W/', ''), `"1", ${etag}`, '*']) {
      const { status, headers, text } = await api('GET', target, ifNoneMatch(held));
      expect([held, status, text, headers.get('etag')]).toEqual([held, 304, '', etag]);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('x-ratelimit-remaining')).not.toBeNull();
    }
    for (const other of ['"1"', '2', '"2', 'x', ''])
      expect((await api('GET', target, ifNoneMatch(other))).text).toBe(whole.text);
    await api('PATCH', target, { json: { note: 'newer' } });
    expect((await api('GET', target, ifNoneMatch(etag))).status).toBe(200);
    expect((await api('GET', `${target}?version=2`, ifNoneMatch(etag))).status).toBe(304);
  });

  test('of the objects; but of surfaces, whose tracking goes on without a version, they are always sent', async () => {
    const id = await editedVideo(seeded);
    const target = `/api/videos/${id}/objects`;
    const etag = (await api('GET', target)).headers.get('etag') ?? '';
    expect((await api('GET', target, ifNoneMatch(etag))).status).toBe(304);
    const { objects } = trackedCars(['obj_000000000001']);
    const surface = Object.values(objects).map((object) => [
      object.id,
      { ...object, kind: 'surface' as const },
    ]);
    const tracked = await seedVideo(environment, { parts: { objects: Object.fromEntries(surface) } });
    expect((await api('GET', `/api/videos/${tracked}/objects`, ifNoneMatch('"1"'))).status).toBe(200);
  });

  test('and one that may not read the video learns nothing', async () => {
    const id = await editedVideo(seeded);
    const target = `/api/videos/${id}/metadata`;
    expect((await api('GET', target, { ...ifNoneMatch('"2"'), key: null })).status).toBe(401);
    expect((await api('GET', `/api/videos/${crypto.randomUUID()}/metadata`, ifNoneMatch('*'))).status).toBe(
      404,
    );
  });
});
