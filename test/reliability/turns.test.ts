import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/contract/resources.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { TIMEOUT } from '../support/faults/faults.ts';
import { queueSegments } from '../support/jobs/queue-segments.ts';
import { workThrough } from '../support/jobs/work-through.ts';
import { type Api, type JobBody, settled, upload } from '../support/service/api.ts';
import { newAccount } from '../support/service/new-account.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';

// The worker process decodes while other tests run.
vi.setConfig({ testTimeout: TIMEOUT });

const bench = await startWorkbench();
const clip = await shortClip(2);

describe('jobs in a queue that one worker works through', () => {
  /** A new account with processed videos. */
  async function ingested(count: number): Promise<{ api: Api; ids: string[] }> {
    const api = await newAccount(bench);
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.push(await ingestedVideo(bench, clip, api));
    return { api, ids };
  }

  /** The same, with a queued job for each video, in the order of their start. */
  async function startJobs(count: number, segments: number): Promise<{ api: Api; ids: string[] }> {
    const { api, ids } = await ingested(count);
    for (const id of ids) await queueSegments(bench, id, segments);
    return { api, ids };
  }

  const workedVideos = async () => (await workThrough(bench)).map(({ videoId }) => videoId);

  test('of one account end in the order of their start, and report how long they take with those ahead', async () => {
    const { api, ids } = await ingested(3);
    const reported: number[] = [];
    for (const id of ids) {
      const { body } = await api<{ estimatedTime: number }>('POST', `/api/videos/${id}/process`);
      const status = await api<JobBody>('GET', `/api/videos/${id}/process/status`);
      expect(body.estimatedTime).toBe(Math.ceil(status.body.eta));
      reported.push(status.body.eta);
    }
    expect(reported[0]).toBeGreaterThan(0);
    expect((reported[1] ?? 0) / (reported[0] ?? 0)).toBeCloseTo(2, 0);
    expect((reported[2] ?? 0) / (reported[0] ?? 0)).toBeCloseTo(3, 0);
    // No message follows the segments: the worker of a job's last segment finishes the job.
    expect(await workedVideos()).toEqual(ids);
    for (const id of ids) {
      const { body } = await api<JobBody>('GET', `/api/videos/${id}/process/status`);
      expect(body).toMatchObject({ status: 'completed', progress: 100 });
    }
  });

  test('beside those of another account end within three times what they take alone', {
    tags: 'long',
  }, async () => {
    const many = await startJobs(3, 2);
    const one = await startJobs(1, 2);
    const worked = await workedVideos();
    const ofOne = new Set(one.ids);
    const end = worked.findLastIndex((id) => ofOne.has(id)) + 1;
    // Within three times what it takes alone.
    expect(end).toBeLessThanOrEqual(3 * 2);
    expect(worked.filter((id) => many.ids.includes(id))).toEqual(many.ids.flatMap((id) => [id, id]));
  });
});

describe('uploads that wait for a worker of the local service', () => {
  test('are looked at two at a time, and accounts take turns', { tags: 'long' }, async () => {
    const [many, one] = [await newAccount(bench), await newAccount(bench)];
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.push(await upload(many, clip));
    const other = await upload(one, clip);

    const begun: string[] = [];
    /** How many had begun when the first was done. */
    let beforeFirstEnd: number | undefined;
    subscribe('http.server.request.start', (message) => {
      const { method, url = '' } = (message as { request: IncomingMessage }).request;
      const id = [...ids, other].find((each) => url.includes(each));
      if (id === undefined) return;
      if (url.includes(`/${MEDIA_BUCKET.prefixes.uploads}`) && !begun.includes(id)) begun.push(id);
      if (method === 'PUT' && url.includes(MEDIA_BUCKET.prefixes.thumbnails)) beforeFirstEnd ??= begun.length;
    });
    bench.runWorker();
    for (const id of ids) expect((await settled(many, id)).status).toBe('processed');
    expect((await settled(one, other)).status).toBe('processed');
    expect(beforeFirstEnd).toBeGreaterThanOrEqual(2);
    expect(begun.indexOf(other)).toBeLessThanOrEqual(2);
  });
});
