import { readFile } from 'node:fs/promises';
import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, test, vi } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import { QUEUES } from '../../shared/contract/resources.ts';
import { openDetectionQueue, sqs } from '../../shared/stores/queues.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { TIMEOUT } from '../support/faults/faults.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { type Api, apiOf, fileForm, type VideoBody } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { delivery, startWorkbench } from '../support/service/workbench.ts';
import { cutSurface } from '../support/surfaces/cut-surface.ts';

vi.setConfig({ testTimeout: TIMEOUT });

// A queue of its own: turns depend on what was lately worked on.
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

describe('surfaces in a queue that one worker works through', () => {
  interface Step {
    kind: string;
    videoId: string;
    /** Milliseconds that it took. */
    took: number;
  }

  /** Works off one message after the other in the queue's order. */
  async function workThrough(): Promise<Step[]> {
    const QueueUrl = bench.environment.variables[QUEUES.detection.env];
    const worked: Step[] = [];
    for (;;) {
      const { Messages: [message] = [] } = await sqs().send(new ReceiveMessageCommand({ QueueUrl }));
      if (message?.Body === undefined) return worked;
      const begun = performance.now();
      expect(await detect(delivery([message.Body]))).toEqual({ batchItemFailures: [] });
      await sqs().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
      worked.push({ ...JSON.parse(message.Body), took: performance.now() - begun });
    }
  }

  // Turns are by the time that messages take, and no step that has begun is interrupted.
  const time = (steps: readonly Step[]): number => steps.reduce((sum, { took }) => sum + took, 0);
  const longestOf = (steps: readonly Step[]): number => Math.max(...steps.map(({ took }) => took));

  async function processed(api: Api): Promise<string> {
    const id = await uploaded(api);
    for (const body of await bench.take('ingest')) await ingest(delivery([body]));
    return id;
  }

  /** Queues the messages of a job in several segments, or of a surface in several units. */
  async function queueJob(id: string, segments: number): Promise<void> {
    const { messages } = await claimSegmentedJob(bench.environment, id, segments);
    await openDetectionQueue(bench.environment).send(messages.map((message) => JSON.parse(message)));
  }

  async function queueSurface(api: Api, videoId: string): Promise<void> {
    const corners = [0.2, 0.8, 0.8, 0.2].map((x, i) => ({ x, y: i < 2 ? 0.2 : 0.8 }));
    const json = { name: 'Wall', frame: 0, corners };
    const { body } = await api<{ objectId: string }>('POST', `/api/videos/${videoId}/objects/surface`, {
      json,
    });
    // Its own message is there; it finds units of two frames.
    await cutSurface(bench.environment, { videoId, objectId: body.objectId }, 2);
  }

  test('come by turns with a job of their account, and do not wait behind its segments', async () => {
    const api = await newAccount();
    const [job, surface] = [await processed(api), await processed(api)];
    await queueJob(job, 5);
    await queueSurface(api, surface);
    const worked = await workThrough();
    const kinds = worked.map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual([...Array(5).fill('segment'), ...Array(5).fill('surface')]);
    const bothWait = Math.min(kinds.lastIndexOf('segment'), kinds.lastIndexOf('surface'));
    for (let count = 1; count <= bothWait; count++) {
      const timeOf = (wanted: string) => time(worked.slice(0, count).filter(({ kind }) => kind === wanted));
      expect(Math.abs(timeOf('segment') - timeOf('surface'))).toBeLessThanOrEqual(2 * longestOf(worked));
    }
  });

  test('of one account, however many, let a job of another end before half of them is done', async () => {
    const [many, one] = [await newAccount(), await newAccount()];
    const videos = [await processed(many), await processed(many)];
    const job = await processed(one);
    for (const id of videos) {
      await queueJob(id, 3);
      for (let i = 0; i < 3; i++) await queueSurface(many, id);
    }
    await queueJob(job, 3);
    const worked = await workThrough();
    expect(worked.length).toBeGreaterThan(30);
    const end = worked.findLastIndex(({ videoId }) => videoId === job) + 1;
    // An account counts as quiet until it has had a tenth of what was lately worked on, so the first ones may come first.
    expect(end).toBeLessThan(worked.length / 2);
  });
});
