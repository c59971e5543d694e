/** @module-tag long */
import { expect, test, vi } from 'vitest';
import { shortClip } from '../support/clips/short-clip.ts';
import { TIMEOUT } from '../support/faults/faults.ts';
import { queueSegments } from '../support/jobs/queue-segments.ts';
import { longestOf, timeOf, workThrough } from '../support/jobs/work-through.ts';
import { newAccount } from '../support/service/new-account.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { queueSurface } from '../support/surfaces/queue-surface.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';

vi.setConfig({ testTimeout: TIMEOUT });

// One test to a file: turns depend on what the queue has lately handed out.
test('beside the jobs and surfaces of another account, however many, a job ends within three times what it takes alone', async () => {
  const bench = await startWorkbench();
  const clip = await shortClip(2);
  const many = await newAccount(bench);
  const videos = [await ingestedVideo(bench, clip, many), await ingestedVideo(bench, clip, many)];
  const job = await ingestedVideo(bench, clip, await newAccount(bench));
  for (const id of videos) {
    await queueSegments(bench, id, 3);
    for (let i = 0; i < 3; i++) await queueSurface(bench, many, id);
  }
  await queueSegments(bench, job, 3);
  const worked = await workThrough(bench);
  const ofJob = worked.filter(({ videoId }) => videoId === job);
  expect([ofJob.length, worked.length > 30]).toEqual([3, true]);
  const untilEnd = worked.slice(0, worked.findLastIndex(({ videoId }) => videoId === job) + 1);
  // Its account has a third of the time: the other has a turn for its jobs and one for its surfaces.
  expect(timeOf(untilEnd)).toBeLessThanOrEqual(3 * timeOf(ofJob) + 2 * longestOf(worked));
});
