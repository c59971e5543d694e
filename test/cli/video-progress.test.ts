import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Context } from '../../cli/command.ts';
import { CommandFailure } from '../../cli/failures.ts';
import { Terminal } from '../../cli/terminal.ts';
import { awaitProcessed, followJob } from '../../cli/video-progress.ts';
import { createClient } from '../../client/client.ts';

const job = {
  jobId: 'j',
  status: 'processing',
  progress: 40,
  currentFrame: 40,
  totalFrames: 100,
  objectsDetected: 0,
  eta: 3,
  model: 'moving-object',
  fallback: true,
};
const refusal = (code: string, status: number) =>
  Response.json({ error: { code, message: 'Refused.' } }, { status });

/** A command against a service that gives these answers in turn; pauses are noted instead of made. */
function against(...answers: (object | Response)[]) {
  const pauses: number[] = [];
  const context: Context = {
    terminal: new Terminal(new PassThrough(), new PassThrough()),
    json: false,
    dataDir: '',
    dataOption: '',
    environment: {},
    signal: new AbortController().signal,
    isInteractive: false,
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
    },
    readStdin: async () => '',
    confirm: async () => false,
    ask: async () => '',
    askHidden: async () => '',
  };
  const client = createClient({
    apiUrl: 'http://service.test',
    apiKey: 'k',
    fetch: async () => {
      const answer = answers.shift();
      if (answer === undefined) throw new Error('asked too often');
      return answer instanceof Response ? answer : Response.json(answer);
    },
  });
  return { context, client, pauses, answers };
}

test('a job is followed until it is over, the looks getting rarer', async () => {
  const { context, client, pauses, answers } = against({ ...job, status: 'queued' }, job, job, {
    ...job,
    status: 'completed',
    progress: 100,
  });
  expect((await followJob(context, client, 'v')).status).toBe('completed');
  expect(answers).toEqual([]);
  expect(pauses).toHaveLength(3);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test('that there is no job is an error', async () => {
  const { context, client } = against(refusal('JOB_NOT_FOUND', 404));
  await expect(followJob(context, client, 'v')).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
});

test('a failed job and a cancelled one are failures with their reason', async () => {
  const error = { code: 'DECODER_CRASHED', message: 'The decoder crashed.' };
  const failed = against({ ...job, status: 'failed', error });
  await expect(followJob(failed.context, failed.client, 'v')).rejects.toMatchObject({
    code: 'DECODER_CRASHED',
    message: 'The job failed: The decoder crashed.',
  });
  const cancelled = against({ ...job, status: 'cancelled' });
  await expect(followJob(cancelled.context, cancelled.client, 'v')).rejects.toThrow(CommandFailure);
});

test('a video is waited for until it is processed; one that failed is a failure with its reason', async () => {
  const ready = against({ status: 'uploading' }, { status: 'processing' }, { status: 'processed', id: 'v' });
  expect((await awaitProcessed(ready.context, ready.client, 'v')).id).toBe('v');
  const failure = { code: 'TRUNCATED', message: 'The file is incomplete.' };
  const broken = against({ status: 'failed', failure });
  await expect(awaitProcessed(broken.context, broken.client, 'v')).rejects.toMatchObject({
    code: 'TRUNCATED',
    message: 'The video cannot be used: The file is incomplete.',
  });
});
