import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { loseNextReply } from '../support/faults/lost-replies.ts';
import { apiOf, fileForm, jobOver, settled, upload } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { provideOffsetClock } from '../support/service/offset-clock.ts';
import { startTestService, temporaryFolder } from '../support/service/test-service.ts';
import { interceptCalls, recordCalls, type StoreCall } from '../support/store-calls.ts';
import { type Announced, announce, complete, sendParts } from '../support/videos/direct-upload.ts';

const HOUR = 60 * 60_000;
/** A second more than an upload may take and its lease lasts. */
const AFTER_LEASE = 40_000;

const service = await startTestService();
const clock = provideOffsetClock();
const api = apiOf(service);
const clipFile = path.join(await temporaryFolder('clips'), 'clip.mp4');
await synthesizeClip(clipFile, { seconds: 1, width: 160, height: 96, fps: 10 });
const clip = new Uint8Array(await readFile(clipFile));

interface Stored {
  id: string;
  name: string;
  status: string;
}

interface UploadOptions {
  bytes?: Uint8Array<ArrayBuffer>;
  name?: string;
  as?: string;
}

const send = (key: string, { bytes = clip, name = 'Same', as }: UploadOptions = {}) =>
  api<Stored & ErrorBody>('POST', '/api/videos/upload', {
    form: fileForm(bytes, 'clip.mp4', { name }),
    headers: { 'Idempotency-Key': key },
    ...(as === undefined ? {} : { key: as }),
  });

const total = async () => (await api<{ total: number }>('GET', '/api/videos')).body.total;

const errorOf = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  ...(body as ErrorBody).error,
});

/** Runs `before` before each object that this test stores. */
const onPut = (before: (count: number) => Promise<void>): void => {
  let count = 0;
  const interception = interceptCalls(async ({ command }, proceed) => {
    if (command === 'PutObjectCommand') await before(++count);
    return proceed();
  });
  onTestFinished(() => interception[Symbol.dispose]());
};

const isAboutKeys = ({ input }: StoreCall): boolean => input.TableName?.endsWith('idempotency') === true;

describe('the same request', () => {
  test('gets the first answer and makes one video', async () => {
    const key = randomUUID();
    const before = await total();
    const first = await send(key);
    expect(first.status).toBe(201);
    await settled(api, first.body.id);
    const again = await send(key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await total()).toBe(before + 1);
  });

  test('sent many times at once makes one video; those who come too early get 409', async () => {
    const key = randomUUID();
    const before = await total();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(key)));
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expect(errorOf(refused)).toMatchObject({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' });
    }
    expect(await total()).toBe(before + 1);
  });

  test('is known by what it says, not by its bytes', async () => {
    const video = await upload(api, clipFile);
    await settled(api, video);
    const start = (raw: string, key: string) =>
      api<{ jobId: string }>('POST', `/api/videos/${video}/process`, {
        raw,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      });
    const key = randomUUID();
    const first = await start('{"fps": 5, "confidence": 0.4}', key);
    // Another order, and the default value left out.
    const again = await start('{"confidence":0.4}', key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(errorOf(await start('{"confidence":0.3}', key))).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
      field: 'Idempotency-Key',
    });
    await jobOver(api, video);
  });

  test('of a direct upload gets the same parts under URLs that are alive', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const ask = () =>
      api<Announced>('POST', '/api/videos/upload', {
        json: { fileName: 'clip.mp4', fileSize: clip.length },
        headers,
      });
    clock.offset = -2 * HOUR;
    const first = await ask();
    clock.offset = 0;
    const again = await ask();
    expect(again.status).toBe(201);
    expect({ ...again.body, upload: null }).toEqual({ ...first.body, upload: null });
    expect(again.body.upload.parts.map(({ number }) => number)).toEqual([1]);
    const parts = await sendParts(clip, again.body.upload.parts);
    await complete(api, first.body.id, { parts });
    expect((await settled(api, first.body.id)).status).toBe('processed');
  });

  test('gets the first refusal, too', async () => {
    const video = await upload(api, clipFile);
    await settled(api, video);
    const cancel = (key: string) =>
      api('POST', `/api/videos/${video}/process/cancel`, { headers: { 'Idempotency-Key': key } });
    const key = randomUUID();
    const first = await cancel(key);
    expect(errorOf(first)).toMatchObject({ status: 409, code: 'JOB_NOT_CANCELLABLE' });
    await api('POST', `/api/videos/${video}/process`);
    expect((await cancel(key)).body).toEqual(first.body);
    expect((await cancel(randomUUID())).status).toBe(200);
  });
});

describe('another request under the same key', () => {
  test.each([
    ['with other bytes', { bytes: new Uint8Array(Buffer.from('other bytes')) }],
    ['with other fields', { name: 'Other' }],
  ])('%s is refused', async (_, other) => {
    const key = randomUUID();
    await send(key);
    expect(errorOf(await send(key, other))).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
      field: 'Idempotency-Key',
    });
  });

  test('of another account, or to another endpoint, is a request of its own', async () => {
    const key = randomUUID();
    const { body } = await send(key);
    const { secret } = await createKey(service, { account: 'other' });
    const elsewhere = await send(key, { as: secret });
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.body.id).not.toBe(body.id);
    await settled(api, body.id);
    const started = await api('POST', `/api/videos/${body.id}/process`, {
      headers: { 'Idempotency-Key': key },
    });
    expect(started.status).toBe(201);
    await jobOver(api, body.id);
  });

  test('by a key that may not see the video does not get the answer', async () => {
    const video = await upload(api, clipFile);
    await settled(api, video);
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await api('POST', `/api/videos/${video}/process`, { headers })).status).toBe(201);
    const { secret } = await createKey(service, { account: 'demo', projectIds: [] });
    const answer = await api('POST', `/api/videos/${video}/process`, { headers, key: secret });
    expect(answer.status).toBe(400);
    await jobOver(api, video);
  });
});

describe('the key', () => {
  test.each([
    ['empty', '', 400],
    ['255 characters', 'k'.repeat(255), 201],
    ['256 characters', 'k'.repeat(256), 400],
  ])('of %s is answered %s', async (_, key, status) => {
    const answer = await send(key);
    expect(answer.status).toBe(status);
    if (status === 400) expect(errorOf(answer)).toMatchObject({ field: 'Idempotency-Key' });
  });

  test('means nothing to requests that are no POST', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const before = await api<{ total: number }>('GET', '/api/videos', { headers });
    await send(randomUUID());
    const after = await api<{ total: number }>('GET', '/api/videos', { headers });
    expect(after.body.total).toBe(before.body.total + 1);
  });

  test('is free again after 24 hours', async () => {
    const key = randomUUID();
    const first = await send(key);
    clock.offset = 24 * HOUR - 60_000;
    expect((await send(key)).body.id).toBe(first.body.id);
    clock.offset = 24 * HOUR + 60_000;
    const later = await send(key);
    expect(later.status).toBe(201);
    expect(later.body.id).not.toBe(first.body.id);
  });
});

describe('failures', () => {
  test('a server error is not kept: the next attempt runs', async () => {
    onPut(async (count) => {
      if (count === 1) throw new Error('the store is down');
    });
    const key = randomUUID();
    expect((await send(key)).status).toBe(500);
    expect((await send(key)).status).toBe(201);
  });

  /** A request that hangs while its file is stored, until it is let go on. */
  async function hanging(key: string) {
    const goOn = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    onPut(async (count) => {
      if (count > 1) return;
      reached.resolve();
      await goOn.promise;
    });
    const answer = send(key);
    await reached.promise;
    return { ...goOn, answer };
  }

  test.each(['success', 'failure'])(
    'a request that died is run again when its time is up, and its late %s changes nothing',
    async (outcome) => {
      const key = randomUUID();
      const dying = await hanging(key);
      expect(errorOf(await send(key))).toMatchObject({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' });
      clock.offset = AFTER_LEASE;
      const second = await send(key);
      expect(second.status).toBe(201);
      if (outcome === 'success') dying.resolve();
      else dying.reject(new Error('the store is down'));
      const first = await dying.answer;
      expect(first.status).toBe(outcome === 'success' ? 201 : 500);
      expect(first.body.id).not.toBe(second.body.id);
      expect((await send(key)).body).toEqual(second.body);
    },
  );

  test('another request does not get the key of one that died', async () => {
    const key = randomUUID();
    const dying = await hanging(key);
    clock.offset = AFTER_LEASE;
    expect(errorOf(await send(key, { name: 'Other' }))).toMatchObject({
      status: 400,
      field: 'Idempotency-Key',
    });
    dying.resolve();
    await dying.answer;
  });

  test.each(['PutItemCommand', 'UpdateItemCommand'])(
    'a reply to the %s about the key that is lost changes nothing',
    async (command) => {
      using lost = loseNextReply((attempt) => attempt.command === command && isAboutKeys(attempt));
      const key = randomUUID();
      const before = await total();
      const first = await send(key);
      expect([first.status, lost.commands]).toEqual([201, [command]]);
      expect((await send(key)).body).toEqual(first.body);
      expect(await total()).toBe(before + 1);
    },
  );
});

test('a key costs two writes, and none without it', async () => {
  using recorded = recordCalls(isAboutKeys);
  await announce(api, 10);
  expect(recorded.commands).toEqual([]);
  await send(randomUUID());
  expect(recorded.commands).toEqual(['PutItemCommand', 'UpdateItemCommand']);
});
