import type { Excess } from '../../contract/quotas.ts';
import { isTerminal, type Job } from '../../domain/job/job.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { attribute, condition } from '../dynamodb/expression.ts';
import { openJobs } from '../jobs/jobs.ts';
import { storeFactory } from '../store-factory.ts';
import {
  type CountTaken,
  type HolderState,
  openSlotQuota,
  openSlotRelease,
  openTakenCount,
  type Slot,
  type SlotCounts,
} from './slots.ts';

/** The slot of an active job, under its video: a video has at most one active job. */
interface JobSlot extends Slot {
  jobId: string;
}

/** The active jobs of an account. */
export type JobCounts = SlotCounts<JobSlot>;

export interface JobQuota {
  /**
   * Counts a job that is about to be claimed.
   * @returns null, or the quota that does not admit it
   */
  admit(job: Pick<Job, 'accountId' | 'videoId' | 'jobId'>): Promise<Excess | null>;
}

export interface JobSlots {
  /**
   * Releases a slot.
   * @param jobId where given, only the slot of this job, since the video's next job may have begun; otherwise that of
   *   whichever job the video has
   */
  release(accountId: string, videoId: string, jobId?: string): Promise<void>;
}

const holderStates = (environment: Environment) => {
  const jobs = openJobs(environment);
  return async (videoId: string, { jobId }: JobSlot): Promise<HolderState> => {
    const job = await jobs.get(videoId);
    if (job !== null && !isTerminal(job.state)) return 'active';
    return job?.jobId === jobId ? 'over' : 'unknown';
  };
};

export const openJobQuota = storeFactory('jobQuota', (environment: Environment): JobQuota => {
  const take = openSlotQuota<JobSlot>(environment, 'activeJobs', holderStates(environment));

  return {
    admit: ({ accountId, videoId, jobId }) =>
      take(accountId, videoId, { jobId, takenAt: environment.runtime.now() }),
  };
});

export const openActiveJobs = (environment: Environment): CountTaken =>
  openTakenCount<JobSlot>(environment, 'activeJobs', holderStates(environment));

export const openJobSlots = storeFactory('jobSlots', (environment: Environment): JobSlots => {
  const release = openSlotRelease(environment, 'activeJobs');

  return {
    release: (accountId, videoId, jobId) =>
      release(
        accountId,
        videoId,
        jobId === undefined ? undefined : condition`places.${attribute(videoId)}.jobId = ${jobId}`,
      ),
  };
});
