import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { handler as giveUp } from '../../functions/detector/dead-letters.ts';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import type { ErrorBody, ErrorCode } from '../../shared/contract/errors.ts';
import type { SurfaceMessage } from '../../shared/contract/messages.ts';
import type { Point } from '../../shared/kernel/geometry/polygon.ts';
import { openActiveSurfaces } from '../../shared/stores/quotas/surface-quota.ts';
import { openSurfaces } from '../../shared/stores/surfaces.ts';
import { withDamagedPictures } from '../support/clips/damaged-pictures.ts';
import { marked, surfaceClip, swinging } from '../support/clips/surface-clip.ts';
import { TIMEOUT } from '../support/faults/faults.ts';
import { outcome, versionsOf } from '../support/jobs/outcome.ts';
import { sampledRows } from '../support/run/long.ts';
import { fileForm, settled } from '../support/service/api.ts';
import { delivery, startWorkbench } from '../support/service/workbench.ts';
import { interceptCalls } from '../support/store-calls.ts';
import { listedObjects, markSurface, trackOfObject } from '../support/surfaces/surface-video.ts';
import { trackAll } from '../support/surfaces/track-all.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';

// Decoders are started, on a busy machine.
vi.setConfig({ testTimeout: TIMEOUT, hookTimeout: TIMEOUT });

const FRAMES = 24;
const bench = await startWorkbench();
const { api } = bench;
const clip = await surfaceClip(FRAMES, swinging);

const target = (id: string) => `/api/videos/${id}/objects/surface`;
const corners = marked(swinging(0));
const body = (members: object = {}) => ({ name: 'Poster', frame: 3, corners, ...members });
const fractions = (...points: [number, number][]): Point[] => points.map(([x, y]) => ({ x, y }));
const at = { cornersAt: swinging, frame: 10 };

const workOff = () => trackAll(bench);

describe('what is accepted', () => {
  let id: string;

  beforeAll(async () => {
    id = await ingestedVideo(bench, clip);
  });

  test.each([
    ['corners that go round the other way, in the order given', corners.toReversed()],
    ['a surface of which half is inside', fractions([-0.4, 0.2], [0.4, 0.2], [0.4, 0.6], [-0.4, 0.6])],
    ['sides of 16 pixels', fractions([0.3, 0.3], [0.35, 0.3], [0.35, 0.389], [0.3, 0.389])],
    ['a wall without texture', fractions([0.02, 0.02], [0.1, 0.02], [0.1, 0.14], [0.02, 0.14])],
  ])('%s', async (_, given) => {
    // Marked in the first frame, it is tracked in one direction.
    const json = body({ frame: 0, corners: given });
    const { status, body: started } = await markSurface(api, id, { ...at, json });
    expect(status).toBe(201);
    const track = await trackOfObject(api, id, started.objectId);
    expect(track).toHaveLength(1);
    for (const [i, corner] of (track?.[0]?.corners ?? []).entries()) {
      expect(corner.x).toBeCloseTo(given[i]?.x ?? 0, 6);
      expect(corner.y).toBeCloseTo(given[i]?.y ?? 0, 6);
    }
    await workOff();
    const object = (await listedObjects(api, id)).find((listed) => listed.id === started.objectId);
    expect(object).toMatchObject({ tracking: 'done', firstFrame: 0, lastFrame: expect.any(Number) });
  });
});

describe('the answer', () => {
  test('comes when the surface is tracked, with all frames', async () => {
    const id = await ingestedVideo(bench, clip);
    bench.whileSleeping(workOff);
    const { status, body: started, headers } = await markSurface(api, id, at);
    expect([status, started.trackedFrames, headers.get('ETag')]).toEqual([201, FRAMES, '"2"']);
    expect((await versionsOf(api, id)).versions.map(({ description }) => description)).toEqual([
      `Surface “Poster” tracked from frame 0 to ${FRAMES - 1}, seen in ${FRAMES} of ${FRAMES}`,
      'Surface “Poster” added, marked in frame 10',
      expect.any(String),
    ]);
  });

  test('comes after 20 seconds where tracking goes on, with the frames until then, and the list reports the progress', async () => {
    const id = await ingestedVideo(bench, clip);
    bench.stopTime();
    const { elapsed } = bench.environment.runtime;
    const before = elapsed();
    const { body: started } = await markSurface(api, id, at);
    expect(started.trackedFrames).toBe(1);
    // Differences of fractions are not exact.
    const waited = Math.round(elapsed() - before);
    expect(waited).toBeGreaterThanOrEqual(20_000);
    expect(waited).toBeLessThan(20_010);
    const [ahead = '', back = ''] = await bench.take('detection');
    expect((await listedObjects(api, id))[0]).toMatchObject({ tracking: 'running', trackingProgress: 4 });
    await detect(delivery([ahead]));
    expect((await listedObjects(api, id))[0]).toMatchObject({ tracking: 'running', trackingProgress: 58 });
    await detect(delivery([back]));
    const [object] = await listedObjects(api, id);
    expect(object?.tracking).toBe('done');
    expect(object).not.toHaveProperty('trackingProgress');
  });

  test('counts the frames that the worker has noted within the unit it is at', { tags: 'long' }, async () => {
    const id = await ingestedVideo(bench, clip);
    bench.whileSleeping(async () => {
      for (const message of await bench.take('detection')) {
        const { objectId, direction, unit } = JSON.parse(message) as SurfaceMessage;
        const noted = { frames: 5, seen: 4 };
        await openSurfaces(bench.environment).noteProgress({ videoId: id, objectId }, direction, unit, noted);
      }
    });
    expect((await markSurface(api, id, at)).body.trackedFrames).toBe(9);
  });

  test('is the same for the same request under an Idempotency-Key, which marks one surface', async () => {
    const id = await ingestedVideo(bench, clip);
    const headers = { 'Idempotency-Key': 'mark it once' };
    const first = await markSurface(api, id, { ...at, headers });
    const again = await markSurface(api, id, { ...at, headers });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await listedObjects(api, id)).toHaveLength(1);
    const other = await api('POST', target(id), { json: body({ name: 'Other' }), headers });
    expect([other.status, other.body.error.field]).toEqual([400, 'Idempotency-Key']);
    await workOff();
  });

  test('to a request whose function died while it waited marks no second surface', {
    tags: 'long',
  }, async () => {
    const id = await ingestedVideo(bench, clip);
    const headers = { 'Idempotency-Key': 'mark it once, whatever happens' };
    bench.whileSleeping(() => {
      throw new Error('The function dies');
    });
    const first = await markSurface(api, id, { ...at, headers });
    expect(first.status).toBe(500);
    const again = await markSurface(api, id, { ...at, headers });
    const [object] = await listedObjects(api, id);
    expect([again.status, again.body, again.headers.get('ETag')]).toEqual([
      201,
      { success: true, objectId: object?.id, trackedFrames: 1 },
      '"2"',
    ]);
    await workOff();
    expect((await listedObjects(api, id)).map(({ frameCount }) => frameCount)).toEqual([FRAMES]);
  });

  test('is kept under its Idempotency-Key before anything else is done about the surface', {
    tags: 'long',
  }, async () => {
    const id = await ingestedVideo(bench, clip);
    const headers = { 'Idempotency-Key': 'mark it once, at once' };
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    using _ = interceptCalls(async ({ client }, proceed) => {
      if (client !== 'SQSClient') return proceed();
      asked.resolve();
      await answered.promise;
      return proceed();
    });
    const first = markSurface(api, id, { ...at, headers });
    await asked.promise;
    const again = await markSurface(api, id, { ...at, headers });
    answered.resolve();
    expect([again.status, again.body.objectId]).toEqual([201, (await first).body.objectId]);
    await workOff();
    expect(await listedObjects(api, id)).toHaveLength(1);
  });

  const removals: [string, ErrorCode, (id: string, objectId: string) => Promise<unknown>][] = [
    [
      'surface is deleted',
      'OBJECT_NOT_FOUND',
      (id, objectId) => api('DELETE', `/api/videos/${id}/objects/${objectId}`),
    ],
    [
      'surface is removed by a PATCH',
      'OBJECT_NOT_FOUND',
      (id) => api('PATCH', `/api/videos/${id}/metadata`, { json: { objects: null } }),
    ],
    ['video is deleted', 'VIDEO_NOT_FOUND', (id) => api('DELETE', `/api/videos/${id}`)],
  ];

  test.each(sampledRows(removals))(
    'is 404 at the next look where the %s while it waits, for a repeat under its Idempotency-Key too',
    { tags: 'sampled' },
    async (_, code, remove) => {
      const id = await ingestedVideo(bench, clip);
      const headers = { 'Idempotency-Key': `mark it once in ${id}` };
      bench.stopTime();
      const { elapsed } = bench.environment.runtime;
      const before = elapsed();
      const active = openActiveSurfaces(bench.environment);
      let [account, taken] = ['', 0];
      bench.whileSleeping(async () => {
        const [object] = await listedObjects(api, id);
        const [tracking] = await openSurfaces(bench.environment).ofVideo(id);
        account = tracking?.accountId ?? '';
        taken = await active(account);
        await remove(id, object?.id ?? '');
      });
      const first = await markSurface<ErrorBody>(api, id, { ...at, headers });
      expect([first.status, first.body.error.code]).toEqual([404, code]);
      expect(elapsed() - before).toBeLessThan(1000);
      // Its slot in the quota is free for another one, though no worker has come to it yet.
      expect(await active(account)).toBe(taken - 1);
      const again = await markSurface<ErrorBody>(api, id, { ...at, headers });
      expect([again.status, again.body.error]).toEqual([404, first.body.error]);
      await workOff();
    },
  );

  test('does not come earlier for an edit that leaves the surface', { tags: 'long' }, async () => {
    const id = await ingestedVideo(bench, clip);
    bench.stopTime();
    const { elapsed } = bench.environment.runtime;
    const before = elapsed();
    bench.whileSleeping(() => api('PATCH', `/api/videos/${id}/metadata`, { json: { variables: [] } }));
    expect((await markSurface(api, id, at)).status).toBe(201);
    expect(Math.round(elapsed() - before)).toBeGreaterThanOrEqual(20_000);
    await workOff();
  });

  test('of several surfaces of one video: all are tracked', { tags: 'long' }, async () => {
    const id = await ingestedVideo(bench, clip);
    for (const frame of [0, 12, 23]) await markSurface(api, id, { cornersAt: swinging, frame });
    await workOff();
    const objects = await listedObjects(api, id);
    expect(objects.map(({ tracking, frameCount }) => [tracking, frameCount])).toEqual(
      Array(3).fill(['done', FRAMES]),
    );
    expect((await versionsOf(api, id)).currentVersion).toBe(7);
  });
});

describe('a surface in the document', () => {
  async function tracked(): Promise<{ id: string; objectId: string }> {
    const id = await ingestedVideo(bench, clip);
    const { objectId } = (await markSurface(api, id, at)).body;
    await workOff();
    return { id, objectId };
  }

  test('is named and given data as other objects are, also while it is tracked', async () => {
    const id = await ingestedVideo(bench, clip);
    const { objectId } = (await markSurface(api, id, at)).body;
    const annotations = { userLabel: 'Timetable', customData: { line: 7 } };
    const edited = await api('PATCH', `/api/videos/${id}/objects/${objectId}`, { json: annotations });
    expect(edited.status).toBe(200);
    await workOff();
    expect((await listedObjects(api, id))[0]).toMatchObject({ ...annotations, frameCount: FRAMES });
  });

  test('stays when objects are detected again, one that is being tracked too', {
    tags: 'long',
  }, async () => {
    const { id, objectId } = await tracked();
    const { objectId: other } = (await markSurface(api, id, { cornersAt: swinging, frame: 0 })).body;
    const [ahead = ''] = await bench.take('detection');
    const before = await trackOfObject(api, id, objectId);
    await api('POST', `/api/videos/${id}/process`);
    await workOff();
    expect(await trackOfObject(api, id, objectId)).toEqual(before);
    expect(await trackOfObject(api, id, other)).toHaveLength(1);
    await detect(delivery([ahead]));
    expect((await trackOfObject(api, id, other))?.length).toBeGreaterThan(1);
  });

  test('that is committed while a job runs is kept by the job', async () => {
    const id = await ingestedVideo(bench, clip);
    await api('POST', `/api/videos/${id}/process`);
    const segments = await bench.take('detection');
    const { objectId } = (await markSurface(api, id, at)).body;
    await workOff();
    const before = await trackOfObject(api, id, objectId);
    for (const segment of segments) await detect(delivery([segment]));
    expect((await api<{ status: string }>('GET', `/api/videos/${id}/process/status`)).body.status).toBe(
      'completed',
    );
    expect(await trackOfObject(api, id, objectId)).toEqual(before);
  });

  test.each(['native', 'json'])(
    'is in the %s export, and the native one brings it back',
    { tags: 'long' },
    async (format) => {
      const { id } = await tracked();
      const { objects } = await outcome(api, id);
      const { body: exported } = await api<{ downloadUrl: string }>(
        'GET',
        `/api/videos/${id}/export?format=${format}`,
      );
      const bytes = new Uint8Array(await (await fetch(exported.downloadUrl)).arrayBuffer());
      if (format === 'json') {
        const document = JSON.parse(Buffer.from(bytes).toString('utf8')) as { objects: object };
        expect(Object.values(document.objects).map(({ id: _, ...object }) => object)).toEqual(objects);
        return;
      }
      const copy = await api<{ id: string }>('POST', '/api/videos/upload', { form: fileForm(bytes) });
      await ingest(delivery(await bench.take('ingest')));
      expect((await settled(api, copy.body.id)).restore).toEqual({ status: 'restored' });
      expect((await outcome(api, copy.body.id)).objects).toEqual(objects);
      expect((await listedObjects(api, copy.body.id))[0]).toMatchObject({
        kind: 'surface',
        tracking: 'done',
      });
    },
  );
});

describe('tracking that fails', () => {
  test('where an export made while a surface was tracked is uploaded: the copy is not tracked', {
    tags: 'long',
  }, async () => {
    const id = await ingestedVideo(bench, clip);
    await markSurface(api, id, at);
    const { body: exported } = await api<{ downloadUrl: string }>(
      'GET',
      `/api/videos/${id}/export?format=native`,
    );
    await workOff();
    const bytes = new Uint8Array(await (await fetch(exported.downloadUrl)).arrayBuffer());
    const { id: copy } = (await api<{ id: string }>('POST', '/api/videos/upload', { form: fileForm(bytes) }))
      .body;
    await ingest(delivery(await bench.take('ingest')));
    expect((await settled(api, copy)).restore).toEqual({ status: 'restored' });
    expect((await listedObjects(api, copy))[0]).toMatchObject({
      tracking: 'failed',
      failure: { code: 'NOT_TRACKED' },
      frameCount: 1,
    });
  });

  test('gives the reason, and leaves the marked keyframe', async () => {
    const id = await ingestedVideo(bench, clip);
    const { objectId } = (await markSurface(api, id, at)).body;
    const messages = await bench.take('detection');
    await giveUp(delivery(messages.slice(0, 1)));
    expect((await listedObjects(api, id))[0]).toMatchObject({
      tracking: 'failed',
      failure: { code: 'WORKER_DIED', message: expect.any(String) },
      frameCount: 1,
    });
    for (const message of messages) await detect(delivery([message]));
    expect(await trackOfObject(api, id, objectId)).toHaveLength(1);
  });

  test('in a file whose marked frame cannot be decoded; other damaged frames are passed over', {
    tags: 'long',
  }, async () => {
    const damaged = await withDamagedPictures(await readFile(clip), [10]);
    const form = fileForm(new Uint8Array(damaged));
    const { id } = (await api<{ id: string }>('POST', '/api/videos/upload', { form })).body;
    await ingest(delivery(await bench.take('ingest')));
    const { objectId } = (await markSurface(api, id, at)).body;
    await markSurface(api, id, { cornersAt: swinging, frame: 4 });
    await workOff();
    const objects = await listedObjects(api, id);
    expect(objects.find((object) => object.id === objectId)).toMatchObject({
      tracking: 'failed',
      failure: { code: 'CORRUPT_DATA' },
    });
    expect(objects.find((object) => object.id !== objectId)).toMatchObject({
      tracking: 'done',
      frameCount: FRAMES,
    });
  });
});
