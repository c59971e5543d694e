import { subscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, test, vi } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import { MEDIA_BUCKET, QUEUES } from '../../shared/contract/resources.ts';
import { openDetectionQueue, sqs } from '../../shared/stores/queues.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { TIMEOUT } from '../support/faults/faults.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { type Api, apiOf, fileForm, type JobBody, settled, type VideoBody } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { delivery, startWorkbench } from '../support/service/workbench.ts';

// The worker process decodes while other tests run.
vi.setConfig({ testTimeout: TIMEOUT });

const bench = await startWorkbench();
const bytes = new Uint8Array(await readFile(await shortClip(2)));

async function newAccount(): Promise<Api> {
  const { secret } = await createKey(bench.environment, {
    account: `account-${crypto.randomUUID()}`,
    tier: 'pro',
  });
  return apiOf({ apiUrl: bench.apiUrl, apiKey: secret });
}

async function uploaded(api: Api): Promise<string> {
  const { body } = await api<VideoBody>('POST', '/api/videos/upload', { form: fileForm(bytes) });
  return body.id;
}

describe('jobs in a queue that one worker works through', () => {
  /** A new account with processed videos. */
  async function ingested(count: number): Promise<{ api: Api; ids: string[] }> {
    const api = await newAccount();
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.push(await uploaded(api));
    for (const body of await bench.take('ingest')) await ingest(delivery([body]));
    return { api, ids };
  }

  /** The same, with a queued job for each video, in the order of their start. */
  async function startJobs(count: number, segments: number): Promise<{ api: Api; ids: string[] }> {
    const { api, ids } = await ingested(count);
    for (const id of ids) {
      const { messages } = await claimSegmentedJob(bench.environment, id, segments);
      await openDetectionQueue(bench.environment).send(messages.map((message) => JSON.parse(message)));
    }
    return { api, ids };
  }

  /** Processes one message after the other in the queue's order. Returns their videos. */
  async function workThrough(): Promise<string[]> {
    const QueueUrl = bench.environment.variables[QUEUES.detection.env];
    const worked: string[] = [];
    for (;;) {
      const { Messages: [message] = [] } = await sqs().send(new ReceiveMessageCommand({ QueueUrl }));
      if (message?.Body === undefined) return worked;
      expect(await detect(delivery([message.Body]))).toEqual({ batchItemFailures: [] });
      await sqs().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
      worked.push((JSON.parse(message.Body) as { videoId: string }).videoId);
    }
  }

  test('of one account end in the order of their start, and tell how long they take with those ahead', async () => {
    const { api, ids } = await ingested(3);
    const told: number[] = [];
    for (const id of ids) {
      const { body } = await api<{ estimatedTime: number }>('POST', `/api/videos/${id}/process`);
      const status = await api<JobBody>('GET', `/api/videos/${id}/process/status`);
      expect(body.estimatedTime).toBe(Math.ceil(status.body.eta));
      told.push(status.body.eta);
    }
    expect(told[0]).toBeGreaterThan(0);
    expect((told[1] ?? 0) / (told[0] ?? 0)).toBeCloseTo(2, 0);
    expect((told[2] ?? 0) / (told[0] ?? 0)).toBeCloseTo(3, 0);
    // No message follows the segments: the worker of a job's last segment finishes the job.
    expect(await workThrough()).toEqual(ids);
    for (const id of ids) {
      const { body } = await api<JobBody>('GET', `/api/videos/${id}/process/status`);
      expect(body).toMatchObject({ status: 'completed', progress: 100 });
    }
  });

  test('beside those of another account end within three times what they take alone', async () => {
    const many = await startJobs(3, 2);
    const one = await startJobs(1, 2);
    const worked = await workThrough();
    const ofOne = new Set(one.ids);
    const end = worked.findLastIndex((id) => ofOne.has(id)) + 1;
    // Within three times what it takes alone.
    expect(end).toBeLessThanOrEqual(3 * 2);
    expect(worked.filter((id) => many.ids.includes(id))).toEqual(many.ids.flatMap((id) => [id, id]));
  });
});

describe('uploads that wait for a worker of the local service', () => {
  test('are looked at two at a time, and accounts take turns', async () => {
    const [many, one] = [await newAccount(), await newAccount()];
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.push(await uploaded(many));
    const other = await uploaded(one);

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
