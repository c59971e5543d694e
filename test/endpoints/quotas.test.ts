import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { SETTINGS, type TableName } from '../../shared/contract/resources.ts';
import type { Job } from '../../shared/domain/job/job.ts';
import { openAccounts } from '../../shared/stores/accounts.ts';
import { dynamodb, tableName } from '../../shared/stores/dynamodb/client.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { openJobs } from '../../shared/stores/jobs/jobs.ts';
import { openJobQuota } from '../../shared/stores/quotas/job-quota.ts';
import { openStorageUsage, type StorageCounts } from '../../shared/stores/quotas/storage-quota.ts';
import { openUsageCounts } from '../../shared/stores/quotas/usage.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { loseReplies } from '../support/faults/lost-replies.ts';
import { waitingJob } from '../support/jobs/waiting-job.ts';
import { type Api, apiOf, fileForm, jobOver, settled } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { provideOffsetClock } from '../support/service/offset-clock.ts';
import { startTestService, temporaryFolder } from '../support/service/test-service.ts';
import { type Announced, complete, sendParts } from '../support/videos/direct-upload.ts';
import { seedVideo } from '../support/videos/seed-video.ts';

const QUOTAS = { free: { videos: 3, bytes: 1_000_000, activeJobs: 2 }, pro: { videos: 13 } };

let accounts = 0;

const service = await startTestService();
const clock = provideOffsetClock({ ...process.env, [SETTINGS.quotas]: JSON.stringify(QUOTAS) });
const environment = clock.environment;
const file = path.join(await temporaryFolder('clips'), 'clip.mp4');
await synthesizeClip(file, { seconds: 1, width: 160, height: 96, fps: 10 });
const clip = new Uint8Array(await readFile(file));

/** An account of its own. */
async function account(tier: 'free' | 'pro' = 'free') {
  const handle = `quota-${++accounts}`;
  const { secret } = await createKey(service, { account: handle, tier });
  const api = apiOf({ apiUrl: service.apiUrl, apiKey: secret });
  const stored = await openAccounts(environment).byHandle(handle);
  return { api, handle, stored, accountId: stored.accountId };
}

const upload = (api: Api, fields: Record<string, string> = {}) =>
  api<{ id: string } & ErrorBody>('POST', '/api/videos/upload', { form: fileForm(clip, 'clip.mp4', fields) });

const announce = (api: Api, fileSize: number) =>
  api<Announced>('POST', '/api/videos/upload', { json: { fileName: 'clip.mp4', fileSize } });

const listed = async (api: Api) =>
  (await api<{ total: number; videos: { id: string }[] }>('GET', '/api/videos')).body;

const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { code, details } = (body as ErrorBody).error;
  return { status, code, details };
};

const exceeded = (quota: string, max: number, current: number) => ({
  status: 403,
  code: 'QUOTA_EXCEEDED',
  details: { quota, max, current },
});

describe('active jobs', () => {
  /** A job of a made-up video that waits for messages nobody has sent. */
  const waiting = (accountId: string, n: number): Job =>
    waitingJob({
      accountId,
      videoId: `00000000-0000-7000-8000-${String(accounts * 100 + n).padStart(12, '0')}`,
      jobId: `job-${accounts}-${n}`,
    });

  const start = (api: Api, id: string) => api('POST', `/api/videos/${id}/process`);

  test('are at most as many as the quota; one that ends makes room', async () => {
    const { api, accountId } = await account();
    const { id } = (await upload(api)).body;
    await settled(api, id);
    const jobs = openJobs(environment);
    const quota = openJobQuota(environment);
    const others = [1, 2].map((n) => waiting(accountId, n));
    for (const job of others) {
      expect(await quota.admit(job)).toBeNull();
      await jobs.claim(job);
    }
    expect(refusal(await start(api, id))).toEqual(exceeded('activeJobs', 2, 2));
    expect((await api('GET', `/api/videos/${id}/process/status`)).status).toBe(404);
    await jobs.advance(others[0] as Job, 'cancelled');
    expect((await start(api, id)).status).toBe(201);
    await jobOver(api, id);
    expect((await start(api, id)).status).toBe(201);
    await jobOver(api, id);
  });

  test('a slot whose job was never claimed is free again after a minute', async () => {
    const { accountId } = await account();
    const quota = openJobQuota(environment);
    for (const n of [1, 2]) expect(await quota.admit(waiting(accountId, n))).toBeNull();
    expect(await quota.admit(waiting(accountId, 3))).toEqual({ quota: 'activeJobs', max: 2, current: 2 });
    clock.offset = 61_000;
    expect(await quota.admit(waiting(accountId, 3))).toBeNull();
  });

  test('admitted at the same time are exactly as many as the quota', async () => {
    const { accountId } = await account();
    const quota = openJobQuota(environment);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => quota.admit(waiting(accountId, n))),
    );
    expect(outcomes.filter((excess) => excess === null)).toHaveLength(2);
  });

  test('a job that was asked for with the upload runs however many there are', async () => {
    const { api, accountId } = await account();
    const jobs = openJobs(environment);
    const quota = openJobQuota(environment);
    for (const n of [1, 2]) {
      await quota.admit(waiting(accountId, n));
      await jobs.claim(waiting(accountId, n));
    }
    const { id } = (await upload(api, { autoProcess: 'true' })).body;
    await settled(api, id);
    expect((await jobOver(api, id)).status).toBe('completed');
  });
});

describe('videos', () => {
  test('as many as the quota are admitted; the next is refused and leaves nothing', async () => {
    const { api } = await account();
    for (let i = 0; i < 3; i++) expect((await upload(api)).status).toBe(201);
    expect(refusal(await upload(api))).toEqual(exceeded('videos', 3, 3));
    expect(refusal(await announce(api, 10))).toEqual(exceeded('videos', 3, 3));
    expect((await listed(api)).total).toBe(3);
    const files = openMediaFiles(environment);
    for await (const { key } of files.listUploads()) throw new Error(`${key} was left`);
  });

  test('a deleted video makes room at once', async () => {
    const { api } = await account();
    for (let i = 0; i < 3; i++) await upload(api);
    for (let i = 0; i < 3; i++) {
      const [{ id } = { id: '' }] = (await listed(api)).videos;
      await api('DELETE', `/api/videos/${id}`);
      expect((await upload(api)).status).toBe(201);
      expect(refusal(await upload(api))).toEqual(exceeded('videos', 3, 3));
    }
  });

  test('uploaded at the same time are never more than the quota', async () => {
    const { api } = await account('pro');
    await upload(api);
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(api)));
    const admitted = answers.filter(({ status }) => status === 201).length;
    expect(admitted).toBe(12);
    expect((await listed(api)).total).toBe(13);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(refusal(answer)).toMatchObject({ status: 403, code: 'QUOTA_EXCEEDED' });
    }
  });

  test('are recounted before one is refused: lost replies use up no quota', async () => {
    const { api } = await account();
    await upload(api);
    let attempts = 0;
    using _ = loseReplies(({ input }) => input.TableName?.endsWith('usage') === true && attempts++ % 2 === 0);
    expect((await upload(api)).status).toBe(201);
    expect((await upload(api)).status).toBe(201);
    expect(attempts).toBeGreaterThan(2);
    expect(refusal(await upload(api))).toEqual(exceeded('videos', 3, 3));
  });

  test('another tier counts from the next request on', async () => {
    const { api, stored } = await account();
    for (let i = 0; i < 3; i++) await upload(api);
    expect((await upload(api)).status).toBe(403);
    await openAccounts(environment).setTier(stored, 'pro');
    expect((await upload(api)).status).toBe(201);
    await openAccounts(environment).setTier(stored, 'free');
    expect(refusal(await upload(api))).toEqual(exceeded('videos', 3, 4));
  });
});

describe('bytes', () => {
  test('are counted as announced, and not those of an upload that failed', { tags: 'long' }, async () => {
    const { api } = await account();
    const { body } = await announce(api, 900_000);
    expect(refusal(await announce(api, 100_001))).toEqual(exceeded('bytes', 1_000_000, 900_000));
    const small = await announce(api, 100_000);
    expect(small.status).toBe(201);
    // What the sweeper does to the first one after 24 hours shows when it is completed without its upload.
    const files = openMediaFiles(environment);
    for await (const { key, uploadId } of files.listUploads()) {
      if (key.endsWith(body.id)) await files.abortUpload(key, uploadId);
    }
    const failed = await complete(api, body.id, { parts: [{ number: 1, etag: 'x' }] });
    expect(failed.body.status).toBe('failed');
    expect((await announce(api, 900_000)).status).toBe(201);
    for (const { id } of (await listed(api)).videos) await api('DELETE', `/api/videos/${id}`);
  });
});

describe('bytes of metadata', () => {
  /** Text that compresses to no less than three quarters of its length. */
  const noise = (length: number): string => randomBytes((length * 3) / 4).toString('base64');
  const write = (api: Api, id: string, length: number) =>
    api<{ version: number } & ErrorBody>('PATCH', `/api/videos/${id}/metadata`, {
      json: { variables: [{ id: 'noise', value: noise(length) }] },
    });

  test('that versions keep count, old ones too, until an edit is refused and says how to make room', async () => {
    const { api, handle } = await account();
    const ids = [
      await seedVideo(service, { account: handle }),
      await seedVideo(service, { account: handle }),
    ];
    const [id = '', other = ''] = ids;
    expect((await write(api, id, 400_000)).status).toBe(200);
    expect((await write(api, other, 400_000)).status).toBe(200);
    // The same value takes the place of the first one, whose version is kept.
    expect((await write(api, id, 400_000)).status).toBe(200);
    const refused = await write(api, id, 400_000);
    expect(refusal(refused)).toMatchObject({
      status: 403,
      code: 'QUOTA_EXCEEDED',
      details: { quota: 'bytes', max: 1_000_000, current: expect.any(Number) },
    });
    const { details, message } = refused.body.error;
    expect(details?.current).toBeGreaterThan(900_000);
    expect(details?.current).toBeLessThanOrEqual(1_000_000);
    expect(message).toMatch(/delete videos/i);
    expect((await write(api, id, 100)).body.version).toBe(4);
    expect(refusal(await announce(api, 200_000))).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    await api('DELETE', `/api/videos/${other}`);
    expect((await write(api, id, 200_000)).body.version).toBe(5);
  });

  test('written by patches that lost their race count no longer than until a refusal', {
    tags: 'long',
  }, async () => {
    const { api, handle } = await account('pro');
    const id = await seedVideo(service, { account: handle });
    const answers = await Promise.all(Array.from({ length: 6 }, () => write(api, id, 100_000)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const accountId = (await openAccounts(environment).byHandle(handle)).accountId;
    const { bytes } = await openStorageUsage(environment).recount(accountId);
    expect(bytes).toBeGreaterThan(6 * 75_000);
    expect(bytes).toBeLessThan(6 * 80_000);
  });

  test('of the first version and of a job are never refused', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const { api, accountId } = await account('pro');
    const { id } = (await upload(api)).body;
    await settled(api, id);
    await openStorageUsage(environment).addBytes(accountId, 1e15);
    const counted = await openUsageCounts<StorageCounts>(environment, 'storage').read(accountId);
    expect(counted?.bytes).toBeGreaterThan(1e15);
    expect((await api('POST', `/api/videos/${id}/process`, { json: {} })).status).toBe(201);
    expect((await jobOver(api, id)).status).toBe('completed');
  });

  test('that were written before they were counted are, at the first edit or upload', async () => {
    const { api, handle, accountId } = await account();
    const id = await seedVideo(service, { account: handle });
    await write(api, id, 800_000);
    await countFilesOnly(accountId);
    await forget({ table: 'videos', Key: { accountId, videoId: id }, members: ['documentBytes'] });
    await forget({ table: 'versions', Key: { videoId: id, version: 2 }, members: ['documentBytes'] });
    expect(refusal(await announce(api, 500_000))).toMatchObject({ details: { quota: 'bytes' } });
    expect((await write(api, id, 100_000)).status).toBe(200);
    await countFilesOnly(accountId);
    expect(refusal(await write(api, id, 500_000))).toMatchObject({ details: { quota: 'bytes' } });
    const { bytes } = await openStorageUsage(environment).recount(accountId);
    expect(bytes).toBeGreaterThan(675_000);
  });

  /** Makes the counts of an account as they were when only files were counted; a seeded video has one byte. */
  const countFilesOnly = (accountId: string) =>
    dynamodb().send(
      new UpdateCommand({
        TableName: tableName(environment, 'usage'),
        Key: { accountId, kind: 'storage' },
        UpdateExpression: 'SET bytes = :files REMOVE documents',
        ExpressionAttributeValues: { ':files': 1 },
      }),
    );

  /** Makes an item as it was before a member came. */
  const forget = ({
    table,
    Key,
    members,
  }: {
    table: TableName;
    Key: Record<string, unknown>;
    members: string[];
  }) =>
    dynamodb().send(
      new UpdateCommand({
        TableName: tableName(environment, table),
        Key,
        UpdateExpression: `REMOVE ${members.map((_, i) => `#m${i}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(members.map((member, i) => [`#m${i}`, member])),
      }),
    );
});

describe('open uploads', () => {
  test('are at most ten; a completed one makes room', { tags: 'long' }, async () => {
    const { api } = await account('pro');
    const open = [];
    for (let i = 0; i < 10; i++) open.push((await announce(api, clip.length)).body);
    expect(refusal(await announce(api, 10))).toEqual(exceeded('openUploads', 10, 10));
    expect((await upload(api)).status).toBe(201);
    const [first] = open;
    const { id, upload: parts } = first as Announced;
    await complete(api, id, { parts: await sendParts(clip, parts.parts) });
    expect((await announce(api, 10)).status).toBe(201);
    expect(refusal(await announce(api, 10))).toEqual(exceeded('openUploads', 10, 10));
    for (const video of (await listed(api)).videos) await api('DELETE', `/api/videos/${video.id}`);
  });
});

test('counts that several bring up to date at once are each made of what there is', async () => {
  const counts = openUsageCounts<{ videos: number }>(environment, 'storage');
  const { accountId } = await account();
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () =>
      counts.recount(accountId, async ({ videos = 0 }) => ({ videos: videos + 1 })),
    ),
  );
  expect(outcomes.map(({ videos }) => videos).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await counts.read(accountId)).toMatchObject({ videos: 8, changes: 8 });
});
