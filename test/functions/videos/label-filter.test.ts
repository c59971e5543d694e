import { expect, test } from 'vitest';
import type { StoredObject } from '../../../shared/contract/schemas/metadata.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { commitObjects } from '../../../shared/service/steps/commit-objects.ts';
import { openDocuments } from '../../../shared/stores/documents/documents.ts';
import { openVersions } from '../../../shared/stores/documents/versions.ts';
import { openStorageUsage } from '../../../shared/stores/quotas/storage-quota.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';
import { apiOf } from '../../support/service/api.ts';
import { createKey } from '../../support/service/create-key.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';

const ACCOUNT = 'labels';
const LABELS = ['car', 'dog', 'person', 'traffic light'];

const { environment, apiUrl } = await startWorkbench();
const { secret, key } = await createKey(environment, { account: ACCOUNT });
const api = apiOf({ apiUrl, apiKey: secret });

interface Document {
  objects: Record<string, { label: string }>;
}

const documentOf = async (id: string) => {
  const { body, headers } = await api<Document>('GET', `/api/videos/${id}/metadata`);
  return { ...body, version: Number(/\d+/.exec(headers.get('etag') ?? '')?.[0]) };
};

async function found(labels: readonly string[]): Promise<string[]> {
  const query = new URLSearchParams(labels.map((label): [string, string] => ['label', label]));
  const { body } = await api<{ videos: { id: string }[]; total: number }>('GET', `/api/videos?${query}`);
  expect(body.total).toBe(body.videos.length);
  return body.videos.map(({ id }) => id).sort();
}

let objectsMade = 0;

/** An object as a job finds it. */
function objectOf(label: string): { objects: Record<string, StoredObject>; tracks: object } {
  const id = `o${++objectsMade}`;
  const { objects = {}, tracks = {} } = trackedCars([id]);
  return { objects: { [id]: { ...objects[id], label } as StoredObject }, tracks };
}

/** Commits one more object, as the finish of a job does. */
async function addObject(videoId: string, label: string): Promise<void> {
  const stores = {
    videos: openVideos(environment),
    versions: openVersions(environment),
    documents: openDocuments(environment),
    usage: openStorageUsage(environment),
    environment,
  };
  const { objects: added, tracks: more } = objectOf(label);
  const commit = { accountId: key.accountId, videoId, startVersion: 1, writeId: `job-${objectsMade}` };
  await commitObjects(stores, commit, async () => ({ objects, tracks }) => ({
    objects: { ...objects, ...added },
    tracks: { ...tracks, ...more },
    description: 'found',
  }));
}

const random = seededRandom(20261128);
const oneOf = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];

/** Changes a video in one of the ways in which its objects come and go, and in some in which they stay. */
async function changeSomething(id: string): Promise<void> {
  const { objects, version } = await documentOf(id);
  const objectId = oneOf(Object.keys(objects));
  const base = `baseVersion=${version}`;
  const way = Math.floor(random() * 7);
  if (way === 0 || objectId === undefined) return addObject(id, oneOf(LABELS) ?? '');
  const target = `/api/videos/${id}/objects/${objectId}`;
  const patched = `/api/videos/${id}/metadata`;
  const { status } = (await [
    () => api('DELETE', target),
    () => api('PATCH', target, { json: { userLabel: 'Named' } }),
    () => api('PATCH', patched, { json: { variables: [{ id: 'v', value: version }] } }),
    () => api('PATCH', patched, { json: { objects: { [objectId]: { userLabel: null } } } }),
    () =>
      api('PATCH', `${patched}?${base}`, {
        json: [{ op: 'remove', path: `/objects/${objectId}` }],
        headers: { 'Content-Type': 'application/json-patch+json' },
      }),
    () => api('POST', `/api/videos/${id}/versions/${Math.ceil(random() * version)}/restore?${base}`),
  ][way - 1]?.()) ?? { status: 200 };
  expect(status).toBe(200);
}

test('videos are found by the labels of the objects that they have, whatever was done to these', async () => {
  const ids: string[] = [];
  for (const labels of [[], ['car'], ['dog', 'person']]) {
    const made = labels.map(objectOf);
    const parts = {
      objects: Object.assign({}, ...made.map(({ objects }) => objects)),
      tracks: Object.assign({}, ...made.map(({ tracks }) => tracks)),
    };
    ids.push(await seedVideo(environment, { account: ACCOUNT, parts }));
  }
  for (let step = 0; step < 16; step++) {
    await changeSomething(oneOf(ids) ?? '');
    const documents = await Promise.all(ids.map(documentOf));
    const having = (labels: readonly string[]): string[] =>
      ids
        .filter((_, i) =>
          Object.values(documents[i]?.objects ?? {}).some(({ label }) => labels.includes(label)),
        )
        .sort();
    for (const label of LABELS) expect(await found([label])).toEqual(having([label]));
    expect(await found(['dog', 'traffic light'])).toEqual(having(['dog', 'traffic light']));
    expect(await found(['do'])).toEqual([]);
  }
});
