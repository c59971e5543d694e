import {
  detectedSamples,
  isTerminal,
  type Job,
  processedSamples,
  publicStatus,
  undecodableSamples,
} from './job.ts';
import { type Backlog, remainingSeconds, workShare } from './progress.ts';

/** Per cent of the progress for the segments; tracking and the commit take the rest. */
const SEGMENTS_SHARE = 97;

/** What the status endpoint reports of a job. `progress` 0–100, `eta` in seconds, frames in source frames. */
export function jobReport(job: Job, now: number, backlog?: Backlog) {
  const completed = job.state === 'completed';
  const share = completed ? 1 : workShare(job);
  return {
    jobId: job.jobId,
    status: publicStatus(job.state),
    progress: completed ? 100 : Math.floor(share * SEGMENTS_SHARE),
    currentFrame: Math.max(0, Math.min(Math.round(share * job.totalFrames), job.totalFrames - 1)),
    totalFrames: job.totalFrames,
    objectsDetected: isTerminal(job.state) ? job.objectsDetected : Math.max(0, ...job.expected),
    undecodableFrames: undecodableSamples(job),
    samples: { total: job.sampledFrames, processed: processedSamples(job), detected: detectedSamples(job) },
    eta:
      isTerminal(job.state) || job.sampledFrames === 0
        ? 0
        : Math.round(remainingSeconds(job, now, backlog) * 10) / 10,
    model: job.model,
    fallback: job.fallback,
    ...(job.clipModel === undefined ? {} : { clipModel: job.clipModel }),
    ...(job.failure === null ? {} : { error: job.failure }),
  };
}
