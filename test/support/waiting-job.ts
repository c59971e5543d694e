import type { Job } from '../../shared/domain/job.ts';

/** A job that waits for its first message: three segments of ten frames each. */
export const waitingJob = (who: Pick<Job, 'accountId' | 'videoId' | 'jobId'>): Job => ({
  ...who,
  state: 'queued',
  options: { fps: 5, confidence: 0.5, labels: [], enableClip: false },
  model: 'moving-object',
  fallback: true,
  createdAt: new Date().toISOString(),
  startedAt: 0,
  totalFrames: 30,
  sampledFrames: 30,
  boundaries: [0, 10, 20, 30],
  done: new Set(),
  samplesDone: {},
  objectsSeen: {},
  objectsDetected: 0,
  version: null,
  failure: null,
  startVersion: 1,
  estimatedSeconds: 1,
});
