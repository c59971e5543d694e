import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXPORT_FORMAT_NAMES, exportFile } from '../../shared/contract/export-formats.ts';
import { bytesSource } from '../../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../shared/media/decode/decode-frames.ts';
import { readEmbedded } from '../../shared/media/native/embedding.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { sampledRows } from '../support/run/long.ts';
import { apiOf, eventually, jobOver, settled, upload, type VideoBody } from '../support/service/api.ts';
import { startTestService, temporaryFolder } from '../support/service/test-service.ts';

interface Keyframe {
  frame: number;
  time: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Document {
  schemaVersion: string;
  videoDetails: unknown;
  objects: Record<
    string,
    { id: string; label: string; firstFrame: number; lastFrame: number; track: Keyframe[] }
  >;
  layers: { id: string; overlays: { id: string }[] }[];
  variables: unknown[];
  rules: unknown[];
}

interface Versions {
  versions: { version: number; createdAt: string; description: string }[];
  currentVersion: number;
}

const api = apiOf(await startTestService());
const file = path.join(await temporaryFolder('clips'), 'shapes.mp4');
const clip = await synthesizeClip(file, { seconds: 4, width: 320, height: 180, fps: 15 });
const short = path.join(await temporaryFolder('clips'), 'short.mp4');
await synthesizeClip(short, { seconds: 1, width: 160, height: 96, fps: 10 });
const id = await upload(api, file, { name: 'Shapes' });

const document = async (version?: number) =>
  (await api<Document>('GET', `/api/videos/${id}/metadata${version ? `?version=${version}` : ''}`)).body;

const download = async (url: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await fetch(url)).arrayBuffer());

const exported = async (format: string) => {
  const { status, body } = await api<{ downloadUrl: string; expiresAt: string; fileSize: number }>(
    'GET',
    `/api/videos/${id}/export?format=${format}`,
  );
  expect(status).toBe(200);
  const bytes = await download(body.downloadUrl);
  expect(bytes.length).toBe(body.fileSize);
  return bytes;
};

describe('a video from its upload to its deletion', () => {
  test('is processed, with figures, an address to play it and a thumbnail', async () => {
    const video = await settled(api, id);
    expect(video).toMatchObject({
      id,
      name: 'Shapes',
      status: 'processed',
      width: 320,
      height: 180,
      fps: 15,
      duration: 4,
      metadata: { schemaVersion: '1.0', videoDetails: { totalFrames: clip.frameCount } },
    });
    const original = await readFile(file);
    expect(Buffer.compare(await download(video.streamUrl), original)).toBe(0);
    expect((await download(video.thumbnail)).subarray(0, 3)).toEqual(Uint8Array.of(0xff, 0xd8, 0xff));
  });

  test('is in the list', async () => {
    const { body } = await api<{ videos: VideoBody[]; total: number }>('GET', '/api/videos');
    expect(body).toMatchObject({ total: 1, page: 1, pageSize: 20, videos: [{ id, status: 'processed' }] });
  });

  test('has version 1', async () => {
    const { body } = await api<Versions>('GET', `/api/videos/${id}/versions`);
    expect(body).toMatchObject({
      currentVersion: 1,
      versions: [{ version: 1, description: 'Video processed' }],
    });
  });

  test('has no job yet', async () => {
    const { status, body } = await api('GET', `/api/videos/${id}/process/status`);
    expect([status, body.error.code]).toEqual([404, 'JOB_NOT_FOUND']);
    const cancelled = await api('POST', `/api/videos/${id}/process/cancel`);
    expect([cancelled.status, cancelled.body.error.code]).toEqual([409, 'JOB_NOT_CANCELLABLE']);
  });

  test('is searched for objects, with the progress reported', async () => {
    const started = await api<{ jobId: string; status: string }>('POST', `/api/videos/${id}/process`, {
      json: { fps: 10 },
    });
    expect(started).toMatchObject({ status: 201, body: { status: 'queued', jobId: expect.any(String) } });
    const second = await api('POST', `/api/videos/${id}/process`);
    expect([second.status, second.body.error.code]).toEqual([409, 'JOB_IN_PROGRESS']);

    const job = await jobOver(api, id);
    expect(job).toMatchObject({
      jobId: started.body.jobId,
      status: 'completed',
      progress: 100,
      totalFrames: clip.frameCount,
      currentFrame: clip.frameCount - 1,
      eta: 0,
      model: 'moving-object',
      fallback: true,
    });
    expect(job.objectsDetected).toBeGreaterThanOrEqual(2);
  });

  test('has the objects in one new version, where they really are', async () => {
    const { body } = await api<Versions>('GET', `/api/videos/${id}/versions`);
    expect(body.currentVersion).toBe(2);
    const { body: list } = await api<{ objects: { id: string; label: string }[] }>(
      'GET',
      `/api/videos/${id}/objects`,
    );
    const { objects } = await document();
    expect(list.objects.map((object) => object.id).sort()).toEqual(Object.keys(objects).sort());
    for (const object of Object.values(objects)) {
      expect(object.label).toBe('object');
      expect(object.track[0]?.frame).toBe(object.firstFrame);
      expect(object.track.at(-1)?.frame).toBe(object.lastFrame);
      for (const { frame, time } of object.track) expect(time).toBeCloseTo(frame / 15, 5);
    }
    const overlaps = Object.values(objects).flatMap(({ track }) =>
      track.map(({ frame, ...box }) =>
        Math.max(...clip.objects.map(({ boxes }) => iou(box, boxes[frame] ?? null))),
      ),
    );
    const mean = overlaps.reduce((sum, overlap) => sum + overlap, 0) / overlaps.length;
    expect(mean).toBeGreaterThan(0.5);
  });

  test('takes an overlay by PATCH and keeps everything else', async () => {
    const before = await document();
    const patch = { layers: [{ id: 'demo', overlays: [{ id: 'title', position: { x: 0.5, y: 0.1 } }] }] };
    const { status, body } = await api<{ version: number }>('PATCH', `/api/videos/${id}/metadata`, {
      json: patch,
    });
    expect([status, body.version]).toEqual([200, 3]);
    expect(await document()).toMatchObject({ ...before, layers: patch.layers });
    expect(await document(2)).toEqual(before);
  });

  test('refuses a PATCH on an older version, and says what collides', async () => {
    const json = { layers: [{ id: 'demo', overlays: [{ id: 'title', position: { x: 0.9, y: 0.9 } }] }] };
    const stale = await api('PATCH', `/api/videos/${id}/metadata`, { json, headers: { 'If-Match': '"2"' } });
    expect(stale.status).toBe(409);
    expect(stale.body.error).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { expected: 2, current: 3, conflictingPaths: [expect.stringContaining('/layers/demo')] },
    });
    const fresh = await api<{ version: number }>('PATCH', `/api/videos/${id}/metadata`, {
      json,
      headers: { 'If-Match': '"3"' },
    });
    expect([fresh.status, fresh.body.version]).toEqual([200, 4]);
  });

  test('twenty patches at once all count, and make dense versions', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        api<{ version: number }>('PATCH', `/api/videos/${id}/metadata`, {
          json: { variables: [{ id: `v${i}`, value: i }] },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const versions = answers.map(({ body }) => body.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, i) => i + 5));
    expect((await document()).variables).toHaveLength(20);
  });

  test.each(EXPORT_FORMAT_NAMES)('exports %s under the name of the video, as what it is', async (format) => {
    const { body } = await api<{ downloadUrl: string }>('GET', `/api/videos/${id}/export?format=${format}`);
    const { status, headers } = await fetch(body.downloadUrl);
    const { extension, mediaType } = exportFile(format, 'mp4');
    expect([status, headers.get('content-type')]).toEqual([200, mediaType]);
    expect(headers.get('content-disposition')).toMatch(new RegExp(` v\\d+\\.${extension}"`));
  });

  test('exports as JSON what GET metadata answers', async () => {
    const bytes = await exported('json');
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(await document());
  });

  test('exports natively: every frame still decodes, and the metadata is inside', async () => {
    const source = bytesSource(await exported('native'));
    const embedded = await readEmbedded('mp4', source);
    expect(JSON.parse(Buffer.from(embedded ?? []).toString())).toEqual(await document());
    expect(await frameHashes(source)).toEqual(await frameHashes(bytesSource(await readFile(file))));
  });

  test('brings its metadata back when its export is uploaded', async () => {
    const form = new FormData();
    form.append('file', new Blob([await exported('native')]), 'again.mp4');
    const { body } = await api<{ id: string }>('POST', '/api/videos/upload', { form });
    await settled(api, body.id);
    const restored = await api<Document>('GET', `/api/videos/${body.id}/metadata`);
    expect(restored.headers.get('etag')).toBe('W/"1"');
    expect(restored.body).toEqual(await document());
    const label = encodeURIComponent(Object.values(restored.body.objects)[0]?.label ?? '');
    const found = await api<{ videos: { id: string }[] }>('GET', `/api/videos?label=${label}`);
    expect(found.body.videos.map((video) => video.id)).toEqual([body.id, id]);
  });

  test('is found nowhere once it is deleted', async () => {
    const { streamUrl } = await settled(api, id);
    expect(await api('DELETE', `/api/videos/${id}`)).toMatchObject({ status: 200, body: { success: true } });
    for (const [method, target] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/metadata'],
      ['PATCH', '/metadata'],
      ['GET', '/versions'],
      ['GET', '/objects'],
      ['GET', '/export'],
      ['POST', '/process'],
      ['GET', '/process/status'],
    ] as const) {
      const json = method === 'PATCH' ? { json: {} } : {};
      const { status, body } = await api(method, `/api/videos/${id}${target}`, json);
      expect([method, target, status, body.error.code]).toEqual([method, target, 404, 'VIDEO_NOT_FOUND']);
    }
    expect((await fetch(streamUrl)).status).toBe(404);
    const { body } = await api<{ videos: VideoBody[] }>('GET', '/api/videos');
    expect(body.videos.map((video) => video.id)).not.toContain(id);
  });
});

test.each(sampledRows(['true', '1']))(
  'autoProcess %s starts detection by itself',
  {
    tags: 'sampled',
  },
  async (autoProcess) => {
    const automatic = await upload(api, short, { autoProcess });
    await settled(api, automatic);
    await eventually(
      () => api('GET', `/api/videos/${automatic}/process/status`),
      ({ status }) => status === 200,
    );
    expect((await jobOver(api, automatic)).status).toBe('completed');
  },
);

test('a cancelled job leaves nothing, and another can be started', async () => {
  const video = await upload(api, short);
  await settled(api, video);
  await api('POST', `/api/videos/${video}/process`);
  const cancelled = await api('POST', `/api/videos/${video}/process/cancel`);
  expect(cancelled).toMatchObject({ status: 200, body: { success: true, status: 'cancelled' } });
  expect((await jobOver(api, video)).status).toBe('cancelled');
  expect((await api('POST', `/api/videos/${video}/process/cancel`)).status).toBe(409);

  await api('POST', `/api/videos/${video}/process`);
  expect((await jobOver(api, video)).status).toBe('completed');
  const { body } = await api<Versions>('GET', `/api/videos/${video}/versions`);
  expect(body.currentVersion).toBe(2);
});

type FractionBox = Omit<Keyframe, 'frame' | 'time'>;

function iou(a: Partial<FractionBox>, b: FractionBox | null): number {
  const { x = 0, y = 0, width = 0, height = 0 } = a;
  if (b === null) return 0;
  const w = Math.min(x + width, b.x + b.width) - Math.max(x, b.x);
  const h = Math.min(y + height, b.y + b.height) - Math.max(y, b.y);
  const common = Math.max(0, w) * Math.max(0, h);
  return common / (width * height + b.width * b.height - common);
}

async function frameHashes(source: ReturnType<typeof bytesSource>): Promise<string[]> {
  const { frames, width, height } = await probeVideo(source);
  const hashes = [];
  const all = Array.from(frames.times, (_, frame) => frame);
  for await (const { data } of decodeFrames(source, frames, all, { width, height, format: 'gray8' })) {
    hashes.push(createHash('sha256').update(data).digest('hex'));
  }
  return hashes;
}
