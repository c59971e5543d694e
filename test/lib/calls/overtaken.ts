import { expect, test } from 'vitest';
import { type Moment, on } from '../../support/faults/moments.ts';
import { claimSegmentedJob } from '../../support/jobs/segmented-job.ts';
import { upload } from '../../support/service/api.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';
import { OBJECT, restore, type Stage } from './stage.ts';

/** Work on a video that is deleted just before a call of it. */
export function overtakenCall(stage: Stage): void {
  const { api, environment, bench, clip, deliver, ingested, markedSurface, signedIn, deleteBefore } = stage;
  const seeded = () => seedVideo(environment, { parts: trackedCars([OBJECT]) });
  const variables = [{ id: 'speed', value: 1 }];

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
      () => upload(api, clip),
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
      async (id) => deliver('detector/detector', ...(await claimSegmentedJob(environment, id, 1)).messages),
    ],
  ])('%s whose video is deleted meanwhile', async (_, moment, video, work) => {
    const id = await video();
    const deletion = deleteBefore(moment, id);
    await work(id);
    expect(deletion.happened).toBe(true);
  });
}
