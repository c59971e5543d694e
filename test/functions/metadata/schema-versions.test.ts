import { gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as detect } from '../../../functions/detector/detector.ts';
import { encodeRecord } from '../../../shared/media/native/record.ts';
import { restoredDocument } from '../../../shared/service/ingest/restored-document.ts';
import type { PackedPart, StoredParts } from '../../../shared/stores/documents/pack-part.ts';
import { openVersions, type Version } from '../../../shared/stores/documents/versions.ts';
import { openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../../shared/stores/files/media-keys.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { delivery, startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { provideEarlierSchema } from '../../support/videos/earlier-schema.ts';
import { ingestedVideo } from '../../support/videos/ingested-video.ts';
import { rewriteVersion } from '../../support/videos/rewrite-version.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';

let bench: Workbench;
let id: string;

beforeAll(async () => {
  bench = await startWorkbench();
  provideEarlierSchema();
});

const { objects: cars, tracks } = trackedCars(['a', 'b']);

const earlierCars = Object.fromEntries(
  Object.entries(cars ?? {}).map(([key, { label, ...car }]) => [key, { ...car, class: label }]),
);
/** As the schema 0.9 had it. */
const earlier = {
  objects: earlierCars,
  tracks,
  layers: [{ id: 'l', overlays: [{ id: 'o', name: 'Title', at: [0.5, 0.1] }] }],
  variables: [{ id: 'v', value: 1 }],
  extra: { author: 'Ada', note: 'kept' },
} as unknown as Partial<StoredParts>;

/** The same as it is today. */
const today = {
  schemaVersion: '1.0',
  objects: Object.fromEntries(
    Object.entries(cars ?? {}).map(([key, car]) => [key, { ...car, track: tracks?.[key] }]),
  ),
  layers: [{ id: 'l', overlays: [{ id: 'o', name: 'Title', position: { x: 0.5, y: 0.1 } }] }],
  variables: [
    { id: 'v', value: 1 },
    { id: 'author', value: 'Ada' },
  ],
  rules: [],
  note: 'kept',
};

const read = async <Body = unknown>(target: string): Promise<Body> => {
  const { status, body } = await bench.api<Body>('GET', target);
  expect(status).toBe(200);
  return body;
};
const metadata = (query = '') => read<Record<string, unknown>>(`/api/videos/${id}/metadata${query}`);

const storedVersion = async (version: number): Promise<Version> =>
  (await openVersions(bench.environment).get(id, version)) as Version;

async function exportedJson(): Promise<unknown> {
  const { downloadUrl } = await read<{ downloadUrl: string }>(`/api/videos/${id}/export?format=json`);
  return (await fetch(downloadUrl)).json();
}

const inSchema = (version: number, schemaVersion: string): Promise<void> =>
  rewriteVersion(bench.environment, id, version, (item) => ({ ...item, schemaVersion }));

const patch = (json: unknown, headers: Record<string, string> = {}) =>
  bench.api<{ version: number }>('PATCH', `/api/videos/${id}/metadata`, { json, headers });

test('a version is stored with the schema it has', async () => {
  id = await seedVideo(bench.environment);
  await patch({ rules: [{ id: 'r' }] });
  for (const version of [1, 2]) expect((await storedVersion(version)).schemaVersion).toBe('1.0');
});

test('a version of before schemas were stored has the first', async () => {
  id = await seedVideo(bench.environment, { parts: { variables: [{ id: 'v' }] } });
  await rewriteVersion(bench.environment, id, 1, ({ schemaVersion: _, ...item }) => item);
  expect(await metadata()).toMatchObject({ schemaVersion: '1.0', variables: [{ id: 'v' }] });
  expect((await patch({ variables: [{ id: 'w' }] })).status).toBe(200);
  expect(await metadata()).toMatchObject({ variables: [{ id: 'v' }, { id: 'w' }] });
});

describe('a document of an older schema', () => {
  beforeEach(async () => {
    id = await seedVideo(bench.environment, { parts: earlier, labels: [] });
    await inSchema(1, '0.9');
  });

  test('is read as one of today by everything that reads documents', async () => {
    expect(await metadata()).toMatchObject(today);
    expect(await metadata()).not.toHaveProperty('author');
    expect(await metadata('?version=1')).toMatchObject(today);
    expect(await read(`/api/videos/${id}`)).toMatchObject({ metadata: today });
    expect(await exportedJson()).toMatchObject(today);
    expect(await read(`/api/videos/${id}/objects`)).toMatchObject({
      objects: [
        { id: 'a', label: 'car' },
        { id: 'b', label: 'car' },
      ],
    });
    expect(await read(`/api/v1/projects/${id}`)).toMatchObject({
      summary: { overlays: 1, variables: 2, rules: 0 },
    });
  });

  test('is not exported as it was exported in its own schema', async () => {
    const key = mediaKeys.export(id, 1, '0.9', 'json');
    await openMediaFiles(bench.environment).put(key, Buffer.from('{"author":"Ada"}'), 'application/json');
    expect(await exportedJson()).toMatchObject(today);
  });

  test.each<[string, () => Promise<{ status: number }>, object]>([
    ['a merge', () => patch({ rules: [{ id: 'r' }] }), { ...today, rules: [{ id: 'r' }] }],
    [
      'a JSON Patch of what lies elsewhere today',
      () =>
        bench.api('POST', `/api/v1/projects/${id}/changes`, {
          json: {
            baseRevision: 1,
            changes: [{ op: 'replace', path: '/variables/1/value', value: 'Grace' }],
          },
        }),
      {
        ...today,
        variables: [
          { id: 'v', value: 1 },
          { id: 'author', value: 'Grace' },
        ],
      },
    ],
    [
      'an edit of an object',
      () => bench.api('PATCH', `/api/videos/${id}/objects/a`, { json: { userLabel: 'Taxi' } }),
      { ...today, objects: { ...today.objects, a: { ...today.objects.a, userLabel: 'Taxi' } } },
    ],
    [
      'the removal of an object',
      () => bench.api('DELETE', `/api/videos/${id}/objects/b`),
      { ...today, objects: { a: today.objects.a } },
    ],
    ['an edit that changes nothing', () => patch({}), today],
  ])('is rewritten as a whole by %s; the older version stays as it was', async (_, edit, after) => {
    expect((await edit()).status).toBe(200);
    expect((await storedVersion(1)).schemaVersion).toBe('0.9');
    const { schemaVersion, parts } = await storedVersion(2);
    expect(schemaVersion).toBe('1.0');
    const shared = Object.values((await storedVersion(1)).parts).filter(
      (part) =>
        'key' in part && Object.values(parts).some((other) => 'key' in other && other.key === part.key),
    );
    expect(shared).toEqual([]);
    const { videoDetails: __, ...document } = await metadata();
    expect(document).toEqual(after);
    expect(await metadata('?version=1')).toMatchObject(today);
  });

  test('conflicts with an edit for it in the terms of today', async () => {
    await patch({ variables: [{ id: 'author', value: 'Grace' }], rules: [{ id: 'r' }] });
    const stale = await bench.api('PATCH', `/api/videos/${id}/metadata`, {
      json: { variables: [{ id: 'author', value: 'Alan' }], layers: [{ id: 'l', name: 'Titles' }] },
      headers: { 'If-Match': '"1"' },
    });
    expect([stale.status, stale.body.error.details]).toEqual([
      409,
      { expected: 1, current: 2, conflictingPaths: ['/variables/author/value'] },
    ]);
  });
});

test('a job writes its result on top of an older document', async () => {
  id = await ingestedVideo(bench, await shortClip(2, 10));
  await patch({ layers: [{ id: 'l', overlays: [] }], author: 'Ada' });
  await inSchema(2, '0.9');
  expect((await bench.api('POST', `/api/videos/${id}/process`)).status).toBe(201);
  for (
    let bodies = await bench.take('detection');
    bodies.length > 0;
    bodies = await bench.take('detection')
  ) {
    for (const body of bodies) expect(await detect(delivery([body]))).toEqual({ batchItemFailures: [] });
  }
  expect(await read(`/api/videos/${id}/process/status`)).toMatchObject({ status: 'completed' });
  expect((await storedVersion(3)).schemaVersion).toBe('1.0');
  expect(await metadata()).toMatchObject({
    layers: [{ id: 'l' }],
    variables: [{ id: 'author', value: 'Ada' }],
  });
});

test('an older document in an uploaded file is migrated', async () => {
  const { extra, ...sections } = earlier as Record<string, object>;
  const { tracks: _, objects, ...others } = sections;
  const embedded = {
    schemaVersion: '0.9',
    ...others,
    ...extra,
    objects: Object.fromEntries(
      Object.entries(objects ?? {}).map(([key, object]) => [key, { ...object, track: tracks?.[key] }]),
    ),
  };
  const outcome = await restoredDocument({
    record: await encodeRecord([Buffer.from(JSON.stringify(embedded))]),
    videoDetails: { totalFrames: 10, fps: 10, width: 160, height: 96 },
  });
  if ('ignored' in outcome) throw new Error(outcome.ignored);
  const { variables, objects: packed } = outcome.packed;
  expect(unpacked(variables)).toEqual(today.variables);
  expect(unpacked(packed)).toEqual(cars);
});

const unpacked = ({ blocks: [only] }: PackedPart): unknown =>
  JSON.parse(gunzipSync(only?.bytes ?? Buffer.alloc(0)).toString('utf8'));

describe('a document of a newer schema', () => {
  const newer = { ...trackedCars(['a']), variables: [{ id: 'v' }], extra: { note: 'kept' } };

  beforeEach(async () => {
    id = await seedVideo(bench.environment, { parts: newer });
    await rewriteVersion(bench.environment, id, 1, (item) => ({
      ...item,
      schemaVersion: '1.1',
      parts: { ...item.parts, markers: item.parts.variables },
    }));
  });

  test('is served as it is, with what this release does not know', async () => {
    const document = { schemaVersion: '1.1', variables: [{ id: 'v' }], note: 'kept', markers: [{ id: 'v' }] };
    expect(await metadata()).toMatchObject(document);
    expect(await read(`/api/videos/${id}`)).toMatchObject({ metadata: document });
    expect(await exportedJson()).toEqual(await metadata());
    expect(await read(`/api/videos/${id}/objects`)).toMatchObject({ objects: [{ id: 'a' }] });
    expect(await read(`/api/v1/projects/${id}`)).toMatchObject({ summary: { variables: 1 } });
  });

  const writes: [string, 'PATCH' | 'POST' | 'DELETE', string, object | undefined][] = [
    ['a merge', 'PATCH', '/api/videos/ID/metadata', { rules: [{ id: 'r' }] }],
    ['an empty merge', 'PATCH', '/api/videos/ID/metadata', {}],
    [
      'a JSON Patch',
      'POST',
      '/api/v1/projects/ID/changes',
      { baseRevision: 1, changes: [{ op: 'add', path: '/note', value: 1 }] },
    ],
    ['an edit of an object', 'PATCH', '/api/videos/ID/objects/a', { userLabel: 'Taxi' }],
    ['the removal of an object', 'DELETE', '/api/videos/ID/objects/a', undefined],
    ['the start of a job', 'POST', '/api/videos/ID/process', {}],
  ];
  test.each(writes)('refuses %s', async (_, method, target, json) => {
    const before = await metadata();
    const request = json === undefined ? {} : { json };
    const { status, body } = await bench.api(method, target.replace('ID', id), request);
    expect([status, body.error]).toMatchObject([
      400,
      {
        code: 'UNSUPPORTED_SCHEMA',
        field: 'schemaVersion',
        details: { newest: '1.0', provided: '1.1' },
      },
    ]);
    expect(await metadata()).toEqual(before);
    expect(await read(`/api/videos/${id}/versions`)).toMatchObject({ currentVersion: 1 });
  });

  test('is in conflict with an edit for an earlier version before it is refused', async () => {
    id = await seedVideo(bench.environment, { parts: newer });
    await patch({ rules: [{ id: 'r' }] });
    await inSchema(2, '1.1');
    const { status, body } = await patch({ rules: [{ id: 'r' }] }, { 'If-Match': '"1"' });
    expect([status, body]).toMatchObject([
      409,
      { error: { details: { expected: 1, current: 2, conflictingPaths: [] } } },
    ]);
  });

  test('can be deleted', async () => {
    expect((await bench.api('DELETE', `/api/videos/${id}`)).status).toBe(200);
  });
});
