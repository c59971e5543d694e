/** @module-tag long */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import { MEDIA_BUCKET } from '../../shared/contract/resources.ts';
import { openDetectionQueue } from '../../shared/stores/queues/detection-queue.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { surfaceClip, swinging } from '../support/clips/surface-clip.ts';
import { faultRandom, rounds, TIMEOUT, thorough } from '../support/faults/faults.ts';
import { outcome } from '../support/jobs/outcome.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { type JobBody, jobOver, settled, upload } from '../support/service/api.ts';
import { killWorkerOf } from '../support/service/mortal-service.ts';
import { processesVisible } from '../support/service/processes.ts';
import { temporaryFolder } from '../support/service/test-service.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { cutSurface } from '../support/surfaces/cut-surface.ts';
import { allTracked, markSurface, trackOfObject } from '../support/surfaces/surface-video.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';

const KILLS = rounds(200, 3);
/** A message goes to the dead letters after five receptions. */
const KILLS_A_JOB = 3;
const SEGMENTS = 5;
const HOUR = 3_600_000;

const random = faultRandom();

/** Attempts at segments so far: each begins with a HEAD request for the upload. */
let begun = 0;

const bench = await startWorkbench();
const clip = path.join(await temporaryFolder('clips'), 'clip.mp4');
await synthesizeClip(clip, { seconds: 20, width: 320, height: 180, fps: 5 });
subscribe('http.server.request.start', (message) => {
  const { method, url = '' } = (message as { request: IncomingMessage }).request;
  if (method === 'HEAD' && url.includes(`/${MEDIA_BUCKET.prefixes.uploads}`)) begun++;
});

const jobOf = async (id: string): Promise<JobBody> =>
  (await bench.api<JobBody>('GET', `/api/videos/${id}/process/status`)).body;

async function processedVideo(): Promise<string> {
  const id = await upload(bench.api, clip);
  expect((await settled(bench.api, id)).status).toBe('processed');
  return id;
}

/** Starts a job whose segments are processed in order. */
async function startJob(id: string): Promise<void> {
  const { messages } = await claimSegmentedJob(bench.environment, id, SEGMENTS);
  await openDetectionQueue(bench.environment).send(messages.map((message) => JSON.parse(message)));
}

describe.skipIf(!processesVisible)(
  'a worker that is killed at random points of its jobs (needs /proc)',
  () => {
    test('ends every job as if undisturbed, repeats at most one segment per kill, and leaves nothing behind', {
      timeout: TIMEOUT,
    }, async () => {
      bench.runWorker();
      const first = await processedVideo();
      const startedAt = performance.now();
      await startJob(first);
      expect((await jobOver(bench.api, first)).status).toBe('completed');
      const duration = performance.now() - startedAt;
      const expected = await outcome(bench.api, first);
      expect(expected.objects.length).toBeGreaterThan(0);

      let kills = 0;
      let again = 0;
      while (kills < KILLS) {
        const id = await processedVideo();
        begun = 0;
        await startJob(id);
        const killsBefore = kills;
        while (kills < KILLS && kills - killsBefore < KILLS_A_JOB) {
          await delay(random() * duration);
          if ((await jobOf(id)).status === 'completed') break;
          await killWorkerOf(process.pid);
          kills++;
        }
        expect(await jobOver(bench.api, id)).toMatchObject({ status: 'completed', progress: 100 });
        expect(await outcome(bench.api, id)).toEqual(expected);
        expect(begun).toBeGreaterThanOrEqual(SEGMENTS);
        expect(begun - SEGMENTS).toBeLessThanOrEqual(kills - killsBefore);
        again += begun - SEGMENTS;
        bench.advance(HOUR);
        await sweep();
        bench.advance(-HOUR);
        expect((await bench.traces(id)).filter((trace) => trace.startsWith('jobs/'))).toEqual([]);
        if (thorough) console.info(`${kills} kills, ${again} segments done again`);
      }
      expect(kills).toBe(KILLS);
    });

    test('ends every tracking of a surface as if undisturbed', {
      timeout: TIMEOUT,
    }, async () => {
      const surface = await surfaceClip(60, swinging);
      const kills = [0, ...Array<number>(rounds(50, 1)).fill(2)];
      const marked = [];
      for (const _ of kills) {
        const videoId = await ingestedVideo(bench, surface);
        const { objectId } = (await markSurface(bench.api, videoId, { cornersAt: swinging, frame: 20 })).body;
        await bench.take('detection');
        const { messages } = await cutSurface(bench.environment, { videoId, objectId }, 10);
        marked.push({ videoId, objectId, messages });
      }
      bench.runWorker();
      const tracks: unknown[] = [];
      for (const [round, { videoId, objectId, messages }] of marked.entries()) {
        await openDetectionQueue(bench.environment).send(messages.map((message) => JSON.parse(message)));
        for (let killed = 0; killed < (kills[round] ?? 0); killed++) {
          await delay(random() * 2000);
          await killWorkerOf(process.pid);
        }
        const [object] = await allTracked(bench.api, videoId);
        expect(object).toMatchObject({ tracking: 'done', frameCount: 60 });
        tracks.push(await trackOfObject(bench.api, videoId, objectId));
      }
      expect(tracks).toEqual(tracks.map(() => tracks[0]));
    });
  },
);
