import { isTerminal } from '../domain/job.ts';
import type { Excess } from '../domain/quota.ts';
import type { Environment } from './environment.ts';
import { openJobs } from './jobs.ts';
import { openUsageCounts } from './usage.ts';

export interface JobQuota {
  /**
   * Counts a job that is about to be claimed.
   * @returns null, or the quota that does not admit it
   */
  admit(job: { accountId: string; videoId: string; jobId: string }): Promise<Excess | null>;
}

/** The place of a job, by its video: a video has one active job at most. */
interface Place {
  jobId: string;
  /** Milliseconds since the epoch. */
  takenAt: number;
}

/** Whoever took a place has claimed its job by then, or never will: longer than an endpoint runs. */
const CLAIM_TIME = 60_000;

export function openJobQuota(environment: Environment): JobQuota {
  const counts = openUsageCounts(environment, 'jobs');
  const jobs = openJobs(environment);
  const { runtime } = environment;

  const isTaken = async (videoId: string, { jobId, takenAt }: Place): Promise<boolean> => {
    const job = await jobs.get(videoId);
    if (job !== null && !isTerminal(job.state)) return true;
    return job?.jobId !== jobId && runtime.now() - takenAt < CLAIM_TIME;
  };

  return {
    async admit({ accountId, videoId, jobId }) {
      const place: Place = { jobId, takenAt: runtime.now() };
      const counted = await counts.add(accountId, {
        update: 'SET places.#video = :place ADD changes :one',
        names: { '#video': videoId },
        values: { ':place': place, ':one': 1 },
        condition: (quotas, value) =>
          `(size(places) < ${value(quotas.activeJobs)} OR attribute_exists(places.#video))`,
      });
      if (counted) return null;
      return counts.replace<Excess>(accountId, async (standing, { activeJobs: max }) => {
        const { [videoId]: _, ...others } = (standing.places ?? {}) as Record<string, Place>;
        const looked = Object.entries(others).map(
          async ([id, other]) => [id, other, await isTaken(id, other)] as const,
        );
        const taken = (await Promise.all(looked)).filter(([, , isThere]) => isThere);
        if (taken.length >= max) return { refusal: { quota: 'activeJobs', max, current: taken.length } };
        const places = Object.fromEntries(taken.map(([id, other]) => [id, other]));
        return { counts: { places: { ...places, [videoId]: place } } };
      });
    },
  };
}
