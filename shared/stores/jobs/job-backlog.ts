import { isTerminal, type Job } from '../../domain/job/job.ts';
import type { Line } from '../../domain/job/progress.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { openJobPlaces } from './job-places.ts';
import { openJobs } from './jobs.ts';
import { openWorkers } from './workers.ts';

/** What a job waits for, as far as it is known: for estimates. */
export interface JobBacklog {
  before(job: Job): Promise<Line>;
}

export function openJobBacklog(environment: Environment): JobBacklog {
  const places = openJobPlaces(environment);
  const jobs = openJobs(environment);
  const workers = openWorkers(environment);

  return {
    async before(job) {
      if (isTerminal(job.state) || job.state === 'finishing') return { ahead: [], workers: null, pace: null };
      const earlier = places
        .before(job.accountId, job)
        .then((videoIds) => (videoIds.length === 0 ? [] : jobs.some(videoIds)));
      const [ahead, share] = await Promise.all([earlier, workers.shareOf(job.accountId)]);
      return {
        ahead: ahead
          .filter(({ state }) => !isTerminal(state))
          .sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
        ...share,
      };
    },
  };
}
