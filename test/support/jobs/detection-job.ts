import { processingOptions } from '../../../shared/contract/schemas/job.ts';
import type { Job } from '../../../shared/domain/job/job.ts';

/** A job of two equal segments, as `planJob` makes one, whose first worker started after 10 s. */
export const detectionJob = (changes: Partial<Job> = {}): Job => ({
  videoId: 'v',
  accountId: 'a',
  jobId: 'j',
  state: 'processing',
  options: processingOptions.parse({}),
  model: 'm',
  fallback: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: 10_000,
  totalFrames: 600,
  sampledFrames: 100,
  boundaries: [0, 50, 100],
  done: new Set(),
  segmentSeconds: [10, 10],
  samplesDone: {},
  working: {},
  workedMs: { 0: 0 },
  objectsSeen: {},
  undecodable: {},
  detected: {},
  tracks: {},
  expected: new Set(),
  objectsDetected: 0,
  version: null,
  failure: null,
  startVersion: 1,
  finishingAt: 0,
  ...changes,
});
