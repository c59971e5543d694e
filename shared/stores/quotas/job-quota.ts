import type { Excess } from '../../contract/quotas.ts';
import { isTerminal, type Job } from '../../domain/job/job.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { attribute, condition } from '../dynamodb/expression.ts';
import { openJobs } from '../jobs/jobs.ts';
import { opener } from '../opener.ts';
import {
  type CountTaken,
  type HolderState,
  openPlaceQuota,
  openPlaceRelease,
  openTakenCount,
  type Place,
  type PlaceCounts,
} from './places.ts';

/** The place of an active job, under its video: a video has at most one active job. */
interface JobPlace extends Place {
  jobId: string;
}

/** The active jobs of an account. */
export type JobCounts = PlaceCounts<JobPlace>;

export interface JobQuota {
  /**
   * Counts a job that is about to be claimed.
   * @returns null, or the quota that does not admit it
   */
  admit(job: Pick<Job, 'accountId' | 'videoId' | 'jobId'>): Promise<Excess | null>;
}

export interface JobPlaces {
  /**
   * Gives a place back.
   * @param jobId where given, only the place of this job, since the video's next job may have begun; otherwise that of
   *   whichever job the video has
   */
  release(accountId: string, videoId: string, jobId?: string): Promise<void>;
}

const holderStates = (environment: Environment) => {
  const jobs = openJobs(environment);
  return async (videoId: string, { jobId }: JobPlace): Promise<HolderState> => {
    const job = await jobs.get(videoId);
    if (job !== null && !isTerminal(job.state)) return 'active';
    return job?.jobId === jobId ? 'over' : 'unknown';
  };
};

export const openJobQuota = opener('jobQuota', (environment: Environment): JobQuota => {
  const take = openPlaceQuota<JobPlace>(environment, 'activeJobs', holderStates(environment));

  return {
    admit: ({ accountId, videoId, jobId }) =>
      take(accountId, videoId, { jobId, takenAt: environment.runtime.now() }),
  };
});

export const openActiveJobs = (environment: Environment): CountTaken =>
  openTakenCount<JobPlace>(environment, 'activeJobs', holderStates(environment));

export const openJobPlaces = opener('jobPlaces', (environment: Environment): JobPlaces => {
  const release = openPlaceRelease(environment, 'activeJobs');

  return {
    release: (accountId, videoId, jobId) =>
      release(
        accountId,
        videoId,
        jobId === undefined ? undefined : condition`places.${attribute(videoId)}.jobId = ${jobId}`,
      ),
  };
});
