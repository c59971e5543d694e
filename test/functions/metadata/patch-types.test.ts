import { beforeEach, describe, expect, test } from 'vitest';
import { apiOf } from '../../support/service/api.ts';
import { createKey } from '../../support/service/create-key.ts';
import { startTestService } from '../../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';

interface Edited {
  success: boolean;
  /** From PATCH metadata. */
  version?: number;
  /** From POST changes. */
  revision?: number;
  updatedAt: string;
}

interface Document {
  layers: { id: string; name?: string; overlays: { id: string }[] }[];
  variables: { id: string; value?: unknown }[];
  objects: Record<string, { userLabel: string | null }>;
  theme?: unknown;
}

let video: string;

const service = await startTestService({ worker: false });
const api = apiOf(service);

/** Every test has a video of its own at version 1. */
beforeEach(async () => {
  video = await seedVideo(service, {
    parts: {
      ...trackedCars(['a', 'b']),
      layers: ['l1', 'l2'].map((id) => ({ id, name: id, overlays: [{ id: 'o1' }] })),
      variables: [{ id: 'v1', value: 1 }],
    },
  });
});

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';

const patch = <Body = { error: { code: string; field?: string; details?: Record<string, unknown> } }>(
  type: string,
  body: unknown,
  query = '',
  headers: Record<string, string> = {},
) =>
  api<Body>('PATCH', `/api/videos/${video}/metadata${query}`, {
    raw: JSON.stringify(body),
    headers: { 'Content-Type': type, ...headers },
  });

const postChanges = (json: unknown) => api<Edited>('POST', `/api/v1/projects/${video}/changes`, { json });

const refusedChanges = async (json: unknown) => {
  const { status, body } = await api('POST', `/api/v1/projects/${video}/changes`, { json });
  return { status, ...body.error };
};

const document = async () => (await api<Document>('GET', `/api/videos/${video}/metadata`)).body;

const history = async () =>
  (
    await api<{ versions: { version: number; createdAt: string; description: string }[] }>(
      'GET',
      `/api/videos/${video}/versions`,
    )
  ).body.versions;

const rename = (name: string) => [{ op: 'replace', path: '/layers/0/name', value: name }];

describe('PATCH metadata as JSON Patch', () => {
  test('is applied to the version it names, in one new version', async () => {
    const operations = [
      { op: 'test', path: '/layers/0/id', value: 'l1' },
      { op: 'move', from: '/layers/0', path: '/layers/1' },
      { op: 'add', path: '/variables/-', value: { id: 'v2' } },
      { op: 'replace', path: '/objects/a/userLabel', value: 'Taxi' },
    ];
    const answer = await patch<Edited>(`${JSON_PATCH}; charset=utf-8`, operations, '?baseVersion=1');
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, version: 2, updatedAt: expect.any(String) },
    ]);
    const after = await document();
    expect(after.layers.map(({ id }) => id)).toEqual(['l2', 'l1']);
    expect(after.variables.map(({ id }) => id)).toEqual(['v1', 'v2']);
    expect(after.objects.a?.userLabel).toBe('Taxi');
    expect((await history())[0]).toMatchObject({
      version: 2,
      description: 'Metadata edited: object “Taxi” changed; layers reordered; variable “v2” added',
    });
  });

  test('must name its base, in whichever way', async () => {
    const { status, body } = await patch(JSON_PATCH, rename('x'));
    expect([status, body.error]).toMatchObject([400, { code: 'MISSING_PARAMETER', field: 'baseVersion' }]);
    const withoutIndex = await patch(JSON_PATCH, [{ op: 'add', path: '/theme', value: 'dark' }]);
    expect([withoutIndex.status, withoutIndex.body.error.code]).toEqual([400, 'MISSING_PARAMETER']);
    expect((await patch(JSON_PATCH, rename('x'), '', { 'If-Match': '*' })).status).toBe(400);
    expect((await patch(JSON_PATCH, rename('x'), '', { 'If-Match': '"1"' })).status).toBe(200);
  });

  test('on an older version is refused, naming what collides by ids', async () => {
    await patch(JSON_PATCH, rename('first'), '?baseVersion=1');
    const operations = [...rename('second'), { op: 'add', path: '/variables/0/value', value: 2 }];
    const { status, body } = await patch(JSON_PATCH, operations, '?baseVersion=1');
    expect([status, body.error]).toMatchObject([
      409,
      {
        code: 'VERSION_CONFLICT',
        details: { expected: 1, current: 2, conflictingPaths: ['/layers/l1/name'] },
      },
    ]);
    expect((await document()).layers[0]?.name).toBe('first');
  });

  test('with a test that fails changes nothing and says which', async () => {
    const operations = [...rename('x'), { op: 'test', path: '/layers/0/name', value: 'y' }];
    const { status, body } = await patch(JSON_PATCH, operations, '?baseVersion=1');
    expect([status, body.error]).toMatchObject([
      409,
      { code: 'VERSION_CONFLICT', field: '1', details: { operation: 1, path: '/layers/0/name' } },
    ]);
    expect(await history()).toHaveLength(1);
  });

  test.each<[string, unknown, string, string]>([
    ['a path that leads nowhere', [{ op: 'remove', path: '/layers/9' }], 'INVALID_PARAMETER', '0.path'],
    ['no list', { op: 'remove', path: '/layers/0' }, 'INVALID_PARAMETER', 'body'],
    ['an unknown operation', [{ op: 'merge', path: '/layers' }], 'INVALID_PARAMETER', '0.op'],
    ['no operation', [{ path: '/layers' }], 'INVALID_PARAMETER', '0.op'],
    ['no path', [{ op: 'remove' }], 'MISSING_PARAMETER', '0.path'],
    ['no value', [{ op: 'add', path: '/x' }], 'MISSING_PARAMETER', '0.value'],
    ['no origin', [{ op: 'move', path: '/x' }], 'MISSING_PARAMETER', '0.from'],
    ['a path that is no text', [{ op: 'remove', path: 7 }], 'INVALID_PARAMETER', '0.path'],
    [
      'a hostile path',
      [{ op: 'add', path: '/constructor/prototype/x', value: 1 }],
      'INVALID_PARAMETER',
      '0.path',
    ],
    [
      'the track of an object',
      [{ op: 'remove', path: '/objects/a/track' }],
      'READ_ONLY_FIELD',
      'objects.a.track',
    ],
    [
      'too many operations',
      Array.from({ length: 501 }, () => ({ op: 'test', path: '/schemaVersion', value: '1.0' })),
      'INVALID_PARAMETER',
      'body',
    ],
  ])('with %s is refused', async (_, operations, code, field) => {
    const { status, body } = await patch(JSON_PATCH, operations, '?baseVersion=1');
    expect({ status, ...body.error }).toMatchObject({ status: 400, code, field });
    expect(await history()).toHaveLength(1);
  });

  test('without operations makes a version all the same', async () => {
    expect((await patch(JSON_PATCH, [], '?baseVersion=1')).status).toBe(200);
    expect((await history())[0]).toMatchObject({ version: 2, description: 'Metadata edited: no change' });
  });
});

describe('PATCH metadata as merge patch', () => {
  test('replaces lists where plain JSON merges them by id', async () => {
    const body = { variables: [{ id: 'v2' }] };
    expect((await patch(MERGE_PATCH, body, '?baseVersion=1')).status).toBe(200);
    expect((await document()).variables).toEqual([{ id: 'v2' }]);
    expect((await patch('application/json', { variables: [{ id: 'v1' }] })).status).toBe(200);
    expect((await document()).variables).toEqual([{ id: 'v2' }, { id: 'v1' }]);
  });

  test('with a list must name its base, without one it is made on the newest version', async () => {
    const { status, body } = await patch(MERGE_PATCH, { theme: { colors: [] } });
    expect([status, body.error]).toMatchObject([400, { code: 'MISSING_PARAMETER', field: 'baseVersion' }]);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => patch<Edited>(MERGE_PATCH, { theme: { [`m${i}`]: i } })),
    );
    expect(answers.map(({ body: { version } }) => version).sort()).toEqual([2, 3, 4, 5, 6, 7]);
    expect((await document()).theme).toEqual({ m0: 0, m1: 1, m2: 2, m3: 3, m4: 4, m5: 5 });
  });

  test('on an older version is refused, naming what collides', async () => {
    await patch(MERGE_PATCH, { theme: { dark: true, size: 1 } });
    const stale = await patch(MERGE_PATCH, { theme: { dark: false, font: 'x' } }, '?baseVersion=1');
    expect([stale.status, stale.body.error.details]).toEqual([
      409,
      { expected: 1, current: 2, conflictingPaths: ['/theme'] },
    ]);
  });

  test.each<[unknown, string, string]>([
    [[], 'INVALID_PARAMETER', 'body'],
    [{ schemaVersion: null }, 'READ_ONLY_FIELD', 'schemaVersion'],
    [{ objects: { a: { label: 'x' } } }, 'READ_ONLY_FIELD', 'objects.a.label'],
    [{ layers: 'x' }, 'INVALID_PARAMETER', 'layers'],
  ])('%j is refused', async (body, code, field) => {
    const answer = await patch(MERGE_PATCH, body);
    expect({ status: answer.status, ...answer.body.error }).toMatchObject({ status: 400, code, field });
  });
});

test.each(['text/plain', 'application/jsonx', 'application/xml', 'multipart/form-data; boundary=x'])(
  'PATCH metadata as %s is refused naming the header and the types there are',
  async (type) => {
    const { status, body } = await patch(type, {});
    expect([status, body.error]).toMatchObject([
      400,
      {
        code: 'INVALID_PARAMETER',
        field: 'Content-Type',
        message: `The body must be sent as application/json or ${MERGE_PATCH} or ${JSON_PATCH}.`,
      },
    ]);
  },
);

test('a patch type is taken only where the contract has it', async () => {
  const answer = await api('PATCH', `/api/videos/${video}/objects/a`, {
    raw: '{}',
    headers: { 'Content-Type': MERGE_PATCH },
  });
  expect([answer.status, answer.body.error.field]).toEqual([400, 'Content-Type']);
});

describe('POST changes', () => {
  test('applies them to the revision they name, in one new version with their description', async () => {
    const changes = [...rename('Renamed'), { op: 'remove', path: '/objects/b' }];
    const { status, body } = await postChanges({ baseRevision: 1, description: 'Tidied up', changes });
    const [newest] = await history();
    expect([status, body]).toEqual([200, { success: true, revision: 2, updatedAt: newest?.createdAt }]);
    expect(newest).toMatchObject({ version: 2, description: 'Tidied up' });
    const after = await document();
    expect(after.layers[0]?.name).toBe('Renamed');
    expect(Object.keys(after.objects)).toEqual(['a']);
  });

  test('say themselves what they change when nobody does', async () => {
    await postChanges({ baseRevision: 1, changes: rename('x') });
    await postChanges({ baseRevision: 2, changes: rename('x'), description: '' });
    expect((await history()).map(({ description }) => description)).toEqual([
      'Changes applied: no change',
      'Changes applied: layer “x” changed',
      'Seeded',
    ]);
  });

  test('are applied all or none', async () => {
    const changes = [...rename('x'), { op: 'remove', path: '/variables/7' }];
    expect(await refusedChanges({ baseRevision: 1, changes })).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
      field: 'changes.1.path',
    });
    expect((await document()).layers[0]?.name).toBe('l1');
    expect(await history()).toHaveLength(1);
  });

  test('with a test that fails are refused naming it', async () => {
    const changes = [{ op: 'test', path: '/layers/0/name', value: 'other' }, ...rename('x')];
    expect(await refusedChanges({ baseRevision: 1, changes })).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      field: 'changes.0',
      details: { operation: 0, path: '/layers/0/name' },
    });
  });

  test('for an older revision are refused, and for one that is not there yet', async () => {
    await postChanges({ baseRevision: 1, changes: rename('first') });
    expect(await refusedChanges({ baseRevision: 1, changes: rename('second') })).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      details: { expected: 1, current: 2, conflictingPaths: ['/layers/l1/name'] },
    });
    expect(await refusedChanges({ baseRevision: 9, changes: rename('second') })).toMatchObject({
      status: 409,
      details: { expected: 9, current: 2, conflictingPaths: [] },
    });
  });

  test('of many writers for one revision are applied for exactly one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => postChanges({ baseRevision: 1, changes: rename(`writer ${i}`) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await document()).layers[0]?.name).toBe(`writer ${winner}`);
    expect(await history()).toHaveLength(2);
  });

  const one = rename('x');
  test.each<[string, unknown, string, string]>([
    ['no revision', { changes: one }, 'MISSING_PARAMETER', 'baseRevision'],
    ['a revision that is text', { baseRevision: '1', changes: one }, 'INVALID_PARAMETER', 'baseRevision'],
    ['revision 0', { baseRevision: 0, changes: one }, 'INVALID_PARAMETER', 'baseRevision'],
    ['no changes', { baseRevision: 1 }, 'MISSING_PARAMETER', 'changes'],
    ['an empty list of changes', { baseRevision: 1, changes: [] }, 'INVALID_PARAMETER', 'changes'],
    [
      'a description that is too long',
      { baseRevision: 1, description: 'x'.repeat(501), changes: one },
      'INVALID_PARAMETER',
      'description',
    ],
    [
      'a path that is no pointer',
      { baseRevision: 1, changes: [{ op: 'remove', path: 'layers' }] },
      'INVALID_PARAMETER',
      'changes.0.path',
    ],
    [
      'an operation without value',
      { baseRevision: 1, changes: [...one, { op: 'test', path: '/layers' }] },
      'MISSING_PARAMETER',
      'changes.1.value',
    ],
  ])('with %s are refused', async (_, json, code, field) => {
    expect(await refusedChanges(json)).toMatchObject({ status: 400, code, field });
  });

  test('for a video that is not processed or not there are refused', async () => {
    const body = { baseRevision: 1, changes: one };
    video = await seedVideo(service, { processed: false });
    expect(await refusedChanges(body)).toMatchObject({ status: 409, code: 'VIDEO_NOT_READY' });
    video = '00000000-0000-7000-8000-000000000000';
    expect(await refusedChanges(body)).toMatchObject({ status: 404, code: 'VIDEO_NOT_FOUND' });
  });

  test('need the scope project:edit; agent:author does not do', async () => {
    const { secret } = await createKey(service, {
      account: 'demo',
      scopes: ['agent:author', 'project:read'],
    });
    const { status, body } = await api('POST', `/api/v1/projects/${video}/changes`, {
      key: secret,
      json: { baseRevision: 1, changes: one },
    });
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });
});
