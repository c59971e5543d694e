import { describe, expect, test } from 'vitest';
import { hasEnded, type JobOutcome, pollAfter } from '../../../../../console/pages/video/job/job-state.ts';

const job = (jobId: string, status: JobOutcome['status']): JobOutcome => ({
  jobId,
  status,
  objectsDetected: 1,
});

describe('a job has ended', () => {
  test.each(['completed', 'failed', 'cancelled'] as const)('when it ran and then is %s', (status) => {
    expect(hasEnded(job('a', 'processing'), job('a', status))).toBe(true);
    expect(hasEnded(job('a', status), job('a', status))).toBe(false);
  });

  test('when it is new and over before it was seen to run', () => {
    expect(hasEnded(null, job('a', 'completed'))).toBe(true);
    expect(hasEnded(job('a', 'completed'), job('b', 'completed'))).toBe(true);
  });

  test('not when it was over before the page was opened, and not while it runs', () => {
    expect(hasEnded(undefined, job('a', 'completed'))).toBe(false);
    expect(hasEnded(null, job('a', 'queued'))).toBe(false);
    expect(hasEnded(job('a', 'queued'), job('a', 'processing'))).toBe(false);
  });
});

test('a job is read again while it runs, less and less often; none where there is none or it is over', () => {
  const running = job('a', 'processing');
  const [first, later, latest] = [1, 5, 100].map((times) => Number(pollAfter(running, times)));
  expect(later).toBeGreaterThan(first ?? 0);
  expect(latest).toBeGreaterThan(later ?? 0);
  expect(latest).toBe(pollAfter(running, 1000));
  for (const still of [null, undefined, job('a', 'completed'), job('a', 'failed')])
    expect(pollAfter(still, 1)).toBe(false);
});
