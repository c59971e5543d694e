/** One id leads from the answer of a request to each line that is logged about what it set going. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { handler as detect } from '../../../functions/detector/detector.ts';
import { handler as ingest } from '../../../functions/ingest/ingest.ts';
import { handler as sweep } from '../../../functions/sweeper/sweeper.ts';
import { logger } from '../../../shared/kernel/logging/logging.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { type Api, fileForm, settled } from '../../support/service/api.ts';
import { delivery, startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';

vi.setConfig({ testTimeout: 120_000 });

let bench: Workbench;
let api: Api;
let clip: Uint8Array<ArrayBuffer>;
let written: string[];

beforeAll(async () => {
  bench = await startWorkbench();
  ({ api } = bench);
  clip = new Uint8Array(await readFile(await shortClip(2)));
});

beforeEach(() => {
  written = [];
  vi.stubEnv('VMS_LOG_LEVEL', undefined);
  for (const stream of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const lines = (): Record<string, unknown>[] => written.map((text) => JSON.parse(text));
const requestsOf = (bodies: readonly string[]) => [
  ...new Set(bodies.map((body) => (JSON.parse(body) as { requestId?: string }).requestId)),
];

/** Uploads the clip. @returns the video's id, that of the request, and the message that asks for its ingest */
async function uploaded(fields: Record<string, string> = {}) {
  const form = fileForm(clip, 'clip.mp4', fields);
  const { headers, body } = await api<{ id: string }>('POST', '/api/videos/upload', { form });
  const [message = ''] = (await bench.take('ingest')).filter((text) => text.includes(body.id));
  return { id: body.id, requestId: headers.get('X-Request-Id') ?? '', message };
}

/** Delivers a step to a worker whose reads of tables fail. */
async function failingStep(body: string): Promise<void> {
  using _ = interceptCalls(async ({ command }, proceed) => {
    if (command === 'GetItemCommand' || command === 'QueryCommand') throw new Error('out of reach');
    return proceed();
  });
  await detect(delivery([body]));
}

test('an upload with autoProcess is named by the steps of its job and by what their workers log', async () => {
  const { id, requestId, message } = await uploaded({ autoProcess: 'true' });
  expect(requestId).not.toBe('');
  await ingest(delivery([message]));
  const [step = ''] = (await bench.take('detection')).filter((body) => body.includes(id));
  expect(requestsOf([step])).toEqual([requestId]);
  await failingStep(step);
  const failed = lines().filter((line) => line.message === 'message failed');
  expect(failed).toEqual([expect.objectContaining({ requestId, videoId: id })]);
});

test('a job and a surface are named after the request that asked for them, also where the sweeper asks again', async () => {
  const { id, message } = await uploaded();
  await ingest(delivery([message]));
  await settled(api, id);
  const job = await api('POST', `/api/videos/${id}/process`);
  const corners = [
    { x: 0.2, y: 0.2 },
    { x: 0.6, y: 0.2 },
    { x: 0.6, y: 0.6 },
    { x: 0.2, y: 0.6 },
  ];
  const json = { name: 'Wall', frame: 0, corners };
  const surface = api('POST', `/api/videos/${id}/objects/surface`, { json });
  const asked: string[] = [];
  await vi.waitFor(
    async () => {
      asked.push(...(await bench.take('detection')).filter((body) => body.includes(id)));
      expect(asked.some((body) => body.includes('"surface"'))).toBe(true);
    },
    { timeout: 20_000 },
  );
  const ofJob = (bodies: readonly string[]) => bodies.filter((body) => body.includes('"jobId"'));
  const ofSurface = (bodies: readonly string[]) => bodies.filter((body) => body.includes('"objectId"'));
  expect(requestsOf(ofJob(asked))).toEqual([job.headers.get('X-Request-Id')]);

  bench.advance(3_600_000);
  await sweep();
  const again = (await bench.take('detection')).filter((body) => body.includes(id));
  expect(requestsOf(ofJob(again))).toEqual(requestsOf(ofJob(asked)));
  expect(requestsOf(ofSurface(again))).toEqual(requestsOf(ofSurface(asked)));
  bench.advance(20_000);
  expect(requestsOf(ofSurface(asked))).toEqual([(await surface).headers.get('X-Request-Id')]);
});

test('what a function logs within a request names it, and nothing else does', async () => {
  logger.info('before');
  const { headers } = await api('GET', '/api/videos/nobody');
  logger.info('after');
  const named = lines().filter(({ requestId }) => requestId !== undefined);
  expect(named.map(({ requestId }) => requestId)).toEqual([headers.get('X-Request-Id')]);
});
