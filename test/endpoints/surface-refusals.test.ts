import { readFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import type { Point } from '../../shared/kernel/geometry/polygon.ts';
import { openSurfaceQuota } from '../../shared/stores/quotas/surface-quota.ts';
import { openSurfaces } from '../../shared/stores/surfaces.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';
import { marked, SURFACE_SIZE, surfaceClip, swinging } from '../support/clips/surface-clip.ts';
import { TIMEOUT } from '../support/faults/faults.ts';
import { versionsOf } from '../support/jobs/outcome.ts';
import { fileForm } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { delivery, startWorkbench } from '../support/service/workbench.ts';
import { runningSurface } from '../support/surfaces/running-surface.ts';
import { trackAll } from '../support/surfaces/track-all.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';
import { seedVideo } from '../support/videos/seed-video.ts';

// Decoders are started, on a busy machine.
vi.setConfig({ testTimeout: TIMEOUT, hookTimeout: TIMEOUT });

const FRAMES = 24;
const bench = await startWorkbench();
const { api } = bench;
const clip = await surfaceClip(FRAMES, swinging);
const video = await ingestedVideo(bench, clip);

const target = (id: string) => `/api/videos/${id}/objects/surface`;
const corners = marked(swinging(0));
const body = (members: object = {}) => ({ name: 'Poster', frame: 3, corners, ...members });
const fractions = (...points: [number, number][]): Point[] => points.map(([x, y]) => ({ x, y }));

const workOff = () => trackAll(bench);

describe('what is refused', () => {
  const square = (pixels: number): Point[] => {
    const [across, down] = [pixels / SURFACE_SIZE.width, pixels / SURFACE_SIZE.height];
    return fractions([0.3, 0.3], [0.3 + across, 0.3], [0.3 + across, 0.3 + down], [0.3, 0.3 + down]);
  };
  /** Between the corners that lie farthest apart. */
  const LONGEST_SIDE = Math.floor(21 * Math.hypot(SURFACE_SIZE.width, SURFACE_SIZE.height));
  const CASES: [string, object, { field: string; code?: string; details?: object }][] = [
    ['no name', { name: undefined }, { field: 'name', code: 'MISSING_PARAMETER' }],
    ['an empty name', { name: '' }, { field: 'name', details: { min: 1, max: 255, provided: 0 } }],
    [
      'a long name',
      { name: 'n'.repeat(256) },
      { field: 'name', details: { min: 1, max: 255, provided: 256 } },
    ],
    ['a name of spaces', { name: ' \u3000\t' }, { field: 'name' }],
    ['a name of joiners', { name: '\u200b\u200d' }, { field: 'name' }],
    ['a name with NUL', { name: 'Poster\u0000' }, { field: 'name' }],
    ['a name of two lines', { name: 'Poster\nWall' }, { field: 'name' }],
    ['a name with an escape sequence', { name: '\u001b[2JPoster' }, { field: 'name' }],
    ['a name that turns text round', { name: 'Post\u202eer' }, { field: 'name' }],
    ['a name that is no text', { name: 7 }, { field: 'name' }],
    ['no frame', { frame: undefined }, { field: 'frame', code: 'MISSING_PARAMETER' }],
    ['a negative frame', { frame: -1 }, { field: 'frame', details: { min: 0, max: 1e9, provided: -1 } }],
    [
      'a frame after the last',
      { frame: FRAMES },
      { field: 'frame', details: { min: 0, max: FRAMES - 1, provided: FRAMES } },
    ],
    ['a fraction of a frame', { frame: 1.5 }, { field: 'frame' }],
    ['a frame in words', { frame: '3' }, { field: 'frame' }],
    ['no corners', { corners: undefined }, { field: 'corners', code: 'MISSING_PARAMETER' }],
    [
      'three corners',
      { corners: corners.slice(1) },
      { field: 'corners', details: { min: 4, max: 4, provided: 3 } },
    ],
    [
      'five corners',
      { corners: [...corners, { x: 0, y: 0 }] },
      { field: 'corners', details: { min: 4, max: 4, provided: 5 } },
    ],
    [
      'a corner without y',
      { corners: corners.with(2, { x: 0.5 } as Point) },
      { field: 'corners.2.y', code: 'MISSING_PARAMETER' },
    ],
    [
      'a corner with a third coordinate',
      { corners: corners.with(0, { x: 0.3, y: 0.3, z: 1 } as Point) },
      { field: 'corners.0.z' },
    ],
    [
      'a corner in words',
      { corners: corners.with(1, { x: '0.3', y: 0.3 } as unknown as Point) },
      { field: 'corners.1.x' },
    ],
    [
      'a corner far away',
      { corners: corners.with(1, { x: 12, y: 0.3 }) },
      { field: 'corners.1.x', details: { min: -10, max: 11, provided: 12 } },
    ],
    ['another member', { colour: 'red' }, { field: 'colour' }],
    [
      'crossing sides',
      { corners: [0, 2, 1, 3].map((i) => corners[i]) },
      { field: 'corners', details: { shape: 'crossing' } },
    ],
    [
      'a concave quadrilateral',
      { corners: fractions([0.2, 0.2], [0.8, 0.2], [0.4, 0.4], [0.2, 0.8]) },
      { field: 'corners', details: { shape: 'concave' } },
    ],
    [
      'three corners on a line',
      { corners: fractions([0.2, 0.2], [0.5, 0.2], [0.8, 0.2], [0.2, 0.8]) },
      { field: 'corners', details: { shape: 'collinear' } },
    ],
    [
      'a side below 16 pixels',
      { corners: square(15) },
      { field: 'corners', details: { min: 16, max: LONGEST_SIDE, provided: 15 } },
    ],
    [
      'two corners in one place',
      { corners: corners.with(1, corners[0] as Point) },
      { field: 'corners', details: { min: 16, max: LONGEST_SIDE, provided: 0 } },
    ],
    [
      'more than half outside',
      { corners: fractions([-0.5, 0.2], [0.4, 0.2], [0.4, 0.6], [-0.5, 0.6]) },
      { field: 'corners', details: { min: 0.5, max: 1, provided: 0.444444 } },
    ],
  ];

  test.each(CASES)('%s', async (_, members, { field, code = 'INVALID_PARAMETER', details }) => {
    const before = await versionsOf(api, video);
    const answer = await api('POST', target(video), { json: body(members) });
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, code, field]);
    if (details !== undefined) expect(answer.body.error.details).toEqual(details);
    expect(await versionsOf(api, video)).toEqual(before);
    expect(await openSurfaces(bench.environment).ofVideo(video)).toEqual([]);
    expect(await bench.take('detection')).toEqual([]);
  });

  test('anything but a number', async () => {
    const raw = JSON.stringify(body()).replace(/"x":[^,]+/, '"x":1e999');
    const answer = await api('POST', target(video), { raw, headers: { 'Content-Type': 'application/json' } });
    const { field, details } = answer.body.error;
    const max = Number.MAX_VALUE;
    expect([answer.status, field, details]).toEqual([
      400,
      'corners.0.x',
      { min: -max, max, provided: 'Infinity' },
    ]);
  });

  test('a video that is not ready, with what it waits for', async () => {
    const waiting = await seedVideo(bench.environment, { processed: false });
    const { status, body: refusal } = await api('POST', target(waiting), { json: body() });
    expect([status, refusal.error.code]).toEqual([409, 'VIDEO_NOT_READY']);
  });

  test('what was meant for another version', async () => {
    const answer = await api('POST', target(video), { json: body(), headers: { 'If-Match': '"7"' } });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect(await openSurfaces(bench.environment).ofVideo(video)).toEqual([]);
    // A conflict says more than that the video has no such frame: the caller knows another state of it.
    const beyond = { json: body({ frame: 1e6 }), headers: { 'If-Match': '"7"' } };
    expect((await api('POST', target(video), beyond)).body.error.code).toBe('VERSION_CONFLICT');
  });

  test('a surface more than may be tracked at a time, and of those that ended none counts', async () => {
    const { secret: key } = await createKey(bench.environment, { account: 'small', tier: 'free' });
    const form = fileForm(new Uint8Array(await readFile(clip)));
    const { id } = (await api<{ id: string }>('POST', '/api/videos/upload', { form, key })).body;
    await ingest(delivery(await bench.take('ingest')));
    const accountId = (await openVideos(bench.environment).ownerOf(id)) ?? '';
    const quota = openSurfaceQuota(bench.environment);
    const surfaces = openSurfaces(bench.environment);
    const others = Array.from({ length: 20 }, (_, i) =>
      runningSurface({ accountId, videoId: `other-${i}`, objectId: `surface_${i}` }),
    );
    for (const tracking of others) {
      expect(await quota.admit(tracking)).toBeNull();
      await surfaces.begin(tracking);
    }
    const refused = await api('POST', target(id), { json: body(), key });
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
      403,
      'QUOTA_EXCEEDED',
      { quota: 'activeSurfaces', max: 20, current: 20 },
    ]);
    await surfaces.advance({ videoId: 'other-7', objectId: 'surface_7' }, 'cancelled');
    expect((await api('POST', target(id), { json: body(), key })).status).toBe(201);
    expect((await api('POST', target(id), { json: body(), key })).status).toBe(403);
    await workOff();
    expect((await api('POST', target(id), { json: body(), key })).status).toBe(201);
    await workOff();
  });
});
