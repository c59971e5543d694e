/** @module-tag long */
import { expect, test, vi } from 'vitest';
import { shortClip } from '../support/clips/short-clip.ts';
import { TIMEOUT } from '../support/faults/faults.ts';
import { queueSegments } from '../support/jobs/queue-segments.ts';
import { longestOf, timeOf, workThrough } from '../support/jobs/work-through.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { queueSurface } from '../support/surfaces/queue-surface.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';

vi.setConfig({ testTimeout: TIMEOUT });

// One test to a file: turns depend on what the queue has lately handed out.
test('a surface takes turns with a job of its account, and does not wait behind its segments', async () => {
  const bench = await startWorkbench();
  const clip = await shortClip(2);
  const [job, surface] = [await ingestedVideo(bench, clip), await ingestedVideo(bench, clip)];
  await queueSegments(bench, job, 5);
  await queueSurface(bench, bench.api, surface);
  const worked = await workThrough(bench);
  const kinds = worked.map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual([...Array(5).fill('segment'), ...Array(5).fill('surface')]);
  const bothWait = Math.min(kinds.lastIndexOf('segment'), kinds.lastIndexOf('surface'));
  for (let count = 1; count <= bothWait; count++) {
    const [segments, units] = ['segment', 'surface'].map((wanted) =>
      timeOf(worked.slice(0, count).filter(({ kind }) => kind === wanted)),
    );
    expect(Math.abs((segments ?? 0) - (units ?? 0))).toBeLessThanOrEqual(2 * longestOf(worked));
  }
});
