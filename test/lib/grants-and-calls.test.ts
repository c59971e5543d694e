import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ENDPOINT_CALLS, type Subject, uploadForm } from '../../bench/cost/endpoint-calls.ts';
import { createClient } from '../../client/client.ts';
import { GRANTS } from '../../lib/grants.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { openAll } from '../../shared/kernel/runtime/openers.ts';
import { linkIdentity } from '../../shared/service/identity/link-identity.ts';
import { OPERATOR_STORES } from '../../shared/service/operator-stores.ts';
import { openAccounts } from '../../shared/stores/accounts.ts';
import { dynamodb, tableName } from '../../shared/stores/dynamodb/client.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { s3 } from '../../shared/stores/files/s3.ts';
import { openDetectionOutbox } from '../../shared/stores/queues/detection-outbox.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { TIMEOUT } from '../support/faults/faults.ts';
import { fail, type Moment, on } from '../support/faults/moments.ts';
import { startTestIssuer, type TestIssuer } from '../support/identity/test-issuer.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { fileForm, upload } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { permissionsOf } from '../support/service/granted-functions.ts';
import { temporaryFolder } from '../support/service/test-service.ts';
import { threeTimes } from '../support/service/three-times.ts';
import { delivery, startWorkbench, type Workbench } from '../support/service/workbench.ts';
import { breakOffDeletion, litter, loseCounts } from '../support/videos/broken-off-deletion.ts';
import { announce, complete, paddedClip, sendParts } from '../support/videos/direct-upload.ts';
import { provideEarlierSchema } from '../support/videos/earlier-schema.ts';
import { commitEarlierVersion } from '../support/videos/earlier-version.ts';
import { enlargeDocument } from '../support/videos/enlarge-document.ts';
import { seedVideo, trackedCars } from '../support/videos/seed-video.ts';

// Decoders are started, on a busy machine.
vi.setConfig({ testTimeout: TIMEOUT, hookTimeout: TIMEOUT });

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const OBJECT = 'obj_000000000001';
const OTHER_OBJECT = 'obj_000000000002';
/** So much that cannot be compressed that its part of a document becomes an object of its own. */
const LARGE = randomBytes(6000).toString('base64');

/**
 * Granted, and called by nothing here. The purger is granted as a whole: a function that may have raced a deletion completes
 * it from wherever it broke off. But an upload that is still open has no document, job or plugin.
 */
const UNCALLED: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    'metadata/export-video',
    'metadata/patch-metadata',
    'objects/patch-object',
    'objects/delete-object',
    'objects/create-surface',
    'projects/apply-changes',
    'projects/install-plugin',
    'console/restore-version',
    'processing/start-processing',
    'detector/detector',
    // These have completed the upload, or marked it as failed, by then.
    'videos/complete-upload',
    'ingest/dead-letters',
  ].map((key) => [key, ['s3:AbortMultipartUpload uploads']]),
);

const SURFACE = {
  name: 'Poster',
  frame: 4,
  corners: [
    { x: 0.3, y: 0.3 },
    { x: 0.7, y: 0.3 },
    { x: 0.7, y: 0.7 },
    { x: 0.3, y: 0.7 },
  ],
};

let bench: Workbench;
let clip: string;
let bytes: Uint8Array<ArrayBuffer>;
let secret: string;
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await startTestIssuer();
  bench = await startWorkbench();
  clip = await shortClip(2);
  bytes = new Uint8Array(await readFile(clip));
  ({ secret } = await createKey(bench.environment, { account: 'demo' }));
});

const api: Workbench['api'] = (...call) => bench.api(...call);

async function deliver(key: string, ...bodies: string[]): Promise<unknown> {
  const handler = await bench.functions.load(key);
  return handler(delivery(bodies), {});
}

/** Lets the functions work that are fed from queues. */
async function workOff(): Promise<void> {
  for (;;) {
    const [uploads, steps] = [await bench.take('ingest'), await bench.take('detection')];
    if (uploads.length + steps.length === 0) return;
    for (const body of uploads) await deliver('ingest/ingest', body);
    for (const body of steps) await deliver('detector/detector', body);
  }
}

const usesOf = (key: string): string[] => [...(bench.functions.used.get(key) ?? [])].sort();

const deleteBefore = (moment: Moment, id: string) =>
  beforeNext(moment, () => breakOffDeletion(bench.environment, id));

async function ingested(path = clip, fields: Record<string, string> = {}): Promise<string> {
  const id = await upload(bench.api, path, fields);
  await workOff();
  return id;
}

test('the endpoints and what they set off, each on what the ones before have left', async () => {
  const { apiUrl } = bench;
  const once = createClient({ apiUrl, apiKey: secret });
  const repeated = createClient({ apiUrl, apiKey: secret, fetch: threeTimes });
  const subject: Subject = {
    client: once,
    apiUrl,
    clip: bytes,
    video: '',
    revision: 0,
    announced: '',
    parts: [],
    keyId: '',
    workOff,
  };
  await uploadForm(subject);
  for (const { prepare, request } of ENDPOINT_CALLS) {
    subject.client = once;
    await prepare?.(subject);
    subject.client = repeated;
    await request(subject);
  }
});

test('large documents are read, edited, exported and detected in', async () => {
  const id = await ingested();
  await enlargeDocument(bench.environment, id, [OBJECT, OTHER_OBJECT], LARGE);
  const object = `/api/videos/${id}/objects/${OBJECT}`;
  for (const target of ['', '/metadata', '/objects', '/export'])
    await api('GET', `/api/videos/${id}${target}`);
  await api('GET', `/api/v1/projects/${id}`);
  await api('PATCH', object, { json: { customData: { text: LARGE, more: 1 } } });
  await api('DELETE', `/api/videos/${id}/objects/${OTHER_OBJECT}`);
  await api('PATCH', `/api/videos/${id}/metadata`, { json: { variables: [{ id: 'more', value: LARGE }] } });
  const changes = [{ op: 'replace', path: '/variables/0/value', value: 2 }];
  await api('POST', `/api/v1/projects/${id}/changes`, { json: { baseRevision: 5, changes } });
  await api('PATCH', object, { json: { userLabel: 'Ann' } });
  await api('POST', `/api/videos/${id}/objects/surface`, { json: SURFACE });
  await workOff();
  await api('POST', `/api/videos/${id}/process`);
  // After its commit the finish breaks off, and is asked for again.
  let committed = false;
  beforeNext((call) => {
    committed ||= on('PutItem', 'versions')(call);
    return committed && on('UpdateItem', 'jobs')(call);
  }, fail);
  await workOff();
});

test('a key restricted to a video lists it', async () => {
  const id = await ingested();
  const restricted = await createKey(bench.environment, { account: 'demo', projectIds: [id] });
  for (const target of ['/api/videos', '/api/v1/projects'])
    await api('GET', target, { key: restricted.secret });
});

test('a person signs in for the first time, and out everywhere', async () => {
  const key = await issuer.token('person');
  await api('GET', '/console/api/videos', { key });
  await api('POST', '/console/api/sign-out-everywhere', { key });
});

/** Asks for things as a person who works in the account of the bench's key. */
async function signedIn(): Promise<Workbench['api']> {
  const { accountId } = await openAccounts(bench.environment).byHandle('demo');
  const person = { issuer: issuer.issuer, subject: 'owner', accountId };
  await linkIdentity(openAll(OPERATOR_STORES, bench.environment), person);
  const key = await issuer.token('owner');
  return (method, target, request) => api(method, target, { ...request, key });
}

const restore = (call: Workbench['api'], id: string, wanted: number, headers: Record<string, string>) =>
  call('POST', `/console/api/videos/${id}/versions/${wanted}/restore`, { headers });

test('a person reads when frames are shown, and restores versions, also one of an earlier schema', async () => {
  const call = await signedIn();
  const id = await ingested();
  await call('GET', `/console/api/videos/${id}/frames`);
  provideEarlierSchema();
  await commitEarlierVersion(bench.environment, id, LARGE);
  await enlargeDocument(bench.environment, id, [OBJECT, OTHER_OBJECT], LARGE);
  await restore(call, id, 2, { 'If-Match': '"2"' });
  const headers = { 'If-Match': '"3"', 'Idempotency-Key': 'restore' };
  beforeNext(on('PutItem', 'versions'), fail);
  for (let i = 0; i < 3; i++) await restore(call, id, 2, headers);
});

test('a person looks after keys, some of which an earlier release made, and looks for videos', async () => {
  const key = await issuer.token('keeper');
  const call = async (method: string, target: string, json?: object, name = '') =>
    (
      await api<{ handle: string }>(method, `/console/api/${target}`, {
        key,
        ...(json && { json }),
        headers: name === '' ? {} : { 'Idempotency-Key': name },
      })
    ).body;
  const { handle: account } = await call('GET', 'account');
  const video = await seedVideo(bench.environment, { account });
  const earlier = await createKey(bench.environment, { account, projectIds: [video] });
  await call('GET', 'account');
  await call('GET', 'keys');
  await call('GET', `keys/${earlier.keyId}`);
  const request = { name: 'A', scopes: ['project:read'], projectIds: [video], expiresInDays: 30 };
  beforeNext(on('PutItem', 'keys'), fail);
  for (let i = 0; i < 3; i++) await call('POST', 'keys', { ...request, replaces: earlier.keyId }, 'one');
  for (let i = 0; i < 2; i++) await call('POST', `keys/${earlier.keyId}/revoke`);
  await call('GET', 'search?name=seed');
  await call('GET', 'processing-options');
});

test('jobs of an account behind each other', async () => {
  const [first, second] = [await ingested(), await ingested()];
  for (const id of [first, second]) await api('POST', `/api/videos/${id}/process`);
  await api('GET', `/api/videos/${second}/process/status`);
  await workOff();
});

test('what is promised with an upload starts, twice, is withdrawn, and is told', async () => {
  const promise = { autoProcess: 'true' };
  const id = await upload(bench.api, clip, promise);
  await api('GET', `/api/videos/${id}/process/status`);
  const [message = ''] = await bench.take('ingest');
  await deliver('ingest/ingest', message, message);
  await workOff();
  const { id: withdrawn } = (await announce(bench.api, bytes.length, { autoProcess: true })).body;
  deleteBefore(on('PutItem', 'jobs'), withdrawn);
  await api('POST', `/api/videos/${withdrawn}/process/cancel`);
});

describe('uploads', () => {
  test('that break off are taken back', async () => {
    const id = await ingested();
    const TableName = tableName(bench.environment, 'videos');
    // From before it was counted.
    const Key = { accountId: (await openVideos(bench.environment).ownerOf(id)) ?? '', videoId: id };
    await dynamodb().send(new UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE documentBytes' }));
    await loseCounts(bench.environment, id);
    beforeNext(on('PutObject', 'uploads'), fail);
    beforeNext(on('PutItem', 'versions'), async () => {});
    await api('POST', '/api/videos/upload', { form: fileForm(bytes) });
    beforeNext(on('PutObject', 'uploads'), fail);
    beforeNext(on('PutItem', 'versions'), fail);
    await api('POST', '/api/videos/upload', { form: fileForm(bytes) });
  });

  test('that a quota refuses are aborted', async () => {
    const { secret: key } = await createKey(bench.environment, { account: 'small', tier: 'free' });
    const small: Workbench['api'] = (method, target, request) => api(method, target, { ...request, key });
    for (let open = 0; open <= LIMITS.openUploads; open++) await announce(small, 1);
  });

  test('whose video is deleted while they are completed', async () => {
    const { id, upload: open } = (await announce(bench.api, bytes.length)).body;
    const parts = await sendParts(bytes, open.parts);
    deleteBefore(on('UpdateItem', 'videos'), id);
    await complete(bench.api, id, { parts });
  });

  test('whose completion breaks off are completed by the next one, or go with their video', async () => {
    for (const finish of ['completed', 'deleted']) {
      const { id, upload: open } = (await announce(bench.api, bytes.length)).body;
      const parts = await sendParts(bytes, open.parts);
      beforeNext(on('UpdateItem', 'videos'), fail);
      await complete(bench.api, id, { parts });
      if (finish === 'completed') await complete(bench.api, id, { parts });
      else await breakOffDeletion(bench.environment, id);
      await workOff();
    }
  });

  test('of which nothing has arrived are deleted, while another writer comes first', async () => {
    const { id } = (await announce(bench.api, bytes.length)).body;
    await litter(bench.environment, id);
    beforeNext(on('PutItem', 'versions'), async () => {
      const TableName = tableName(bench.environment, 'versions');
      await dynamodb().send(
        new PutCommand({ TableName, Item: { videoId: id, version: 1, writeId: 'other' } }),
      );
    });
    await api('DELETE', `/api/videos/${id}`);
  });
});

const seeded = () => seedVideo(bench.environment, { parts: trackedCars([OBJECT]) });
const variables = [{ id: 'speed', value: 1 }];

/** Marks a surface. @returns the messages of its tracking */
async function markedSurface(id: string): Promise<string[]> {
  await api('POST', `/api/videos/${id}/objects/surface`, { json: SURFACE });
  return bench.take('detection');
}

/** Work on a video, and what of it a deletion comes just before. */
test.each<[string, Moment, () => Promise<string>, (id: string) => Promise<unknown>]>([
  [
    'an edit',
    (call) => on('PutItem', 'versions')(call),
    seeded,
    (id) => api('PATCH', `/api/videos/${id}/metadata`, { json: { variables } }),
  ],
  [
    'an edit of an object',
    (call) => on('PutItem', 'versions')(call),
    seeded,
    (id) => api('PATCH', `/api/videos/${id}/objects/${OBJECT}`, { json: { userLabel: 'Ann' } }),
  ],
  [
    'the removal of an object',
    (call) => on('PutItem', 'versions')(call),
    seeded,
    (id) => api('DELETE', `/api/videos/${id}/objects/${OBJECT}`),
  ],
  [
    'changes of a project',
    (call) => on('PutItem', 'versions')(call),
    seeded,
    (id) =>
      api('POST', `/api/v1/projects/${id}/changes`, {
        json: { baseRevision: 1, changes: [{ op: 'add', path: '/variables/-', value: variables[0] }] },
      }),
  ],
  [
    'the restoring of a version',
    (call) => on('PutItem', 'versions')(call),
    seeded,
    async (id) => restore(await signedIn(), id, 1, { 'If-Match': '"1"' }),
  ],
  [
    'the installation of a plugin',
    (call) => on('PutItem', 'plugins')(call),
    seeded,
    (id) =>
      api('POST', `/api/v1/projects/${id}/plugins`, {
        json: { type: 'user:badge', version: '1.0.0', configSchema: { type: 'object' } },
      }),
  ],
  [
    'an export',
    (call) => on('PutObject', 'exports')(call),
    seeded,
    (id) => api('GET', `/api/videos/${id}/export?format=json`),
  ],
  [
    'the start of a job',
    (call) => on('PutItem', 'jobs')(call),
    () => ingested(),
    (id) => api('POST', `/api/videos/${id}/process`),
  ],
  [
    'an ingest',
    (call) => on('PutItem', 'versions')(call),
    () => upload(bench.api, clip),
    async () => deliver('ingest/ingest', ...(await bench.take('ingest'))),
  ],
  ['the creation of a surface', (call) => on('PutItem', 'versions')(call), () => ingested(), markedSurface],
  [
    'the tracking of a surface',
    (call) => on('PutObject', 'surfaces')(call),
    () => ingested(),
    async (id) => deliver('detector/detector', ...(await markedSurface(id))),
  ],
  [
    'a detection',
    (call) => on('PutObject', 'jobs')(call),
    () => ingested(),
    async (id) =>
      deliver('detector/detector', ...(await claimSegmentedJob(bench.environment, id, 1)).messages),
  ],
])('%s whose video is deleted meanwhile', async (_, moment, video, work) => {
  const id = await video();
  const deletion = deleteBefore(moment, id);
  await work(id);
  expect(deletion.happened).toBe(true);
});

test('a native export in parts, one of which fails', async () => {
  const padded = await paddedClip(await temporaryFolder('padded'), 12 * 1024 ** 2);
  const form = fileForm(padded);
  const { id } = (await api<{ id: string }>('POST', '/api/videos/upload', { form })).body;
  await workOff();
  beforeNext(({ command }) => command === 'UploadPartCopyCommand', fail);
  for (let i = 0; i < 2; i++) await api('GET', `/api/videos/${id}/export?format=native`);
});

test('a JSON export in parts, one of which fails', async () => {
  const id = await ingested();
  await enlargeDocument(bench.environment, id, [OBJECT, OTHER_OBJECT], 'x'.repeat(9 * 1024 ** 2));
  beforeNext(({ command }) => command === 'UploadPartCommand', fail);
  await api('GET', `/api/videos/${id}/export?format=json`);
});

test('messages that were given up', async () => {
  const given = async (fields: Record<string, string>) => {
    const id = await upload(bench.api, clip, fields);
    const [message = ''] = await bench.take('ingest');
    return { id, message };
  };
  await deliver('ingest/dead-letters', (await given({})).message);
  const { id, message } = await given({ autoProcess: 'true' });
  beforeNext(on('PutItem', 'jobs'), fail);
  await deliver('ingest/ingest', message);
  deleteBefore(on('PutItem', 'jobs'), id);
  await deliver('ingest/dead-letters', message);
  const promised = await given({ autoProcess: 'true' });
  await deliver('ingest/ingest', promised.message);
  await deliver('ingest/dead-letters', promised.message);
  const [step = ''] = await bench.take('detection');
  await deliver('detector/dead-letters', step, step);
  const [surfaceStep = ''] = await markedSurface(await ingested());
  await deliver('detector/dead-letters', surfaceStep, surfaceStep);
});

test('the sweeper', async () => {
  const { environment } = bench;
  const files = openMediaFiles(environment);
  const sweep = async () => deliver('sweeper/sweeper');
  await announce(bench.api, bytes.length);
  await upload(bench.api, clip);
  await bench.take('ingest');
  const [stalled, over, deleted] = [await ingested(), await ingested(), await ingested()];
  await api('POST', `/api/videos/${over}/process`);
  await api('POST', `/api/videos/${over}/process/cancel`);
  await litter(bench.environment, over);
  await claimSegmentedJob(environment, stalled, 1);
  await markedSurface(stalled);
  await openDetectionOutbox(environment).send([
    { kind: 'finish', accountId: 'account', videoId: stalled, jobId: 'job' },
  ]);
  await breakOffDeletion(bench.environment, deleted);
  const open = { Bucket: files.bucket, Key: `exports/${deleted}/1`, ContentType: 'text/plain' };
  await s3().send(new CreateMultipartUploadCommand(open));
  await files.put(`documents/${over}/objects/orphan`, Buffer.from('x'), 'text/plain');
  bench.advance(DAY + HOUR);
  await sweep();
  bench.advance(16 * DAY);
  await sweep();
});

test('an ingest of what is not ours removes it', async () => {
  const files = openMediaFiles(bench.environment);
  await files.put('uploads/stray', Buffer.from('x'), 'text/plain');
  await deliver('ingest/ingest', JSON.stringify({ Records: [{ s3: { object: { key: 'uploads/stray' } } }] }));
});

describe('every permission of a function is used by a call of it, after all of the above', () => {
  test.each(Object.entries(GRANTS))('%s', (key, grant) => {
    const unused = permissionsOf(grant).filter((permission) => !usesOf(key).includes(permission));
    expect(unused).toEqual(UNCALLED[key] ?? []);
  });
});
