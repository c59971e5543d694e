import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { sweepVideos } from '../../../shared/service/sweep/sweep-videos.ts';
import { SWEEPER_STORES } from '../../../shared/service/sweep/sweeper-stores.ts';
import { openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { encodeClip } from '../../media/native/clips.ts';
import { loseNextReply } from '../../support/faults/lost-replies.ts';
import { apiOf, jobOver, settled } from '../../support/service/api.ts';
import { createKey } from '../../support/service/create-key.ts';
import { provideOffsetClock } from '../../support/service/offset-clock.ts';
import { startTestService, temporaryFolder } from '../../support/service/test-service.ts';
import {
  announce,
  checksumOf,
  complete,
  PART_SIZE,
  paddedClip,
  partOf,
  sendParts,
  type UploadState,
} from '../../support/videos/direct-upload.ts';

const HOUR = 60 * 60_000;

/** Three parts. */

const service = await startTestService();
const clock = provideOffsetClock();
const file = await paddedClip(await temporaryFolder('clips'), 2 * PART_SIZE + 1000);
const api = apiOf(service);

const stateOf = async (id: string) => (await api<UploadState>('GET', `/api/videos/${id}/upload`)).body;

const openMultiparts = async (id: string) => {
  const files = openMediaFiles({ variables: service.variables, runtime: systemRuntime });
  const open: string[] = [];
  for await (const { key } of files.listUploads()) if (key.endsWith(id)) open.push(key);
  return open;
};

const errorOf = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  ...(body as ErrorBody).error,
});

describe('a file uploaded in parts', () => {
  test('becomes a processed video with the name, size and job that were asked for', async () => {
    const announced = await announce(api, file.length, { name: 'Parts', autoProcess: true });
    expect(announced).toMatchObject({
      status: 201,
      body: { name: 'Parts', status: 'uploading', uploadProgress: 0, upload: { partSize: PART_SIZE } },
    });
    const { id, upload } = announced.body;
    expect(upload.parts.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(Date.parse(upload.expiresAt) - Date.now()).toBeGreaterThan(HOUR / 2);

    const parts = await sendParts(file, upload.parts);
    const completed = await complete(api, id, { parts, crc64nvme: checksumOf(file) });
    expect(completed.status).toBe(200);
    expect(await settled(api, id)).toMatchObject({
      status: 'processed',
      name: 'Parts',
      fileSize: file.length,
    });
    expect((await jobOver(api, id)).status).toBe('completed');
    const { streamUrl } = await settled(api, id);
    const stream = await fetch(streamUrl);
    expect(stream.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await stream.arrayBuffer()).equals(file)).toBe(true);
  });

  test('is named after the file where no name is given, folders left out', async () => {
    const { body } = await announce(api, 10, { fileName: 'holiday/beach.mov' });
    expect(body.name).toBe('beach.mov');
    await api('DELETE', `/api/videos/${body.id}`);
  });

  test('shows a read-only key what is missing, without URLs to write by', async () => {
    const { body } = await announce(api, file.length);
    const { secret } = await createKey(service, { account: 'demo', scopes: ['project:read'] });
    const state = await api<UploadState>('GET', `/api/videos/${body.id}/upload`, { key: secret });
    expect(state).toMatchObject({
      status: 200,
      body: {
        status: 'uploading',
        parts: [],
        expiresAt: '',
        remaining: [1, 2, 3].map((number) => ({ number, url: '' })),
      },
    });
    await api('DELETE', `/api/videos/${body.id}`);
  });

  test('may have 10 GiB, in at most 1,000 parts; not a byte more', { tags: 'long' }, async () => {
    const { body } = await announce(api, 10 * 1024 ** 3);
    expect(body.upload.parts.length).toBeLessThanOrEqual(1000);
    expect(body.upload.parts.length * body.upload.partSize).toBeGreaterThanOrEqual(10 * 1024 ** 3);
    expect((await stateOf(body.id)).remaining).toHaveLength(body.upload.parts.length);
    await api('DELETE', `/api/videos/${body.id}`);

    expect(errorOf(await announce(api, 10 * 1024 ** 3 + 1))).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
      field: 'fileSize',
      details: { min: 1, max: 10 * 1024 ** 3, provided: 10 * 1024 ** 3 + 1 },
    });
  });

  test.each([
    [{ fileName: 'a.mp4' }, 'MISSING_PARAMETER', 'fileSize'],
    [{ fileSize: 1 }, 'MISSING_PARAMETER', 'fileName'],
    [{ fileName: 'a.mp4', fileSize: 0 }, 'INVALID_PARAMETER', 'fileSize'],
    [{ fileName: 'a.mp4', fileSize: 1.5 }, 'INVALID_PARAMETER', 'fileSize'],
    [{ fileName: 'a.mp4', fileSize: '1' }, 'INVALID_PARAMETER', 'fileSize'],
    [{ fileName: '', fileSize: 1 }, 'INVALID_PARAMETER', 'fileName'],
    [{ fileName: 'a.mp4', fileSize: 1, autoProcess: 'yes' }, 'INVALID_PARAMETER', 'autoProcess'],
  ])('%j is refused', async (json, code, field) => {
    const answer = await api('POST', '/api/videos/upload', { json });
    expect(errorOf(answer)).toMatchObject({ status: 400, code, field });
  });

  test('that is no video fails with UNSUPPORTED_FORMAT', async () => {
    const text = new Uint8Array(Buffer.from('hello, this is no video at all'.repeat(100)));
    const { id, upload } = (await announce(api, text.length)).body;
    await complete(api, id, { parts: await sendParts(text, upload.parts) });
    const { status, failure } = await settled(api, id);
    expect([status, failure?.code]).toEqual(['failed', 'UNSUPPORTED_FORMAT']);
  });

  test('that is in a codec nobody decodes fails with UNSUPPORTED_FORMAT, naming it', async () => {
    const clip = await encodeClip({ container: 'mp4' });
    clip.write('mp4v', clip.indexOf('avc1', clip.indexOf('stsd')), 'latin1');
    const { id, upload } = (await announce(api, clip.length)).body;
    await complete(api, id, { parts: await sendParts(new Uint8Array(clip), upload.parts) });
    const { status, failure } = await settled(api, id);
    expect([status, failure?.code]).toEqual(['failed', 'UNSUPPORTED_FORMAT']);
    expect(failure?.message).toContain('MPEG-4 Part 2 (mp4v)');
  });

  test('cannot be announced by a key restricted to certain videos', async () => {
    const { secret } = await createKey(service, { account: 'demo', projectIds: [] });
    const answer = await api('POST', '/api/videos/upload', {
      json: { fileName: 'a.mp4', fileSize: 1 },
      key: secret,
    });
    expect(errorOf(answer)).toMatchObject({ status: 403, code: 'PROJECT_NOT_ALLOWED' });
  });
});

describe('a URL of a part', () => {
  test('takes exactly as many bytes as the part has', async () => {
    const { id, upload } = (await announce(api, file.length)).body;
    const [{ url } = { url: '' }] = upload.parts;
    for (const length of [PART_SIZE - 1, PART_SIZE + 1, 0]) {
      const response = await fetch(url, { method: 'PUT', body: file.subarray(0, length) });
      expect([response.status, (await response.text()).includes('SignatureDoesNotMatch')]).toEqual([
        403,
        true,
      ]);
    }
    expect((await fetch(url, { method: 'PUT', body: partOf(file, 1) })).status).toBe(200);
    await api('DELETE', `/api/videos/${id}`);
  });
});

describe('an upload that broke off', () => {
  test('is resumed with fresh URLs for missing parts, also after the first URLs died', async () => {
    clock.offset = -2 * HOUR;
    const { id, upload } = (await announce(api, file.length)).body;
    clock.offset = 0;
    const [first] = upload.parts;
    const dead = await fetch(first?.url ?? '', { method: 'PUT', body: partOf(file, 1) });
    expect(dead.status).toBe(403);

    const before = await stateOf(id);
    expect(before).toMatchObject({ status: 'uploading', partSize: PART_SIZE, parts: [] });
    await sendParts(file, before.remaining.slice(1));
    const after = await stateOf(id);
    expect(after.parts.map(({ number, size }) => [number, size])).toEqual([
      [2, PART_SIZE],
      [3, 1000],
    ]);
    expect(after.remaining.map(({ number }) => number)).toEqual([1]);

    const last = await sendParts(file, after.remaining);
    expect((await stateOf(id)).remaining).toEqual([]);
    await complete(api, id, {
      parts: [...after.parts, ...last].map(({ number, etag }) => ({ number, etag })),
    });
    expect((await settled(api, id)).status).toBe('processed');
    expect(await stateOf(id)).toMatchObject({ status: 'processed', parts: [], remaining: [] });
  });

  test('fails after 24 hours, and what has arrived of it is removed', async () => {
    const { id, upload } = (await announce(api, file.length)).body;
    await sendParts(file, upload.parts.slice(0, 1));
    const sweepAt = (later: number) =>
      sweepVideos(
        openAll(SWEEPER_STORES, {
          variables: service.variables,
          runtime: { ...systemRuntime, now: () => Date.now() + later },
        }),
        { isOver: () => false },
      );
    await sweepAt(23 * HOUR);
    expect(await openMultiparts(id)).toHaveLength(1);
    await sweepAt(24 * HOUR + 1000);
    expect(await openMultiparts(id)).toEqual([]);
    expect(await settled(api, id)).toMatchObject({
      status: 'failed',
      failure: { code: 'UPLOAD_INCOMPLETE' },
    });
    expect(await complete(api, id, { parts: [{ number: 1, etag: 'x' }] })).toMatchObject({
      status: 200,
      body: { status: 'failed' },
    });
  });

  test('leaves nothing when its video is deleted', async () => {
    const { id, upload } = (await announce(api, file.length)).body;
    await sendParts(file, upload.parts.slice(0, 1));
    expect((await api('DELETE', `/api/videos/${id}`)).status).toBe(200);
    expect(await openMultiparts(id)).toEqual([]);
    const [{ url } = { url: '' }] = upload.parts;
    expect((await fetch(url, { method: 'PUT', body: partOf(file, 1) })).status).toBe(404);
    expect((await api('GET', `/api/videos/${id}/upload`)).status).toBe(404);
  });
});

describe('completing', () => {
  const uploaded = async () => {
    const { id, upload } = (await announce(api, file.length)).body;
    return { id, parts: await sendParts(file, upload.parts) };
  };

  test('refuses what does not match, and the upload stays open for another attempt', async () => {
    const { id, parts } = await uploaded();
    const [one, two, three] = parts;
    const refused = async (body: { parts: unknown; crc64nvme?: string }) =>
      errorOf(await complete(api, id, body));
    const invalid = { status: 400, code: 'INVALID_PARAMETER' };

    expect(await refused({ parts: [one, three] })).toMatchObject({
      ...invalid,
      field: 'parts',
      details: { missing: [2] },
    });
    expect(await refused({ parts: [...parts, { number: 4, etag: 'x' }] })).toMatchObject({
      ...invalid,
      field: 'parts',
    });
    expect(await refused({ parts: [...parts, two] })).toMatchObject({ ...invalid, field: 'parts' });
    expect(await refused({ parts: [one, { ...two, etag: '"0"' }, three] })).toMatchObject({
      ...invalid,
      field: 'parts',
    });
    expect(await refused({ parts: [] })).toMatchObject({ ...invalid, field: 'parts' });
    expect(await refused({ parts, crc64nvme: 'x' })).toMatchObject({ ...invalid, field: 'crc64nvme' });

    expect((await stateOf(id)).parts).toHaveLength(3);
    const answer = await complete(api, id, { parts: parts.toReversed(), crc64nvme: checksumOf(file) });
    expect(answer.status).toBe(200);
    expect((await settled(api, id)).status).toBe('processed');
  });

  test('refuses a part that never arrived', async () => {
    const { id, upload } = (await announce(api, file.length)).body;
    const parts = await sendParts(file, upload.parts.slice(0, 2));
    const answer = await complete(api, id, { parts: [...parts, { number: 3, etag: 'a'.repeat(32) }] });
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'INVALID_PARAMETER', field: 'parts' });
    await api('DELETE', `/api/videos/${id}`);
  });

  test('again and in parallel answers the same and makes one version', async () => {
    const { id, parts } = await uploaded();
    const answers = await Promise.all(Array.from({ length: 5 }, () => complete(api, id, { parts })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await settled(api, id)).status).toBe('processed');
    expect(await complete(api, id, { parts })).toMatchObject({
      status: 200,
      body: { id, status: 'processed' },
    });
    const { body } = await api<{ currentVersion: number }>('GET', `/api/videos/${id}/versions`);
    expect(body.currentVersion).toBe(1);
  });

  test('succeeds though the reply of the store is lost', async () => {
    const { id, parts } = await uploaded();
    using lost = loseNextReply(({ command }) => command === 'CompleteMultipartUploadCommand');
    const answer = await complete(api, id, { parts });
    expect([answer.status, lost.commands]).toEqual([200, ['CompleteMultipartUploadCommand']]);
    expect((await settled(api, id)).status).toBe('processed');
  });

  test('a video that came in a form has nothing to complete', async () => {
    const form = new FormData();
    form.append('file', new Blob([file.subarray(0, file.length)]), 'clip.mp4');
    const { body } = await api<{ id: string }>('POST', '/api/videos/upload', { form });
    await settled(api, body.id);
    expect(await complete(api, body.id, { parts: [{ number: 1, etag: 'x' }] })).toMatchObject({
      status: 200,
      body: { status: 'processed' },
    });
    expect(await stateOf(body.id)).toMatchObject({ status: 'processed', parts: [], remaining: [] });
  });
});

test('the refusal of a form that is too large says how to upload directly', { tags: 'long' }, async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(100 * 1024 * 1024 + 1)]), 'large.mp4');
  const answer = await api('POST', '/api/videos/upload', { form });
  expect(errorOf(answer)).toMatchObject({ status: 400, code: 'FILE_TOO_LARGE', field: 'file' });
  expect(answer.body.error.message).toContain('application/json');
});
