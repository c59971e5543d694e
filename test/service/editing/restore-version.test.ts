import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { EDITING_STORES, type EditingStores } from '../../../shared/service/editing/commit-edit.ts';
import { restoreVersion } from '../../../shared/service/editing/restore-version.ts';
import { openAccounts } from '../../../shared/stores/accounts.ts';
import { commitVersion } from '../../../shared/stores/documents/commit-version.ts';
import { isTombstone, type Version } from '../../../shared/stores/documents/versions.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';
import { beforeNext } from '../../support/faults/before-next.ts';
import { loseNextReply } from '../../support/faults/lost-replies.ts';
import { withoutTurns } from '../../support/faults/without-turns.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';
import { provideEarlierSchema } from '../../support/videos/earlier-schema.ts';
import { commitEarlierVersion } from '../../support/videos/earlier-version.ts';
import { rewriteVersion } from '../../support/videos/rewrite-version.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';

withoutTurns();

/** So much that cannot be compressed that its part of a document becomes an object of its own. */
const LARGE = randomBytes(6000).toString('base64');

let bench: Workbench;
let stores: EditingStores;
let accountId: string;

beforeAll(async () => {
  bench = await startWorkbench();
  stores = openAll(EDITING_STORES, bench.environment);
  ({ accountId } = await openAccounts(bench.environment).byHandle('demo'));
});

const restore = (videoId: string, wanted: number, base: number | null) =>
  restoreVersion(stores, {
    principal: {
      kind: 'identity',
      accountId,
      scopes: [],
      projectIds: null,
      identityId: 'person',
      issuer: 'https://issuer.example',
      subject: 'person',
    },
    videoId,
    base,
    wanted,
  });

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.fail('nothing was refused'),
    (error: { code: string; field?: string; details?: unknown }) => error,
  );

const patch = async (id: string, json: unknown): Promise<void> => {
  expect((await bench.api('PATCH', `/api/videos/${id}/metadata`, { json })).status).toBe(200);
};

const documentOf = async (id: string, version?: number) => {
  const query = version === undefined ? '' : `?version=${version}`;
  const answer = await bench.api<Record<string, unknown>>('GET', `/api/videos/${id}/metadata${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};

const newest = async (id: string): Promise<Version> => {
  const version = await stores.versions.newest(id);
  if (version === null || isTombstone(version)) throw new Error('The video has no version');
  return version;
};

/** A video whose version 2 has what no PATCH can write again once it is gone, as from version 4 on. */
async function changedVideo(): Promise<string> {
  const parts = { ...trackedCars(['car1', 'car2']), extra: { note: LARGE } };
  const id = await seedVideo(bench.environment, { parts });
  const layer = { id: 'l', overlays: [{ id: 'o', plugin: { type: 'core:text', config: { text: 'x' } } }] };
  await patch(id, { layers: [layer], objects: { car1: { userLabel: 'Ada' } } });
  await bench.api('DELETE', `/api/videos/${id}/objects/car1`);
  await patch(id, { layers: null, note: null, rules: [{ id: 'r' }] });
  // As a further detection job would.
  const { objects, tracks } = trackedCars(['car2', 'car3']);
  const shorter = Object.fromEntries(
    Object.entries(tracks ?? {}).map(([key, track]) => [key, track.slice(0, 1)]),
  );
  const start = await newest(id);
  await commitVersion(stores, {
    accountId: start.accountId ?? '',
    videoId: id,
    start,
    writeId: 'job',
    reserve: async () => {},
    change: async () => ({ parts: { objects: objects ?? {}, tracks: shorter }, description: 'Detected' }),
  });
  return id;
}

test('the next version is the older one: removed objects, earlier tracks, layers and unknown members', async () => {
  const id = await changedVideo();
  const older = await documentOf(id, 2);
  expect(await documentOf(id)).not.toEqual(older);
  const restored = await restore(id, 2, 5);
  expect(restored).toMatchObject({ version: 6, description: 'Version 2 restored' });
  expect(await documentOf(id)).toEqual(older);
  expect((await documentOf(id, 5)).rules).toEqual([{ id: 'r' }]);
  const video = await openVideos(bench.environment).get(accountId, id);
  expect(video?.updatedAt).toBe(restored.createdAt);
});

test('what was restored can be edited, and restored from', async () => {
  const id = await changedVideo();
  await restore(id, 2, 5);
  await patch(id, { objects: { car1: { userLabel: 'Grace' } } });
  const { objects } = await documentOf(id);
  expect(objects).toMatchObject({ car1: { userLabel: 'Grace', track: expect.any(Array) }, car2: {} });
  await restore(id, 6, 7);
  expect((await documentOf(id)).objects).toMatchObject({ car1: { userLabel: 'Ada' } });
});

test('nothing is stored again, and it takes nothing of the quota', async () => {
  const id = await changedVideo();
  const { documentBytes } = await newest(id);
  const stored: string[] = [];
  using _ = interceptCalls((call, proceed) => {
    if (call.command.startsWith('PutObject')) stored.push(call.command);
    return proceed();
  });
  expect((await restore(id, 2, 5)).documentBytes).toBe(documentBytes);
  expect(stored).toEqual([]);
});

test('overlays need not match the schema of a plugin that was installed since', async () => {
  const id = await seedVideo(bench.environment);
  const callout = { id: 'o', plugin: { type: 'user:callout', config: { colour: 1 } } };
  await patch(id, { layers: [{ id: 'l', overlays: [callout] }] });
  await patch(id, { layers: null });
  const configSchema = { type: 'object', properties: { colour: { type: 'string' } } };
  const json = { type: 'user:callout', version: '1.0.0', configSchema };
  expect((await bench.api('POST', `/api/v1/projects/${id}/plugins`, { json })).status).toBe(201);
  await restore(id, 2, 3);
  expect(await documentOf(id)).toMatchObject({ layers: [{ overlays: [callout] }] });
});

describe('nothing is changed', () => {
  test('without the version that it takes the place of', async () => {
    const id = await changedVideo();
    expect(await refusal(restore(id, 2, null))).toMatchObject({
      code: 'MISSING_PARAMETER',
      field: 'baseVersion',
    });
    expect((await newest(id)).version).toBe(5);
  });

  test('where that is not the newest, which names what was changed since', async () => {
    const id = await changedVideo();
    expect(await refusal(restore(id, 1, 3))).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: {
        expected: 3,
        current: 5,
        conflictingPaths: ['/objects', '/layers', '/rules', '/note'],
      },
    });
    expect(await refusal(restore(id, 1, 9))).toMatchObject({ code: 'VERSION_CONFLICT' });
    expect((await newest(id)).version).toBe(5);
  });

  test('where there is no such version', async () => {
    const id = await changedVideo();
    for (const wanted of [6, 1_000_000])
      expect(await refusal(restore(id, wanted, 5))).toMatchObject({
        code: 'VERSION_NOT_FOUND',
        details: { min: 1, max: 5, provided: wanted },
      });
    expect((await newest(id)).version).toBe(5);
  });

  test('where either version is of a newer schema', async () => {
    const id = await changedVideo();
    const inSchema = (version: number, schemaVersion: string) =>
      rewriteVersion(bench.environment, id, version, (item) => ({ ...item, schemaVersion }));
    for (const version of [2, 5]) {
      await inSchema(version, '9.0');
      expect(await refusal(restore(id, 2, 5))).toMatchObject({ code: 'UNSUPPORTED_SCHEMA' });
      await inSchema(version, '1.0');
    }
    expect((await newest(id)).version).toBe(5);
  });
});

describe('with others', () => {
  const putVersion = ({ command, input }: { command: string; input: object }) =>
    command.startsWith('Put') && 'Item' in input && Object.hasOwn(input.Item as object, 'parts');

  test('of concurrent restores one succeeds, and the others get a conflict', async () => {
    const id = await changedVideo();
    const attempts = await Promise.allSettled([1, 2, 3, 4].map((wanted) => restore(id, wanted, 5)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'VERSION_CONFLICT' });
    expect((await newest(id)).version).toBe(6);
  });

  test('an edit that comes first stays, and the restore gets a conflict', async () => {
    const id = await changedVideo();
    const edit = beforeNext(putVersion, () => patch(id, { variables: [{ id: 'v' }] }));
    expect(await refusal(restore(id, 2, 5))).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { current: 6, conflictingPaths: ['/variables'] },
    });
    expect(edit.happened).toBe(true);
    expect((await newest(id)).version).toBe(6);
  });

  test('a video that is deleted meanwhile stays deleted', async () => {
    const id = await changedVideo();
    const deletion = beforeNext(putVersion, () => bench.api('DELETE', `/api/videos/${id}`));
    expect(await refusal(restore(id, 2, 5))).toMatchObject({ code: 'VIDEO_NOT_FOUND' });
    expect(deletion.happened).toBe(true);
    expect((await bench.traces(id)).filter((trace) => !trace.includes('tombstone'))).toEqual([]);
  });

  test('a commit whose reply is lost is made once', async () => {
    const id = await changedVideo();
    using lost = loseNextReply(putVersion);
    expect((await restore(id, 2, 5)).version).toBe(6);
    expect(lost.commands).toHaveLength(1);
    expect((await newest(id)).version).toBe(6);
  });
});

test('a version of an earlier schema becomes one of the present schema', async () => {
  provideEarlierSchema();
  const id = await changedVideo();
  await commitEarlierVersion(bench.environment, id, 'Ada');
  await patch(id, { objects: null, author: null });
  const restored = await restore(id, 6, 7);
  expect(restored.schemaVersion).toBe('1.0');
  expect(await documentOf(id)).toEqual(await documentOf(id, 6));
  expect(await documentOf(id)).toMatchObject({
    objects: { old: { label: 'car', track: expect.any(Array) } },
    variables: [{ id: 'author', value: 'Ada' }],
  });
});
