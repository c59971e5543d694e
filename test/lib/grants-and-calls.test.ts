import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { describe, expect, test, vi } from 'vitest';
import { ENDPOINT_CALLS, type Subject, uploadForm } from '../../bench/cost/endpoint-calls.ts';
import { exampleOf } from '../../bench/cost/example-calls.ts';
import { createClient } from '../../client/client.ts';
import { pathOf, queryOf } from '../../client/request-target.ts';
import { grantOf } from '../../lib/grants.ts';
import { endpointsFor } from '../../shared/contract/audience.ts';
import type { Access, FunctionDefinition } from '../../shared/contract/function-definition.ts';
import { FUNCTIONS } from '../../shared/contract/functions.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { s3 } from '../../shared/stores/files/s3.ts';
import { openDetectionOutbox } from '../../shared/stores/queues/detection-outbox.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { TIMEOUT } from '../support/faults/faults.ts';
import { fail, on } from '../support/faults/moments.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { fileForm, upload } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { permissionsOf } from '../support/service/permissions.ts';
import { temporaryFolder } from '../support/service/test-service.ts';
import { threeTimes } from '../support/service/three-times.ts';
import { breakOffDeletion, litter } from '../support/videos/broken-off-deletion.ts';
import { announce, paddedClip } from '../support/videos/direct-upload.ts';
import { enlargeDocument } from '../support/videos/enlarge-document.ts';
import { overtakenCall } from './calls/overtaken.ts';
import { peopleCall } from './calls/people.ts';
import { LARGE, OBJECT, OTHER_OBJECT, openStage, SURFACE } from './calls/stage.ts';
import { uploadsCall } from './calls/uploads.ts';
import { webhooksCall } from './calls/webhooks.ts';

// Decoders are started, on a busy machine.
vi.setConfig({ testTimeout: TIMEOUT, hookTimeout: TIMEOUT });

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const stage = await openStage();
const { bench, api, environment, clip, bytes, deliver, workOff, ingested, markedSurface, deleteBefore } =
  stage;
const { secret } = await createKey(environment, { account: 'demo' });

/** Every read of a video, as the examples of the documentation have it. */
const readsOf = (video: string): string[] =>
  endpointsFor('integrators').flatMap((route) => {
    const example = route.method === 'GET' ? exampleOf(route, { video, object: OBJECT }) : null;
    const { params = {}, query = {} } = example ?? {};
    return Object.values(params).includes(video) ? [pathOf(route.path, params) + queryOf(query)] : [];
  });

/** What gives a function a permission: stores, and what its definition names besides. */
function sourcesOf({ stores = [], ...own }: FunctionDefinition, permission: string): string {
  const gives = (access: Access): boolean => permissionsOf(grantOf(access)).includes(permission);
  const names = stores.filter((name) => gives({ stores: [name] })).map((name) => `the store ${name}`);
  return [...names, ...(gives(own) ? ['its own `objects` or `settings`'] : [])].join(' and ');
}

const usesOf = (key: string): string[] => [...(bench.functions.used.get(key) ?? [])].sort();

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
    webhookId: '',
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
  await enlargeDocument(environment, id, [OBJECT, OTHER_OBJECT], LARGE);
  const object = `/api/videos/${id}/objects/${OBJECT}`;
  for (const target of readsOf(id)) await api('GET', target);
  await api('PATCH', object, { json: { customData: { text: LARGE, more: 1 } } });
  await api('DELETE', `/api/videos/${id}/objects/${OTHER_OBJECT}`);
  await api('PATCH', `/api/videos/${id}/metadata`, { json: { variables: [{ id: 'more', value: LARGE }] } });
  const changes = [{ op: 'replace', path: '/variables/0/value', value: 2 }];
  await api('POST', `/api/v1/projects/${id}/changes`, { json: { baseRevision: 5, changes } });
  await api('PATCH', object, { json: { userLabel: 'Ann' } });
  await api('POST', `/api/videos/${id}/objects/surface`, { json: SURFACE });
  await workOff();
  for (const target of ['objects?', `objects/${OBJECT}?`, 'frames/0/objects?', 'frames/objects?at=0&'])
    await api('GET', `/api/videos/${id}/${target}version=1`);
  const surfaces = await api<{ objects: { id: string }[] }>('GET', `/api/videos/${id}/objects?kind=surface`);
  await api('GET', `/api/videos/${id}/objects/${surfaces.body.objects[0]?.id}`);
  await api('POST', `/api/videos/${id}/process`);
  // After its commit the finish breaks off, and is asked for again.
  let committed = false;
  beforeNext((call) => {
    committed ||= on('PutItem', 'versions')(call);
    return committed && on('UpdateItem', 'jobs')(call);
  }, fail);
  await workOff();
});

test('overlays of a type that is installed', async () => {
  const id = await ingested();
  const plugin = { type: 'user:badge', version: '1.0.0', configSchema: { type: 'object' } };
  await api('POST', `/api/v1/projects/${id}/plugins`, { json: plugin });
  const layer = { id: 'badges', overlays: [{ id: 'badge', plugin: { type: plugin.type, config: {} } }] };
  await api('PATCH', `/api/videos/${id}/metadata`, { json: { layers: [layer] } });
  const changes = [{ op: 'add', path: '/layers/-', value: { ...layer, id: 'more' } }];
  await api('POST', `/api/v1/projects/${id}/changes`, { json: { baseRevision: 2, changes } });
  await api('DELETE', `/api/v1/projects/${id}/plugins/${plugin.type}/${plugin.version}`);
});

test('a key restricted to a video lists it', async () => {
  const id = await ingested();
  const restricted = await createKey(environment, { account: 'demo', projectIds: [id] });
  for (const target of ['/api/videos', '/api/v1/projects'])
    await api('GET', target, { key: restricted.secret });
});

peopleCall(stage);

webhooksCall(stage);

test('jobs of an account behind each other', async () => {
  const [first, second] = [await ingested(), await ingested()];
  for (const id of [first, second]) await api('POST', `/api/videos/${id}/process`);
  await api('GET', `/api/videos/${second}/process/status`);
  const call = await stage.signedIn();
  await call('GET', `/console/api/videos/${second}/processing`);
  await workOff();
});

test('the pending job of an upload starts, twice, is withdrawn, and is reported', async () => {
  const promise = { autoProcess: 'true' };
  const id = await upload(api, clip, promise);
  await api('GET', `/api/videos/${id}/process/status`);
  const [message = ''] = await bench.take('ingest');
  await deliver('ingest/ingest', message, message);
  await workOff();
  const { id: withdrawn } = (await announce(api, bytes.length, { autoProcess: true })).body;
  deleteBefore(on('PutItem', 'jobs'), withdrawn);
  await api('POST', `/api/videos/${withdrawn}/process/cancel`);
});

uploadsCall(stage);
overtakenCall(stage);

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
  await enlargeDocument(environment, id, [OBJECT, OTHER_OBJECT], 'x'.repeat(9 * 1024 ** 2));
  beforeNext(({ command }) => command === 'UploadPartCommand', fail);
  await api('GET', `/api/videos/${id}/export?format=json`);
});

test('messages that were given up', async () => {
  const given = async (fields: Record<string, string>) => {
    const id = await upload(api, clip, fields);
    const [message = ''] = await bench.take('ingest');
    return { id, message };
  };
  await deliver('ingest/dead-letters', (await given({})).message);
  const { id, message } = await given({ autoProcess: 'true' });
  beforeNext(on('PutItem', 'jobs'), fail);
  await deliver('ingest/ingest', message);
  deleteBefore(on('PutItem', 'jobs'), id);
  await deliver('ingest/dead-letters', message);
  const pending = await given({ autoProcess: 'true' });
  await deliver('ingest/ingest', pending.message);
  await deliver('ingest/dead-letters', pending.message);
  const [step = ''] = await bench.take('detection');
  await deliver('detector/dead-letters', step, step);
  const [surfaceStep = ''] = await markedSurface(await ingested());
  await deliver('detector/dead-letters', surfaceStep, surfaceStep);
});

test('the sweeper', async () => {
  const files = openMediaFiles(environment);
  const sweep = async () => deliver('sweeper/sweeper');
  await announce(api, bytes.length);
  await upload(api, clip);
  await bench.take('ingest');
  const [stalled, over, deleted] = [await ingested(), await ingested(), await ingested()];
  await api('POST', `/api/videos/${over}/process`);
  await api('POST', `/api/videos/${over}/process/cancel`);
  await litter(environment, over);
  await claimSegmentedJob(environment, stalled, 1);
  await markedSurface(stalled);
  await openDetectionOutbox(environment).send([
    { kind: 'finish', accountId: 'account', videoId: stalled, jobId: 'job' },
  ]);
  await breakOffDeletion(environment, deleted);
  const open = { Bucket: files.bucket, Key: `exports/${deleted}/1`, ContentType: 'text/plain' };
  await s3().send(new CreateMultipartUploadCommand(open));
  await files.put(`documents/${over}/objects/orphan`, Buffer.from('x'), 'text/plain');
  bench.advance(DAY + HOUR);
  await sweep();
  // It removes blobs once its clock has gone evenly for so long.
  bench.advance(HOUR / 3);
  await sweep();
  bench.advance(16 * DAY);
  await sweep();
});

test('S3 tells of an upload', async () => {
  const detail = { object: { key: 'uploads/stray' } };
  await (await bench.functions.load('ingest/announce'))({ detail }, {});
  await bench.take('ingest');
});

test('an ingest of a foreign object leaves it', async () => {
  const files = openMediaFiles(environment);
  await files.put('uploads/stray', Buffer.from('x'), 'text/plain');
  await deliver('ingest/ingest', JSON.stringify({ Records: [{ s3: { object: { key: 'uploads/stray' } } }] }));
});

describe('every permission of a function is used by a call of it, after all of the above', () => {
  test.each(FUNCTIONS)('$key', (definition) => {
    const { key } = definition;
    const unused = permissionsOf(grantOf(definition)).filter(
      (permission) => !usesOf(key).includes(permission),
    );
    const advice = unused.map((permission) => `${permission}, from ${sourcesOf(definition, permission)}`);
    expect(
      unused,
      `No call here makes functions/${key}.ts use these permissions: ${advice.join('; ')}. Make it use them by a call in ` +
        'test/lib/calls or test/lib/grants-and-calls.test.ts, or take out of its definition what it does not need.',
    ).toEqual([]);
  });
});
