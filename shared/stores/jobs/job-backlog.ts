import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { isTerminal, type Job } from '../../domain/job/job.ts';
import type { Backlog } from '../../domain/job/progress.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { dynamodb, tableName } from '../dynamodb/client.ts';
import type { JobCounts } from '../quotas/job-quota.ts';
import type { UsageKind } from '../quotas/usage.ts';
import { storeFactory } from '../store-factory.ts';
import { openJobs } from './jobs.ts';
import { openWorkers } from './workers.ts';

/** What a job waits for, as far as it is known: for estimates. */
interface JobBacklog {
  aheadOf(job: Job): Promise<Backlog>;
}

const kind: UsageKind = 'jobs';
/** Jobs further ahead make no difference to an estimate. */
const MOST_AHEAD = 100;

export const openJobBacklog = storeFactory('jobBacklog', (environment: Environment): JobBacklog => {
  const table = tableName(environment, 'usage');
  const jobs = openJobs(environment);
  const workers = openWorkers(environment);

  /** The videos whose slots in the account's quota were taken before this job began, oldest first. */
  const earlierVideos = async ({ accountId, videoId, createdAt }: Job): Promise<string[]> => {
    const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: { accountId, kind } }));
    const { places = {} } = (Item ?? {}) as Partial<JobCounts>;
    const began = Date.parse(createdAt);
    return Object.entries(places)
      .filter(([other, { takenAt }]) => other !== videoId && takenAt <= began)
      .sort(([, a], [, b]) => a.takenAt - b.takenAt)
      .slice(0, MOST_AHEAD)
      .map(([other]) => other);
  };

  return {
    async aheadOf(job) {
      if (isTerminal(job.state) || job.state === 'finishing') return { ahead: [], workers: null, pace: null };
      const earlier = earlierVideos(job).then((videoIds) =>
        videoIds.length === 0 ? [] : jobs.some(videoIds),
      );
      const [ahead, share] = await Promise.all([earlier, workers.shareOf(job.accountId)]);
      return {
        ahead: ahead
          .filter(({ state }) => !isTerminal(state))
          .sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
        ...share,
      };
    },
  };
});
