import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Context } from '../../cli/command.ts';
import { startWhenProcessed } from '../../cli/start-when-processed.ts';
import { Terminal } from '../../cli/terminal.ts';
import { createClient } from '../../client/client.ts';

const started = { jobId: 'j', status: 'queued', estimatedTime: 3 };
const refusal = (status: string) =>
  Response.json(
    { error: { code: 'VIDEO_NOT_READY', message: 'Not ready.', details: { status } } },
    { status: 409 },
  );

/** Starts a job on a service that gives these answers in turn. */
function starting(...answers: (object | Response)[]) {
  const stderr = new PassThrough();
  const asked: string[] = [];
  const context = {
    terminal: new Terminal(new PassThrough(), stderr),
    signal: new AbortController().signal,
    pause: async () => {},
  } as unknown as Context;
  const client = createClient({
    apiUrl: 'http://service.test',
    apiKey: 'k',
    fetch: async (url, { method = '' } = {}) => {
      asked.push(`${method} ${new URL(String(url)).pathname}`);
      const answer = answers.shift();
      if (answer === undefined) throw new Error('asked too often');
      return answer instanceof Response ? answer : Response.json(answer);
    },
  });
  const said = async (): Promise<string> => {
    stderr.end();
    return text(stderr);
  };
  return {
    result: startWhenProcessed(context, { client, lasting: true }, 'v', { params: { id: 'v' }, body: {} }),
    asked,
    said,
  };
}

const POST = 'POST /api/videos/v/process';
const GET = 'GET /api/videos/v';

test('a job of a processed video is started at once', async () => {
  const { result, asked, said } = starting(started);
  expect(await result).toEqual(started);
  expect(asked).toEqual([POST]);
  expect(await said()).toBe('');
});

test('a job of a video that was uploaded a moment ago is started once that is processed', async () => {
  const { result, asked, said } = starting(
    refusal('processing'),
    { status: 'processing' },
    { status: 'processed' },
    started,
  );
  expect(await result).toEqual(started);
  expect(asked).toEqual([POST, GET, GET, POST]);
  expect(await said()).toBe('Waiting until the video is processed: its status is processing.\n');
});

test('a video that becomes processed while it is refused is asked for again, and the wait is reported once', async () => {
  const { result, said } = starting(
    refusal('uploading'),
    { status: 'processed' },
    refusal('processed'),
    { status: 'processed' },
    started,
  );
  expect(await result).toEqual(started);
  expect(await said()).toBe('Waiting until the video is processed: its status is uploading.\n');
});

test('a video that failed is not waited for, before and while', async () => {
  await expect(starting(refusal('failed')).result).rejects.toMatchObject({ code: 'VIDEO_NOT_READY' });
  const failure = { code: 'TRUNCATED', message: 'The file is incomplete.' };
  await expect(starting(refusal('uploading'), { status: 'failed', failure }).result).rejects.toMatchObject({
    code: 'TRUNCATED',
    message: 'The video cannot be used: The file is incomplete.',
  });
});

test('any other refusal is reported as it is', async () => {
  const busy = Response.json({ error: { code: 'JOB_IN_PROGRESS', message: 'Busy.' } }, { status: 409 });
  await expect(starting(busy).result).rejects.toMatchObject({ code: 'JOB_IN_PROGRESS' });
});
