import { expect, test } from 'vitest';
import { explainNoObjects } from '../../cli/no-objects.ts';
import { createClient } from '../../client/client.ts';

const job = {
  jobId: 'j',
  status: 'completed',
  progress: 100,
  currentFrame: 99,
  totalFrames: 100,
  objectsDetected: 0,
  undecodableFrames: 0,
  samples: { total: 20, processed: 20, detected: 4 },
  eta: 0,
  model: 'yolox-nano-416',
  fallback: false,
};

/** The text for this status of the latest job. */
function explained(answer: Response): Promise<string> {
  const client = createClient({ apiUrl: 'http://service.test', apiKey: 'k', fetch: async () => answer });
  return explainNoObjects({ signal: new AbortController().signal }, client, 'v');
}

const afterJob = (changes: object) => explained(Response.json({ ...job, ...changes }));
const refusal = (code: string, status: number) =>
  Response.json({ error: { code, message: 'Refused.' } }, { status });

test('of a video that no job has looked at it is said how to find objects', async () => {
  expect(await explained(refusal('JOB_NOT_FOUND', 404))).toBe(
    'There are no objects; "vms process v" looks for some, "vms surface v" marks one.',
  );
});

test.each([
  [{}, 'The latest detection job, with yolox-nano-416, found none in the 20 frames that it took.'],
  [{ status: 'processing' }, 'A detection job is not over yet.'],
  [{ status: 'queued' }, 'A detection job is not over yet.'],
  [{ status: 'cancelled' }, 'The latest detection job was cancelled.'],
  [
    { status: 'failed', error: { code: 'CORRUPT_DATA', message: 'It is damaged.' } },
    'The latest detection job failed: It is damaged.',
  ],
  [{ objectsDetected: 2 }, 'The latest detection job found 2 objects; the newest version has none any more.'],
])('of a video whose latest job is %j the outcome is shown', async (changes, outcome) => {
  expect(await afterJob(changes)).toBe(`There are no objects. ${outcome} "vms status v" shows more.`);
});

test('that the job cannot be read is an error', async () => {
  await expect(explained(refusal('VIDEO_NOT_FOUND', 404))).rejects.toMatchObject({ code: 'VIDEO_NOT_FOUND' });
});
