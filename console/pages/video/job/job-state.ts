import type { CallOutput } from '../../../../client/client.ts';
import type { getProcessing } from '../../../../shared/contract/routes/console/videos.ts';

export type Job = NonNullable<CallOutput<typeof getProcessing>['job']>;
export type JobOutcome = Pick<Job, 'jobId' | 'status' | 'objectsDetected'>;

/** The first answers come often, later ones as seldom as people look. */
const FASTEST_POLL_MS = 1000;
const SLOWEST_POLL_MS = 5000;
const SLOWER_EACH_TIME = 1.2;

export const isActive = (job: Pick<Job, 'status'> | null | undefined): boolean =>
  job?.status === 'queued' || job?.status === 'processing';

/**
 * When a job is to be read again; false where nothing of it will change.
 * @param times how often it has been read
 */
export const pollAfter = (job: Pick<Job, 'status'> | null | undefined, times: number): number | false =>
  isActive(job) && Math.min(FASTEST_POLL_MS * SLOWER_EACH_TIME ** times, SLOWEST_POLL_MS);

/**
 * Whether a job has ended since the one before was read: that one, or another that was over before it was ever seen.
 * @param before null: there was none; undefined: nothing was read yet
 */
export const hasEnded = (before: JobOutcome | null | undefined, now: JobOutcome): boolean =>
  !isActive(now) && before !== undefined && (before?.jobId !== now.jobId || isActive(before));
