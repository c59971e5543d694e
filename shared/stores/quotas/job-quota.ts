import { isTerminal } from '../../domain/job/job.ts';
import type { Excess } from '../../domain/quota.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import type { Place } from '../jobs/job-places.ts';
import { openJobs } from '../jobs/jobs.ts';
import { openTierQuotas } from './tier-quotas.ts';
import { openUsageCounts } from './usage.ts';

export interface JobQuota {
  /**
   * Counts a job that is about to be claimed.
   * @returns null, or the quota that does not admit it
   */
  admit(job: { accountId: string; videoId: string; jobId: string }): Promise<Excess | null>;
}

/** Places of jobs that are over, where any stayed, go before a job is refused. */
interface JobCounts {
  places: Record<string, Place>;
}

/** Whoever took a place has claimed its job by then, or never will: longer than an endpoint runs. */
const CLAIM_TIME = 60_000;

export function openJobQuota(environment: Environment): JobQuota {
  const counts = openUsageCounts<JobCounts>(environment, 'jobs');
  const tierQuotas = openTierQuotas(environment);
  const jobs = openJobs(environment);
  const { runtime } = environment;

  const isTaken = async (videoId: string, { jobId, takenAt }: Place): Promise<boolean> => {
    const job = await jobs.get(videoId);
    if (job !== null && !isTerminal(job.state)) return true;
    return job?.jobId !== jobId && runtime.now() - takenAt < CLAIM_TIME;
  };

  const takePlace = (accountId: string, videoId: string, place: Place) => {
    const { condition, values } = tierQuotas.condition(
      (quotas, value) => `(size(places) < ${value(quotas.activeJobs)} OR attribute_exists(places.#video))`,
    );
    return counts.change(accountId, {
      update: 'SET places.#video = :place ADD changes :one',
      condition,
      names: { '#video': videoId },
      values: { ':place': place, ...values },
    });
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
        const { activeJobs: max } = tierQuotas.of(counted);
        const current = Object.keys(counted.places).length;
        if (current >= max && counted.places[videoId] === undefined) {
          return { quota: 'activeJobs', max, current };
        }
      }
      return null;
    },
  };
}
