import { beforeEach, describe, expect, test } from 'vitest';
import { isTombstone, openVersions } from '../../../shared/stores/documents/versions.ts';
import { apiOf } from '../../support/service/api.ts';
import { createKey } from '../../support/service/create-key.ts';
import { startTestService } from '../../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';

interface EditedObject {
  success: boolean;
  object: { id: string; label: string; userLabel: string | null; customData: Record<string, unknown> };
}

interface Versions {
  currentVersion: number;
  versions: { version: number; description: string }[];
}

let video: string;

const service = await startTestService({ worker: false });
const api = apiOf(service);

/** Every test has a video of its own at version 1, with the cars `a` and `b`. */
beforeEach(async () => {
  video = await seedVideo(service, { parts: trackedCars(['a', 'b']) });
});

const objectUrl = (id: string) => `/api/videos/${video}/objects/${id}`;

const patch = (id: string, json: unknown, headers: Record<string, string> = {}) =>
  api<EditedObject>('PATCH', objectUrl(id), { json, headers });

const versions = async () => (await api<Versions>('GET', `/api/videos/${video}/versions`)).body;

const metadata = async () =>
  (await api<{ objects: Record<string, unknown>; layers: unknown[] }>('GET', `/api/videos/${video}/metadata`))
    .body;

describe('PATCH of an object', () => {
  test('sets its name and merges its data, in one new version that says so', async () => {
    const before = await metadata();
    const first = await patch('a', { userLabel: 'Taxi', customData: { plate: 'B 1', seats: { front: 2 } } });
    expect(first).toMatchObject({
      status: 200,
      body: {
        success: true,
        object: {
          id: 'a',
          label: 'car',
          userLabel: 'Taxi',
          customData: { plate: 'B 1', seats: { front: 2 } },
        },
      },
    });
    expect(first.headers.get('etag')).toBe('"2"');
    const second = await patch('a', { customData: { plate: null, seats: { back: 3 } } });
    const object = { id: 'a', label: 'car', userLabel: 'Taxi', customData: { seats: { front: 2, back: 3 } } };
    expect(second.body).toEqual({ success: true, object });
    const after = await metadata();
    expect(after).toEqual({
      ...before,
      objects: { ...before.objects, a: { ...(before.objects.a as object), ...object } },
    });
    expect(await versions()).toMatchObject({
      currentVersion: 3,
      versions: [
        { version: 3, description: 'Object “Taxi” edited: customData' },
        { version: 2, description: 'Object “Taxi” edited: userLabel, customData' },
        { version: 1 },
      ],
    });
  });

  test('takes the name away with null', async () => {
    await patch('a', { userLabel: 'Taxi' });
    expect((await patch('a', { userLabel: null })).body.object.userLabel).toBeNull();
  });

  test('counts the characters of a name as the schema does', async () => {
    const userLabel = '😀'.repeat(255);
    expect((await patch('a', { userLabel })).body.object.userLabel).toBe(userLabel);
    const answer = await api('PATCH', objectUrl('a'), { json: { userLabel: `${userLabel}😀` } });
    expect([answer.status, answer.body.error]).toMatchObject([
      400,
      { field: 'userLabel', details: { max: 255, provided: 256 } },
    ]);
  });

  test('makes a version also when nothing changes', async () => {
    expect((await patch('a', {})).status).toBe(200);
    expect((await versions()).versions[0]).toMatchObject({
      version: 2,
      description: 'Object “car” edited: no change',
    });
  });

  test('accepts an object that was read and is sent back whole, its track included', async () => {
    const { objects } = await metadata();
    expect((await patch('a', { ...(objects.a as object), userLabel: 'Taxi' })).body.object.userLabel).toBe(
      'Taxi',
    );
  });

  test.each([
    ['a name that is no text', { userLabel: 5 }, 'INVALID_PARAMETER', 'userLabel'],
    ['a name that is too long', { userLabel: 'x'.repeat(256) }, 'INVALID_PARAMETER', 'userLabel'],
    ['an empty name', { userLabel: '' }, 'INVALID_PARAMETER', 'userLabel'],
    ['a name that nobody sees', { userLabel: ' \u200b' }, 'INVALID_PARAMETER', 'userLabel'],
    ['a name with NUL', { userLabel: 'a\0b' }, 'INVALID_PARAMETER', 'userLabel'],
    ['a name of two lines', { userLabel: 'a\nb' }, 'INVALID_PARAMETER', 'userLabel'],
    ['data that is no object', { customData: [] }, 'INVALID_PARAMETER', 'customData'],
    ['too much data', { customData: { text: 'x'.repeat(17_000) } }, 'INVALID_PARAMETER', 'customData'],
    ['another label', { label: 'truck' }, 'READ_ONLY_FIELD', 'label'],
    ['a member there is not', { $delete: true }, 'READ_ONLY_FIELD', '$delete'],
    ['another track', { track: [] }, 'READ_ONLY_FIELD', 'track'],
  ])('refuses %s and makes no version', async (_, json, code, field) => {
    const answer = await api('PATCH', objectUrl('a'), { json });
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, code, field]);
    expect((await versions()).currentVersion).toBe(1);
  });

  test('with data that grows beyond 16 KB by merging is refused with the bounds', async () => {
    expect((await patch('a', { customData: { one: 'x'.repeat(9000) } })).status).toBe(200);
    const answer = await api('PATCH', objectUrl('a'), { json: { customData: { two: 'x'.repeat(9000) } } });
    expect([answer.status, answer.body.error]).toMatchObject([
      400,
      { field: 'customData', details: { max: 16_384 } },
    ]);
  });
});

describe('DELETE of an object', () => {
  test('removes it with its track in one version, and nothing else', async () => {
    const before = await metadata();
    const answer = await api<{ success: boolean }>('DELETE', objectUrl('a'));
    expect([answer.status, answer.body, answer.headers.get('etag')]).toEqual([200, { success: true }, '"2"']);
    expect(await metadata()).toEqual({ ...before, objects: { b: before.objects.b } });
    const { body } = await api<{ objects: { id: string }[] }>('GET', `/api/videos/${video}/objects`);
    expect(body.objects.map(({ id }) => id)).toEqual(['b']);
    expect((await versions()).versions[0]).toMatchObject({
      version: 2,
      description: 'Object “car” removed',
    });
  });

  test('of one that is gone answers OBJECT_NOT_FOUND', async () => {
    await api('DELETE', objectUrl('a'));
    for (const method of ['DELETE', 'PATCH']) {
      const answer = await api(method, objectUrl('a'), method === 'PATCH' ? { json: {} } : {});
      expect([answer.status, answer.body.error.code]).toEqual([404, 'OBJECT_NOT_FOUND']);
    }
  });
});

describe.each([
  ['PATCH', { json: { userLabel: 'Taxi' } }],
  ['DELETE', {}],
] as const)('%s of an object', (method, request) => {
  const edit = (id: string, more: { query?: string; ifMatch?: string; key?: string } = {}) =>
    api(method, `${objectUrl(id)}${more.query ?? ''}`, {
      ...request,
      ...(more.key === undefined ? {} : { key: more.key }),
      headers: more.ifMatch === undefined ? {} : { 'If-Match': more.ifMatch },
    });

  test.each(['nothing', '__proto__', 'constructor', 'a%00', 'a%2fb'])(
    'answers OBJECT_NOT_FOUND for the id %s',
    async (id) => {
      const { status, body } = await edit(id);
      expect([status, body.error.code]).toEqual([404, 'OBJECT_NOT_FOUND']);
    },
  );

  test('is done when it names the newest version, by header or by parameter', async () => {
    expect((await edit('a', { ifMatch: '"1"' })).status).toBe(200);
    expect((await edit('b', { query: '?baseVersion=2' })).status).toBe(200);
  });

  test('on an older version is refused, naming what was changed since', async () => {
    await patch('a', { userLabel: 'Bus' });
    const collides = await edit('a', { ifMatch: '"1"' });
    expect([collides.status, collides.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    const pointer = method === 'PATCH' ? '/objects/a/userLabel' : '/objects/a';
    expect(collides.body.error.details).toEqual({ expected: 1, current: 2, conflictingPaths: [pointer] });
    const apart = await edit('b', { query: '?baseVersion=1' });
    expect([apart.status, apart.body.error.details]).toEqual([
      409,
      { expected: 1, current: 2, conflictingPaths: [] },
    ]);
    expect((await versions()).currentVersion).toBe(2);
  });

  test('refuses two bases that differ', async () => {
    const { status, body } = await edit('a', { ifMatch: '"1"', query: '?baseVersion=2' });
    expect([status, body.error.field]).toEqual([400, 'baseVersion']);
  });

  test('writes the objects and leaves every other part where it is', async () => {
    const { environment } = await createKey(service);
    await edit('a');
    const [before, after] = await Promise.all([1, 2].map((n) => openVersions(environment).get(video, n)));
    if (!before || !after || isTombstone(before) || isTombstone(after))
      throw new Error('A version is missing.');
    const [{ objects: earlier, ...others }, { objects: later, ...kept }] = [before.parts, after.parts];
    expect(kept).toEqual(others);
    expect(later).not.toEqual(earlier);
  });

  test('is refused to keys that may not use the video', async () => {
    const stranger = await createKey(service, { account: 'stranger' });
    const restricted = await createKey(service, { account: 'demo', projectIds: [] });
    const reader = await createKey(service, { account: 'demo', scopes: ['project:read'] });
    const codes = [];
    for (const { secret } of [stranger, restricted, reader]) {
      codes.push((await edit('a', { key: secret })).body.error.code);
    }
    expect(codes).toEqual(['NOT_OWNER', 'PROJECT_NOT_ALLOWED', 'INSUFFICIENT_SCOPE']);
  });
});

test('edits of objects and of the document at the same time all happen, each in a version of its own', async () => {
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, i) => patch('a', { customData: { [`n${i}`]: i } })),
    ...Array.from({ length: 6 }, (_, i) =>
      api('PATCH', `/api/videos/${video}/metadata`, { json: { variables: [{ id: `v${i}` }] } }),
    ),
    api('DELETE', objectUrl('b')),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(13).fill(200));
  const etags = answers.map(({ headers }) => headers.get('etag')).sort();
  expect(etags).toEqual(Array.from({ length: 13 }, (_, i) => `"${i + 2}"`).sort());
  const { body } = await api<{ objects: { id: string; customData: unknown }[] }>(
    'GET',
    `/api/videos/${video}/objects`,
  );
  expect(body.objects).toMatchObject([{ id: 'a', customData: { n0: 0, n1: 1, n2: 2, n3: 3, n4: 4, n5: 5 } }]);
});

test('of two deletions of one object at the same time exactly one succeeds', async () => {
  const answers = await Promise.all([api('DELETE', objectUrl('a')), api('DELETE', objectUrl('a'))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await versions()).currentVersion).toBe(2);
});
