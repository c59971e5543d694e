import { expect, test, vi } from 'vitest';
import type { DetectionMessage } from '../../../shared/contract/messages.ts';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { WORKER_STORES } from '../../../shared/service/detection/worker-stores.ts';
import { runStep } from '../../../shared/service/steps/run-step.ts';
import { surfaceClip, swinging } from '../../support/clips/surface-clip.ts';
import { TIMEOUT } from '../../support/faults/faults.ts';
import { versionsOf } from '../../support/jobs/outcome.ts';
import type { JobBody } from '../../support/service/api.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { listedObjects, markSurface } from '../../support/surfaces/surface-video.ts';
import { ingestedVideo } from '../../support/videos/ingested-video.ts';

vi.setConfig({ testTimeout: TIMEOUT });

const bench = await startWorkbench();
const { api } = bench;
const clip = await surfaceClip(4, swinging);

/** Works off all steps by a worker that may not write to the items of videos. */
async function workOffWithoutVideos(): Promise<void> {
  const stores = openAll(WORKER_STORES, bench.environment);
  const noteChange = async () => {
    throw new Error('the table of videos is out of reach');
  };
  const withoutVideos = { ...stores, videos: { ...stores.videos, noteChange } };
  for (
    let bodies = await bench.take('detection');
    bodies.length > 0;
    bodies = await bench.take('detection')
  ) {
    for (const body of bodies) await runStep(withoutVideos, JSON.parse(body) as DetectionMessage, 3);
  }
}

test('a surface whose version stands is done, though the list of videos could not be updated', async () => {
  const id = await ingestedVideo(bench, clip);
  await markSurface(api, id, { cornersAt: swinging, frame: 0 });
  await workOffWithoutVideos();
  expect((await listedObjects(api, id))[0]).toMatchObject({ tracking: 'done', frameCount: 4 });
  expect((await versionsOf(api, id)).currentVersion).toBe(3);
});

test('a job whose version stands is completed, though the list of videos could not be updated', async () => {
  const id = await ingestedVideo(bench, clip);
  await api('POST', `/api/videos/${id}/process`);
  await workOffWithoutVideos();
  expect((await api<JobBody>('GET', `/api/videos/${id}/process/status`)).body.status).toBe('completed');
  expect((await versionsOf(api, id)).currentVersion).toBe(2);
});
