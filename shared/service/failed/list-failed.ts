import type { Account } from '../../domain/account.ts';
import type { Video } from '../../domain/video.ts';
import { accountHandles } from '../keys/account-handles.ts';
import type { OperatorStores } from '../operator-stores.ts';
import { isRetriable } from './is-retriable.ts';

/** A video that could not be ingested, or whose last detection job failed. */
interface FailedWork {
  kind: 'video' | 'job';
  /** Handle of the account. */
  account: string;
  videoId: string;
  code: string;
  message: string;
  /** When it failed; of a job that is older than this note, when it was created. */
  failedAt: string;
  /** Whether `retryFailed` takes it. */
  retriable: boolean;
}

const NO_REASON = { code: 'UNKNOWN', message: 'No reason is known.' };

/** What failed, of one account or of all, latest first. Reads all videos and jobs. */
export async function listFailed(
  { videos, jobs, accounts }: Pick<OperatorStores, 'videos' | 'jobs' | 'accounts'>,
  only?: Account,
): Promise<FailedWork[]> {
  const handles = await accountHandles({ accounts }, only);
  const found: FailedWork[] = [];
  const add = (
    kind: FailedWork['kind'],
    { accountId, videoId, failure }: Pick<Video, 'accountId' | 'videoId' | 'failure'>,
    failedAt: string,
  ): void => {
    const { code, message } = failure ?? NO_REASON;
    const account = handles.get(accountId) ?? accountId;
    found.push({ kind, account, videoId, code, message, failedAt, retriable: isRetriable({ code }) });
  };
  for await (const video of videos.failed(only?.accountId)) add('video', video, video.updatedAt);
  for await (const job of jobs.failed(only?.accountId)) add('job', job, job.endedAt ?? job.createdAt);
  return found.sort((a, b) => (a.failedAt > b.failedAt ? -1 : 1));
}
