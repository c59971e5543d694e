import { randomBytes } from 'node:crypto';
import { PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import { beforeAll, expect, test, vi } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as giveUpUpload } from '../../functions/ingest/dead-letters.ts';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import { MEDIA_BUCKET } from '../../shared/contract/resources.ts';
import { openAll } from '../../shared/kernel/runtime/store-factories.ts';
import { revokeKeyById } from '../../shared/service/keys/revoke-keys.ts';
import { OPERATOR_STORES } from '../../shared/service/operator-stores.ts';
import { dropCopies, makeCopies, restore } from '../../shared/service/restore/restore.ts';
import { openRestoreStores } from '../../shared/service/restore/restore-stores.ts';
import { tableName } from '../../shared/stores/dynamodb/client.ts';
import { deleteItem } from '../../shared/stores/dynamodb/write.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { createS3 } from '../../shared/stores/files/s3.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { workThrough } from '../support/jobs/work-through.ts';
import { copyTables } from '../support/restore/table-copies.ts';
import { type Api, apiOf, eventually, type VideoBody } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { delivery, startWorkbench } from '../support/service/workbench.ts';
import { announce } from '../support/videos/direct-upload.ts';
import { ingestedVideo, uploadedVideo } from '../support/videos/ingested-video.ts';
import { tableItems } from '../support/videos/table-items.ts';

vi.setConfig({ testTimeout: 300_000 });

const DAY_MS = 24 * 3_600_000;

const bench = await startWorkbench();
const { environment } = bench;
const clip = await shortClip(1);
const stores = openRestoreStores(environment);
const operator = openAll(OPERATOR_STORES, environment);
const files = openMediaFiles(environment);

beforeAll(async () => {
  const Bucket = environment.variables[MEDIA_BUCKET.env];
  const s3 = createS3();
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
  s3.destroy();
});

/** A tenant: calls as its key, which can be revoked. */
async function tenant(account: string): Promise<{ api: Api; accountId: string; keyId: string }> {
  const { secret, key } = await createKey(environment, { account });
  return { api: apiOf({ apiUrl: bench.apiUrl, apiKey: secret }), accountId: key.accountId, keyId: key.keyId };
}

/** More than fits into an item, however it is packed. */
const large = (): string => randomBytes(12_000).toString('base64');

const edit = async (api: Api, id: string, value: string): Promise<void> => {
  const answer = await api('PATCH', `/api/videos/${id}/metadata`, {
    json: { variables: [{ id: 'text', value }] },
  });
  expect(answer.status).toBe(200);
};

const remove = async (api: Api, id: string): Promise<void> => {
  expect((await api('DELETE', `/api/videos/${id}`)).status).toBeLessThan(300);
};

const exported = async (api: Api, id: string): Promise<string> => {
  const { body } = await api<{ downloadUrl: string }>('GET', `/api/videos/${id}/export?format=json`);
  // Read past its signature, which is of the functions' clock.
  const key = new URL(body.downloadUrl).pathname.split('/').slice(2).join('/');
  return Buffer.from((await files.get(key)) ?? []).toString();
};

/** What the API says of an account and some videos, but for signatures and what depends on the time of the question. */
async function answers({ api }: { api: Api }, ids: readonly string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const of = (id: string) => [
    `/api/videos/${id}`,
    `/api/videos/${id}/metadata`,
    `/api/videos/${id}/versions`,
    `/api/videos/${id}/metadata?version=2`,
    `/api/videos/${id}/objects`,
    `/api/videos/${id}/process/status`,
    `/api/v1/projects/${id}`,
  ];
  for (const path of ['/api/videos', '/api/v1/projects', ...ids.flatMap(of)]) {
    const { status, text } = await api('GET', path);
    const body = text
      .replace(/(http[^"]*)\?[^"]*/g, '$1')
      .replace(/"(eta|requestId|expiresAt)":("[^"]*"|[\d.]+)/g, '"$1":0');
    found[path] = { status, body: status < 300 ? JSON.parse(body) : JSON.parse(body).error.code };
  }
  return found;
}

const state = async (api: Api, id: string): Promise<string> =>
  (await api<VideoBody>('GET', `/api/videos/${id}`)).body.status;

async function sweepBlobsTwice(): Promise<void> {
  // Blobs that are younger may still become part of a version.
  bench.advance(2 * DAY_MS);
  await sweep();
  await sweep();
}

const wait = { wait: async () => {}, report: () => {} };

test('after a restore everything is as it was at the moment, keys as they are, and work that ran goes on', async () => {
  const [ann, bob] = [await tenant('ann'), await tenant('bob')];
  const plugin = { type: 'user:callout', version: '1.0.0', configSchema: { type: 'object' } };

  const edited = await ingestedVideo(bench, clip, ann.api);
  await edit(ann.api, edited, large());
  await edit(ann.api, edited, large());
  const installed = await ann.api('POST', `/api/v1/projects/${edited}/plugins`, { json: plugin });
  expect(installed.status).toBe(201);
  const marked = await ann.api<{ object: { id: string } }>('POST', `/api/videos/${edited}/objects/surface`, {
    json: {
      name: 'Poster',
      frame: 0,
      corners: [
        { x: 0.2, y: 0.2 },
        { x: 0.6, y: 0.2 },
        { x: 0.6, y: 0.7 },
        { x: 0.2, y: 0.7 },
      ],
    },
  });
  expect(marked.status).toBe(201);
  const lostLater = await ingestedVideo(bench, clip, ann.api);
  await edit(ann.api, lostLater, large());
  const detected = await ingestedVideo(bench, clip, ann.api);
  await ann.api('POST', `/api/videos/${detected}/process`);
  const asked = (await bench.take('detection')).filter((body) => body.includes(detected));
  for (const body of asked) await detect(delivery([body]));
  const running = await ingestedVideo(bench, clip, ann.api);
  const { job, messages } = await claimSegmentedJob(environment, running, 3);
  // A segment is done, whose results will be gone.
  await detect(delivery(messages.slice(0, 1)));
  const open = (await announce(ann.api, 20_000_000)).body.id;
  const waiting = await uploadedVideo(bench, clip, {}, ann.api);
  const failed = await uploadedVideo(bench, clip, {}, ann.api);
  await giveUpUpload(delivery([failed.message]));
  const gone = await ingestedVideo(bench, clip, ann.api);
  await remove(ann.api, gone);
  const others = await ingestedVideo(bench, clip, bob.api);
  await edit(bob.api, others, large());
  await edit(bob.api, others, large());

  const annsVideos = [edited, lostLater, detected, running, open, waiting.id, failed.id, gone];
  const before = {
    ann: await answers(ann, annsVideos),
    bob: await answers(bob, [others]),
    annsUse: await operator.use.of(ann.accountId),
    export: await exported(ann.api, edited),
  };
  const at = await copyTables(environment);
  await eventually(
    async () => Date.now(),
    (now) => now >= at.getTime(),
  );

  // Later: edits, deletions, uploads, work that ends, damage, and sweeps that take away what is not referred to.
  await edit(ann.api, edited, 'lost');
  expect(await exported(ann.api, edited)).toContain('"lost"');
  await remove(ann.api, lostLater);
  await remove(bob.api, others);
  const late = await ingestedVideo(bench, clip, ann.api);
  await edit(ann.api, late, large());
  await ingest(delivery([waiting.message]));
  expect(await state(ann.api, waiting.id)).toBe('processed');
  await ann.api('POST', `/api/videos/${running}/process/cancel`);
  const newcomer = await tenant('newcomer');
  // A version is lost, and what only it refers to is swept.
  const lost = { videoId: edited, version: 2 };
  await deleteItem(tableName(environment, 'versions'), lost);
  expect(await revokeKeyById(operator, ann.keyId)).toBe(true);
  const again = await tenant('ann');
  await sweepBlobsTwice();
  expect(await files.size(mediaKeys.upload(ann.accountId, lostLater))).toBe(null);

  // What a restore would do is counted without doing it.
  await makeCopies(stores, at, wait);
  const planned = await restore(stores, { at, apply: false });
  expect(await state(again.api, late)).toBe('processed');
  const done = await restore(stores, { at, apply: true });
  expect(done).toEqual(planned);
  expect(done.objects.back).toBeGreaterThan(5);

  expect((await ann.api('GET', '/api/videos')).status).toBe(401);
  expect((await newcomer.api('GET', '/api/videos')).status).toBe(200);
  const { [`/api/videos/${running}/process/status`]: status, ...after } = await answers(again, annsVideos);
  const { [`/api/videos/${running}/process/status`]: statusBefore, ...expected } = before.ann;
  expect(after).toEqual(expected);
  expect([status, statusBefore]).toMatchObject([
    { status: 200, body: { jobId: job.jobId, status: 'queued' } },
    { status: 200, body: { jobId: job.jobId, status: 'processing' } },
  ]);
  expect(await answers(bob, [others])).toEqual(before.bob);
  expect((await again.api('GET', `/api/videos/${late}`)).status).toBe(404);
  expect(await exported(again.api, edited)).toBe(before.export);
  const use = await operator.use.of(ann.accountId);
  expect(use).toEqual({ ...before.annsUse, used: { ...before.annsUse.used, activeKeys: 1 } });
  expect(await files.size(mediaKeys.upload(ann.accountId, late))).toBe(null);

  // Doing it again changes nothing.
  const repeated = await restore(stores, { at, apply: true });
  for (const differences of Object.values(repeated.tables))
    expect(differences).toMatchObject({ put: 0, deleted: 0 });

  // The sweeper sends again what was under way, and keeps what the tables need.
  await sweepBlobsTwice();
  expect(await answers(bob, [others])).toEqual(before.bob);
  await ingest(delivery((await bench.take('ingest')).filter((body) => body.includes(waiting.id))));
  expect(await state(again.api, waiting.id)).toBe('processed');
  await workThrough(bench);
  const ended = await again.api<{ status: string }>('GET', `/api/videos/${running}/process/status`);
  expect(ended.body.status).toBe('completed');
  const { body } = await again.api<{ objects: { tracking: string }[] }>(
    'GET',
    `/api/videos/${edited}/objects`,
  );
  expect(body.objects.map(({ tracking }) => tracking)).not.toContain('running');

  // The track was committed under the number of the lost version, and is exported as it is.
  expect(await exported(again.api, edited)).not.toContain('"lost"');
  await edit(again.api, edited, 'new');
  expect(await exported(again.api, edited)).toContain('"new"');

  await dropCopies(stores, at);
  await eventually(
    () => stores.copies.stateOf('videos', at),
    (state) => state === 'absent',
  );
});

test('a restore that broke off anywhere is completed by the next', async () => {
  const cid = await tenant('cid');
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    const id = await ingestedVideo(bench, clip, cid.api);
    await edit(cid.api, id, large());
    ids.push(id);
  }
  const before = await answers(cid, ids);
  const at = await copyTables(environment);
  await eventually(
    async () => Date.now(),
    (now) => now >= at.getTime(),
  );
  for (const id of ids) await remove(cid.api, id);
  await ingestedVideo(bench, clip, cid.api);

  class BrokenOff extends Error {}
  // Each attempt breaks off later than the one before: the first ones at each step.
  for (let steps = 1; ; steps += Math.ceil(steps / 4)) {
    let left = steps;
    const breaking = {
      ...stores,
      history: {
        ...stores.history,
        remove: async (...call: [string, string]) => {
          if (--left === 0) throw new BrokenOff();
          await stores.history.remove(...call);
        },
      },
    };
    const report = () => {
      if (--left === 0) throw new BrokenOff();
    };
    const broken = await restore(breaking, { at, apply: true, report }).then(
      () => null,
      (error: unknown) => error,
    );
    if (broken === null) break;
    expect(broken).toBeInstanceOf(BrokenOff);
    expect(steps).toBeLessThan(100);
  }
  expect(await answers(cid, ids)).toEqual(before);
  let items = 0;
  for await (const item of tableItems(environment, 'versions')) if ('tombstone' in item) items++;
  expect(items).toBe(1);
  await dropCopies(stores, at);
});
