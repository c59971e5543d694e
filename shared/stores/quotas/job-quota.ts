import type { Excess } from '../../contract/quotas.ts';
import { isTerminal, type Job } from '../../domain/job/job.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { attribute, condition, update } from '../dynamodb/expression.ts';
import { openJobs } from '../jobs/jobs.ts';
import { opener } from '../opener.ts';
import { openTierQuotas, openUsageCounts } from './usage.ts';

/** The place of an active job in its account's quota. */
interface Place {
  jobId: string;
  /** Milliseconds since the epoch. */
  takenAt: number;
}

/**
 * The active jobs of an account. A place that its job did not give back at its end (a crash, a lost message) stays until the
 * quota is full: then it goes before a job is refused.
 */
export interface JobCounts {
  /** By video: a video has at most one active job. */
  places: Record<string, Place>;
}

export interface JobQuota {
  /**
   * Counts a job that is about to be claimed.
   * @returns null, or the quota that does not admit it
   */
  admit(job: Pick<Job, 'accountId' | 'videoId' | 'jobId'>): Promise<Excess | null>;
}

interface JobPlaces {
  /**
   * Gives a place back.
   * @param jobId where given, only the place of this job, since the video's next job may have begun; otherwise that of
   *   whichever job the video has
   */
  release(accountId: string, videoId: string, jobId?: string): Promise<void>;
}

/** A job is claimed within this time after its place was taken, or never: longer than an endpoint runs. */
const CLAIMED_WITHIN_MS = 60_000;

export const openJobQuota = opener('jobQuota', (environment: Environment): JobQuota => {
  const counts = openUsageCounts<JobCounts>(environment, 'jobs');
  const tiers = openTierQuotas(environment);
  const jobs = openJobs(environment);
  const { runtime } = environment;

  const isTaken = async (videoId: string, { jobId, takenAt }: Place): Promise<boolean> => {
    const job = await jobs.get(videoId);
    if (job !== null && !isTerminal(job.state)) return true;
    return job?.jobId !== jobId && runtime.now() - takenAt < CLAIMED_WITHIN_MS;
  };

  const takePlace = (accountId: string, videoId: string, place: Place) => {
    const video = attribute(videoId);
    return counts.change(
      accountId,
      update`SET places.${video} = ${place} ADD changes ${1}`,
      tiers.admitted(
        ({ activeJobs }) => condition`size(places) < ${activeJobs} OR attribute_exists(places.${video})`,
      ),
    );
  };

  return {
    async admit({ accountId, videoId, jobId }) {
      const place: Place = { jobId, takenAt: runtime.now() };
      while ((await takePlace(accountId, videoId, place)) === null) {
        const counted = await counts.recount(accountId, async ({ places = {} }) => {
          const looked = Object.entries(places).map(
            async ([id, other]) => [id, other, id === videoId || (await isTaken(id, other))] as const,
          );
          const taken = (await Promise.all(looked)).filter(([, , isThere]) => isThere);
          return { places: Object.fromEntries(taken.map(([id, other]) => [id, other])) };
        });
        const { activeJobs: max } = tiers.of(counted);
        const current = Object.keys(counted.places).length;
        if (current >= max && counted.places[videoId] === undefined) {
          return { quota: 'activeJobs', max, current };
        }
      }
      return null;
    },
  };
});

export const openJobPlaces = opener('jobPlaces', (environment: Environment): JobPlaces => {
  const counts = openUsageCounts<JobCounts>(environment, 'jobs');

  return {
    async release(accountId, videoId, jobId) {
      const video = attribute(videoId);
      await counts.change(
        accountId,
        update`REMOVE places.${video} ADD changes ${1}`,
        jobId === undefined
          ? condition`attribute_exists(places.${video})`
          : condition`places.${video}.jobId = ${jobId}`,
      );
    },
  };
});
