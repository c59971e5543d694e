import { expect, test } from 'vitest';
import type { StoredObject } from '../../../shared/contract/schemas/metadata.ts';
import { commitVersion } from '../../../shared/stores/documents/commit-version.ts';
import { openDocuments } from '../../../shared/stores/documents/documents.ts';
import { isTombstone, openVersions } from '../../../shared/stores/documents/versions.ts';
import { createKey } from '../../support/service/create-key.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { commitAsAnother } from '../../support/videos/commit-as-another.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';

const { api, environment } = await startWorkbench();
const CARS = ['a', 'b', 'c'];

interface Compared {
  from: number;
  to: number;
  total: number;
  changes: { path: string; kind: string; before?: unknown; after?: unknown }[];
}

const compare = async (id: string, versions: string, query = '') =>
  (await api<Compared>('GET', `/api/videos/${id}/versions/${versions}${query}`)).body;

test('what is different in one version from another is listed, in either direction', async () => {
  const id = await seedVideo(environment, { parts: { variables: [{ id: 'speed', value: 1 }] } });
  await api('PATCH', `/api/videos/${id}/metadata`, {
    json: { variables: [{ id: 'speed', value: 2 }, { id: 'new' }], note: 'x' },
  });
  expect(await compare(id, '1...2')).toEqual({
    from: 1,
    to: 2,
    total: 3,
    changes: [
      { path: '/variables/speed/value', kind: 'changed', before: 1, after: 2 },
      { path: '/variables/new', kind: 'added', after: { id: 'new' } },
      { path: '/note', kind: 'added', after: 'x' },
    ],
  });
  const back = await compare(id, '2...1', '?limit=1');
  expect(back).toMatchObject({ total: 3, changes: [{ before: 2, after: 1 }] });
  expect(await compare(id, '2...2')).toMatchObject({ total: 0, changes: [] });
});

test('of tracks it is only said that they changed, and not of objects that are gone', async () => {
  const parts = trackedCars(CARS);
  const id = await seedVideo(environment, { parts });
  const versions = openVersions(environment);
  const start = await versions.newest(id);
  if (isTombstone(start)) throw new Error('The video is deleted');
  const { a = [], c = [] } = parts.tracks;
  await commitVersion(
    { versions, documents: openDocuments(environment), environment },
    {
      accountId: start?.accountId ?? '',
      videoId: id,
      start,
      writeId: 'tracks',
      reserve: async () => {},
      change: async () => ({
        parts: {
          objects: { a: parts.objects.a as StoredObject, c: parts.objects.c as StoredObject },
          tracks: {
            a: a.map((keyframe) => ({ ...keyframe, x: 0.5 })),
            c: c.map((keyframe) => ({ ...keyframe })),
          },
        },
        description: 'Tracks',
      }),
    },
  );
  const { changes } = await compare(id, '1...2');
  expect(changes).toEqual([
    { path: '/objects/b', kind: 'removed', before: parts.objects.b },
    { path: '/objects/a/track', kind: 'changed' },
  ]);
});

test.each([
  ['1...9', 404, 'VERSION_NOT_FOUND'],
  ['1..2', 400, 'INVALID_PARAMETER'],
  ['2', 400, 'INVALID_PARAMETER'],
  ['0...1', 400, 'INVALID_PARAMETER'],
])('%s is refused', async (versions, status, code) => {
  const id = await seedVideo(environment);
  const answer = await api('GET', `/api/videos/${id}/versions/${versions}`);
  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
});

test('versions name the key that made them, and are found by it', async () => {
  const id = await seedVideo(environment);
  const { secret, keyId } = await createKey(environment, { account: 'demo' });
  await commitAsAnother(environment, id);
  const edit = (key?: string) =>
    api('PATCH', `/api/videos/${id}/metadata`, { json: { n: 1 }, ...(key && { key }) });
  await edit(secret);
  await edit();
  await edit(secret);
  const list = async (query = '') =>
    (
      await api<{ versions: { version: number; author?: object }[]; currentVersion: number }>(
        'GET',
        `/api/videos/${id}/versions${query}`,
      )
    ).body;
  const { versions } = await list();
  expect(versions.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
  expect(versions[0]?.author).toEqual({ kind: 'key', id: keyId, name: 'Test' });
  expect(versions.at(-1)).not.toHaveProperty('author');
  const made = await list(`?author=${keyId}`);
  expect([made.versions.map(({ version }) => version), made.currentVersion]).toEqual([[5, 3], 5]);
  expect((await list(`?author=${keyId}&limit=1&before=5`)).versions.map(({ version }) => version)).toEqual([
    3,
  ]);
  expect((await list('?author=nobody')).versions).toEqual([]);
});
