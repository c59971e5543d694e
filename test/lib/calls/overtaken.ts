import { expect, test } from 'vitest';
import { type Moment, on } from '../../support/faults/moments.ts';
import { fileForm } from '../../support/service/api.ts';
import { loseCounts } from '../../support/videos/broken-off-deletion.ts';
import { provideEarlierSchema } from '../../support/videos/earlier-schema.ts';
import { commitEarlierVersion } from '../../support/videos/earlier-version.ts';
import { enlargeDocument } from '../../support/videos/enlarge-document.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';
import { LARGE, OBJECT, OTHER_OBJECT, restore, type Stage } from './stage.ts';

/**
 * Work on a large document in an account whose counts are lost, so that they are made again, of a video that is deleted just
 * before a call of it.
 */
export function overtakenCall(stage: Stage): void {
  const { api, environment, bench, deliver, ingested, markedSurface, signedIn, workOff, deleteBefore } =
    stage;
  const large = async (id: string): Promise<string> => {
    await enlargeDocument(environment, id, [OBJECT, OTHER_OBJECT], LARGE);
    return id;
  };
  const seeded = async () => large(await seedVideo(environment, { parts: trackedCars([OBJECT]) }));
  const variables = [{ id: 'more', value: LARGE }];
  /** A file with a large document in it. */
  const uploadedWithDocument = async (): Promise<string> => {
    const { body } = await api<{ downloadUrl: string }>(
      'GET',
      `/api/videos/${await large(await ingested())}/export?format=native`,
    );
    const file = new Uint8Array(await (await fetch(body.downloadUrl)).arrayBuffer());
    return (await api<{ id: string }>('POST', '/api/videos/upload', { form: fileForm(file) })).body.id;
  };

  provideEarlierSchema();

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
      (id) =>
        api('PATCH', `/api/videos/${id}/objects/${OBJECT}`, {
          json: { customData: { text: LARGE, more: 1 } },
        }),
    ],
    [
      'the removal of an object',
      (call) => on('PutItem', 'versions')(call),
      async () => {
        const id = await seeded();
        // What is left of the edited objects is stored again.
        await api('PATCH', `/api/videos/${id}/objects/${OBJECT}`, { json: { customData: { more: LARGE } } });
        return id;
      },
      (id) => api('DELETE', `/api/videos/${id}/objects/${OTHER_OBJECT}`),
    ],
    [
      'changes of a project',
      (call) => on('PutItem', 'versions')(call),
      seeded,
      (id) =>
        api('POST', `/api/v1/projects/${id}/changes`, {
          json: { baseRevision: 2, changes: [{ op: 'add', path: '/variables/-', value: variables[0] }] },
        }),
    ],
    [
      'the restoring of a version of an earlier schema',
      (call) => on('PutItem', 'versions')(call),
      async () => {
        const id = await seedVideo(environment, { parts: trackedCars([OBJECT]) });
        await commitEarlierVersion(environment, id, LARGE);
        return large(id);
      },
      async (id) => restore(await signedIn(), id, 2, { 'If-Match': '"3"' }),
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
      uploadedWithDocument,
      async () => deliver('ingest/ingest', ...(await bench.take('ingest'))),
    ],
    [
      'the creation of a surface',
      (call) => on('PutItem', 'versions')(call),
      async () => large(await ingested()),
      markedSurface,
    ],
    [
      'the tracking of a surface',
      (call) => on('PutObject', 'surfaces')(call),
      () => ingested(),
      async (id) => deliver('detector/detector', ...(await markedSurface(id))),
    ],
    [
      'a detection',
      (call) => on('PutItem', 'versions')(call),
      async () => large(await ingested()),
      async (id) => {
        await api('POST', `/api/videos/${id}/process`);
        await workOff();
      },
    ],
  ])('%s whose video is deleted meanwhile', async (_, moment, video, work) => {
    const id = await video();
    await loseCounts(environment, id);
    const deletion = deleteBefore(moment, id);
    await work(id);
    expect(deletion.happened).toBe(true);
  });
}
