import { expect, test, vi } from 'vitest';
import { handler as giveUp } from '../../../functions/detector/dead-letters.ts';
import { handler as detect } from '../../../functions/detector/detector.ts';
import { surfaceClip, swinging } from '../../support/clips/surface-clip.ts';
import { TIMEOUT } from '../../support/faults/faults.ts';
import { versionsOf } from '../../support/jobs/outcome.ts';
import { delivery, startWorkbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';
import { markSurface } from '../../support/surfaces/surface-video.ts';
import { ingestedVideo } from '../../support/videos/ingested-video.ts';
import { tableItems } from '../../support/videos/table-items.ts';

vi.setConfig({ testTimeout: TIMEOUT });

const MINUTE = 60_000;

const bench = await startWorkbench();
const { api } = bench;
const clip = await surfaceClip(4, swinging);

/** How many slots are taken in the quotas of jobs and surfaces that may be active at a time. */
async function slotsTaken(): Promise<number> {
  let taken = 0;
  for await (const { kind, places = {} } of tableItems(bench.environment, 'usage')) {
    if (kind === 'jobs' || kind === 'surfaces') taken += Object.keys(places as object).length;
  }
  return taken;
}

test.each<[string, (id: string) => Promise<unknown>]>([
  ['job', (id) => api('POST', `/api/videos/${id}/process`)],
  ['surface', (id) => markSurface(api, id, { cornersAt: swinging, frame: 0 })],
])('a %s that is given up releases its slot in the quota', async (_, start) => {
  await start(await ingestedVideo(bench, clip));
  expect(await slotsTaken()).toBe(1);
  await giveUp(delivery(await bench.take('detection')));
  expect(await slotsTaken()).toBe(0);
});

test.each<[string, () => Promise<never>]>([
  ['hangs', () => new Promise(() => undefined)],
  ['fails', () => Promise.reject(new Error('out of reach'))],
])('a step goes on and ends while the note of its worker %s', async (_, note) => {
  const id = await ingestedVideo(bench, clip);
  await api('POST', `/api/videos/${id}/process`);
  const bodies = await bench.take('detection');
  using _hindered = interceptCalls((call, proceed) =>
    (call.input as { Key?: { videoId?: string } }).Key?.videoId === '#workers' ? note() : proceed(),
  );
  bench.advance(MINUTE);
  expect((await detect(delivery(bodies))).batchItemFailures).toEqual([]);
  expect((await versionsOf(api, id)).currentVersion).toBe(2);
});
